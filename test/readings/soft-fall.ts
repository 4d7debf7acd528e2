import { explainWindow } from '../../src/readings/scoring/explain.ts';
import { impact, lying, type Motion, resting, windowOf } from '../scoring/synthetic.ts';

const CALM = 9;
const AFTER = 5;
const mixed = (a: Motion, b: Motion, share: number): Motion =>
  a.map((value, i) => value * (1 - share) + (b[i] ?? 0) * share) as unknown as Motion;

/**
 * A fall which the networks score between two confidences at its most certain reading, whatever their weights are: the
 * search varies how hard the impact is, and how far the posture changes.
 */
export function fallBetween(least: number, most: number): readonly Motion[] {
  for (let posture = 0; posture <= 20; posture++) {
    for (let hardness = 0; hardness <= 40; hardness++) {
      const blow = impact.map((value) => value * (0.4 + hardness / 40)) as unknown as Motion;
      const after = mixed(resting, lying, posture / 20);
      const readings = [
        ...Array.from({ length: CALM }, () => resting),
        blow,
        ...Array.from({ length: AFTER }, () => after),
      ];
      const scored = readings.map((_, i) => explainWindow(windowOf(readings.slice(0, i + 1)), i + 1));
      const surest = scored.reduce((best, next) => (next.confidence > best.confidence ? next : best));
      if (surest.decidedBy === 'model' && surest.confidence > least && surest.confidence < most)
        return readings;
    }
  }
  throw new Error(`no fall between ${least} and ${most} found`);
}

/** The fields of a reading. */
export const fieldsOf = ([accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z]: Motion) => ({
  accel_x,
  accel_y,
  accel_z,
  gyro_x,
  gyro_y,
  gyro_z,
});
