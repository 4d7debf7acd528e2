import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
/** How long tests wait for an event. A busy machine takes seconds for what usually takes milliseconds. */
export const TIMEOUT_MS = 30_000;

/** Polls until the condition holds; fails after the timeout. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await delay(POLL_MS);
  }
}

/** Resolves as the promise does, but rejects with the name of the event when it takes too long. */
export async function inTime<T>(what: string, event: Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${timeoutMs} ms: ${what}`)), timeoutMs);
  });
  return Promise.race([event, late]).finally(() => clearTimeout(timer));
}
