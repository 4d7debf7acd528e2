/**
 * Decisions, "Sensor stream": one reading per interval and device as a schedule rather than a stopwatch
 * (generic cell rate algorithm). A reading may come this much before it is due, so jitter costs nothing,
 * while the long-run rate stays one per interval.
 *
 *   due:      0        1000       2000       3000
 *   sent:     0      900   1050·····2100   2950      all accepted: none is more than 300 ms early
 *   refused:     80 (920 ms early)
 */
const TOLERANCE_MS = 300;

export const scheduleTolerance = (intervalMs: number): number => Math.min(TOLERANCE_MS, intervalMs / 2);

/** When the next reading is due, or NaN when one at `now` is too early. `due` is 0 for a device's first. */
export function nextDue(due: number, now: number, intervalMs: number): number {
  if (now < due - scheduleTolerance(intervalMs)) return Number.NaN;
  return Math.max(due, now) + intervalMs;
}

/** Whole seconds until a reading will be accepted, at least 1. */
export const secondsUntilDue = (due: number, now: number): number =>
  Math.max(1, Math.ceil((due - now) / 1000));
