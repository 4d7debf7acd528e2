/** A group starts at the latest so long after its first reading. */
export const GATHER_MS = 20;
/** This many readings are worth a commit of their own. */
export const FULL_GROUP = 20;
/** Of fewer per second, hardly two would meet in that time. */
const MIN_PER_SECOND = 50;
const RATE_OVER_MS = 200;
/** Senders that each wait for a reply send nothing while their readings gather. */
const MAX_FRUITLESS = 5;
const PAUSE_MS = 2_000;

/** Whether a reading should wait for others, so that they share a commit. */
export interface Gathering {
  isWorthwhile(now: number): boolean;
  /** The time is over; `cameLate`: readings still arrived in its second half. */
  ended(cameLate: boolean, now: number): void;
  committed(rows: number, now: number): void;
}

/**
 * A commit wakes two processes, which at low rates costs more than the reading itself. At high rates groups form by
 * themselves while one is being committed.
 *
 *   arrivals  ─┬──┬────┬──────┬───┬──────►
 *   commits            ▲             ▲       20 ms after the first one of each group
 *
 * Nobody gains from the wait where all senders wait for their replies before they send again (a backlog, a load test):
 * then readings arrive only right after a commit.
 */
export function createGathering(): Gathering {
  let rows = 0;
  let since = 0;
  let perSecond = 0;
  let fruitless = 0;
  let pausedUntil = 0;

  function measure(now: number): void {
    if (now - since < RATE_OVER_MS) return;
    perSecond = (rows * 1000) / (now - since);
    rows = 0;
    since = now;
  }

  return {
    isWorthwhile(now) {
      measure(now);
      return perSecond >= MIN_PER_SECOND && now >= pausedUntil;
    },
    ended(cameLate, now) {
      fruitless = cameLate ? 0 : fruitless + 1;
      if (fruitless < MAX_FRUITLESS) return;
      fruitless = 0;
      pausedUntil = now + PAUSE_MS;
    },
    committed(count, now) {
      rows += count;
      measure(now);
    },
  };
}
