/** How much longer each thing that was done makes the rest, and the longest that anything waits because of it. */
const REST_MS_EACH = 20;
const MAX_REST_MS = 100;

/**
 * What is done in groups costs by the group, and without a rest the groups stay small until no CPU is left. So the more
 * came together, the longer the next group gathers; what comes alone is done at once, and nobody waits for company.
 */
export const restAfter = (done: number): number => Math.min(MAX_REST_MS, done * REST_MS_EACH);
