/** Units of time, in milliseconds. */
export const SECOND_MS = 1_000;

export const MINUTE_MS = 60 * SECOND_MS;

export const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

/** The minute since 1970 that a time is in. */
export const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

/** 0 without a time, and for a time in the future. */
export const secondsSince = (since: Date | null, now: number): number =>
  since === null ? 0 : Math.max(0, now - since.getTime()) / SECOND_MS;

/** A time in the future is not recent: the clock was set back, and due work must not wait for it. */
export const isRecent = (time: number, now: number, withinMs: number): boolean =>
  time <= now && now - time < withinMs;

/** A smaller difference is not a step: the two clocks differ by rounding and by slewing of the machine clock. */
const SMALLEST_STEP_MS = 50;

/**
 * A clock that never goes back, in the milliseconds of the given clock: it follows that clock, but continues with the
 * machine's monotonic clock when the given one steps back.
 */
export function createSteadyClock(now: () => number, uptime = () => performance.now()): () => number {
  let last = now();
  let lead = last - uptime();
  let skipped = 0;
  return () => {
    const time = now();
    const before = lead;
    lead = time - uptime();
    if (lead < before - SMALLEST_STEP_MS) skipped += Math.round(before - lead);
    last = Math.max(last, time + skipped);
    return last;
  };
}

/**
 * A stored time that is further in the future was written before the clock was set back. It says nothing about now, and
 * the service must not wait until the clock reaches it again.
 */
export const SET_BACK_MS = MINUTE_MS;

/** The last `ms` milliseconds, as bounds of stored times. */
export const lately = (now: number, ms: number): { readonly since: Date; readonly until: Date } => ({
  since: new Date(now - ms),
  until: new Date(now + SET_BACK_MS),
});

/** The clocks of the instances differ by less than this. */
export const CLOCK_TOLERANCE_MS = 5 * SECOND_MS;
