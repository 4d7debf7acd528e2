import type { Queryable } from './database.ts';

/** One file of an export. */
export interface ExportSource {
  readonly file: string;
  /** Reads in pages, one query each: a slow download holds neither a connection nor a transaction. */
  read(q: Queryable, userId: string): AsyncIterable<string>;
}

/** Reads some fields of profile.json. */
export type ProfilePart = (q: Queryable, userId: string) => Promise<object>;

type Row = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 500;

async function* pages(q: Queryable, sql: string, userId: string): AsyncGenerator<readonly Row[]> {
  let [cursor, id]: unknown[] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await q.rows<Row>(`${sql} LIMIT ${PAGE_SIZE}`, [userId, cursor, id]);
    if (rows.length > 0) yield rows.map(({ cursor: _, ...row }) => row);
    if (rows.length < PAGE_SIZE) return;
    ({ cursor, id } = rows.at(-1) ?? {});
  }
}

/**
 * A JSON array of the rows of a query. The query's parameters are the user id, and the time and id of the last row of
 * the previous page (`afterCursor`). Its rows carry that time as `cursor` and that id as `id`. `cursor` is not
 * exported.
 */
export const jsonRows =
  (sql: string): ExportSource['read'] =>
  (q, userId) =>
    jsonArray(pages(q, sql, userId));

/** The WHERE condition and ORDER BY of `jsonRows`, for a table with `created_at` and `id`. */
export const afterCursor = (table: string): string =>
  `(${table}.created_at, ${table}.id) > ($2::timestamptz, $3::uuid) ORDER BY ${table}.created_at, ${table}.id`;

/** Fields selected by a query without a FROM clause; its parameter is the user id. */
export const profileFields =
  (sql: string): ProfilePart =>
  async (q, userId) =>
    (await q.row<Row>(sql, [userId])) ?? {};

export const prettyJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export async function* jsonArray(rows: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of rows) {
    yield before + page.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
