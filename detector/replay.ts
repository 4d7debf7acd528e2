import {
  BIN_SLOT_BYTES,
  type Rings,
  readWindow,
  rowOf,
  SLOT_BYTES,
  summaryPlace,
  viewRings,
  writeRow,
} from '../src/readings/scoring/ring.ts';
import { type SummaryPlace, summarise, writeParts } from '../src/readings/scoring/samples.ts';
import * as W from '../src/readings/scoring/window.ts';
import type { Sample } from './recordings.ts';
import { adaptiveHold, type Message, type Stream } from './streams.ts';

/**
 * What a wearable sends each second: one reading, which is the hardest sample if it was an impact, else the last; always
 * the last sample; or beside it the five parts of the second, or all samples.
 */
export const SENDINGS = ['reading', 'last', 'parts', 'samples'] as const;
export type Sending = (typeof SENDINGS)[number];

const SLOT = 0;

/** Calls back with the service's window after each message. Without a gyro the wearable sends null for its values. */
export type Replay = (
  stream: Stream,
  sending: Sending,
  gyro: boolean,
  visit: (window: W.Window, length: number, message: number) => void,
) => void;

/** Plays streams through one device's part of the memory in which the service keeps windows. */
export function createReplay(): Replay {
  const rings = viewRings(new SharedArrayBuffer(SLOT_BYTES), new SharedArrayBuffer(BIN_SLOT_BYTES));
  const window = W.createWindow();
  return (stream, sending, gyro, visit) => {
    stream.messages.forEach((message, number) => {
      writeMessage(rings, number, stream, message, sending, gyro);
      visit(window, readWindow(rings, SLOT, number, window), number);
    });
  };
}

function writeMessage(
  rings: Rings,
  number: number,
  stream: Stream,
  message: Message,
  sending: Sending,
  gyro: boolean,
): void {
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = sampleSent(stream, message, sending);
  writeRow(rings, rowOf(SLOT, number), Math.round(message.recordedAt * 1000), {
    accel_x,
    accel_y,
    accel_z,
    ...(gyro && { gyro_x, gyro_y, gyro_z }),
  });
  const place = summaryPlace(rings, SLOT, number);
  if (sending === 'samples') writeSummary(stream, message, gyro, place);
  if (sending === 'parts') writeParts(partsOf(stream, message, gyro), place);
}

/** A wearable that sends parts or samples uses the last sample as its reading. */
export function sampleSent(
  { signal }: Stream,
  { first, last }: Message,
  sending: Sending,
): readonly [number, number, number, number, number, number] {
  const sample: Sample | undefined =
    sending === 'reading' ? adaptiveHold(signal, first, last) : signal[last - 1];
  return sample ?? [0, 0, 0, 0, 0, 0];
}

const scratch = new Float32Array(W.MAX_SAMPLES * W.SAMPLE_FIELDS);

function writeSummary({ signal, trial }: Stream, message: Message, gyro: boolean, place: SummaryPlace): void {
  const count = Math.min(W.MAX_SAMPLES, message.last - message.first);
  for (let i = 0; i < count; i++) {
    const sample = signal[message.last - count + i];
    const row = i * W.SAMPLE_FIELDS;
    scratch[row] = ((i + 1 - count) * 1000) / trial.rateHz;
    for (let axis = 0; axis < 6; axis++) {
      scratch[row + 1 + axis] = axis < 3 || gyro ? (sample?.[axis] ?? Number.NaN) : Number.NaN;
    }
  }
  summarise(scratch, count, place);
}

const summary = {
  cells: new Float32Array(W.FIELDS),
  row: 0,
  bins: new Float32Array(W.MESSAGE_CELLS),
  binsRow: 0,
};

/** The five parts of a message as the firmware rounds them: one decimal, the resting vector two. Reused memory. */
export function partsOf(stream: Stream, message: Message, gyro: boolean): Float32Array {
  writeSummary(stream, message, gyro, summary);
  const { bins } = summary;
  for (let i = 0; i < bins.length; i++) {
    const steps = i % W.BIN_VALUES >= W.BIN_REST ? 100 : 10;
    bins[i] = Math.round((bins[i] ?? 0) * steps) / steps;
  }
  return bins;
}
