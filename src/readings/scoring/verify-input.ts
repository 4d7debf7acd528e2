import { logOdds } from '../../platform/log-odds.ts';
import { valueAt } from './calibration.ts';
import { hPa } from './evidence.ts';
import {
  BIN_SLOT_BYTES,
  type FollowedReading,
  readWindow,
  SLOT_BYTES,
  viewRings,
  writeReading,
} from './ring.ts';
import { createJudge, createModels } from './score.ts';
import type { DetectorWeights } from './weights.ts';
import {
  AX,
  BIN_MEAN,
  BIN_REST,
  BIN_VALUES,
  cell,
  createWindow,
  degreesBetween,
  FIELDS,
  hasSamples,
  kindOf,
  MESSAGE_CELLS,
  type NetworkName,
  norm,
  PRESSURE,
  peakOf,
  RECENT,
  restWeight,
  T,
  type Window,
} from './window.ts';

/**
 * Inputs of the verification, in this order: the highest and the mean judgement of the impact, in log-odds; how much the
 * wearable turns afterwards; the hardest blow afterwards; how little, and how much, its resting direction has changed; the
 * impact itself.
 */
export const VERIFY_INPUTS = 7;

export interface VerifyInput {
  /** The network that judges the impact: weights differ by what a wearable sends. */
  readonly network: NetworkName;
  readonly values: readonly number[];
  /** Rise of the air pressure, in hPa; NaN if unknown. */
  readonly pressureRise: number;
}

export type WriteVerifyInput = (
  readings: readonly FollowedReading[],
  impactMs: number,
  untilMs: number,
) => VerifyInput | undefined;

/** A judgement is of the impact in question if its candidate is at most this far away. */
const SAME_IMPACT_S = 1.5;
/** A judgement is no surer than this: 0.01 to 0.99. */
const SUREST = 0.01;
/** The blow and its ringing are over. */
const AFTER_S = 1.5;
const SHORTLY_BEFORE_S = 4.5;
const JUST_BEFORE_S = 0.5;
/** Of the verification's last seconds: how the wearer lies now. */
const NOW_S = 5;
const PRESSURE_AFTER_S = 5.5;
const FEWEST_PRESSURES = 3;
/** The hands of a wearer who lies still turn less than this from second to second, in log(1 + degrees / 10). */
const STILL_TURN = 0.4;
const STILL_PEAK = 12;
const MOST_PEAK = 40;
const HARDEST = 80;
/** In radians: below this the resting direction is as before; and what is assumed if it is not known. */
const SAME_POSTURE = 0.5;
const USUAL_TURN = 0.8;

/** The newest second of a window. */
interface Second {
  /** Seconds since the impact. */
  readonly since: number;
  readonly peak: number;
  /** Degrees from the second before. */
  readonly turned: number;
  readonly rest: readonly [number, number, number];
  readonly pressure: number;
}

/** Plays the readings through a window of its own; undefined if none of its judgements is of this impact. */
export function createVerifyInput(weights: DetectorWeights): WriteVerifyInput {
  const rings = viewRings(new SharedArrayBuffer(SLOT_BYTES), new SharedArrayBuffer(BIN_SLOT_BYTES));
  const window = createWindow();
  const models = createModels(weights);
  const judge = createJudge(models);

  return (readings, impactMs, untilMs) => {
    const seconds: Second[] = [];
    const judgements: number[] = [];
    let network: NetworkName = 'reading';
    let direction: Float32Array = new Float32Array(3);
    readings.forEach((reading, number) => {
      if (reading.timeMs > untilMs) return;
      writeReading(rings, 0, number, reading);
      const length = readWindow(rings, 0, number, window);
      const since = (reading.timeMs - impactMs) / 1000;
      const next = directionOf(window, length);
      seconds.push({
        since,
        peak: peakOf(window.cells, length - 1, kindOf(window, length)),
        turned: number > 0 ? degreesBetween(direction, 0, next, 0) : 0,
        rest: restOf(window, length),
        pressure: hPa(cell(window.cells, (length - 1) * FIELDS + PRESSURE)),
      });
      direction = next;
      if (since < -JUST_BEFORE_S || since >= RECENT + SAME_IMPACT_S) return;
      const { logit, impact, network: own } = judge(window, length);
      if (Number.isNaN(logit) || Math.abs(since + cell(window.cells, impact * FIELDS + T)) >= SAME_IMPACT_S)
        return;
      // The network's own confidence: that of a reading is below CONFIRMED until enough readings follow the impact.
      const confidence = valueAt(models[own].knots, logit);
      judgements.push(logOdds(Math.max(SUREST, Math.min(1 - SUREST, confidence))));
      network = own;
    });
    const after = seconds.filter(({ since }) => since > AFTER_S);
    if (judgements.length === 0 || after.length === 0) return undefined;
    const before = seconds.filter(({ since }) => since < -JUST_BEFORE_S && since >= -SHORTLY_BEFORE_S);
    const until = (untilMs - impactMs) / 1000;
    const now = after.filter(({ since }) => since > until - NOW_S);
    const angle = angleBetween(before, now);
    const blow = seconds.filter(({ since }) => Math.abs(since) < SAME_IMPACT_S);
    return {
      network,
      values: [
        Math.max(...judgements),
        mean(judgements),
        Math.max(0, mean(after.map(({ turned }) => Math.log1p(turned / 10))) - STILL_TURN),
        Math.max(0, Math.min(MOST_PEAK, hardest(after)) - STILL_PEAK),
        Math.max(0, SAME_POSTURE - angle),
        angle,
        Math.log(Math.max(1, Math.min(HARDEST, hardest(blow)))),
      ],
      pressureRise: pressureRiseOf(
        before,
        after.filter(({ since }) => since < PRESSURE_AFTER_S),
      ),
    };
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const hardest = (seconds: readonly Second[]): number => Math.max(0, ...seconds.map(({ peak }) => peak));

/** Between the resting directions, in radians. */
function angleBetween(before: readonly Second[], now: readonly Second[]): number {
  const [a, b] = [sumOfRests(before), sumOfRests(now)];
  if (norm(a, 0) < 1e-6 || norm(b, 0) < 1e-6) return USUAL_TURN;
  return (degreesBetween(a, 0, b, 0) * Math.PI) / 180;
}

function sumOfRests(seconds: readonly Second[]): Float32Array {
  const sum = new Float32Array(3);
  for (const { rest } of seconds)
    for (let axis = 0; axis < 3; axis++) sum[axis] = cell(sum, axis) + (rest[axis] ?? 0);
  return sum;
}

/** NaN if it is unknown: too few values, or always the same one, as firmware without a barometer may send. */
function pressureRiseOf(before: readonly Second[], after: readonly Second[]): number {
  const [then, now] = [before, after].map((seconds) =>
    seconds.map(({ pressure }) => pressure).filter((pressure) => pressure > 0),
  );
  if (then === undefined || now === undefined) return Number.NaN;
  const isKnown =
    Math.min(then.length, now.length) >= FEWEST_PRESSURES && new Set([...then, ...now]).size > 1;
  return isKnown ? mean(now) - mean(then) : Number.NaN;
}

/** The newest second's mean acceleration. */
function directionOf({ cells, bins }: Window, length: number): Float32Array {
  const row = (length - 1) * FIELDS + AX;
  return hasSamples(cells, length - 1) ? sumOfBins(bins, BIN_MEAN) : cells.slice(row, row + 3);
}

function restOf({ cells, bins }: Window, length: number): [number, number, number] {
  const row = (length - 1) * FIELDS + AX;
  const size = norm(cells, row);
  const share = restWeight(size) / Math.max(size, 1e-3);
  const rest = hasSamples(cells, length - 1)
    ? sumOfBins(bins, BIN_REST)
    : cells.slice(row, row + 3).map((along) => along * share);
  return [cell(rest, 0), cell(rest, 1), cell(rest, 2)];
}

/** Over the parts of the newest second. */
function sumOfBins(bins: Float32Array, column: number): Float32Array {
  const sum = new Float32Array(3);
  for (let bin = (RECENT - 1) * MESSAGE_CELLS; bin < RECENT * MESSAGE_CELLS; bin += BIN_VALUES)
    for (let axis = 0; axis < 3; axis++) sum[axis] = cell(sum, axis) + cell(bins, bin + column + axis);
  return sum;
}
