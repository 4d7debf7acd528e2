import { workerData } from 'node:worker_threads';
import type { SharedMemory, Task } from '../src/scoring/batch.ts';
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

const shared = workerData as SharedMemory;
const rings = viewRings(shared.rings);
const window = new Float32Array(WINDOW_LENGTH * FIELDS);

export default function scoreBatch({ batch, count, samples }: Task): void {
  const columns = shared.batches[batch];
  if (columns === undefined) throw new Error(`there is no batch ${batch}`);
  const { slots, numbers, confidences } = columns;
  for (const [place, signal] of samples ?? []) {
    const row = rowOf(slots[place] ?? 0, numbers[place] ?? 0);
    summarise(signal, Math.floor(signal.length / SAMPLE_FIELDS), rings.cells, row);
  }
  for (let place = 0; place < count; place++) {
    const length = readWindow(rings, slots[place] ?? 0, numbers[place] ?? 0, window);
    confidences[place] = scoreWindow(window, length);
  }
}
