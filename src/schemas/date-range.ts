import Type from 'typebox';
import { type Details, InvalidInput } from '../errors.ts';
import { DAY_MS } from '../time.ts';
import { optional } from './primitives.ts';

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAYS = 'must be a date such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z';

const dateOrTime = () =>
  Type.Unsafe<string>({
    type: 'string',
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    pattern: '^(?!0000)',
    'x-says': SAYS,
  });

/** docs/contract.md, "Lists": both ends belong to the range, and a date stands for its whole UTC day. */
export const dateRangeFilter = { dateFrom: optional(dateOrTime()), dateTo: optional(dateOrTime()) };

interface DateRangeRequest {
  readonly dateFrom?: string | null;
  readonly dateTo?: string | null;
}

/** From the first moment, up to but not including the second. */
export function readDateRange({ dateFrom, dateTo }: DateRangeRequest): { from?: Date; to?: Date } {
  const from = dateFrom ? new Date(dateFrom) : undefined;
  // Answers show milliseconds: whatever was shown as this time lies before the next millisecond.
  const to = dateTo
    ? new Date(new Date(dateTo).getTime() + (WHOLE_DAY.test(dateTo) ? DAY_MS : 1))
    : undefined;
  const bad: Details = {
    // A leap second fits the format, but not the calendar of a computer.
    ...(from && Number.isNaN(from.getTime()) && { dateFrom: SAYS }),
    ...(to && Number.isNaN(to.getTime()) && { dateTo: SAYS }),
    ...(from && to && from >= to && { dateTo: 'must not be before dateFrom' }),
  };
  if (Object.keys(bad).length > 0) throw new InvalidInput(bad);
  return { ...(from && { from }), ...(to && { to }) };
}
