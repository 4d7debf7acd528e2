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
  firstConnected,
  GRAVITY,
  hasSamples,
  MESSAGE_CELLS,
  norm,
  RECENT,
  type Window,
} from './window.ts';

/**
 * Inputs of the sample network: nine values for each bin of the last six messages. Directions are relative to the
 * resting direction before and after, so that mounting does not matter. The same numbers as training/networks.py,
 * `channels`.
 */
export const SIGNALS = 9;
export const WINDOW_BINS = RECENT * BINS;
export const SAMPLE_INPUTS = WINDOW_BINS * SIGNALS;

const BEFORE_BINS = WINDOW_BINS / 2;
export const AFTER_BINS = Math.floor(WINDOW_BINS / 4);

type Write = (window: Window, length: number, into: Float64Array) => void;

export function createSampleInput(): Write {
  const bins = new Float32Array(RECENT * MESSAGE_CELLS);
  const directions = new Float64Array(6);

  return (window, length, into) => {
    gather(window, length, bins);
    restingDirection(bins, 0, BEFORE_BINS, directions, 0);
    restingDirection(bins, WINDOW_BINS - AFTER_BINS, WINDOW_BINS, directions, 3);
    for (let i = 0; i < WINDOW_BINS; i++) {
      const bin = i * BIN_VALUES;
      const at = i * SIGNALS;
      into[at] = Math.min(70, cell(bins, bin + BIN_PEAK)) / 20;
      into[at + 1] = Math.min(30, cell(bins, bin + BIN_LEAST)) / 10;
      into[at + 2] = Math.min(20, cell(bins, bin + BIN_DEVIATION)) / 5;
      into[at + 3] = Math.log1p((cell(bins, bin + BIN_GYRO) || 0) / 20);
      into[at + 4] = Math.log1p((cell(bins, bin + BIN_GYRO_PEAK) || 0) / 20);
      into[at + 5] = Math.log1p(cell(bins, bin + BIN_JERK));
      into[at + 6] = along(bins, bin + BIN_MEAN, directions, 0);
      into[at + 7] = along(bins, bin + BIN_MEAN, directions, 3);
      into[at + 8] = Math.min(3, norm(bins, bin + BIN_MEAN) / GRAVITY);
    }
  };
}

/** Pads a shorter history at the start with its first bin. */
function gather({ cells, bins }: Window, length: number, into: Float32Array): void {
  const first = Math.max(firstConnected(cells, length), length - RECENT);
  const missing = RECENT - (length - first);
  into.set(bins);
  for (let place = missing; place < RECENT; place++) {
    const reading = first + place - missing;
    if (!hasSamples(cells, reading)) standIn(cells, reading, into, place * MESSAGE_CELLS);
  }
  const known = missing * MESSAGE_CELLS;
  for (let bin = 0; bin < known; bin += BIN_VALUES) into.copyWithin(bin, known, known + BIN_VALUES);
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
