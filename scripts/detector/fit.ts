import { FEATURES, type MessageKind } from '../../src/scoring/features.ts';
import type { ModelWeights } from '../../src/scoring/weights.ts';
import type { ExampleSet } from './examples.ts';
import { fitLogistic, sigmoid } from './logistic.ts';

const PENALTY = 1;
const ROUNDS = 6;
/** How sharply a bag's weight gathers on its most convincing readings, and the share that stays spread evenly. */
const SHARPNESS = 4;
const EVENLY = 0.1;
/** So many falls look like nothing in such messages: one that no reading shows must not bend the weights. */
const UNSEEN = 0.1;

/**
 * A fall is found if one reading after its impact convinces, and an activity raises an alarm if one of its readings
 * does. So each bag weighs the same, and within it the readings that decide: fit, weigh by the fit, fit again.
 */
export function fitModel(
  examples: ExampleSet,
  kind: MessageKind,
  include: (subject: string) => boolean,
): ModelWeights {
  const { mean, scale, x } = standardise(examples);
  const chosen = examples.subject.map(include);
  const weight = new Float64Array(examples.y.length);
  let beta: Float64Array = new Float64Array(examples.width + 1);
  for (let round = 0; round < ROUNDS; round++) {
    weighBags({ ...examples, x }, chosen, beta, weight, round > 1);
    beta = fitLogistic({ x, y: examples.y, weight, width: examples.width }, PENALTY, beta);
  }
  return unscale(beta, mean, scale, kind);
}

function weighBags(
  { x, y, bag, width }: ExampleSet,
  chosen: readonly boolean[],
  beta: Float64Array,
  weight: Float64Array,
  damped: boolean,
): void {
  const total = new Map<number, number>();
  const count = new Map<number, number>();
  const pull = new Float64Array(weight.length);
  bag.forEach((key, i) => {
    if (!chosen[i]) return;
    let z = beta[width] ?? 0;
    for (let j = 0; j < width; j++) z += (x[i * width + j] ?? 0) * (beta[j] ?? 0);
    pull[i] = Math.exp(SHARPNESS * Math.max(-15, Math.min(15, z)));
    total.set(key, (total.get(key) ?? 0) + (pull[i] ?? 0));
    count.set(key, (count.get(key) ?? 0) + 1);
  });
  bag.forEach((key, i) => {
    if (!chosen[i]) return;
    const sum = total.get(key) ?? 1;
    const heard = (y[i] ?? 0) > 0 ? shownBy(Math.log(sum) / SHARPNESS) : 1;
    const share = EVENLY / (count.get(key) ?? 1) + (1 - EVENLY) * heard * ((pull[i] ?? 0) / sum);
    // Halfway only: otherwise a bag can swing between two readings forever.
    weight[i] = damped ? ((weight[i] ?? 0) + share) / 2 : share;
  });
}

/** How likely it is that a fall whose readings convince so much (in log-odds) can be seen at all. */
function shownBy(conviction: number): number {
  const seen = (1 - UNSEEN) * sigmoid(conviction);
  return seen / (UNSEEN + seen);
}

function standardise({ x, width, y }: ExampleSet): { mean: number[]; scale: number[]; x: Float64Array } {
  const mean = new Array<number>(width).fill(0);
  const square = new Array<number>(width).fill(0);
  x.forEach((value, i) => {
    const j = i % width;
    mean[j] = (mean[j] ?? 0) + value / y.length;
    square[j] = (square[j] ?? 0) + (value * value) / y.length;
  });
  const scale = square.map((value, j) => Math.sqrt(Math.max(1e-12, value - (mean[j] ?? 0) ** 2)));
  return { mean, scale, x: x.map((value, i) => (value - (mean[i % width] ?? 0)) / (scale[i % width] ?? 1)) };
}

function unscale(beta: Float64Array, mean: number[], scale: number[], kind: MessageKind): ModelWeights {
  let intercept = beta.at(-1) ?? 0;
  const weights: Record<string, number> = {};
  const typical: Record<string, number> = {};
  FEATURES[kind].forEach(({ name }, j) => {
    const weight = (beta[j] ?? 0) / (scale[j] ?? 1);
    weights[name] = weight;
    typical[name] = mean[j] ?? 0;
    intercept -= weight * (mean[j] ?? 0);
  });
  return { intercept, weights, typical };
}
