import { explainWindow } from '../../src/readings/scoring/explain.ts';
import { createVerifier } from '../../src/readings/scoring/verify.ts';
import { WINDOW_LENGTH } from '../../src/readings/scoring/window.ts';
import { VERIFY_AFTER_S } from '../../src/response/vocabulary.ts';
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
export const mixed = (a: Motion, b: Motion, share: number): Motion =>
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
  const scored = readings.map((_, i) => {
    const window = readings.slice(Math.max(0, i + 1 - WINDOW_LENGTH), i + 1);
    return explainWindow(windowOf(window), window.length);
  });
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

const WALKED_S = 12;

/**
 * A fall that alerts, and whose wearer then walks on, so that its verification says so, whatever the networks' weights are.
 * `blowAt` is the second of the blow.
 */
export function fallThatMovesOn(): { readonly motions: readonly Motion[]; readonly blowAt: number } {
  const verify = createVerifier();
  for (let seed = 0; seed < 200; seed++) {
    const random = seededRandom(seed);
    const walk = (seconds: number) => Array.from({ length: seconds }, () => walking(random));
    const hardness = 0.4 + random();
    const blow = impact.map((value) => value * hardness) as unknown as Motion;
    const still = Array.from({ length: Math.floor(5 * random()) }, () => mixed(resting, lying, random()));
    const motions = [...walk(CALM), blow, ...still, ...walk(WALKED_S - still.length)];
    const readings = motions.map((motion, i) => ({ timeMs: 1000 * i, body: fieldsOf(motion) }));
    const isMovedOn = verify(readings, 1000 * CALM, 1000 * (CALM + VERIFY_AFTER_S)) === 'moved_on';
    if (isMovedOn && isBetween(motions, 0.55, 0.89)) return { motions, blowAt: CALM };
  }
  throw new Error('no fall found whose wearer moves on');
}
