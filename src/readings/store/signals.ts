// The signal of a reading's second as `reading_signals.signal` stores it: one byte with the number of columns, then rows of
// int16, little endian. 7 columns are samples, 4 are samples without a gyro, 12 are parts. -32768 is an absent value.
//
// The steps are far below the noise of a wearable's sensors (about 0.03 m/s² and 0.1 °/s), and the ranges beyond their reach:
// ±409 m/s², ±4095 °/s. Larger values are stored as the largest.

import { BIN_VALUES, MESSAGE_CELLS, SAMPLE_FIELDS } from '../scoring/window.ts';

const PER_MS = 1;
const PER_ACCEL = 80;
const PER_GYRO = 8;
const PER_JERK = 20;
/** The resting vector has at most the length 1. */
const PER_REST = 10_000;

/** Steps per unit of each column: docs/security.md, "Personal data". */
const SAMPLE_STEPS = [PER_MS, PER_ACCEL, PER_ACCEL, PER_ACCEL, PER_GYRO, PER_GYRO, PER_GYRO] as const;
const PART_STEPS = [
  ...[PER_ACCEL, PER_ACCEL, PER_ACCEL],
  ...[PER_ACCEL, PER_ACCEL, PER_ACCEL],
  ...[PER_GYRO, PER_GYRO],
  PER_JERK,
  ...[PER_REST, PER_REST, PER_REST],
] as const;

export const PART_COLUMNS = BIN_VALUES;
const COLUMNS_WITHOUT_GYRO = 4;
const ABSENT = -32_768;
const MOST = 32_767;

/** The signal of a reading's second, if it came with one: samples or parts, in the layout of scoring/window.ts. */
export interface Signal {
  readonly samples: Float32Array | undefined;
  readonly parts: Float32Array | undefined;
}

/** Columns stored for each row; 0 if the reading has no signal. */
function columnsOf({ samples, parts }: Signal): number {
  if (parts !== undefined) return PART_COLUMNS;
  if (samples === undefined || samples.length === 0) return 0;
  return Number.isNaN(samples[COLUMNS_WITHOUT_GYRO]) ? COLUMNS_WITHOUT_GYRO : SAMPLE_FIELDS;
}

export const hasSignal = (signal: Signal): boolean => columnsOf(signal) > 0;

/** Length of the stored signal; 0 if the reading has none. */
export function signalBytes(signal: Signal): number {
  const columns = columnsOf(signal);
  if (columns === 0) return 0;
  const rows =
    columns === PART_COLUMNS ? MESSAGE_CELLS / columns : (signal.samples?.length ?? 0) / SAMPLE_FIELDS;
  return 1 + rows * columns * 2;
}

/** Writes the signal at `at` and returns its length. */
export function writeSignal(signal: Signal, view: DataView, at: number): number {
  const columns = columnsOf(signal);
  const isParts = columns === PART_COLUMNS;
  const values = isParts ? signal.parts : signal.samples;
  if (columns === 0 || values === undefined) return 0;
  const width = isParts ? PART_COLUMNS : SAMPLE_FIELDS;
  const steps: readonly number[] = isParts ? PART_STEPS : SAMPLE_STEPS;
  view.setUint8(at, columns);
  let place = at + 1;
  for (let row = 0; row < values.length; row += width) {
    for (let column = 0; column < columns; column++) {
      view.setInt16(place, stored(values[row + column] ?? Number.NaN, steps[column] ?? 1), true);
      place += 2;
    }
  }
  return place - at;
}

function stored(value: number, steps: number): number {
  if (Number.isNaN(value)) return ABSENT;
  return Math.max(-MOST, Math.min(MOST, Math.round(value * steps)));
}

export function encodeSignal(signal: Signal): Buffer | undefined {
  const size = signalBytes(signal);
  if (size === 0) return undefined;
  const bytes = Buffer.alloc(size);
  writeSignal(signal, new DataView(bytes.buffer, bytes.byteOffset, size), 0);
  return bytes;
}

/** A stored signal in the layout of scoring/window.ts: samples always have seven columns, NaN without a gyro. */
export function decodeSignal(bytes: Buffer): Signal {
  const columns = bytes[0] ?? 0;
  const isParts = columns === PART_COLUMNS;
  const width = isParts ? PART_COLUMNS : SAMPLE_FIELDS;
  const steps: readonly number[] = isParts ? PART_STEPS : SAMPLE_STEPS;
  const rows = Math.floor((bytes.length - 1) / 2 / columns);
  const values = new Float32Array(rows * width).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = bytes.readInt16LE(1 + (row * columns + column) * 2);
      if (value !== ABSENT) values[row * width + column] = value / (steps[column] ?? 1);
    }
  }
  return isParts ? { samples: undefined, parts: values } : { samples: values, parts: undefined };
}
