import { pause } from './waiting.ts';

/** The time that a wearable lives by. Tests turn their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a scale that never jumps. */
  steady(): number;
  /** Ends early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  /** Wraps work that waits for the network and sleeps in between: a clock that is turned stands still while it waits. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const REAL_CLOCK: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  sleep: pause,
  during: (work) => work(),
};
