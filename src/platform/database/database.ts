import { once } from 'node:events';
import pg from 'pg';
import { createSemaphore } from '../batching/semaphore.ts';
import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Availability, createAvailability } from './availability.ts';
import { CONNECT_TIMEOUT_MS, Connection, createConnector } from './connection.ts';
import { isAborted, isAway, isReadOnly, isReadTimeout, isRefusedByServer } from './errors.ts';
import { Outage } from './outage.ts';
import { isOutdatedPlan, repeated } from './repeated.ts';
import { Timelines } from './timelines.ts';
import { notConfirmed, unconfirmedCommits } from './unconfirmed.ts';

/**
 * On one connection, statements that are sent before the replies to earlier ones run in the order in which they were
 * sent, and take one round trip together.
 */
export interface Queryable {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The first column of each row. */
  column<Value>(sql: string, values?: readonly unknown[]): Promise<Value[]>;
  /** The first column of the first row, or undefined. */
  value<Value>(sql: string, values?: readonly unknown[]): Promise<Value | undefined>;
  /** The number of affected rows. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface Database extends Queryable {
  /** BEGIN … COMMIT on one connection; rolled back when `work` throws. */
  transaction<T>(work: (q: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** One connection, without a transaction. */
  onOneConnection<T>(work: (q: Queryable) => Promise<T>): Promise<T>;
  /** A dedicated connection, for statements that may take longer than a request should. */
  session<T>(
    options: { readonly statementTimeoutMs: number },
    work: (q: Queryable) => Promise<T>,
  ): Promise<T>;
  /** A connection outside the pool, for COPY; the caller closes it. Run its statements inside `whileAvailable`. */
  connect(): Promise<Connection>;
  /** Opens connections of the pool, so that the first requests do not wait for them. */
  warmUp(): Promise<void>;
  /** Runs `work` unless the database is unavailable; abandons it when the database stops responding. */
  readonly whileAvailable: Availability['whileAvailable'];
  close(): Promise<void>;
}

export interface TransactionOptions {
  /**
   * For transactions that run often or must be fast: falls, claims, escalation.
   *
   * `work` starts with statements that only read and lock. They are sent together with BEGIN: one round trip of seven
   * less, which is nothing on one machine and the distance to a database elsewhere. A statement that writes must not be:
   * should BEGIN fail, it would be committed by itself.
   *
   * Each connection keeps the plans of the statements until it closes, so their text must be fixed, and no plan may depend on
   * the values. A fall takes a fifth
   * less time (p50 15 instead of 19 ms on two busy cores), a claim a sixth (24 instead of 28 ms), p99 up to a third less.
   * `work` must do nothing but query the database: it runs again when a change of the schema has outdated the plans, or
   * the server has resolved a deadlock with it.
   */
  readonly urgent?: boolean;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** Added to the statement timeout: normally the server reports the timeout itself. */
const REPLY_GRACE_MS = 2_000;
const POOL_SIZE = 12;
/** Under load, queries queue instead of being refused, but not longer than clients wait, which is about 30 s. */
const QUEUE_MAX_WAIT_MS = 20_000;
const MAX_QUEUED = 50_000;

/**
 * One message to the server. By itself PostgreSQL plans a statement with an array among its values anew each time: it takes
 * the plan that it could keep for dearer, and planning costs a fall more than all its writes.
 */
const BEGIN_WITH_KEPT_PLANS = 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan';

const INT8 = 20;
const DATE = 1082;
const text = (value: string): string => value;

/** Counts fit a double, and a date of birth has no time zone that could shift it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === DATE) return text;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** pg's own types lack the time limit of one query. */
interface TimedQuery extends pg.QueryConfig<unknown[]> {
  readonly query_timeout: number;
}

type Send = (sql: string, values: unknown[]) => Promise<pg.QueryResult>;

interface DatabaseDeps {
  readonly url: string;
  readonly log: Log;
  /** That of the service's log, where other parts write too. */
  readonly outage?: Outage;
  /** Those of the service, whose caches listen to them. */
  readonly timelines?: Timelines;
  readonly statementTimeoutMs?: number;
}

export function openDatabase({
  url,
  log,
  outage = new Outage(log),
  timelines = new Timelines(log),
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: DatabaseDeps): Database {
  const connector = createConnector(url, timelines);
  const settings = { application_name: 'vigil', types };
  const pool = new pg.Pool({
    ...settings,
    Client: connector.Client,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: POOL_SIZE,
    pipeline: true,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + REPLY_GRACE_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  let isClosed = false;
  pool.on('error', (error) => {
    // pg does not wait for the connections that it closes: one of them may see the embedded database stop.
    if (!isClosed) log.debug({ reason: error.message }, 'database: idle connection lost');
  });
  // The pool has its own queue, but a single timeout for both queueing and connecting.
  const slots = createSemaphore({
    count: POOL_SIZE,
    maxWaitMs: QUEUE_MAX_WAIT_MS,
    maxWaiting: MAX_QUEUED,
    refusal: 'The database has too much to do',
  });
  /** Counts what made connections useless. Those that were opened before the last time are not used again. */
  let renewals = 0;
  const openedAfter = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => openedAfter.set(client, renewals));
  const { whileAvailable, close: stopWatching } = createAvailability({
    probe,
    onUnconfirmed(pids) {
      if (!connector.isReadOnly) renewals += 1;
      connector.isReadOnly = true;
      connector.destroyThose(pids);
    },
    onConfirmed() {
      connector.isReadOnly = false;
      renewals += 1;
    },
    onAway() {
      // Must run before slots become free: abandoned queries must not run later.
      slots.refuseWaiting(new Unavailable('The database is not reachable'));
      connector.destroyAll();
    },
    outage,
  });
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));

  async function probe(timeoutMs: number): Promise<readonly number[]> {
    const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    const client = await connector.connect({ ...settings, ...timeouts });
    try {
      return await unconfirmedCommits(client, connector.isReadOnly);
    } finally {
      client.destroy();
    }
  }

  const resultOf =
    (query: Send): Send =>
    (sql, values) =>
      whileAvailable(() => query(sql, values)).catch(async (error: unknown) => {
        if (isReadOnly(error) && connector.isReadOnly) throw notConfirmed(error);
        if (isReadTimeout(error) || isReadOnly(error)) await discardIdle();
        throw asUnavailable(error);
      });
  const queryWith = (query: Send): Queryable => queryable(resultOf(query));

  let discarding: Promise<unknown> | undefined;
  /**
   * Discards the idle connections too: if a firewall dropped one connection, or a host was demoted, they are affected
   * as well. Queries wait until they are closed: until then, the pool would still hand them out.
   */
  async function discardIdle(): Promise<void> {
    const sockets = [...idle].flatMap((client) => (client instanceof Connection ? [client.socket] : []));
    const closed = sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.destroy();
    const discarded = Promise.allSettled([discarding, ...closed]);
    discarding = discarded;
    await discarded;
    if (discarding === discarded) discarding = undefined;
  }

  /** Resolves with the new connection; one that arrives after the caller has given up goes to `discard`. */
  async function connected<T>(connecting: () => Promise<T>, discard: (late: T) => void): Promise<T> {
    let pending: Promise<T> | undefined;
    try {
      return await whileAvailable(() => {
        pending = connecting();
        return pending;
      });
    } catch (error) {
      pending?.then(discard, () => {});
      throw asUnavailable(error);
    }
  }

  const connectOwn = (config: pg.ClientConfig): Promise<Connection> =>
    connected(
      () => connector.connect({ ...settings, ...config }),
      (late) => late.destroy(),
    );

  async function queryPool(sql: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = await takeClient();
    let broken = false;
    try {
      return await client.query(sql, values);
    } catch (error) {
      broken = isAway(error);
      noteOutdated(client, error);
      throw error;
    } finally {
      returnClient(client, broken);
    }
  }

  async function takeClient(): Promise<pg.PoolClient> {
    await slots.acquire();
    try {
      if (discarding !== undefined) await discarding;
      for (;;) {
        const client = await pool.connect();
        if (openedAfter.get(client) === renewals) return client;
        client.release(true);
      }
    } catch (error) {
      slots.release();
      throw error;
    }
  }

  /** Its plans are of no use any more, nor are those of the connections that are as old. */
  function noteOutdated(client: pg.PoolClient, error: unknown): void {
    if (!isOutdatedPlan(error) || openedAfter.get(client) !== renewals) return;
    renewals += 1;
    log.warn({ err: error }, 'database: the schema has changed, opening new connections');
  }

  function returnClient(client: pg.PoolClient, broken: boolean): void {
    client.release(broken);
    slots.release();
  }

  /** A statement waits for those that were sent before it, and each of them may take as long as a statement may. */
  function queryInOrder(client: pg.PoolClient, keepsPlans = false) {
    const inOneWrite = client instanceof Connection ? () => client.writeTogether() : () => {};
    let pending = 0;
    let hasEnded = false;
    /** Why the server runs no further statement of the transaction. */
    let abortedBy: unknown;
    const send: Send = (text, values) => {
      pending += 1;
      inOneWrite();
      const query_timeout = pending * statementTimeoutMs + REPLY_GRACE_MS;
      const name = keepsPlans && values.length > 0 ? { name: planNameOf(text) } : {};
      const query: TimedQuery = { text, values, query_timeout, ...name };
      return client
        .query(query)
        .catch((error: unknown) => {
          if (!isAborted(error)) abortedBy = error;
          throw error;
        })
        .finally(() => {
          pending -= 1;
        });
    };
    return {
      q: queryWith((text, values) =>
        hasEnded
          ? Promise.reject(new Error('a statement came after the end of its work'))
          : send(text, values),
      ),
      begin: () => queryWith(send).run(keepsPlans ? BEGIN_WITH_KEPT_PLANS : 'BEGIN'),
      /**
       * Before COMMIT or ROLLBACK, and before another caller gets the connection: if a part of the work has failed, another
       * part may still go on, and its statements would run outside the transaction.
       */
      end: async (statement?: 'COMMIT' | 'ROLLBACK') => {
        hasEnded = true;
        if (statement === undefined) return;
        const { command } = await resultOf(send)(statement, []);
        // The work has caught the error of a statement: the server replies to the COMMIT, but stores nothing.
        if (command !== statement) throw asUnavailable(abortedBy);
      },
      /**
       * Of statements that were sent together, the error of a later one may arrive here first. It says only that an earlier
       * one has failed.
       */
      causeOf: (error: unknown): unknown => (isAborted(error) ? asUnavailable(abortedBy) : error),
    };
  }

  async function transaction<T>(work: (q: Queryable) => Promise<T>, urgent: boolean): Promise<T> {
    const client = await connected(takeClient, (late) => returnClient(late, true));
    const { q, begin, end, causeOf } = queryInOrder(client, urgent);
    let broken = false;
    try {
      const begun = begin();
      if (!urgent) await begun;
      const [result] = await Promise.all([work(q), begun]);
      await end('COMMIT').catch(commitFailed);
      return result;
    } catch (failure) {
      const error = causeOf(failure);
      // A connection that did not reply is not reused; the server rolls back when it ends.
      broken = isAway(error);
      noteOutdated(client, error);
      if (!broken)
        await end('ROLLBACK').catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      returnClient(client, broken);
    }
  }

  return {
    ...queryWith((sql, values) => repeated(() => queryPool(sql, values))),
    transaction: (work, { urgent = false } = {}) =>
      urgent ? repeated(() => transaction(work, urgent)) : transaction(work, urgent),
    async onOneConnection(work) {
      const client = await connected(takeClient, (late) => returnClient(late, true));
      const { q, end } = queryInOrder(client);
      let broken = false;
      try {
        return await work(q);
      } catch (error) {
        broken = isAway(error);
        throw error;
      } finally {
        await end();
        returnClient(client, broken);
      }
    },
    async session(limits, work) {
      const client = await connectOwn({ statement_timeout: limits.statementTimeoutMs });
      try {
        return await work(queryWith((sql, values) => client.query(sql, values)));
      } finally {
        await client.close();
      }
    },
    async connect() {
      const client = await connectOwn({ statement_timeout: statementTimeoutMs });
      client.on('error', (error) => log.debug({ reason: error.message }, 'database: connection lost'));
      return client;
    },
    whileAvailable,
    async warmUp() {
      await Promise.all(Array.from({ length: POOL_SIZE }, () => queryPool('SELECT 1', [])));
    },
    async close() {
      stopWatching();
      isClosed = true;
      await pool.end();
    },
  };
}

const planNames = new Map<string, string>();

function planNameOf(text: string): string {
  const name = planNames.get(text) ?? `vigil_${planNames.size + 1}`;
  planNames.set(text, name);
  return name;
}

/** Wraps a dedicated connection in the interface of the pool. */
export const queryableOf = (client: pg.Client): Queryable =>
  queryable((sql, values) => client.query(sql, values));

function queryable(send: Send): Queryable {
  const rowsOf = async (sql: string, values: readonly unknown[] = []): Promise<object[]> =>
    (await send(sql, [...values])).rows;
  const column = async <Value>(sql: string, values?: readonly unknown[]) =>
    (await rowsOf(sql, values)).map((row) => Object.values(row)[0] as Value);
  return {
    rows: async <Row>(sql: string, values?: readonly unknown[]) => (await rowsOf(sql, values)) as Row[],
    row: async <Row>(sql: string, values?: readonly unknown[]) =>
      (await rowsOf(sql, values))[0] as Row | undefined,
    column,
    value: async <Value>(sql: string, values?: readonly unknown[]) => (await column<Value>(sql, values))[0],
    run: async (sql, values = []) => (await send(sql, [...values])).rowCount ?? 0,
  };
}

function commitFailed(error: unknown): never {
  const isRefused = isRefusedByServer(error instanceof Unavailable ? error.cause : error);
  throw isAway(error) && !isRefused
    ? new Unavailable('The database connection failed; the change may or may not be stored', error)
    : error;
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  return isAway(error) ? new Unavailable('The database is not available', error) : error;
}

/** A number for a `real` column: PostgreSQL refuses a number that is too small for it, while a float rounds it to 0. */
export const asReal = (value: number | null): number | null => (value === null ? null : Math.fround(value));
