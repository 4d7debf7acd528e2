import { pause } from './waiting.ts';

/** The clock of a wearable. Tests provide their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a monotonic clock. */
  steady(): number;
  /** Ends early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  /** Wraps work that waits for the network and sleeps in between: a test clock stands still while it waits. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const REAL_CLOCK: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  sleep: pause,
  during: (work) => work(),
};
