import { type Page, paginationOf } from '../schema/paging.ts';
import type { Queryable } from './database.ts';

/** A list as a table row: the selected columns, the source, and the sortable fields. */
export interface ListSource {
  /** Selected columns, named as in the API. */
  readonly columns: string;
  readonly from: string;
  /** The source for count(*), where a part of `from` only adds columns. */
  readonly counted?: string;
  /** API field → SQL expression. `time` is the record's own time and the default order. */
  readonly sortable: Readonly<Record<string, string>>;
  readonly time: string;
  /** Breaks ties, so that pages never overlap. */
  readonly id: string;
  /** The id is a number that grows with time, so it orders rows with the same time. */
  readonly numbered?: boolean;
}

/** Conditions joined by AND; each `$?` takes the next value. */
export type Condition = readonly [sql: string, ...values: unknown[]];

export interface Listed<Row> {
  readonly rows: Row[];
  readonly pagination: ReturnType<typeof paginationOf>;
}

/** `total` replaces count(*) for lists that grow without bound (row-counts.ts). */
export async function list<Row>(
  q: Queryable,
  source: ListSource,
  page: Page,
  conditions: readonly Condition[],
  total: () => Promise<number> = () => count(q, source, conditions),
): Promise<Listed<Row>> {
  const { where, values } = conjunction(conditions);
  const by = page.sort === 'id' ? source.id : (page.sort && source.sortable[page.sort]) || source.time;
  const direction = page.ascending ? 'ASC' : 'DESC';
  // Matches the indexes for the default order: newest first, ties by ascending id unless ids grow with time.
  const tie = page.ascending === (source.numbered ?? false) ? 'ASC' : 'DESC';
  const [rows, counted] = await Promise.all([
    q.rows<Row>(
      `SELECT ${source.columns} FROM ${source.from} ${where}
       ORDER BY ${by} ${direction} NULLS ${page.ascending ? 'LAST' : 'FIRST'}, ${source.id} ${tie}
       LIMIT ${page.limit} OFFSET ${Math.min(page.offset, Number.MAX_SAFE_INTEGER)}`,
      values,
    ),
    total(),
  ]);
  return { rows, pagination: paginationOf(page, counted) };
}

function count(q: Queryable, source: ListSource, conditions: readonly Condition[]): Promise<number> {
  const { where, values } = conjunction(conditions);
  return countRows(q, `${source.counted ?? source.from} ${where}`, values);
}

/** Adds the condition only if the filter is set. */
export const given = <T>(value: T | null | undefined, condition: (value: T) => Condition): Condition[] =>
  value === null || value === undefined ? [] : [condition(value)];

/** The WHERE clause of all conditions, with its values. */
export function conjunction(conditions: readonly Condition[]): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = conditions.map(([sql, ...bound]) => {
    const all = [...bound];
    return sql.replaceAll('$?', () => {
      values.push(all.shift());
      return `$${values.length}`;
    });
  });
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

export const countRows = async (
  q: Queryable,
  fromAndWhere: string,
  values: readonly unknown[],
): Promise<number> => (await q.value<number>(`SELECT count(*) AS total FROM ${fromAndWhere}`, values)) ?? 0;
