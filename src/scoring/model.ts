import {
  describeTrace,
  FEATURES,
  type Feature,
  type MessageKind,
  type Scene,
  type Scratch,
} from './features.ts';
import type { ModelWeights } from './weights.ts';

/** Below this the hardest recent reading is no impact, and nothing that follows can be the stillness after one. */
export const IMPACT = 18;
/** With fewer readings there is no before and after to compare. */
export const SHORTEST_HISTORY = 5;

interface Memory {
  readonly last: number;
  readonly lastButOne: number;
}

/**
 * How much of the verdict are the verdicts of the reading before and of the one before that: one sample a second is
 * noisy. A fall scores high for several seconds in a row; half of the false alarms did so in a single one. A raw signal
 * is less noisy.
 */
export const MEMORY: Readonly<Record<MessageKind, Memory>> = {
  reading: { last: 0.25, lastButOne: 0.15 },
  samples: { last: 0.2, lastButOne: 0 },
};
/** What a reading before that saw no impact contributes: five falls in a hundred. */
export const NOTHING_BEFORE = -3;

export interface Model {
  readonly kind: MessageKind;
  readonly features: readonly Feature[];
  readonly weights: Float64Array;
  readonly intercept: number;
}

export function modelOf(kind: MessageKind, { intercept, weights }: ModelWeights): Model {
  const features = FEATURES[kind];
  return {
    kind,
    features,
    intercept,
    weights: Float64Array.from(features, ({ name }) => weights[name] ?? 0),
  };
}

export function logOdds(model: Model, scene: Scene): number {
  let sum = model.intercept;
  for (let i = 0; i < model.weights.length; i++) {
    sum += (model.weights[i] ?? 0) * (model.features[i]?.of(scene) ?? 0);
  }
  return sum;
}

/** What the model said `ago` readings ago of a window of `length` readings, of which the last `rows` are in the trace. */
export function logOddsBefore(
  model: Model,
  scratch: Scratch,
  rows: number,
  length: number,
  ago: number,
): number {
  if (rows <= ago || length - ago < SHORTEST_HISTORY) return NOTHING_BEFORE;
  const scene = describeTrace(scratch, rows - ago, model.kind, scratch.sceneBefore);
  return scene.peak < IMPACT ? NOTHING_BEFORE : logOdds(model, scene);
}

export function sigmoid(z: number): number {
  return 1 / (1 + Math.exp(-z));
}
