// Common queries for Vigil's table and the subscriber's table.
import type pg from 'pg';
import { withDatabase } from '../seed.ts';

export interface StoredTable {
  /** Rows since a time: `recorded_at`, `mac` and `uptime_ms`, which is the send time. */
  readonly rows: string;
}

export const VIGIL_TABLE: StoredTable = {
  rows: `SELECT r.recorded_at, d.mac_address AS mac, r.uptime_ms
         FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE r.recorded_at >= $1`,
};

export const SUBSCRIBER_TABLE: StoredTable = {
  rows: 'SELECT recorded_at, device_id AS mac, uptime_ms FROM subscriber_readings WHERE recorded_at >= $1',
};

export interface Stored {
  readonly count: number;
  /** Time from sending to the start of the INSERT, without the commit. */
  readonly p50: number;
  readonly p99: number;
}

export const storedSince = (databaseUrl: string, { rows }: StoredTable, since: Date): Promise<Stored> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows: found } = await client.query<{ count: string; spread: readonly number[] | null }>(
      `SELECT count(*), percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP
         (ORDER BY (extract(epoch FROM recorded_at) * 1000 - uptime_ms)::float8) AS spread FROM (${rows}) AS stored`,
      [since],
    );
    const [p50 = 0, p99 = 0] = found[0]?.spread ?? [];
    return { count: Number(found[0]?.count), p50, p99 };
  });

export const readingsSince = (
  databaseUrl: string,
  { rows }: StoredTable,
  since: Date,
): Promise<{ mac: string; sentAt: number }[]> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows: found } = await client.query<{ mac: string; uptime_ms: string }>(rows, [since]);
    return found.map(({ mac, uptime_ms }) => ({ mac, sentAt: Number(uptime_ms) }));
  });

export const emptySubscriberTable = (databaseUrl: string): Promise<pg.QueryResult> =>
  withDatabase(databaseUrl, (client) => client.query('TRUNCATE subscriber_readings'));
