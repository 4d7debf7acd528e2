import { readFile } from 'node:fs/promises';
import { inProject } from '../helpers/project.ts';
import { preparedSql, sql } from '../helpers/sql.ts';

/** Advisory locks by the first of their two keys, which is 0 for a lock of one key. */
const TURNS: Readonly<Record<string, string>> = {
  '0': 'ADMINS_LOCK',
  '76676c68': 'RAISE_LOCK',
};
/** hashtext('tallies'): tried, never waited for, and so are the rows behind it (sql/025). */
const TRIED = ['305c4a59', 'tallies'];

/** A row that a transaction holds, or one of its turns (an advisory lock). */
export interface Lock {
  readonly transaction: string;
  readonly of: string;
  readonly row: string;
}

/**
 * Looks at the locks of open transactions: turns as PostgreSQL lists them, rows by their `xmax`, which names the
 * transaction that has changed, deleted or locked them. Rows that a transaction has inserted are visible to nobody else
 * and hold up nobody.
 */
export async function createLockView(databaseUrl: string): Promise<() => Promise<readonly Lock[]>> {
  const tables = await sql(databaseUrl, 'SELECT name FROM kept.tables WHERE name <> ALL ($1)', [TRIED]);
  const rows = tables.map(
    ({ name }) => `SELECT '${name}' AS "of", ctid::text AS row, xmax::text AS id FROM public.${name}
                   WHERE xmax <> '0' AND xmax::text = ANY ($1)`,
  );
  const held = rows.join(' UNION ALL ');
  return async () => {
    const open = await preparedSql(
      databaseUrl,
      'open transactions',
      `SELECT l.virtualtransaction AS transaction, max(l.transactionid::text) AS id,
              array_agg(to_hex(l.classid::bigint)) FILTER (WHERE l.locktype = 'advisory') AS turns
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE a.datname = current_database() AND l.pid <> pg_backend_pid() AND l.granted GROUP BY 1`,
    );
    const ids = open.flatMap(({ id }) => id ?? []);
    const locked = ids.length === 0 ? [] : await preparedSql(databaseUrl, 'locked rows', held, [ids]);
    return open.flatMap(({ transaction, id, turns }) => [
      ...(turns ?? [])
        .filter((turn: string) => !TRIED.includes(turn))
        .map((turn: string) => ({ transaction, of: TURNS[turn] ?? turn, row: '' })),
      ...locked.filter((row) => row.id === id).map(({ of, row }) => ({ transaction, of, row })),
    ]);
  };
}

/** The place of each table and turn in the order of docs/architecture.md, "Lock order". */
export async function readLockOrder(): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(inProject('docs', 'architecture.md'), 'utf8');
  const section = text.slice(text.indexOf('### Lock order'));
  const items = section.match(/^\d+\. [^\n]*(?:\n {3}[^\n]*)*/gm) ?? [];
  return new Map(
    items.flatMap((item, place) =>
      [...item.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, place] as const),
    ),
  );
}

/**
 * Follows the locks of each transaction from statement to statement. One statement may take several; in which order is
 * the server's business.
 */
export class LockJudge {
  readonly disorders: string[] = [];
  readonly #order: ReadonlyMap<string, number>;
  readonly #held = new Map<string, { readonly rows: Set<string>; last: number }>();
  #statement = '';

  constructor(order: ReadonlyMap<string, number>) {
    this.#order = order;
  }

  /** `locks` are those before the statement `next`: the new ones were taken by the one before. */
  look(locks: readonly Lock[], next: string): void {
    for (const transaction of new Set(locks.map((lock) => lock.transaction))) {
      const held = this.#held.get(transaction) ?? { rows: new Set(), last: -1 };
      this.#held.set(transaction, held);
      const taken = locks.filter((lock) => lock.transaction === transaction && !held.rows.has(keyOf(lock)));
      for (const lock of taken) held.rows.add(keyOf(lock));
      const places = new Map(taken.map(({ of }) => [of, this.#order.get(of) ?? -1]));
      for (const [name, place] of places)
        if (place < held.last || place === -1) this.disorders.push(`${name} by ${this.#statement}`);
      held.last = Math.max(held.last, ...places.values());
    }
    this.#statement = next;
  }
}

const keyOf = ({ of, row }: Lock): string => `${of} ${row}`;
