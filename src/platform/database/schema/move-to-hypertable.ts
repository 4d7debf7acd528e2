// Converts `sensor_readings` from native partitions into a TimescaleDB hypertable, for a database that got the
// extension after Vigil had created its tables. A partitioned table cannot become a hypertable, so the readings are
// copied:
//
//   sensor_readings (partitions)  ─rename─►  sensor_readings_plain ─┐ a day at a time,
//                                            sensor_readings  ◄─────┘ each day checked
//                                            (hypertable)             the old table dropped last
//
// Each step is a transaction, and the catalogue shows which steps are done: after an interruption the same command
// continues. Until the last step every reading is in the old table, the new one, or both.

import pg from 'pg';
import { CannotStart } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { createConnector } from '../connection.ts';
import { lockOutOtherInstances } from './exclusive.ts';

interface Moved {
  /** `already`: there was nothing to do. */
  readonly outcome: 'moved' | 'already';
  readonly days: number;
  readonly readings: number;
  /** Readings of deleted devices that were still waiting to be erased. */
  readonly leftOut: number;
}

const OLD = 'sensor_readings_plain';
/** The service's readings writer waits at most this long for an answer, so the move waits no longer for a lock. */
const LOCK_WAIT_MS = 10_000;

export async function moveToHypertable(url: string, log: Log): Promise<Moved> {
  const client = await createConnector(url).connect({ application_name: 'vigil move' });
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}; SET statement_timeout = 0`);
    await lockOutOtherInstances(client);
    if (!(await exists(client, `pg_class WHERE oid = to_regclass('sensor_readings')`)))
      throw new CannotStart(
        'There are no tables of Vigil in this database: start Vigil on it once, or restore a backup.',
      );
    if (await exists(client, `pg_partitioned_table WHERE partrelid = to_regclass('sensor_readings')`)) {
      await makeHypertable(client);
      log.info({}, 'timescale: hypertable created, copying readings');
    }
    if (!(await isHalfMoved(client))) return { outcome: 'already', days: 0, readings: 0, leftOut: 0 };
    return await copyDays(client, log);
  } finally {
    await client.close();
  }
}

/** A move was interrupted, and some days are in the old table only. */
export const isHalfMoved = (client: pg.Client): Promise<boolean> =>
  exists(client, `pg_class WHERE oid = to_regclass('${OLD}')`);

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

async function makeHypertable(client: pg.Client): Promise<void> {
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
       WHERE conrelid = 'sensor_readings'::regclass AND contype IN ('p', 'u', 'c', 'f')`,
    );
    const indexes = await definitions(
      client,
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index i
       WHERE indrelid = 'sensor_readings'::regclass
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    );
    await client.query(`ALTER TABLE sensor_readings RENAME TO ${OLD}`);
    // The new table takes over the names, because later migrations look for them there.
    for (const { name } of constraints)
      await client.query(
        `ALTER TABLE ${OLD} RENAME CONSTRAINT ${pg.escapeIdentifier(name)} TO ${pg.escapeIdentifier(`${name}_plain`)}`,
      );
    for (const { name } of indexes)
      await client.query(`ALTER INDEX ${name} RENAME TO ${pg.escapeIdentifier(`${name}_plain`)}`);
    await client.query(
      `CREATE TABLE sensor_readings (LIKE ${OLD} INCLUDING ALL EXCLUDING INDEXES EXCLUDING CONSTRAINTS)`,
    );
    for (const { name, definition } of constraints)
      await client.query(
        `ALTER TABLE sensor_readings ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
      );
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
    await client.query(
      `SELECT create_hypertable('sensor_readings', 'recorded_at',
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

async function copyDays(client: pg.Client, log: Log): Promise<Moved> {
  const columns = await columnNames(client);
  const { rows: parts } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${OLD}'::regclass ORDER BY 1`,
  );
  const total = { readings: 0, leftOut: 0 };
  for (const [i, { name }] of parts.entries()) {
    const day = await transaction(client, () => copyDay(client, name, columns));
    total.readings += day.readings;
    total.leftOut += day.leftOut;
    log.info({ part: name, ...day, done: i + 1, of: parts.length }, 'timescale: day copied and checked');
  }
  await client.query(`DROP TABLE ${OLD}`);
  await client.query('ANALYZE sensor_readings');
  return { outcome: 'moved', days: parts.length, ...total };
}

async function columnNames(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
     WHERE attrelid = '${OLD}'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  return rows[0]?.names ?? '';
}

/** Rows that an interrupted run has already copied stay as they are. */
async function copyDay(
  client: pg.Client,
  part: string,
  columns: string,
): Promise<{ readings: number; leftOut: number }> {
  // A device may have been deleted since: its readings must not be restored.
  const isKept = `(EXISTS (SELECT FROM devices WHERE key = old.device_key)
    OR EXISTS (SELECT FROM worn_before w WHERE w.device_key = old.device_key))`;
  const ofExistingDevices = `FROM ${part} AS old WHERE ${isKept}`;
  await client.query(
    `INSERT INTO sensor_readings (${columns}) SELECT ${columns} ${ofExistingDevices} ORDER BY recorded_at ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<{ all: string; expected: string; copied: string }>(
    `SELECT (SELECT count(*) FROM ${part}) AS all, (SELECT count(*) ${ofExistingDevices}) AS expected,
            (SELECT count(*) FROM sensor_readings JOIN ${part} AS old USING (device_key, recorded_at)
             WHERE ${isKept}
               AND sensor_readings.recorded_at >= (SELECT min(recorded_at) FROM ${part})
               AND sensor_readings.recorded_at <= (SELECT max(recorded_at) FROM ${part})) AS copied`,
  );
  const counts = rows[0];
  if (counts === undefined || counts.expected !== counts.copied)
    throw new Error(
      `${part} has ${counts?.expected} readings, but only ${counts?.copied} arrived: nothing was dropped`,
    );
  return { readings: Number(counts.expected), leftOut: Number(counts.all) - Number(counts.expected) };
}
