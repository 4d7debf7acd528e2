import { setTimeout as delay } from 'node:timers/promises';
import { patientNow } from './patience.ts';

const POLL_MS = 10;
/** How long tests wait for an event, on a machine that has nothing else to do. */
export const TIMEOUT_MS = 30_000;

/** Polls until the condition holds; fails after the timeout. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = patientNow() + timeoutMs;
  while (!(await condition())) {
    if (patientNow() > deadline) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await delay(POLL_MS);
  }
}

/** Resolves as the promise does, but rejects with the name of the event when it takes too long. */
export async function inTime<T>(
  what: string | (() => string),
  event: Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const over = new AbortController();
  const late = runOut(timeoutMs, over.signal).then(() => {
    const name = typeof what === 'string' ? what : what();
    throw new Error(`timed out after ${timeoutMs} ms: ${name}`);
  });
  return Promise.race([event, late]).finally(() => over.abort());
}

async function runOut(timeoutMs: number, signal: AbortSignal): Promise<void> {
  const deadline = patientNow() + timeoutMs;
  for (let left = timeoutMs; left > 0; left = deadline - patientNow())
    await delay(left, undefined, { signal });
}

/** What a client of a test receives. */
export interface Arrivals {
  /** Tells everyone who waits to look. */
  arrived(): void;
  /** Resolves with the first value that `find` returns, now or after an arrival. */
  until<T>(what: string | (() => string), find: () => T | undefined, timeoutMs?: number): Promise<T>;
}

export function createArrivals(): Arrivals {
  const waiting = new Set<() => void>();
  return {
    arrived() {
      for (const look of waiting) look();
    },
    until<T>(what: string | (() => string), find: () => T | undefined, timeoutMs = TIMEOUT_MS): Promise<T> {
      let look = () => {};
      const found = new Promise<T>((resolve, reject) => {
        look = () => {
          try {
            const value = find();
            if (value === undefined) return;
            // At once: a second look would take the next value too.
            waiting.delete(look);
            resolve(value);
          } catch (error) {
            reject(error);
          }
        };
        waiting.add(look);
        look();
      });
      return inTime(what, found, timeoutMs).finally(() => waiting.delete(look));
    },
  };
}
