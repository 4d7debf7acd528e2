import type { SharedMemory, Task } from './batch.ts';
import { readWindow, summaryPlace, viewRings } from './ring.ts';
import { summarise } from './samples.ts';
import { createDetector, scoreWindow } from './score.ts';
import { readWeights } from './weights.ts';
import { createWindow, SAMPLE_FIELDS } from './window.ts';

/** Scores a batch of readings from the rings and writes the confidences to the batch's columns; runs in any thread. */
export function createBatchScorer(shared: SharedMemory): (task: Task) => void {
  const rings = viewRings(shared.rings, shared.bins);
  const window = createWindow();
  const shadowDetector =
    shared.shadowFile === undefined ? undefined : createDetector(readWeights(shared.shadowFile));

  return ({ batch, count, samples }) => {
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
      if (shadowDetector !== undefined) shadow[place] = shadowDetector(window, length);
    }
  };
}
