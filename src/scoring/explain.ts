import { type FallLevel, fallLevel } from '../domain/fall-level.ts';
import { changeIn, EVIDENCE, MAX_EVIDENCE, weigh } from './evidence.ts';
import { createScratch, describe, FEATURES, type MessageKind, type Scene } from './features.ts';
import { MEMORY, sigmoid } from './model.ts';
import { createJudge, type Rule, type Verdict } from './score.ts';
import { WEIGHTS } from './weights.ts';
import { AX, cell, FIELDS, GX, norm, SAMPLE_COUNT, SAMPLE_GYRO_PEAK, SAMPLE_PEAK } from './window.ts';

/** What counted for a fall (above 0) or against one (below). */
export interface Reason {
  readonly name: string;
  readonly value: number;
  /** In log-odds, compared with what is typical while an impact is in the window; null where a rule needed none. */
  readonly contribution: number | null;
}

/** Why a reading got its confidence, for a caregiver or an engineer to read with the event. */
export interface Explanation {
  readonly confidence: number;
  readonly level: FallLevel;
  /** `extra-evidence` when the level would be lower without the other sensors. */
  readonly decidedBy: Rule | 'extra-evidence';
  readonly messageKind: MessageKind;
  /** How many readings the window had. */
  readonly readings: number;
  /** Log-odds of a typical impact; together with all contributions it gives the confidence. */
  readonly baseline: number | null;
  /** What weighed most comes first. */
  readonly reasons: readonly Reason[];
}

const judge = createJudge(WEIGHTS);
const scratch = createScratch();

/** The same verdict as scoreWindow's, split into reasons; far too slow for every reading, so only for the suspicious ones. */
export function explainWindow(window: Float32Array, length: number): Explanation {
  const verdict = judge(window, length);
  const weighed = verdict.rule === 'model';
  const reasons = weighed ? reasonsOf(window, length, verdict) : loneReasons(window, length);
  return {
    confidence: digits(verdict.confidence),
    level: fallLevel(verdict.confidence),
    decidedBy: weighed && evidenceDecided(verdict) ? 'extra-evidence' : verdict.rule,
    messageKind: verdict.kind,
    readings: length,
    baseline: weighed ? digits(baselineOf(verdict.kind)) : null,
    reasons,
  };
}

function reasonsOf(window: Float32Array, length: number, verdict: Readonly<Verdict>): Reason[] {
  const scene = describe(window, length, verdict.kind, scratch);
  return [
    ...featureReasons(scene, verdict.kind),
    memoryReason(verdict),
    ...evidenceReasons(window, length, verdict),
  ].sort((a, b) => Math.abs(b.contribution ?? 0) - Math.abs(a.contribution ?? 0));
}

function featureReasons(scene: Scene, kind: MessageKind): Reason[] {
  const { weights, typical } = WEIGHTS[kind];
  return FEATURES[kind].map(({ name, of }) => {
    const value = of(scene);
    const contribution = (1 - remembered(kind)) * (weights[name] ?? 0) * (value - (typical[name] ?? 0));
    return { name, value: digits(value), contribution: digits(contribution) };
  });
}

function memoryReason({ kind, memory }: Readonly<Verdict>): Reason {
  const share = remembered(kind);
  return {
    name: 'readingsBefore',
    value: digits(sigmoid(memory / share)),
    contribution: digits(memory - share * baselineOf(kind)),
  };
}

function remembered(kind: MessageKind): number {
  const { last, lastButOne } = MEMORY[kind];
  return last + lastButOne;
}

/** Shares of what counts, since all together are bounded. */
function evidenceReasons(
  window: Float32Array,
  length: number,
  { age, evidence }: Readonly<Verdict>,
): Reason[] {
  if (age < 1) return [];
  const found = EVIDENCE.map((kind) => {
    const change = changeIn(kind, window, length, age);
    return { name: kind.name, value: change, weight: weigh(kind, change) };
  }).filter(({ value }) => !Number.isNaN(value));
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const share = sum > MAX_EVIDENCE ? evidence / sum : 1;
  return found.map(({ name, value, weight }) => ({
    name,
    value: digits(value),
    contribution: digits(weight * share),
  }));
}

/** All that a rule about a single reading looks at. */
function loneReasons(window: Float32Array, length: number): Reason[] {
  if (length < 1) return [];
  const row = (length - 1) * FIELDS;
  const hasSamples = cell(window, row + SAMPLE_COUNT) > 0;
  const hardest = (reading: number, sampled: number) =>
    digits(hasSamples ? Math.max(reading, cell(window, row + sampled)) : reading);
  return [
    { name: 'acceleration', value: hardest(norm(window, row + AX), SAMPLE_PEAK), contribution: null },
    { name: 'rotation', value: hardest(norm(window, row + GX), SAMPLE_GYRO_PEAK), contribution: null },
  ];
}

function evidenceDecided({ confidence, evidence }: Readonly<Verdict>): boolean {
  if (evidence <= 0) return false;
  const without = sigmoid(Math.log(confidence / (1 - confidence)) - evidence);
  return fallLevel(without) !== fallLevel(confidence);
}

function baselineOf(kind: MessageKind): number {
  const { intercept, weights, typical } = WEIGHTS[kind];
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (typical[name] ?? 0),
    intercept,
  );
}

const digits = (value: number): number => Math.round(value * 10_000) / 10_000;
