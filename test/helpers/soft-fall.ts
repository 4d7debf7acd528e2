import { explainWindow } from '../../src/readings/scoring/explain.ts';
import {
  impact,
  lying,
  type Motion,
  resting,
  seededRandom,
  walking,
  windowOf,
} from '../scoring/synthetic.ts';

const CALM = 9;
const AFTER = 5;
const mixed = (a: Motion, b: Motion, share: number): Motion =>
  a.map((value, i) => value * (1 - share) + (b[i] ?? 0) * share) as unknown as Motion;

/**
 * A fall which the networks score between two confidences at its most certain reading, whatever their weights are: the
 * search varies how hard the impact is, how far the posture changes, and what came before.
 */
export function fallBetween(least: number, most: number): readonly Motion[] {
  const random = seededRandom(3);
  const pasts = [
    Array.from({ length: CALM }, () => resting),
    Array.from({ length: CALM }, () => walking(random)),
  ];
  for (let posture = 0; posture <= 20; posture++) {
    for (let hardness = 0; hardness <= 40; hardness++) {
      const blow = impact.map((value) => value * (0.4 + hardness / 40)) as unknown as Motion;
      const after = mixed(resting, lying, posture / 20);
      for (const past of pasts) {
        const readings = [...past, blow, ...Array.from({ length: AFTER }, () => after)];
        if (isBetween(readings, least, most)) return readings;
      }
    }
  }
  throw new Error(`no fall between ${least} and ${most} found`);
}

function isBetween(readings: readonly Motion[], least: number, most: number): boolean {
  const scored = readings.map((_, i) => explainWindow(windowOf(readings.slice(0, i + 1)), i + 1));
  const { decidedBy, confidence } = scored.reduce((best, next) =>
    next.confidence > best.confidence ? next : best,
  );
  return decidedBy === 'model' && confidence > least && confidence < most;
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
