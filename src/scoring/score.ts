import { evidenceFor } from './evidence.ts';
import {
  createScratch,
  describe,
  describeTrace,
  hardestRecent,
  kindOf,
  type MessageKind,
  traceReadings,
} from './features.ts';
import { IMPACT, logOdds, logOddsBefore, MEMORY, modelOf, SHORTEST_HISTORY, sigmoid } from './model.ts';
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

const MAX_WITHOUT_IMPACT = 0.25;

/**
 * A reading so violent that it need not wait for the stillness after it: no recorded activity reaches it. The limit for
 * a device without history (35 m/s²) is reached in 29 % of the activities, jogging and hitting a table above all.
 */
const VIOLENT = { acceleration: 64, rotation: 300, confidence: 0.75 };
/** A single severe reading is recorded as SUSPICIOUS until the next readings decide. */
const SEVERE_AT_LEAST = 0.4;
const HIGH = 0.7;
const SUSPICIOUS = 0.5;
/** The violence of the severe fall in decisions.md; below it confidence drops quickly, as there is nothing to compare with. */
const SEVERE = 4.17;

/**
 * The hardest blow and the fastest turn of a second need not be one event, as they are in a single reading: below
 * what decisions.md calls violent it is only SUSPICIOUS. Otherwise brisk walkers alert in their first seconds.
 */
const SEVERE_IN_SAMPLES = { acceleration: 35, rotation: 300 };

/** Which rule a confidence comes from. */
export type Rule = 'single-reading' | 'no-impact' | 'model' | 'severe-reading' | 'violent-reading';

export interface Verdict {
  confidence: number;
  rule: Rule;
  kind: MessageKind;
  /** How many readings ago the candidate impact was. */
  age: number;
  /** The model's view of this reading; NaN without an impact. */
  now: number;
  /** What its views of the two readings before, and other sensors, add to the log-odds. */
  memory: number;
  evidence: number;
}

export type Judge = (window: Float32Array, length: number) => Readonly<Verdict>;
export type Detector = (window: Float32Array, length: number) => number;
export type DetectorWeights = Readonly<Record<MessageKind, ModelWeights>>;

/** The verdict is one object, used again by the next call: a thread judges many thousand readings a second. */
export function createJudge(weights: DetectorWeights): Judge {
  const models = {
    reading: modelOf('reading', weights.reading),
    samples: modelOf('samples', weights.samples),
  };
  const scratch = createScratch();
  const verdict: Verdict = {
    confidence: 0,
    rule: 'single-reading',
    kind: 'reading',
    age: 0,
    now: 0,
    memory: 0,
    evidence: 0,
  };

  function decide(rule: Rule, confidence: number): Verdict {
    verdict.rule = rule;
    verdict.confidence = clamp(confidence);
    return verdict;
  }

  /** Confidence from all that the window shows. */
  function weighWindow(window: Float32Array, length: number, kind: MessageKind): number {
    const hardest = hardestRecent(window, length, kind);
    if (hardest < IMPACT) return withoutImpact(hardest);
    const model = models[kind];
    const { last, lastButOne } = MEMORY[kind];
    const rows = traceReadings(window, length, kind, scratch.trace);
    const scene = describeTrace(scratch, rows, kind, scratch.scene);
    verdict.age = scene.age;
    verdict.now = logOdds(model, scene);
    verdict.memory = last * logOddsBefore(model, scratch, rows, length, 1);
    if (lastButOne > 0) verdict.memory += lastButOne * logOddsBefore(model, scratch, rows, length, 2);
    verdict.evidence = evidenceFor(window, length, scene.age);
    return sigmoid((1 - last - lastButOne) * verdict.now + verdict.memory + verdict.evidence);
  }

  function isLone(window: Float32Array, length: number, kind: MessageKind): boolean {
    return describe(window, length, kind, scratch).otherBlows === 0;
  }

  return (window, length) => {
    verdict.now = Number.NaN;
    verdict.memory = 0;
    verdict.evidence = 0;
    verdict.age = 0;
    if (length < 1) return decide('single-reading', 0);
    verdict.kind = kindOf(window, length);
    const newest = (length - 1) * FIELDS;
    const alone = scoreNewestAlone(window, newest);
    if (length < SHORTEST_HISTORY) return decide('single-reading', alone);
    const settled = weighWindow(window, length, verdict.kind);
    const atOnce = isViolent(window, newest) ? VIOLENT.confidence : 0;
    if (atOnce > settled) return decide('violent-reading', atOnce);
    const noted = alone > HIGH && isLone(window, length, verdict.kind) ? SEVERE_AT_LEAST : 0;
    if (noted > settled) return decide('severe-reading', noted);
    return decide(Number.isNaN(verdict.now) ? 'no-impact' : 'model', settled);
  };
}

/** Training judges its folds through the very function the server uses, with other weights. */
export function createDetector(weights: DetectorWeights): Detector {
  const judge = createJudge(weights);
  return (window, length) => judge(window, length).confidence;
}

/** Confidence, 0 to 1, that the window's newest reading belongs to a fall. */
export const scoreWindow: Detector = createDetector(WEIGHTS);

/**
 * The rule for a reading by itself. It takes a blow and rotation together to be a fall: a waving arm turns fast too,
 * and a single blow, however hard, is only SUSPICIOUS.
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
  const peak = cell(window, row + SAMPLE_PEAK);
  const turning = cell(window, row + SAMPLE_GYRO_PEAK);
  const severe = peak >= SEVERE_IN_SAMPLES.acceleration && turning >= SEVERE_IN_SAMPLES.rotation;
  const samples = judgeAlone(peak, turning);
  return Math.max(reading, severe ? samples : Math.min(samples, SUSPICIOUS));
}

/** By the reading itself: in a second's raw signal a jogger's hardest blow and fastest turn need not be one event. */
function isViolent(window: Float32Array, row: number): boolean {
  return norm(window, row + AX) >= VIOLENT.acceleration && norm(window, row + GX) >= VIOLENT.rotation;
}

function withoutImpact(peak: number): number {
  return MAX_WITHOUT_IMPACT * Math.min(1, Math.max(0, (peak - GRAVITY) / (IMPACT - GRAVITY)));
}

/** A comparison with NaN is false: what cannot be judged is no fall. */
function clamp(confidence: number): number {
  return confidence > 0 ? Math.min(1, confidence) : 0;
}
