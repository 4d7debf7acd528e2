import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/** Polls until the condition holds; fails after the timeout. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 5_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await delay(POLL_MS);
  }
}
