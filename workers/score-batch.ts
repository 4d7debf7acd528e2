import { workerData } from 'node:worker_threads';
import type { SharedMemory, Task } from '../src/scoring/batch.ts';
import { readWindow, summaryPlace, viewRings } from '../src/scoring/ring.ts';
import { summarise } from '../src/scoring/samples.ts';
import { createDetector, scoreWindow } from '../src/scoring/score.ts';
import { readWeights } from '../src/scoring/weights.ts';
import { createWindow, SAMPLE_FIELDS } from '../src/scoring/window.ts';

/**
 * The other side of src/scoring/pool.ts.
 *
 *   main thread                                   scoring thread
 *   append row to ring ─┐
 *   place → batch.slots, batch.numbers ──task──►  window = ring rows up to the place
 *   batch.confidences   ◄──────────────────────   score
 */

const shared = workerData as SharedMemory;
const rings = viewRings(shared.rings, shared.bins);
const window = createWindow();
const tried = shared.shadowFile === undefined ? undefined : createDetector(readWeights(shared.shadowFile));

export default function scoreBatch({ batch, count, samples }: Task): void {
  const columns = shared.batches[batch];
  if (columns === undefined) throw new Error(`there is no batch ${batch}`);
  const { slots, numbers, confidences, shadow } = columns;
  for (const [place, signal] of samples ?? []) {
    const target = summaryPlace(rings, slots[place] ?? 0, numbers[place] ?? 0);
    summarise(signal, Math.floor(signal.length / SAMPLE_FIELDS), target);
  }
  for (let place = 0; place < count; place++) {
    const length = readWindow(rings, slots[place] ?? 0, numbers[place] ?? 0, window);
    confidences[place] = scoreWindow(window, length);
    if (tried !== undefined) shadow[place] = tried(window, length);
  }
}
