import {
  AX,
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
  FIELDS,
  GRAVITY,
  GX,
  MAX_SAMPLES,
  MESSAGE_CELLS,
  norm,
  restWeight,
  SAMPLE_COUNT,
  SAMPLE_FIELDS,
  SAMPLE_GYRO_PEAK,
  SAMPLE_PEAK,
} from './window.ts';

const USUAL_INTERVAL_MS = 25;
/** A gap in the raw signal counts as at most this long, because nothing is known about it. */
const MAX_INTERVAL_MS = 100;

/** Where a raw signal's summary is written: its row of a window, and its bins. */
export interface SummaryPlace {
  readonly cells: Float32Array;
  readonly row: number;
  readonly bins: Float32Array;
  readonly binsRow: number;
}

/** Runs once per message. Without samples it marks the row and leaves the bins unchanged. */
export function summarise(
  samples: Float32Array,
  count: number,
  { cells, row, bins, binsRow }: SummaryPlace,
): void {
  cells.fill(Number.NaN, row + SAMPLE_COUNT, row + FIELDS);
  const usable = Math.min(count, MAX_SAMPLES, Math.floor(samples.length / SAMPLE_FIELDS));
  if (usable < 1) return;
  let peak = 0;
  let gyroPeak = 0;
  for (let part = 0; part < BINS; part++) {
    const first = Math.floor((part * usable) / BINS);
    const last = Math.max(first + 1, Math.floor(((part + 1) * usable) / BINS));
    const bin = binsRow + part * BIN_VALUES;
    writeBin(samples, first, last, bins, bin);
    peak = Math.max(peak, cell(bins, bin + BIN_PEAK));
    gyroPeak = Math.max(gyroPeak, cell(bins, bin + BIN_GYRO_PEAK));
  }
  cells[row + SAMPLE_COUNT] = usable;
  cells[row + SAMPLE_PEAK] = peak;
  cells[row + SAMPLE_GYRO_PEAK] = gyroPeak;
}

/** Of a message that carries its bins instead of the raw signal: 60 numbers, NaN for the rotation without a gyro. */
export function writeParts(parts: Float32Array, { cells, row, bins, binsRow }: SummaryPlace): void {
  bins.set(parts.subarray(0, MESSAGE_CELLS), binsRow);
  let peak = 0;
  let gyroPeak = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < MESSAGE_CELLS; bin += BIN_VALUES) {
    peak = Math.max(peak, cell(parts, bin + BIN_PEAK));
    gyroPeak = Math.max(gyroPeak, cell(parts, bin + BIN_GYRO_PEAK));
  }
  cells[row + SAMPLE_COUNT] = BINS;
  cells[row + SAMPLE_PEAK] = peak;
  cells[row + SAMPLE_GYRO_PEAK] = gyroPeak;
}

function writeBin(samples: Float32Array, first: number, last: number, bins: Float32Array, bin: number): void {
  let peak = 0;
  let least = Number.POSITIVE_INFINITY;
  let deviation = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let gyro = 0;
  let gyroPeak = 0;
  let jerk = 0;
  let restX = 0;
  let restY = 0;
  let restZ = 0;
  for (let i = first; i < last; i++) {
    const sample = i * SAMPLE_FIELDS;
    const ax = cell(samples, sample + 1);
    const ay = cell(samples, sample + 2);
    const az = cell(samples, sample + 3);
    const size = Math.sqrt(ax * ax + ay * ay + az * az);
    const turning = norm(samples, sample + 4);
    const share = restWeight(size) / Math.max(size, 1e-3);
    if (size > peak) peak = size;
    if (size < least) least = size;
    deviation += Math.abs(size - GRAVITY);
    x += ax;
    y += ay;
    z += az;
    gyro += turning;
    if (turning > gyroPeak) gyroPeak = turning;
    restX += ax * share;
    restY += ay * share;
    restZ += az * share;
    if (i > 0) jerk += jerkBefore(samples, sample);
  }
  const count = last - first;
  bins[bin + BIN_PEAK] = peak;
  bins[bin + BIN_LEAST] = least;
  bins[bin + BIN_DEVIATION] = deviation / count;
  bins[bin + BIN_MEAN] = x / count;
  bins[bin + BIN_MEAN + 1] = y / count;
  bins[bin + BIN_MEAN + 2] = z / count;
  bins[bin + BIN_GYRO] = gyro / count;
  // NaN without a gyro, like the mean.
  bins[bin + BIN_GYRO_PEAK] = Number.isNaN(gyro) ? gyro : gyroPeak;
  // The first sample of a message has no predecessor.
  bins[bin + BIN_JERK] = jerk / Math.max(1, first === 0 ? count - 1 : count);
  bins[bin + BIN_REST] = restX / count;
  bins[bin + BIN_REST + 1] = restY / count;
  bins[bin + BIN_REST + 2] = restZ / count;
}

/** Change of the acceleration since the previous sample, in m/s² per 25 ms. */
function jerkBefore(samples: Float32Array, sample: number): number {
  const before = sample - SAMPLE_FIELDS;
  const x = cell(samples, sample + 1) - cell(samples, before + 1);
  const y = cell(samples, sample + 2) - cell(samples, before + 2);
  const z = cell(samples, sample + 3) - cell(samples, before + 3);
  const interval = Math.min(MAX_INTERVAL_MS, Math.max(1, cell(samples, sample) - cell(samples, before)));
  return Math.sqrt(x * x + y * y + z * z) * (USUAL_INTERVAL_MS / interval);
}

/** Fills the bins of a reading without samples among readings with samples: its values stand for its whole second. */
export function standIn(cells: Float32Array, reading: number, bins: Float32Array, binsRow: number): void {
  const row = reading * FIELDS;
  const size = norm(cells, row + AX);
  const share = restWeight(size) / Math.max(size, 1e-3);
  for (let part = 0; part < BINS; part++) {
    const bin = binsRow + part * BIN_VALUES;
    bins[bin + BIN_PEAK] = size;
    bins[bin + BIN_LEAST] = size;
    bins[bin + BIN_DEVIATION] = Math.abs(size - GRAVITY);
    bins[bin + BIN_GYRO] = norm(cells, row + GX);
    bins[bin + BIN_GYRO_PEAK] = norm(cells, row + GX);
    bins[bin + BIN_JERK] = 0;
    for (let axis = 0; axis < 3; axis++) {
      bins[bin + BIN_MEAN + axis] = cell(cells, row + AX + axis);
      bins[bin + BIN_REST + axis] = cell(cells, row + AX + axis) * share;
    }
  }
}
