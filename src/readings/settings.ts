import { availableParallelism } from 'node:os';
import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { text, wholeNumber } from '../platform/config/values.ts';

const rows = {
  streamIntervalMs: setting({
    env: 'STREAM_INTERVAL_MS',
    meaning: 'one reading per this many milliseconds and device; 0 is no limit',
    fallback: 1000,
    parse: wholeNumber(0, 3_600_000),
  }),
  retentionDays: setting({
    env: 'READINGS_RETENTION_DAYS',
    meaning: 'retention of readings in days',
    fallback: 90,
    parse: wholeNumber(1, 36_500),
  }),
  samplesRetentionDays: setting({
    env: 'SAMPLES_RETENTION_DAYS',
    meaning:
      'retention of `samples` and `parts` in days, at most that of their readings; 0 keeps them as long as the readings',
    fallback: 14,
    parse: wholeNumber(0, 36_500),
  }),
  packAfterDays: setting({
    env: 'PACK_AFTER_DAYS',
    meaning:
      'age in days at which readings are packed; 0 packs none: [Packed days](operations.md#packed-days)',
    fallback: 2,
    parse: wholeNumber(0, 36_500),
  }),
  detectorShadow: setting({
    env: 'DETECTOR_SHADOW',
    meaning:
      'file of detector weights that score in parallel without alerting: [The ledger](home.md#the-ledger) has its alerts, and `vigil_detector_disagreements_total` counts the differences',
    parse: text,
  }),
  scoringThreads: setting({
    env: 'SCORING_THREADS',
    meaning: 'worker threads that score readings',
    shown: 'one less than the cores, at most 4',
    fallback: Math.min(4, Math.max(1, availableParallelism() - 1)),
    parse: wholeNumber(1, 64),
  }),
};

export type ReadingsConfig = ValuesOf<typeof rows>;

export const settings = { rows };
