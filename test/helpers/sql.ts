import { Client } from 'pg';
import type { Json } from './app.ts';

/** For state that no endpoint shows or changes. */
export async function sql(databaseUrl: string, statement: string, values: unknown[] = []): Promise<Json[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** The number of sessions of this database that wait for a lock. */
export async function lockWaits(databaseUrl: string): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await sql(databaseUrl, waiting)).length;
}
