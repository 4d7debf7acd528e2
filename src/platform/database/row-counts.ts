import { DAY_MS } from '../time.ts';
import type { Queryable } from './database.ts';

/**
 * A table whose rows are counted by triggers (sql/004, sql/025); label and time are its columns. Each transaction
 * writes its own rows of `tallies`, so that no transaction waits for another; a total is their sum.
 */
interface CountedTable {
  readonly list: string;
  /** The rows whose label is asked for; by default the whole table. */
  readonly view?: string;
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
  { list, view = list, label, time }: CountedTable,
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
      `SELECT count(*) AS total FROM ${view} WHERE ${label} = ANY($1) AND ${time} >= $2 AND ${time} < $3`,
      [labels, from, to],
    ),
  );
  const parts = await Promise.all([summed, ...counted]);
  return parts.reduce((sum, part) => sum + (part?.total ?? 0), 0);
}

/**
 * The number of rows with one of the labels in each of the days that start at `starts`, in any zone; the last one ends
 * at `end`. The tallies count by UTC day, so only the rows between a start and the nearest midnight of UTC are counted
 * one by one. One statement, so that both see the same rows.
 */
export async function countRowsByDay(
  q: Queryable,
  { list, view = list, label, time }: CountedTable,
  labels: readonly string[],
  starts: readonly Date[],
  end: Date,
): Promise<number[]> {
  const bounds = [...starts, end].map((date) => date.getTime());
  const midnights = bounds.map((bound) => Math.round(bound / DAY_MS) * DAY_MS);
  const dates = (times: readonly number[]) => times.map((at) => new Date(at));
  const lows = bounds.map((bound, index) => Math.min(bound, midnights[index] ?? bound));
  const highs = bounds.map((bound, index) => Math.max(bound, midnights[index] ?? bound));
  const rows = await q.rows<{ place: number | null; day: number | null; total: number }>(
    `SELECT NULL::int AS place, (extract(epoch FROM day) * 1000)::float8 AS day, sum(total)::int AS total FROM tallies
     WHERE list = $1 AND label = ANY($2) AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date GROUP BY day
     UNION ALL
     SELECT e.place::int, NULL, r.total
     FROM unnest($4::timestamptz[], $5::timestamptz[]) WITH ORDINALITY AS e (low, high, place)
       CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM ${view}
                           WHERE ${label} = ANY($2) AND ${time} >= e.low AND ${time} < e.high) r
     WHERE e.low < e.high`,
    [list, labels, new Date(midnights[0] ?? 0), dates(lows), dates(highs)],
  );
  const edges = new Map(rows.map(({ place, total }) => [place, total]));
  /** The rows from the first midnight to the bound, or the negative number of those before it. */
  const before = bounds.map((bound, index) => {
    const midnight = midnights[index] ?? bound;
    const whole = rows.reduce(
      (sum, { day, total }) => (day !== null && day < midnight ? sum + total : sum),
      0,
    );
    return whole + Math.sign(bound - midnight) * (edges.get(index + 1) ?? 0);
  });
  return starts.map((_, index) => (before[index + 1] ?? 0) - (before[index] ?? 0));
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
