import { workerData } from 'node:worker_threads';
import { readWindow, rowOf, viewRings } from '../src/scoring/ring.ts';
import { scoreWindow } from '../src/scoring/score.ts';
import { FIELDS, SAMPLE_FIELDS, summarise, WINDOW_LENGTH } from '../src/scoring/window.ts';

/**
 * The other side of src/scoring/pool.ts.
 *
 *   main thread                                   scoring thread
 *   append row to ring ─┐
 *   place → batch.slots, batch.numbers ──task──►  window = ring rows up to the place
 *   batch.confidences   ◄──────────────────────   score
 */
export interface Batch {
  readonly count: number;
  readonly slots: Int32Array;
  readonly numbers: Int32Array;
  readonly confidences: Float32Array;
  /** Raw signals of the few readings that brought one, by their place in the batch. */
  readonly samples: readonly (readonly [place: number, samples: Float32Array])[];
}

const rings = viewRings(workerData as SharedArrayBuffer);
const window = new Float32Array(WINDOW_LENGTH * FIELDS);

export default function scoreBatch(batch: Batch): void {
  for (const [place, samples] of batch.samples) {
    const row = rowOf(batch.slots[place] ?? 0, batch.numbers[place] ?? 0);
    summarise(samples, Math.floor(samples.length / SAMPLE_FIELDS), rings.cells, row);
  }
  for (let place = 0; place < batch.count; place++) {
    const length = readWindow(rings, batch.slots[place] ?? 0, batch.numbers[place] ?? 0, window);
    batch.confidences[place] = scoreWindow(window, length);
  }
}
