import { type Details, InvalidInput } from './errors.ts';
import { DAY_MS, SECOND_MS } from './time.ts';
import { addDays, type Day, endOfDay, offsetAt, startOfDay } from './zone.ts';

/** docs/home.md, "Reports". */
export const MAX_DAYS = 400;

/** Since when all falls are kept, by `FALLS_RETENTION_DAYS`; 1970 if they are kept for ever. */
export const keptSince = (retentionDays: number | undefined, now: number): Date =>
  new Date(retentionDays ? now - (retentionDays - 1) * DAY_MS : 0);

/** The days of a report, in the organisation's zone. */
export interface Period {
  readonly from: Day;
  /** Inclusive. */
  readonly to: Day;
  readonly zone: string;
}

export function readPeriod({ from, to }: Pick<Period, 'from' | 'to'>, zone: string): Period {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const details: Details = {
    ...(count < 1 && { to: 'must not be before from' }),
    ...(count > MAX_DAYS && { to: `must be at most ${MAX_DAYS} days after from, both included` }),
  };
  if (Object.keys(details).length > 0) throw new InvalidInput(details);
  return { from, to, zone };
}

/** The start is inclusive, the end exclusive. */
export const instantsOf = ({ from, to, zone }: Period) => ({
  start: startOfDay(from, zone),
  end: endOfDay(to, zone),
});

export function daysOf({ from, to }: Period): Day[] {
  const days: Day[] = [];
  for (let day = from; ; day = addDays(day, 1)) {
    days.push(day);
    // Compared as equal, because the day after 9999-12-31 does not sort after it.
    if (day === to) return days;
  }
}

/** From `at` until the next one, clocks show UTC plus `offsetSeconds`. */
interface Offset {
  readonly at: Date;
  readonly offsetSeconds: number;
}

/**
 * The offsets of the zone in the period, the first from its start. The database adds them to UTC: it has its own list of
 * time zones, which may be older than the one of Intl and would put a fall into a day outside the period.
 */
export function offsetsOf(period: Period): Offset[] {
  const { start, end } = instantsOf(period);
  const { zone } = period;
  const offsets = [offsetFrom(start.getTime(), zone)];
  // No zone changes twice within a day.
  for (let before = start.getTime(); before < end.getTime(); before += DAY_MS) {
    const after = Math.min(before + DAY_MS, end.getTime());
    if (offsetAt(before, zone) !== offsetAt(after, zone))
      offsets.push(offsetFrom(changeBetween(before, after, zone), zone));
  }
  return offsets;
}

const offsetFrom = (ms: number, zone: string): Offset => ({
  at: new Date(ms),
  offsetSeconds: Math.round(offsetAt(ms, zone) / SECOND_MS),
});

/** The first millisecond with the later offset. */
function changeBetween(before: number, after: number, zone: string): number {
  const earlier = offsetAt(before, zone);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === earlier) low = middle;
    else high = middle;
  }
  return high;
}
