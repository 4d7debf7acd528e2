import { DAY_MS } from '../time.ts';
import type { Queryable } from './database.ts';

/**
 * A table whose rows are counted by triggers (sql/004, sql/025); label and time are its columns. Each transaction
 * writes its own rows of `tallies`, so that no transaction waits for another; a total is their sum.
 */
interface CountedTable {
  readonly list: 'users' | 'fall_events' | 'audit_log';
  readonly label: string;
  readonly time: string;
}

/** The start is inclusive, the end exclusive; undefined is unbounded. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface ClosedRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The number of rows in the range that have one of the labels. It is exact at any size: whole days are summed from the
 * tallies, and only the days that the range cuts through are counted row by row.
 */
export async function countRowsIn(
  q: Queryable,
  { list, label, time }: CountedTable,
  labels: readonly string[],
  range: TimeRange = {},
): Promise<number> {
  const { days, partialDays } = splitByDay(range);
  const day = (parameter: string) => `(${parameter}::timestamptz AT TIME ZONE 'UTC')::date`;
  const summed =
    days &&
    q.row<{ total: number }>(
      `SELECT coalesce(sum(total), 0)::bigint AS total FROM tallies WHERE list = $1 AND label = ANY($2)
       AND ($3::timestamptz IS NULL OR day >= ${day('$3')}) AND ($4::timestamptz IS NULL OR day < ${day('$4')})`,
      [list, labels, days.from ?? null, days.to ?? null],
    );
  const counted = partialDays.map(({ from, to }) =>
    q.row<{ total: number }>(
      `SELECT count(*) AS total FROM ${list} WHERE ${label} = ANY($1) AND ${time} >= $2 AND ${time} < $3`,
      [labels, from, to],
    ),
  );
  const parts = await Promise.all([summed, ...counted]);
  return parts.reduce((sum, part) => sum + (part?.total ?? 0), 0);
}

/**
 * The number of rows with one of the labels in each of the days that start at `starts`; the last one ends at `end`.
 * The tallies count by UTC day, and in most zones every day cuts through two of those, so the rows are counted.
 */
export async function countRowsByDay(
  q: Queryable,
  { list, label, time }: CountedTable,
  labels: readonly string[],
  starts: readonly Date[],
  end: Date,
): Promise<number[]> {
  const rows = await q.rows<{ readonly place: number; readonly total: number }>(
    `SELECT width_bucket(${time}, $2::timestamptz[]) AS place, count(*)::int AS total FROM ${list}
     WHERE ${label} = ANY($1) AND ${time} >= $3 AND ${time} < $4 GROUP BY 1`,
    [labels, starts, starts[0], end],
  );
  const totals = new Map(rows.map(({ place, total }) => [place, total]));
  return starts.map((_, index) => totals.get(index + 1) ?? 0);
}

/** The whole UTC days of a range, and the remainder at either end. */
export function splitByDay({ from, to }: TimeRange): {
  days?: TimeRange;
  partialDays: readonly ClosedRange[];
} {
  const first = from && new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const last = to && new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  if (from && to && first && last && first >= last) return { partialDays: from < to ? [{ from, to }] : [] };
  const before = from && first && from < first ? [{ from, to: first }] : [];
  const after = to && last && last < to ? [{ from: last, to }] : [];
  return { days: { from: first, to: last }, partialDays: [...before, ...after] };
}
