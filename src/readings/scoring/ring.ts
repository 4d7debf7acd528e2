import { type SummaryPlace, summarise, writeParts } from './samples.ts';
import {
  AX,
  FIELDS,
  HEART_RATE,
  hasSamples,
  MESSAGE_CELLS,
  PRESSURE,
  RECENT,
  SAMPLE_FIELDS,
  T,
  WINDOW_LENGTH,
  type Window,
} from './window.ts';

/**
 * Every device's last readings, in memory shared by the main thread and the scoring threads. The main thread appends
 * a row; a scoring thread reads the window that ends with it. Only the row's position is passed between threads.
 *
 *   slot 0: [row 0 … row 17]  slot 1: [row 0 … row 17]  …      row = reading number modulo 18
 *
 * A ring is long enough for the windows of readings that are scored together. The bins of raw signals are in a separate
 * memory with the same layout, so that wearers without samples use none of it.
 */
export const MAX_TOGETHER = 4;
const RING_LENGTH = WINDOW_LENGTH + MAX_TOGETHER - 1;
const SLOT_CELLS = RING_LENGTH * FIELDS;
export const SLOT_BYTES = SLOT_CELLS * Float32Array.BYTES_PER_ELEMENT;

const BIN_RING_LENGTH = RECENT + MAX_TOGETHER - 1;
const BIN_SLOT_CELLS = BIN_RING_LENGTH * MESSAGE_CELLS;
export const BIN_SLOT_BYTES = BIN_SLOT_CELLS * Float32Array.BYTES_PER_ELEMENT;

/** Two views of one memory: a row's time is a whole number of milliseconds, which a 4-byte float cannot hold. */
export interface Rings {
  readonly cells: Float32Array;
  readonly times: Int32Array;
  readonly bins: Float32Array;
}

export const viewRings = (rows: SharedArrayBuffer, bins: SharedArrayBuffer): Rings => ({
  cells: new Float32Array(rows),
  times: new Int32Array(rows),
  bins: new Float32Array(bins),
});

/** First cell of the bins of a slot's `number`th reading. */
const binsOf = (slot: number, number: number): number =>
  slot * BIN_SLOT_CELLS + (number % BIN_RING_LENGTH) * MESSAGE_CELLS;

/** The row and bins that hold the summary of the raw signal of a slot's `number`th reading. */
export const summaryPlace = ({ cells, bins }: Rings, slot: number, number: number): SummaryPlace => ({
  cells,
  row: rowOf(slot, number),
  bins,
  binsRow: binsOf(slot, number),
});

/** First cell of the row of a slot's `number`th reading. */
export const rowOf = (slot: number, number: number): number =>
  slot * SLOT_CELLS + (number % RING_LENGTH) * FIELDS;

export interface RingReading {
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  /** Absent without a gyro. */
  readonly gyro_x?: number | null | undefined;
  readonly gyro_y?: number | null | undefined;
  readonly gyro_z?: number | null | undefined;
  readonly pressure?: number | null | undefined;
  readonly fsr?: number | null | undefined;
  readonly heart_rate?: number | null | undefined;
  readonly spo2?: number | null | undefined;
}

export function writeRow({ cells, times }: Rings, row: number, timeMs: number, reading: RingReading): void {
  cells.fill(Number.NaN, row, row + FIELDS);
  // Milliseconds modulo 2³²: only differences between rows of one window are used.
  times[row + T] = timeMs | 0;
  cells[row + AX] = reading.accel_x;
  cells[row + AX + 1] = reading.accel_y;
  cells[row + AX + 2] = reading.accel_z;
  cells[row + AX + 3] = reading.gyro_x ?? Number.NaN;
  cells[row + AX + 4] = reading.gyro_y ?? Number.NaN;
  cells[row + AX + 5] = reading.gyro_z ?? Number.NaN;
  cells[row + PRESSURE] = reading.pressure ?? Number.NaN;
  cells[row + PRESSURE + 1] = reading.fsr ?? Number.NaN;
  cells[row + HEART_RATE] = reading.heart_rate ?? Number.NaN;
  cells[row + HEART_RATE + 1] = reading.spo2 ?? Number.NaN;
}

/** A stored reading around an impact. */
export interface FollowedReading {
  readonly timeMs: number;
  readonly body: RingReading;
  readonly samples?: Float32Array | undefined;
  readonly parts?: Float32Array | undefined;
}

/** Writes a whole reading: its row, and the summary of its raw signal. */
export function writeReading(
  rings: Rings,
  slot: number,
  number: number,
  { timeMs, body, samples, parts }: FollowedReading,
): void {
  writeRow(rings, rowOf(slot, number), timeMs, body);
  if (parts !== undefined) writeParts(parts, summaryPlace(rings, slot, number));
  else if (samples !== undefined)
    summarise(samples, samples.length / SAMPLE_FIELDS, summaryPlace(rings, slot, number));
}

/** A longer gap in the stream ends the window: earlier readings say nothing about the current ones. */
const MAX_GAP_MS = 60_000;

/**
 * Copies the window that ends with a slot's `number`th reading into `window`, oldest first, and returns its length. It
 * omits rows from before a long gap, and rows that a later reading has overwritten.
 */
export function readWindow(rings: Rings, slot: number, number: number, window: Window): number {
  const newest = rings.times[rowOf(slot, number) + T] ?? 0;
  let length = 1;
  let after = newest;
  while (length < WINDOW_LENGTH && length <= number) {
    const time = rings.times[rowOf(slot, number - length) + T] ?? 0;
    const gap = (after - time) | 0;
    if (gap < 0 || gap > MAX_GAP_MS) break;
    after = time;
    length += 1;
  }
  copyRows(rings.cells, slot, number - length + 1, length, window.cells);
  for (let place = 0; place < length; place++) {
    const row = rowOf(slot, number - length + 1 + place);
    window.cells[place * FIELDS + T] = (((rings.times[row + T] ?? 0) - newest) | 0) / 1000;
  }
  if (hasSamples(window.cells, length - 1)) copyBins(rings.bins, slot, number, length, window.bins);
  return length;
}

function copyBins(
  bins: Float32Array,
  slot: number,
  number: number,
  length: number,
  into: Float32Array,
): void {
  for (let ago = 0; ago < Math.min(RECENT, length); ago++) {
    const row = binsOf(slot, number - ago);
    into.set(bins.subarray(row, row + MESSAGE_CELLS), (RECENT - 1 - ago) * MESSAGE_CELLS);
  }
}

/** Copies in one piece, or in two where the ring wraps around: copying row by row took longer than scoring. */
function copyRows(
  cells: Float32Array,
  slot: number,
  first: number,
  count: number,
  window: Float32Array,
): void {
  const untilEnd = Math.min(count, RING_LENGTH - (first % RING_LENGTH));
  const row = rowOf(slot, first);
  window.set(cells.subarray(row, row + untilEnd * FIELDS));
  if (untilEnd === count) return;
  const start = rowOf(slot, first + untilEnd);
  window.set(cells.subarray(start, start + (count - untilEnd) * FIELDS), untilEnd * FIELDS);
}
