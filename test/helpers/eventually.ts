import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/** Polls until the condition holds; fails after the timeout. */
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
