import { Pool } from 'pg';
import type { Json } from './app.ts';

/** A connection is reused while a test asks often, and does not outlive the test by much. */
const IDLE_MS = 300;
const pools = new Map<string, Pool>();

function poolOf(databaseUrl: string): Pool {
  const known = pools.get(databaseUrl);
  if (known !== undefined) return known;
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 50,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
  });
  // Tests cut connections and drop databases; the pool replaces a connection that was lost.
  pool.on('error', () => {});
  pools.set(databaseUrl, pool);
  return pool;
}

/** For state that no endpoint shows or changes. */
export async function sql(databaseUrl: string, statement: string, values: unknown[] = []): Promise<Json[]> {
  return (await poolOf(databaseUrl).query(statement, values)).rows;
}

/** For a statement that a test sends a thousand times: PostgreSQL plans it once per connection. */
export async function preparedSql(
  databaseUrl: string,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Json[]> {
  return (await poolOf(databaseUrl).query({ name, text, values })).rows;
}

const LOCK_WAITS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** The number of sessions of this database that wait for a lock. */
export async function lockWaits(databaseUrl: string): Promise<number> {
  return (await preparedSql(databaseUrl, 'lock waits', LOCK_WAITS)).length;
}
