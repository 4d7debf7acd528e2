import { type Details, InvalidInput } from '../errors.ts';
import { DAY_MS } from '../time.ts';
import { dateOrTime, optional } from './primitives.ts';

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAYS = 'must be a date such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z';

/** docs/contract.md, "Lists": both ends are inclusive, and a date means its whole UTC day. */
export const dateRangeFilter = {
  dateFrom: optional(dateOrTime('Start, inclusive: a time, or a date for the start of its UTC day', SAYS)),
  dateTo: optional(
    dateOrTime('End, inclusive: a time, or a date for the end of its UTC day; not before dateFrom', SAYS),
  ),
};

interface DateRangeRequest {
  readonly dateFrom?: string | null;
  readonly dateTo?: string | null;
}

/** The start is inclusive, the end exclusive. */
export function readDateRange({ dateFrom, dateTo }: DateRangeRequest): { from?: Date; to?: Date } {
  const from = dateFrom ? new Date(dateFrom) : undefined;
  // Answers show milliseconds: every time that was shown as this one lies before the next millisecond.
  const to = dateTo
    ? new Date(new Date(dateTo).getTime() + (WHOLE_DAY.test(dateTo) ? DAY_MS : 1))
    : undefined;
  const bad: Details = {
    ...(from && to && from >= to && { dateTo: 'must not be before dateFrom' }),
  };
  if (Object.keys(bad).length > 0) throw new InvalidInput(bad);
  return { ...(from && { from }), ...(to && { to }) };
}
