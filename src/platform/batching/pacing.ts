/** The longest that anything waits because of others. */
const MAX_REST_MS = 250;

/**
 * What is done in groups costs by the group, and without a rest groups stay small until no CPU is left. So the more came
 * together, the longer the next group gathers; what comes alone is done at once, and nobody waits for company.
 */
export const restAfter = (done: number, msEach = 20): number => Math.min(MAX_REST_MS, done * msEach);
