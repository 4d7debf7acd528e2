import { type Page, paginationOf } from '../schemas/paging.ts';
import type { Queryable } from './database.ts';

/** A list as a table row: what is selected, from where, and by which fields it may be sorted. */
export interface ListSource {
  /** Selected columns, named as in the API. */
  readonly columns: string;
  readonly from: string;
  /** API field → SQL expression. `time` is the record's own time and the default order. */
  readonly sortable: Readonly<Record<string, string>>;
  readonly time: string;
  /** Breaks ties, so that pages never overlap. */
  readonly id: string;
}

/** Conditions joined by AND; each `$?` takes the next value. */
export type Condition = readonly [sql: string, ...values: unknown[]];

export interface Listed<Row> {
  readonly rows: Row[];
  readonly pagination: ReturnType<typeof paginationOf>;
}

export async function list<Row>(
  q: Queryable,
  source: ListSource,
  page: Page,
  conditions: readonly Condition[],
): Promise<Listed<Row>> {
  const { where, values } = conjunction(conditions);
  const by = (page.sort !== undefined && source.sortable[page.sort]) || source.time;
  const direction = page.ascending ? 'ASC' : 'DESC';
  // The identifier follows the order of an index made for the default: newest first, ties by ascending id.
  const tie = page.ascending ? 'DESC' : 'ASC';
  const [rows, counted] = await Promise.all([
    q.rows<Row>(
      `SELECT ${source.columns} FROM ${source.from} ${where}
       ORDER BY ${by} ${direction} NULLS ${page.ascending ? 'LAST' : 'FIRST'}, ${source.id} ${tie}
       LIMIT ${page.limit} OFFSET ${Math.min(page.offset, Number.MAX_SAFE_INTEGER)}`,
      values,
    ),
    q.row<{ total: number }>(`SELECT count(*) AS total FROM ${source.from} ${where}`, values),
  ]);
  return { rows, pagination: paginationOf(page, counted?.total ?? 0) };
}

export function conjunction(conditions: readonly Condition[]): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = conditions.map(([sql, ...given]) => {
    const all = [...given];
    return sql.replaceAll('$?', () => {
      values.push(all.shift());
      return `$${values.length}`;
    });
  });
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}
