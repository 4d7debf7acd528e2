import type { Clock } from '../../client/clock.ts';

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/**
 * A clock that moves to the next sleeper when everybody sleeps, and stands still while anybody works or waits for the
 * network: a simulation takes the same course on any machine, as fast as that machine can.
 */
export function createTurnedClock(from: number): Clock {
  let now = from;
  /** How many do something other than sleeping. */
  let working = 0;
  /** By the order in which they wake. */
  const sleepers: Sleeper[] = [];

  function turnWhenAllSleep(): void {
    setImmediate(() => {
      const next = sleepers[0];
      if (working > 0 || next === undefined) return;
      now = Math.max(now, next.at);
      next.wake();
    });
  }

  return {
    now: () => Math.floor(now),
    steady: () => now,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve(undefined);
        const wake = (): void => {
          signal?.removeEventListener('abort', wake);
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          working += 1;
          resolve(undefined);
        };
        const sleeper = { at: now + ms, wake };
        const later = sleepers.findIndex(({ at }) => at > sleeper.at);
        sleepers.splice(later === -1 ? sleepers.length : later, 0, sleeper);
        signal?.addEventListener('abort', wake, { once: true });
        working -= 1;
        turnWhenAllSleep();
      });
    },
    async during(work) {
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        turnWhenAllSleep();
      }
    },
  };
}
