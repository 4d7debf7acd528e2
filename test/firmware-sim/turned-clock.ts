import type { Clock } from '../../client/clock.ts';

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/**
 * A clock that advances to the next sleeper when every task sleeps, and stands still while any task works or waits for the
 * network: a simulation runs the same on any machine, as fast as that machine can.
 */
export function createTurnedClock(from: number): Clock {
  let now = from;
  /** The number of tasks that are not sleeping. */
  let working = 0;
  /** In the order of their wake-up times. */
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
