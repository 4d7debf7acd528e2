import pg from 'pg';
import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';

export interface Queryable {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows the statement touched. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface Database extends Queryable {
  /** One connection, BEGIN … COMMIT; rolled back when `work` throws. */
  transaction<T>(work: (q: Queryable) => Promise<T>): Promise<T>;
  /** A connection outside the pool's bounds of time, for COPY and long work; the caller ends it. */
  connect(options?: { readonly statementTimeoutMs?: number }): Promise<pg.Client>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the statement timeout, so that the server's own answer is the one we normally get. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
const POOL_SIZE = 12;

const INT8 = 20;
const DATE = 1082;
const text = (value: string): string => value;

/** Counts fit a double, and a date of birth has no time zone to be shifted by. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === DATE) return text;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

export function openDatabase({ url, log }: { readonly url: string; readonly log: Log }): Database {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'vigil',
    types,
  };
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'));
  // Nor does anybody listen to one that breaks between two queries of a transaction; the next query fails with it.
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    ...queryable((sql, values) => pool.query(sql, values)),
    async transaction(work) {
      const client = await pool.connect().catch(rethrow);
      const q = queryable((sql, values) => client.query(sql, values));
      let broken: Error | undefined;
      try {
        await q.run('BEGIN');
        const result = await work(q);
        await q.run('COMMIT');
        return result;
      } catch (error) {
        await q.run('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async connect({ statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {}) {
      const client = new pg.Client({ ...connection, statement_timeout: statementTimeoutMs });
      client.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'));
      await client.connect().catch(rethrow);
      return client;
    },
    close: () => pool.end(),
  };
}

function queryable(query: (sql: string, values: unknown[]) => Promise<pg.QueryResult>): Queryable {
  const send = (sql: string, values: readonly unknown[] = []) => query(sql, [...values]).catch(rethrow);
  return {
    rows: async <Row>(sql: string, values?: readonly unknown[]) => (await send(sql, values)).rows as Row[],
    row: async <Row>(sql: string, values?: readonly unknown[]) =>
      (await send(sql, values)).rows[0] as Row | undefined,
    run: async (sql, values) => (await send(sql, values)).rowCount ?? 0,
  };
}

function rethrow(error: unknown): never {
  throw isAway(error) ? new Unavailable('The database is not available', error) : error;
}

/** SQLSTATE classes in which the server, not the statement, is at fault, and the client should come again. */
const AWAY_STATES = /^(08|53|57|58|25006)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return AWAY_CODES.has(code) || AWAY_STATES.test(code);
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout/.test(
    error.message,
  );
}

/** A number for a `real` column: PostgreSQL refuses one that is too small for it, where a float rounds it to 0. */
export const asReal = (value: number | null): number | null => (value === null ? null : Math.fround(value));

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

export const isDuplicate = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;

/** A record refers to one that is gone: it was there when we looked. */
export const isOrphan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
