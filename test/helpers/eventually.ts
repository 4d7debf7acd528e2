import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/** Waits until something is so, and no longer than needed. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 5_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${patienceMs} ms: ${what}`);
    await delay(POLL_MS);
  }
}
