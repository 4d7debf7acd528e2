import { createHmac } from 'node:crypto';
import { SAMPLE_FIELDS } from '../src/readings/scoring/window.ts';
import type { ResolvedFall } from '../src/readings/store/feedback.ts';
import type { Sample, Trial } from './recordings.ts';

/** Three values a sample from a wearable without a gyro: JSON has no NaN. */
type FeedbackTrial = Omit<Trial, 'samples'> & { readonly samples: readonly (readonly number[])[] };

type Digits = (value: number) => number;
const digits: Digits = (value) => Math.round(value * 1000) / 1000;

/**
 * A resolved fall in the recordings' format, its outcome as the label. Pseudonymous: people are identified by a keyed hash whose
 * key is discarded, and times are seconds from the first reading. Where a reading has no raw samples (it came alone or with
 * parts, or they are expired), the trial has one sample per reading: the one that the wearable sent.
 */
export function trialOf(
  { userId, outcome, at, readings }: ResolvedFall,
  number: number,
  key: Buffer,
): FeedbackTrial {
  const subject = `P${createHmac('sha256', key).update(userId).digest('hex').slice(0, 8)}`;
  const first = readings[0]?.recordedAt.getTime() ?? at.getTime();
  const seconds = Math.max(1, ((readings.at(-1)?.recordedAt.getTime() ?? first) - first) / 1000 + 1);
  const raw = readings.every(({ samples }) => samples !== undefined);
  const samples = readings.flatMap((reading): Sample[] => {
    const cells = reading.samples;
    if (!raw || cells === undefined) {
      const { accelX, accelY, accelZ, gyroX, gyroY, gyroZ } = reading;
      return [[accelX, accelY, accelZ, gyroX ?? Number.NaN, gyroY ?? Number.NaN, gyroZ ?? Number.NaN]];
    }
    return Array.from({ length: cells.length / SAMPLE_FIELDS }, (_, i): Sample => {
      const [ax = 0, ay = 0, az = 0, gx = 0, gy = 0, gz = 0] = cells.subarray(
        i * SAMPLE_FIELDS + 1,
        (i + 1) * SAMPLE_FIELDS,
      );
      return [digits(ax), digits(ay), digits(az), digits(gx), digits(gy), digits(gz)];
    });
  });
  const hasGyro = samples.every(([, , , gx, gy, gz]) => !Number.isNaN(gx + gy + gz));
  const fall = outcome === 'CONFIRMED';
  const impactS = digits((at.getTime() - first) / 1000);
  return {
    id: `feedback-${number}`,
    activity: fall ? 'ReportedFall' : 'FalseAlarm',
    subject,
    fall,
    rateHz: digits(samples.length / seconds),
    fallStartS: fall ? Math.max(0, impactS - 1) : null,
    fallEndS: fall ? impactS + 1 : null,
    samples: hasGyro ? samples : samples.map(([ax, ay, az]) => [ax, ay, az]),
  };
}
