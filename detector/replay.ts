import {
  BIN_SLOT_BYTES,
  type FollowedReading,
  readWindow,
  SLOT_BYTES,
  viewRings,
  writeReading,
} from '../src/readings/scoring/ring.ts';
import { summarise } from '../src/readings/scoring/samples.ts';
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
      writeReading(rings, SLOT, number, readingOf(stream, message, sending, gyro));
      visit(window, readWindow(rings, SLOT, number, window), number);
    });
  };
}

/** A message as the service stores it. */
function readingOf(stream: Stream, message: Message, sending: Sending, gyro: boolean): FollowedReading {
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = sampleSent(stream, message, sending);
  return {
    timeMs: Math.round(message.recordedAt * 1000),
    body: { accel_x, accel_y, accel_z, ...(gyro && { gyro_x, gyro_y, gyro_z }) },
    samples: sending === 'samples' ? samplesOf(stream, message, gyro) : undefined,
    parts: sending === 'parts' ? partsOf(stream, message, gyro) : undefined,
  };
}

/** The stored readings from `from` to `to`, in seconds of the stream. */
export const readingsBetween = (
  stream: Stream,
  { sending, gyro }: { readonly sending: Sending; readonly gyro: boolean },
  from: number,
  to: number,
): FollowedReading[] =>
  stream.messages
    .filter(({ recordedAt }) => recordedAt >= from && recordedAt <= to)
    .map((message) => readingOf(stream, message, sending, gyro));

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

function samplesOf({ signal, trial }: Stream, message: Message, gyro: boolean): Float32Array {
  const count = Math.min(W.MAX_SAMPLES, message.last - message.first);
  const samples = new Float32Array(count * W.SAMPLE_FIELDS);
  for (let i = 0; i < count; i++) {
    const sample = signal[message.last - count + i];
    const row = i * W.SAMPLE_FIELDS;
    samples[row] = ((i + 1 - count) * 1000) / trial.rateHz;
    for (let axis = 0; axis < 6; axis++) {
      samples[row + 1 + axis] = axis < 3 || gyro ? (sample?.[axis] ?? Number.NaN) : Number.NaN;
    }
  }
  return samples;
}

/** The five parts of a message as the firmware rounds them: one decimal, the resting vector two. */
export function partsOf(stream: Stream, message: Message, gyro: boolean): Float32Array {
  const samples = samplesOf(stream, message, gyro);
  const bins = new Float32Array(W.MESSAGE_CELLS);
  const place = { cells: new Float32Array(W.FIELDS), row: 0, bins, binsRow: 0 };
  summarise(samples, samples.length / W.SAMPLE_FIELDS, place);
  return bins.map((value, i) => {
    const steps = i % W.BIN_VALUES >= W.BIN_REST ? 100 : 10;
    return Math.round(value * steps) / steps;
  });
}
