import { explainWindow } from '../../src/readings/scoring/explain.ts';
import { SAMPLE_FIELDS, WINDOW_LENGTH } from '../../src/readings/scoring/window.ts';
import {
  impactSecond,
  lying,
  type Motion,
  rawSignal,
  resting,
  seededRandom,
  stillSecond,
  walkingSecond,
  windowOf,
} from '../scoring/synthetic.ts';
import { fieldsOf, mixed } from './soft-fall.ts';

/** A second of a wearer: its samples, the last of which is the reading. */
export type Second = readonly Motion[];

const CALM = 9;
const AFTER = 5;

/** The fields of a reading with `samples`. */
export function sampledFieldsOf(second: Second) {
  const signal = rawSignal(second);
  const samples = second.map((_, i) => [...signal.slice(i * SAMPLE_FIELDS, (i + 1) * SAMPLE_FIELDS)]);
  return { ...fieldsOf(second.at(-1) ?? resting), samples };
}

/**
 * A wearer who walks, moves hard and lies down, in seconds with samples, and whom the networks score between two confidences,
 * whatever their weights are.
 */
export function hardMovementBetween(least: number, most: number): readonly Second[] {
  const random = seededRandom(5);
  const walk = Array.from({ length: CALM }, () => walkingSecond(random));
  for (let posture = 0; posture <= 20; posture++) {
    const after = Array.from({ length: AFTER }, () =>
      stillSecond(mixed(resting, lying, posture / 20), random),
    );
    for (let hardness = 0; hardness <= 40; hardness++) {
      const blow = impactSecond().map((sample) => mixed(resting, sample, hardness / 40));
      const seconds = [...walk, blow, ...after];
      const confidence = surestOf(seconds);
      if (confidence > least && confidence < most) return seconds;
    }
  }
  throw new Error(`no movement between ${least} and ${most} found`);
}

function surestOf(seconds: readonly Second[]): number {
  const confidences = seconds.map((_, i) => {
    const window = seconds.slice(Math.max(0, i + 1 - WINDOW_LENGTH), i + 1);
    const readings = window.map((second) => second.at(-1) ?? resting);
    return explainWindow(windowOf(readings, window), window.length).confidence;
  });
  return Math.max(...confidences);
}
