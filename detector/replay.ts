import { summarise } from '../src/readings/scoring/samples.ts';
import * as W from '../src/readings/scoring/window.ts';
import type { Sample } from './recordings.ts';
import type { Message, Stream } from './streams.ts';

/** Sample that a wearable sends each second: the hardest if it was an impact, else the last; always the last; or all. */
export type Sending = 'reading' | 'last' | 'samples';

/** Entry of one message in a window. */
interface Row {
  readonly cells: Float32Array;
  readonly bins: Float32Array;
}

/** Calls back with the server's window after each message. */
export function replay(
  stream: Stream,
  sending: Sending,
  visit: (window: W.Window, length: number, message: Message) => void,
): void {
  const rows = stream.messages.map((message) => rowOf(message, sending));
  const window = W.createWindow();
  stream.messages.forEach((message, i) => {
    const first = Math.max(0, i + 1 - W.WINDOW_LENGTH);
    rows.slice(first, i + 1).forEach(({ cells, bins }, place) => {
      window.cells.set(cells, place * W.FIELDS);
      window.cells[place * W.FIELDS + W.T] = (cells[W.T] ?? 0) - message.at;
      const ago = i - first - place;
      if (ago < W.RECENT) window.bins.set(bins, (W.RECENT - 1 - ago) * W.MESSAGE_CELLS);
    });
    visit(window, i + 1 - first, message);
  });
}

/** A wearable that sends all samples uses the last as its reading. */
export function sampleSent(message: Message, sending: Sending): Sample {
  return sending === 'reading' ? message.reading : (message.samples.at(-1) ?? message.reading);
}

function rowOf(message: Message, sending: Sending): Row {
  const row: Row = {
    cells: new Float32Array(W.FIELDS).fill(Number.NaN),
    bins: new Float32Array(W.MESSAGE_CELLS),
  };
  row.cells[W.T] = message.at;
  row.cells.set(sampleSent(message, sending), W.AX);
  if (sending === 'samples') {
    const samples = new Float32Array(W.MAX_SAMPLES * W.SAMPLE_FIELDS);
    const count = Math.min(W.MAX_SAMPLES, message.samples.length);
    message.samples.slice(-count).forEach((sample, i) => {
      samples[i * W.SAMPLE_FIELDS] = (message.offsets.at(i - count) ?? 0) * 1000;
      samples.set(sample, i * W.SAMPLE_FIELDS + 1);
    });
    summarise(samples, count, { ...row, row: 0, binsRow: 0 });
  }
  return row;
}
