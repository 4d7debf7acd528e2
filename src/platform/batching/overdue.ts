import { createSteadyClock, SECOND_MS } from '../time.ts';
import { startPeriodic } from './periodic.ts';

export interface Overdue {
  /** How long the oldest item has been overdue; 0 without one. */
  ageMs(): number;
  close(): Promise<void>;
}

interface OverdueDeps {
  /** Keys of some items that should be handled by now, the oldest among them. */
  readonly find: () => Promise<readonly string[]> | readonly string[];
  readonly now: () => number;
  /** Tests whose `now` stands still have an uptime that stands still too. */
  readonly uptime?: () => number;
  readonly failed: (error: unknown) => void;
}

const POLL_MS = 5 * SECOND_MS;

/**
 * Watches for items that nothing handles. It looks in the background, because health and metrics must be available while
 * the database is not; the age keeps growing between two looks. An age counts from the first look that found the item: the
 * time at which an item is due may lie far back, to make it the first.
 */
export function watchOverdue({ find, now, uptime, failed }: OverdueDeps): Overdue {
  const steadyNow = createSteadyClock(now, uptime);
  let foundAt = new Map<string, number>();
  let oldest: number | undefined;
  const periodic = startPeriodic({
    everyMs: POLL_MS,
    now,
    async work() {
      const keys = await find();
      const at = steadyNow();
      foundAt = new Map(keys.map((key) => [key, foundAt.get(key) ?? at]));
      oldest = foundAt.size === 0 ? undefined : Math.min(...foundAt.values());
    },
    failed,
  });
  return {
    ageMs: () => (oldest === undefined ? 0 : steadyNow() - oldest),
    close: periodic.close,
  };
}
