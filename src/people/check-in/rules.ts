import { addDays, type Day, dayOf, instantOf, weekdayOf } from '../../platform/zone.ts';

/** When a patient is expected to show a sign of life, in the organisation's time zone. */
export interface CheckInTimes {
  /** `HH:MM` */
  readonly from: string;
  /** `HH:MM`, after `from`. */
  readonly until: string;
  /** ISO weekdays, 1 being Monday. */
  readonly weekdays: readonly number[];
}

/** One occurrence of a check-in. */
export interface CheckInWindow {
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** A week, and a day of it on which summer time leaves nothing of the window. */
const DAYS_AHEAD = 14;

/** docs/home.md, "Check-in": the window that is open at this time, or the next one. */
export function nextWindow(times: CheckInTimes, at: Date, zone: string): CheckInWindow {
  const today = dayOf(at, zone);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const window = windowOn(addDays(today, ahead), times, zone);
    if (window !== undefined && window.closesAt > at) return window;
  }
  throw new Error('a check-in has no weekday');
}

function windowOn(
  day: Day,
  { from, until, weekdays }: CheckInTimes,
  zone: string,
): CheckInWindow | undefined {
  if (!weekdays.includes(weekdayOf(day))) return undefined;
  const opensAt = instantOf(day, from, zone);
  const closesAt = instantOf(day, until, zone);
  return closesAt > opensAt ? { opensAt, closesAt } : undefined;
}
