import { standIn } from './samples.ts';
import {
  BIN_DEVIATION,
  BIN_GYRO,
  BIN_GYRO_PEAK,
  BIN_JERK,
  BIN_LEAST,
  BIN_MEAN,
  BIN_PEAK,
  BIN_REST,
  BIN_VALUES,
  BINS,
  cell,
  degreesBetween,
  GRAVITY,
  hasSamples,
  MESSAGE_CELLS,
  norm,
  RECENT,
  secondsToNext,
  type Window,
} from './window.ts';

/**
 * Inputs of the sample network: nine values for each bin of the last six seconds. Directions are relative to the
 * resting direction before and after, so that mounting does not matter. The same numbers as training/inputs.py,
 * `window_of`, and training/networks.py, `channels`.
 */
export const SIGNALS = 9;
export const WINDOW_BINS = RECENT * BINS;
export const SAMPLE_INPUTS = WINDOW_BINS * SIGNALS;

const BEFORE_BINS = WINDOW_BINS / 2;
export const AFTER_BINS = Math.floor(WINDOW_BINS / 4);

type Write = (window: Window, length: number, into: Float64Array) => void;

/** Of a gap, which no sample shows: the resting vector of a calm second is about this long. */
const STILL_REST = 0.5;

export function createSampleInput(withGyro: boolean): Write {
  const bins = new Float32Array(RECENT * MESSAGE_CELLS);
  const isKnown = new Uint8Array(RECENT);
  const directions = new Float64Array(6);

  return (window, length, into) => {
    gather(window, length, bins, isKnown);
    if (!withGyro) turnWithDirection(bins, isKnown);
    fillGaps(bins, isKnown);
    restingDirection(bins, 0, BEFORE_BINS, directions, 0);
    restingDirection(bins, WINDOW_BINS - AFTER_BINS, WINDOW_BINS, directions, 3);
    for (let i = 0; i < WINDOW_BINS; i++) {
      const bin = i * BIN_VALUES;
      const at = i * SIGNALS;
      into[at] = Math.min(70, cell(bins, bin + BIN_PEAK)) / 20;
      into[at + 1] = Math.min(30, cell(bins, bin + BIN_LEAST)) / 10;
      into[at + 2] = Math.min(20, cell(bins, bin + BIN_DEVIATION)) / 5;
      // A message without a gyro among others with one turns by an unknown amount.
      into[at + 3] = Math.log1p((cell(bins, bin + BIN_GYRO) || 0) / 20);
      into[at + 4] = Math.log1p((cell(bins, bin + BIN_GYRO_PEAK) || 0) / 20);
      into[at + 5] = Math.log1p(cell(bins, bin + BIN_JERK));
      into[at + 6] = along(bins, bin + BIN_MEAN, directions, 0);
      into[at + 7] = along(bins, bin + BIN_MEAN, directions, 3);
      into[at + 8] = Math.min(3, norm(bins, bin + BIN_MEAN) / GRAVITY);
    }
  };
}

/** Places the messages by second. */
function gather({ cells, bins }: Window, length: number, into: Float32Array, isKnown: Uint8Array): void {
  isKnown.fill(0);
  let second = RECENT - 1;
  for (let reading = length - 1; reading >= 0; reading--) {
    if (reading < length - 1) second -= secondsToNext(cells, reading);
    if (second < 0) break;
    isKnown[second] = 1;
    const at = second * MESSAGE_CELLS;
    const from = (RECENT - length + reading) * MESSAGE_CELLS;
    if (hasSamples(cells, reading)) into.set(bins.subarray(from, from + MESSAGE_CELLS), at);
    else standIn(cells, reading, into, at);
  }
}

/** Without a gyro: how far the mean vector turns from bin to bin, in degrees per second. */
function turnWithDirection(bins: Float32Array, isKnown: Uint8Array): void {
  let before = -1;
  for (let i = 0; i < WINDOW_BINS; i++) {
    if (isKnown[Math.floor(i / BINS)] === 0) continue;
    const bin = i * BIN_VALUES;
    const turned = before < 0 ? 0 : degreesBetween(bins, bin + BIN_MEAN, bins, before + BIN_MEAN) * BINS;
    bins[bin + BIN_GYRO] = turned;
    bins[bin + BIN_GYRO_PEAK] = turned;
    before = bin;
  }
}

/** A second without a message counts as stillness in the direction of the bin before it, or of the first known one. */
function fillGaps(bins: Float32Array, isKnown: Uint8Array): void {
  let rest = isKnown.indexOf(1) * MESSAGE_CELLS + BIN_REST;
  for (let second = 0; second < RECENT; second++) {
    const next = (second + 1) * MESSAGE_CELLS;
    if (isKnown[second] === 0)
      for (let bin = second * MESSAGE_CELLS; bin < next; bin += BIN_VALUES) writeStillness(bins, bin, rest);
    else rest = next - BIN_VALUES + BIN_REST;
  }
}

function writeStillness(bins: Float32Array, bin: number, rest: number): void {
  const length = Math.max(1e-6, norm(bins, rest));
  bins[bin + BIN_PEAK] = GRAVITY;
  bins[bin + BIN_LEAST] = GRAVITY;
  bins[bin + BIN_DEVIATION] = 0;
  bins[bin + BIN_GYRO] = 0;
  bins[bin + BIN_GYRO_PEAK] = 0;
  bins[bin + BIN_JERK] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const along = cell(bins, rest + axis) / length;
    bins[bin + BIN_MEAN + axis] = along * GRAVITY;
    bins[bin + BIN_REST + axis] = along * STILL_REST;
  }
}

/** A unit vector, or zero if no sample is at rest. */
function restingDirection(
  bins: Float32Array,
  from: number,
  to: number,
  into: Float64Array,
  at: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let bin = from * BIN_VALUES + BIN_REST; bin < to * BIN_VALUES; bin += BIN_VALUES) {
    x += cell(bins, bin);
    y += cell(bins, bin + 1);
    z += cell(bins, bin + 2);
  }
  const length = Math.max(1e-12, Math.sqrt(x * x + y * y + z * z));
  into[at] = x / length;
  into[at + 1] = y / length;
  into[at + 2] = z / length;
}

function along(bins: Float32Array, mean: number, directions: Float64Array, at: number): number {
  const sum =
    cell(bins, mean) * (directions[at] ?? 0) +
    cell(bins, mean + 1) * (directions[at + 1] ?? 0) +
    cell(bins, mean + 2) * (directions[at + 2] ?? 0);
  return Math.max(-2, Math.min(2, sum / GRAVITY));
}
