import {
  createScratch,
  describe,
  FEATURES,
  type Feature,
  kindOf,
  type MessageKind,
  type Scratch,
} from './features.ts';
import { type ModelWeights, WEIGHTS } from './weights.ts';
import {
  AX,
  cell,
  FIELDS,
  GRAVITY,
  GX,
  norm,
  SAMPLE_COUNT,
  SAMPLE_GYRO_PEAK,
  SAMPLE_PEAK,
} from './window.ts';

/** With fewer readings there is no before and after to compare. */
export const SHORTEST_HISTORY = 5;
/** Below this the hardest recent reading is no impact, and nothing that follows can be the stillness after one. */
export const IMPACT = 18;
const LARGEST_WITHOUT_IMPACT = 0.25;

/**
 * A reading so violent that it need not wait for the stillness after it: no recorded activity reaches it. The limit for
 * a device without history (35 m/s²) is reached in 29 % of the activities, jogging and hitting a table above all.
 */
const VIOLENT = { acceleration: 64, rotation: 300, confidence: 0.75 };
/** A lone severe reading is written down (SUSPICIOUS) while the next readings decide. */
const SEVERE_AT_LEAST = 0.4;
const HIGH = 0.7;
/** The violence of the severe fall in decisions.md; below it confidence drops quickly, as there is nothing to compare with. */
const SEVERE = 4.17;

interface Model {
  readonly features: readonly Feature[];
  readonly weights: Float64Array;
  readonly intercept: number;
}

export type Detector = (window: Float32Array, length: number, scratch?: Scratch) => number;
export type DetectorWeights = Readonly<Record<MessageKind, ModelWeights>>;

/** Training judges its folds through the very function the server uses, with other weights. */
export function createDetector(weights: DetectorWeights): Detector {
  const models = {
    reading: modelOf(FEATURES.reading, weights.reading),
    samples: modelOf(FEATURES.samples, weights.samples),
  };
  const own = createScratch();
  return (window, length, scratch = own) => {
    if (length < 1) return 0;
    const newest = (length - 1) * FIELDS;
    const alone = scoreNewestAlone(window, newest);
    if (length < SHORTEST_HISTORY) return alone;
    const kind = kindOf(window, length);
    const scene = describe(window, length, kind, scratch);
    const settled = scene.peak < IMPACT ? withoutImpact(scene.peak) : judge(models[kind], scene);
    const atOnce = isViolent(window, newest) ? VIOLENT.confidence : 0;
    const noted = alone > HIGH && scene.otherBlows === 0 ? SEVERE_AT_LEAST : 0;
    return clamp(Math.max(settled, atOnce, noted));
  };
}

/** Confidence, 0 to 1, that the window's newest reading belongs to a fall. */
export const scoreWindow: Detector = createDetector(WEIGHTS);

/**
 * The rule for a reading by itself. It takes a blow and rotation together to be a fall: a waving arm turns fast too,
 * and a lone blow, however hard, is only written down.
 */
export function scoreSingle(ax: number, ay: number, az: number, gx: number, gy: number, gz: number): number {
  return judgeAlone(Math.sqrt(ax * ax + ay * ay + az * az), Math.sqrt(gx * gx + gy * gy + gz * gz));
}

function judgeAlone(acceleration: number, rotation: number): number {
  const blow = Math.min(25, Math.max(0, acceleration - GRAVITY));
  const turning = Math.min(1000, rotation) * Math.min(1, blow / 6);
  const violence = 0.118 * blow + 0.0041 * turning;
  const excess = violence - SEVERE;
  return clamp(Math.max(sigmoid(1.2 + (excess < 0 ? 3 * excess : excess)), 0.35 * (blow / 25)));
}

function scoreNewestAlone(window: Float32Array, row: number): number {
  const reading = judgeAlone(norm(window, row + AX), norm(window, row + GX));
  if (!(cell(window, row + SAMPLE_COUNT) > 0)) return reading;
  const samples = judgeAlone(cell(window, row + SAMPLE_PEAK), cell(window, row + SAMPLE_GYRO_PEAK));
  return Math.max(reading, samples);
}

function isViolent(window: Float32Array, row: number): boolean {
  const acceleration = Math.max(norm(window, row + AX), absentAsZero(cell(window, row + SAMPLE_PEAK)));
  const rotation = Math.max(norm(window, row + GX), absentAsZero(cell(window, row + SAMPLE_GYRO_PEAK)));
  return acceleration >= VIOLENT.acceleration && rotation >= VIOLENT.rotation;
}

function withoutImpact(peak: number): number {
  return LARGEST_WITHOUT_IMPACT * Math.min(1, Math.max(0, (peak - GRAVITY) / (IMPACT - GRAVITY)));
}

function judge(model: Model, scene: Scratch['scene']): number {
  let sum = model.intercept;
  for (let i = 0; i < model.weights.length; i++) {
    sum += (model.weights[i] ?? 0) * (model.features[i]?.of(scene) ?? 0);
  }
  return sigmoid(sum);
}

function modelOf(features: readonly Feature[], { intercept, weights }: ModelWeights): Model {
  return { features, intercept, weights: Float64Array.from(features, ({ name }) => weights[name] ?? 0) };
}

function sigmoid(z: number): number {
  return 1 / (1 + Math.exp(-z));
}

function absentAsZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** A comparison with NaN is false: what cannot be judged is no fall. */
function clamp(confidence: number): number {
  return confidence > 0 ? Math.min(1, confidence) : 0;
}
