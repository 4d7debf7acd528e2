import { DAY_MS } from '../../platform/time.ts';

/** How full the disk was at one time of a day. */
export interface DiskDay {
  /** Start of the day, in milliseconds since 1970. */
  readonly day: number;
  readonly used: number;
}

interface Readings {
  /** Start of the oldest day that has readings, in milliseconds since 1970. */
  readonly oldestDay: number;
  readonly retentionDays: number;
}

/** Long enough that one day with a backup beside the database does not decide. */
const WINDOW_DAYS = 7;
/** Once whole days are dropped, what grew before says nothing. */
const DROPPING_WINDOW_DAYS = 2;

/**
 * In how many milliseconds the disk will be full; Infinity if it will not be, undefined with less than a day of figures.
 * Readings make a disk fill, and from their retention on as many are dropped as stored: growth ends there.
 */
export function fullIn(o: {
  readonly now: number;
  readonly free: number;
  /** Oldest first. */
  readonly days: readonly DiskDay[];
  /** Undefined without readings. */
  readonly readings: Readings | undefined;
}): number | undefined {
  const { now, free, readings } = o;
  const dropsAt =
    readings === undefined
      ? Number.POSITIVE_INFINITY
      : // A day is dropped when all of it is older than the retention.
        readings.oldestDay + (readings.retentionDays + 1) * DAY_MS;
  const isDropping = dropsAt - now <= DAY_MS;
  const window = isDropping ? DROPPING_WINDOW_DAYS : WINDOW_DAYS;
  const days = o.days.filter(({ day }) => day <= now && now - day < (window + 1) * DAY_MS);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const perMs = (last.used - first.used) / (last.day - first.day);
  if (perMs <= 0) return Number.POSITIVE_INFINITY;
  const left = free / perMs;
  return isDropping || now + left <= dropsAt ? left : Number.POSITIVE_INFINITY;
}
