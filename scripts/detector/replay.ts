import * as W from '../../src/scoring/window.ts';
import { summarise } from '../../src/scoring/window.ts';
import type { Sample } from './recordings.ts';
import type { Message, Stream } from './streams.ts';

/** What a wearable sends each second: the hardest sample if it was a blow, else the last; always the last; or all. */
export type Sending = 'reading' | 'last' | 'samples';

/** Hands over the window as the server holds it after each message. */
export function replay(
  stream: Stream,
  sending: Sending,
  visit: (window: Float32Array, length: number, message: Message) => void,
): void {
  const rows = stream.messages.map((message) => rowOf(message, sending));
  const window = new Float32Array(W.WINDOW_LENGTH * W.FIELDS);
  stream.messages.forEach((message, i) => {
    const first = Math.max(0, i + 1 - W.WINDOW_LENGTH);
    rows.slice(first, i + 1).forEach((row, place) => {
      window.set(row, place * W.FIELDS);
      window[place * W.FIELDS + W.T] = (row[W.T] ?? 0) - message.at;
    });
    visit(window, i + 1 - first, message);
  });
}

/** A wearable that sends all samples has no reason to pick one: its reading is the last. */
export function sampleSent(message: Message, sending: Sending): Sample {
  return sending === 'reading' ? message.reading : (message.samples.at(-1) ?? message.reading);
}

function rowOf(message: Message, sending: Sending): Float32Array {
  const row = new Float32Array(W.FIELDS).fill(Number.NaN);
  row[W.T] = message.at;
  row.set(sampleSent(message, sending), W.AX);
  if (sending === 'samples') {
    const samples = new Float32Array(W.MAX_SAMPLES * W.SAMPLE_FIELDS);
    const count = Math.min(W.MAX_SAMPLES, message.samples.length);
    message.samples.slice(-count).forEach((sample, i) => {
      samples[i * W.SAMPLE_FIELDS] = (message.offsets.at(i - count) ?? 0) * 1000;
      samples.set(sample, i * W.SAMPLE_FIELDS + 1);
    });
    summarise(samples, count, row, 0);
  }
  return row;
}
