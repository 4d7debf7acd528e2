// Converts `sensor_readings` and `reading_signals` from native partitions into TimescaleDB hypertables, for a database
// that got the extension after Vigil had created its tables. A partitioned table cannot become a hypertable, so the rows
// are copied, for one table after the other:
//
//   sensor_readings (partitions)  ─rename─►  sensor_readings_plain ─┐ a day at a time,
//                                            sensor_readings  ◄─────┘ each day checked
//                                            (hypertable)             the old table dropped last
//
// Each step is a transaction, and the catalogue shows which steps are done: after an interruption the same command
// continues. Until the last step every row is in the old table, the new one, or both.

import pg from 'pg';
import { CannotStart } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { createConnector } from '../connection.ts';
import { lockOutOtherInstances } from './exclusive.ts';
import { DAILY_TABLES, type DailyTable } from './partitions.ts';

interface Moved {
  /** `already`: there was nothing to do. */
  readonly outcome: 'moved' | 'already';
  readonly days: number;
  readonly readings: number;
  /** Readings of deleted devices that were still waiting to be erased. */
  readonly leftOut: number;
}

const oldOf = (table: DailyTable): string => `${table}_plain`;
/** The service's readings writer waits at most this long for a reply, so the move waits no longer for a lock. */
const LOCK_WAIT_MS = 10_000;

/** SQL: whether readings of a device key are still of somebody. Takes an SQL expression. */
export type IsKept = (deviceKey: string) => string;

export async function moveToHypertable(url: string, isKept: IsKept, log: Log): Promise<Moved> {
  const client = await createConnector(url).connect({ application_name: 'vigil move' });
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}; SET statement_timeout = 0`);
    await lockOutOtherInstances(client);
    if (!(await exists(client, `pg_class WHERE oid = to_regclass('sensor_readings')`)))
      throw new CannotStart(
        'There are no tables of Vigil in this database: start Vigil on it once, or restore a backup.',
      );
    let moved: Moved = { outcome: 'already', days: 0, readings: 0, leftOut: 0 };
    for (const table of DAILY_TABLES) {
      if (await exists(client, `pg_partitioned_table WHERE partrelid = to_regclass('${table}')`)) {
        await makeHypertable(client, table);
        log.info({ table }, 'timescale: hypertable created, copying rows');
      }
      if (!(await hasOldTable(client, table))) continue;
      const copied = await copyDays(client, table, isKept('old.device_key'), log);
      if (table === 'sensor_readings') moved = { outcome: 'moved', ...copied };
      else moved = { ...moved, outcome: 'moved' };
    }
    return moved;
  } finally {
    await client.close();
  }
}

/** A move was interrupted, and some days are in an old table only. */
export async function isHalfMoved(client: pg.Client): Promise<boolean> {
  for (const table of DAILY_TABLES) if (await hasOldTable(client, table)) return true;
  return false;
}

const hasOldTable = (client: pg.Client, table: DailyTable): Promise<boolean> =>
  exists(client, `pg_class WHERE oid = to_regclass('${oldOf(table)}')`);

async function exists(client: pg.Client, from: string): Promise<boolean> {
  return ((await client.query(`SELECT FROM ${from} LIMIT 1`)).rowCount ?? 0) > 0;
}

async function transaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Closing the connection rolls back as well; this keeps the first error.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function makeHypertable(client: pg.Client, table: DailyTable): Promise<void> {
  const old = oldOf(table);
  const { rows } = await client.query<{ available: boolean; preloaded: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'timescaledb') AS available,
            current_setting('shared_preload_libraries') LIKE '%timescaledb%' AS preloaded`,
  );
  if (rows[0]?.available !== true)
    throw new CannotStart('This PostgreSQL has no TimescaleDB: install it first.');
  // Creating the extension without its library preloaded would end the session.
  if (!rows[0].preloaded)
    throw new CannotStart(
      'TimescaleDB is installed but not loaded: add it to shared_preload_libraries and restart PostgreSQL.',
    );
  await client.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
  await transaction(client, async () => {
    const constraints = await definitions(
      client,
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = '${table}'::regclass AND contype IN ('p', 'u', 'c', 'f')`,
    );
    const indexes = await definitions(
      client,
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index i
       WHERE indrelid = '${table}'::regclass
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    );
    await client.query(`ALTER TABLE ${table} RENAME TO ${old}`);
    // The new table takes over the names, because later migrations look for them there.
    for (const { name } of constraints)
      await client.query(
        `ALTER TABLE ${old} RENAME CONSTRAINT ${pg.escapeIdentifier(name)} TO ${pg.escapeIdentifier(`${name}_plain`)}`,
      );
    for (const { name } of indexes)
      await client.query(`ALTER INDEX ${name} RENAME TO ${pg.escapeIdentifier(`${name}_plain`)}`);
    await client.query(
      `CREATE TABLE ${table} (LIKE ${old} INCLUDING ALL EXCLUDING INDEXES EXCLUDING CONSTRAINTS)`,
    );
    for (const { name, definition } of constraints)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
    await client.query(
      `SELECT create_hypertable('${table}', 'recorded_at',
                                chunk_time_interval => interval '1 day', create_default_indexes => false)`,
    );
  });
}

interface Definition {
  readonly name: string;
  readonly definition: string;
}

const definitions = async (client: pg.Client, sql: string): Promise<Definition[]> =>
  (await client.query<Definition>(sql)).rows;

async function copyDays(
  client: pg.Client,
  table: DailyTable,
  isKept: string,
  log: Log,
): Promise<Omit<Moved, 'outcome'>> {
  const old = oldOf(table);
  const columns = await columnNames(client, old);
  const { rows: parts } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${old}'::regclass ORDER BY 1`,
  );
  const total = { readings: 0, leftOut: 0 };
  for (const [i, { name }] of parts.entries()) {
    const day = await transaction(client, () => copyDay(client, table, name, columns, isKept));
    total.readings += day.readings;
    total.leftOut += day.leftOut;
    log.info({ part: name, ...day, done: i + 1, of: parts.length }, 'timescale: day copied and checked');
  }
  await client.query(`DROP TABLE ${old}`);
  await client.query(`ANALYZE ${table}`);
  return { days: parts.length, ...total };
}

async function columnNames(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
     WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  return rows[0]?.names ?? '';
}

/** Rows that an interrupted run has already copied stay as they are. */
async function copyDay(
  client: pg.Client,
  table: DailyTable,
  part: string,
  columns: string,
  isKept: string,
): Promise<{ readings: number; leftOut: number }> {
  // A device may have been deleted since: its readings must not be restored.
  const ofExistingDevices = `FROM ${part} AS old WHERE ${isKept}`;
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} ${ofExistingDevices} ORDER BY recorded_at ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<{ all: string; expected: string; copied: string }>(
    `SELECT (SELECT count(*) FROM ${part}) AS all, (SELECT count(*) ${ofExistingDevices}) AS expected,
            (SELECT count(*) FROM ${table} AS new JOIN ${part} AS old USING (device_key, recorded_at)
             WHERE ${isKept}
               AND new.recorded_at >= (SELECT min(recorded_at) FROM ${part})
               AND new.recorded_at <= (SELECT max(recorded_at) FROM ${part})) AS copied`,
  );
  const counts = rows[0];
  if (counts === undefined || counts.expected !== counts.copied)
    throw new Error(
      `${part} has ${counts?.expected} rows, but only ${counts?.copied} arrived: nothing was dropped`,
    );
  return { readings: Number(counts.expected), leftOut: Number(counts.all) - Number(counts.expected) };
}
