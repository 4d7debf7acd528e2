import { type FallLevel, fallLevel } from '../../platform/fall-levels.ts';
import { logOdds } from '../../platform/log-odds.ts';
import { valueAt } from './calibration.ts';
import { changeIn, EVIDENCE, MAX_EVIDENCE, weigh } from './evidence.ts';
import { createOccluder } from './occlusion.ts';
import { createJudge, createModels, type Rule, type Verdict } from './score.ts';
import { WEIGHTS } from './weights.ts';
import {
  AX,
  cell,
  FIELDS,
  GX,
  hasSamples,
  type MessageKind,
  norm,
  SAMPLE_GYRO_PEAK,
  SAMPLE_PEAK,
  T,
  type Window,
} from './window.ts';

/** A reason for a fall (above 0) or against one (below 0). */
interface Reason {
  readonly name: string;
  readonly value: number;
  /**
   * In log-odds: how much lower the confidence would be if the network had seen a typical impact's values instead; null
   * if a rule without a network decided.
   */
  readonly contribution: number | null;
}

/** Why a reading got its confidence, shown with the event to caregivers and engineers. */
export interface Explanation {
  /** Version of the weights. */
  readonly detector: string;
  readonly confidence: number;
  readonly level: FallLevel;
  /** `extra-evidence` if the level would be another without the other sensors; `silence` if no reading followed an impact. */
  readonly decidedBy: Rule | 'extra-evidence' | 'silence';
  readonly messageKind: MessageKind;
  /** Number of readings in the window. */
  readonly readings: number;
  /** From the impact to the assessed reading; 0 if that reading is the impact, or if a rule assessed it alone. */
  readonly secondsSinceImpact: number;
  /** Log-odds of a typical impact; baseline and contributions add up to the confidence. */
  readonly baseline: number | null;
  /** The strongest reason comes first. */
  readonly reasons: readonly Reason[];
}

const models = createModels(WEIGHTS);
const judge = createJudge(models);
const occlude = createOccluder(models, WEIGHTS);

/**
 * The same verdict as scoreWindow's, split into reasons. Too slow for every reading, so it runs only for suspicious
 * ones.
 */
export function explainWindow(window: Window, length: number): Explanation {
  const verdict = judge(window, length);
  const isByModel = verdict.rule === 'model';
  const { baseline, reasons } = isByModel
    ? weighedReasons(window, length, verdict)
    : { baseline: null, reasons: singleReadingReasons(window.cells, length) };
  return {
    detector: WEIGHTS.version,
    confidence: digits(verdict.confidence),
    level: fallLevel(verdict.confidence),
    decidedBy: isByModel && evidenceDecided(verdict) ? 'extra-evidence' : verdict.rule,
    messageKind: verdict.kind,
    readings: length,
    secondsSinceImpact: isByModel ? digits(-cell(window.cells, verdict.impact * FIELDS + T)) : 0,
    baseline,
    reasons,
  };
}

function weighedReasons(window: Window, length: number, verdict: Readonly<Verdict>) {
  const { baseline, groups } = occlude(window, length, verdict);
  const weighed: Reason[] = [...groups, ...evidenceReasons(window.cells, length, verdict)];
  const sum = weighed.reduce((total, { contribution }) => total + (contribution ?? 0), baseline);
  const excess = sum - logOdds(verdict.most);
  if (excess > 0) weighed.push({ name: 'highAtMost', value: verdict.most, contribution: -excess });
  const reasons = weighed.map(({ name, value, contribution }) => ({
    name,
    value: digits(value),
    contribution: digits(contribution ?? 0),
  }));
  reasons.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  // Has no weight of its own: it is an input of `impact`, and shows whether an arm has turned.
  const rotation = hardestAt(window.cells, verdict.impact, GX, SAMPLE_GYRO_PEAK);
  if (!Number.isNaN(rotation)) reasons.push({ name: 'rotation', value: rotation, contribution: 0 });
  return { baseline: digits(baseline), reasons };
}

/** Scales the contributions to their share, because their sum is bounded. */
function evidenceReasons(
  cells: Float32Array,
  length: number,
  { age, evidence }: Readonly<Verdict>,
): Reason[] {
  if (age < 1) return [];
  const found = EVIDENCE.map((kind) => {
    const change = changeIn(kind, cells, length, age);
    return { name: kind.name, value: change, weight: weigh(kind, change) };
  }).filter(({ value }) => !Number.isNaN(value));
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const share = sum > MAX_EVIDENCE ? evidence / sum : 1;
  return found.map(({ name, value, weight }) => ({
    name,
    value,
    contribution: weight * share,
  }));
}

/** The values that the single-reading rules use; without a gyro, the acceleration alone. */
function singleReadingReasons(cells: Float32Array, length: number): Reason[] {
  if (length < 1) return [];
  return [
    { name: 'acceleration', value: hardestAt(cells, length - 1, AX, SAMPLE_PEAK), contribution: null },
    { name: 'rotation', value: hardestAt(cells, length - 1, GX, SAMPLE_GYRO_PEAK), contribution: null },
  ].filter(({ value }) => !Number.isNaN(value));
}

/** The length of a reading's vector, or the largest one of its samples. */
function hardestAt(cells: Float32Array, reading: number, vector: number, samplePeak: number): number {
  const row = reading * FIELDS;
  const own = norm(cells, row + vector);
  return digits(hasSamples(cells, reading) ? Math.max(own, cell(cells, row + samplePeak)) : own);
}

function evidenceDecided({ confidence, evidence, logit, network, most }: Readonly<Verdict>): boolean {
  if (evidence === 0) return false;
  const bare = Math.min(most, valueAt(models[network].knots, logit));
  return fallLevel(bare) !== fallLevel(confidence);
}

export const digits = (value: number): number => Math.round(value * 10_000) / 10_000;
