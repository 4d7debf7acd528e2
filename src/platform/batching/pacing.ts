/** The longest pause between two batches. */
const MAX_REST_MS = 250;

/**
 * A batch has a fixed cost, and without a pause batches stay small until the CPU is saturated. So the pause grows with
 * the size of the last batch. A single item runs at once.
 */
export const restAfter = (done: number, msEach = 20): number => Math.min(MAX_REST_MS, done * msEach);
