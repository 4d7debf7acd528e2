import { describe, FEATURES, type Feature, type MessageKind, type Scene, type Scratch } from './features.ts';
import type { ModelWeights } from './weights.ts';

/** Below this the hardest recent reading is no impact, and nothing that follows can be the stillness after one. */
export const IMPACT = 18;
/** With fewer readings there is no before and after to compare. */
export const SHORTEST_HISTORY = 5;

/**
 * How much of the verdict is the verdict of the reading before: one sample a second is a noisy witness, and a fall
 * convinces two seconds running. It buys two falls in a hundred for half a second; raw signals have nothing to gain.
 */
export const MEMORY: Readonly<Record<MessageKind, number>> = { reading: 0.35, samples: 0 };
/** What a reading before that saw no impact contributes: five falls in a hundred. */
export const NOTHING_BEFORE = -3;

export interface Model {
  readonly features: readonly Feature[];
  readonly weights: Float64Array;
  readonly intercept: number;
}

export function modelOf(kind: MessageKind, { intercept, weights }: ModelWeights): Model {
  const features = FEATURES[kind];
  return { features, intercept, weights: Float64Array.from(features, ({ name }) => weights[name] ?? 0) };
}

export function logOdds(model: Model, scene: Scene): number {
  let sum = model.intercept;
  for (let i = 0; i < model.weights.length; i++) {
    sum += (model.weights[i] ?? 0) * (model.features[i]?.of(scene) ?? 0);
  }
  return sum;
}

/** What the model said of the window one reading ago. */
export function logOddsBefore(
  model: Model,
  window: Float32Array,
  length: number,
  kind: MessageKind,
  scratch: Scratch,
): number {
  if (length <= SHORTEST_HISTORY) return NOTHING_BEFORE;
  const scene = describe(window, length - 1, kind, scratch);
  return scene.peak < IMPACT ? NOTHING_BEFORE : logOdds(model, scene);
}

export function sigmoid(z: number): number {
  return 1 / (1 + Math.exp(-z));
}
