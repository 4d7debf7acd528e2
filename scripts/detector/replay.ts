import * as W from '../../src/scoring/window.ts';
import { summarise } from '../../src/scoring/window.ts';
import type { Message, Stream } from './streams.ts';

export type MessageKind = 'reading' | 'samples';

/** Hands over the window as the server holds it after each message. */
export function replay(
  stream: Stream,
  kind: MessageKind,
  visit: (window: Float32Array, length: number, message: Message) => void,
): void {
  const rows = stream.messages.map((message) => rowOf(message, kind));
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

function rowOf(message: Message, kind: MessageKind): Float32Array {
  const row = new Float32Array(W.FIELDS).fill(Number.NaN);
  row[W.T] = message.at;
  // A wearable that sends all samples has no reason to pick one: its reading is the last.
  row.set(kind === 'samples' ? (message.samples.at(-1) ?? message.reading) : message.reading, W.AX);
  if (kind === 'samples') {
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
