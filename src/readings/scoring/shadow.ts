import { CannotStart, messageOf } from '../../platform/errors.ts';
import type { ReadingMetrics } from '../metrics.ts';
import type { BatchColumns } from './batch.ts';
import { readWeights } from './weights.ts';

/** docs/contract.md, "Fall levels": caregivers are alerted from POTENTIAL up. */
const ALERT_ABOVE = 0.5;

/** Reads the file once at start, so that an invalid file fails the start and not every batch. */
export function shadowVersion(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readWeights(file).version;
  } catch (error) {
    throw new CannotStart(`DETECTOR_SHADOW: ${file}: ${messageOf(error)}`);
  }
}

/** Counts every reading that only one of the two detectors would alert for. */
export function compareWithShadow(
  { confidences, shadow }: BatchColumns,
  count: number,
  metrics: Pick<ReadingMetrics, 'detectorsDisagreed'> | undefined,
): void {
  for (let place = 0; place < count; place++) {
    const alerts = (confidences[place] ?? 0) > ALERT_ABOVE;
    if (alerts !== (shadow[place] ?? 0) > ALERT_ABOVE)
      metrics?.detectorsDisagreed(alerts ? 'detector' : 'shadow');
  }
}
