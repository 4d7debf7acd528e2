import { workerData } from 'node:worker_threads';
import type { SharedMemory } from '../src/readings/scoring/batch.ts';
import { createBatchScorer } from '../src/readings/scoring/score-batch.ts';

/**
 * The scoring thread of src/readings/scoring/threads.ts.
 *
 *   main thread                                   scoring thread
 *   append row to ring ─┐
 *   place → batch.slots, batch.numbers ──task──►  window = ring rows up to the place
 *   batch.confidences   ◄──────────────────────   score
 */
export default createBatchScorer(workerData as SharedMemory);
