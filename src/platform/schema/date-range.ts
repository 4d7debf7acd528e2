import { type Details, InvalidInput } from '../errors.ts';
import { endOfDay, startOfDay } from '../zone.ts';
import { dateOrTime, optional } from './primitives.ts';

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAYS = 'must be a date such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z';

/** docs/contract.md, "Lists": both ends are inclusive, and a date means its whole day in the organisation's zone. */
export const dateRangeFilter = {
  dateFrom: optional(
    dateOrTime(
      'Start, inclusive: a time, or a date for the start of that day in the time zone of the organisation',
      SAYS,
    ),
  ),
  dateTo: optional(
    dateOrTime(
      'End, inclusive: a time, or a date for the end of that day in the time zone of the organisation; not before dateFrom',
      SAYS,
    ),
  ),
};

interface DateRangeRequest {
  readonly dateFrom?: string | null;
  readonly dateTo?: string | null;
}

/** The start is inclusive, the end exclusive. */
export function readDateRange(
  { dateFrom, dateTo }: DateRangeRequest,
  timeZone: string,
): { from?: Date; to?: Date } {
  const from = dateFrom
    ? WHOLE_DAY.test(dateFrom)
      ? startOfDay(dateFrom, timeZone)
      : new Date(dateFrom)
    : undefined;
  // Replies show milliseconds: every time that was shown as this one lies before the next millisecond.
  const to = dateTo
    ? WHOLE_DAY.test(dateTo)
      ? endOfDay(dateTo, timeZone)
      : new Date(new Date(dateTo).getTime() + 1)
    : undefined;
  const bad: Details = {
    ...(from && to && from >= to && { dateTo: 'must not be before dateFrom' }),
  };
  if (Object.keys(bad).length > 0) throw new InvalidInput(bad);
  return { ...(from && { from }), ...(to && { to }) };
}
