import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits so that something unwanted has time to happen. The only fixed wait that tests may use: where a later event would
 * come after the unwanted one, wait for that event instead. `why` says what takes how long.
 * A busy machine makes such a wait too short, never too long: the test may miss a fault, but it does not fail without one.
 */
export async function staysQuiet(ms: number, why: string): Promise<void> {
  if (why.length === 0) throw new Error('say why it takes so long');
  await delay(ms);
}

/** The pace of what a test plays: a client that sends, an outage that lasts. No check may depend on its length. */
export const pause = (ms: number): Promise<void> => delay(ms);
