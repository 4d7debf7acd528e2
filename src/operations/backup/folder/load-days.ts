// Loads the days of a restored folder, newest first and each in one transaction, while the service runs. After an
// interruption, the days that are not loaded are still in the table `days_to_restore`.

import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../../../platform/database/connection.ts';
import { type Database, type Queryable, queryableOf } from '../../../platform/database/database.ts';
import { type DailyTable, type Day, prepareDay } from '../../../platform/database/schema/partitions.ts';
import { messageOf } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { parseContents } from '../contents.ts';
import { readContents } from '../file.ts';
import { type DayToRestore, daysToRestore, noteLoadFailure, takeDayToRestore } from '../store.ts';
import type { Part } from './manifest.ts';
import { checkFile } from './open.ts';

/** SQL: whether readings of a device key are still of somebody. Takes an SQL expression. */
type IsKept = (deviceKey: string) => string;

/** What loading needs of readings and their wearables. */
export interface LoadedReadings {
  readonly isKept: IsKept;
  /** Erases readings in a table whose keys are nobody's by now. */
  readonly eraseStrays: (q: Queryable, loaded: string, isKept: IsKept) => Promise<number>;
}

export interface LoadDeps extends LoadedReadings {
  readonly db: Database;
  /** Days before it are past their retention, and stay out; undefined while that is not known. */
  readonly keptFrom: (table: DailyTable) => Promise<Day | undefined>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const LOAD_LOCK = 0x7667_6c64;

/** Returns the days that could not be loaded. Does nothing while another instance loads. */
export async function loadDays(deps: LoadDeps): Promise<readonly DayToRestore[]> {
  const { db, signal } = deps;
  if ((await daysToRestore(db)).length === 0) return [];
  const client = await db.connect();
  const breakOff = () => client.destroy();
  signal.addEventListener('abort', breakOff);
  try {
    signal.throwIfAborted();
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    const q = queryableOf(client);
    if ((await q.value<boolean>('SELECT pg_try_advisory_lock($1)', [LOAD_LOCK])) !== true) return [];
    const failed: DayToRestore[] = [];
    for (const day of await daysToRestore(db)) if (!(await loadOrNote(deps, client, day))) failed.push(day);
    return failed;
  } finally {
    signal.removeEventListener('abort', breakOff);
    await client.close();
  }
}

async function loadOrNote(deps: LoadDeps, client: Connection, day: DayToRestore): Promise<boolean> {
  const { db, log, signal } = deps;
  try {
    const rows = await loadDay(deps, client, day);
    log.info({ table: day.table, day: day.day, rows }, 'restore: day loaded');
    return true;
  } catch (error) {
    signal.throwIfAborted();
    await client.query('ROLLBACK');
    const failure = messageOf(error);
    if (failure !== day.failure)
      log.error({ table: day.table, day: day.day, reason: failure }, 'restore: day not loaded, retrying');
    await noteLoadFailure(db, day, failure);
    return false;
  }
}

async function loadDay(
  { db, isKept, eraseStrays, keptFrom }: LoadDeps,
  client: Connection,
  one: DayToRestore,
): Promise<number> {
  const { table, day, folder, parts } = one;
  const q = queryableOf(client);
  if (day < ((await keptFrom(table)) ?? day)) {
    await takeDayToRestore(q, one);
    return 0;
  }
  for (const part of parts) await checkFile(folder, part);
  const target = await prepareDay(db, table, day);
  await client.query('BEGIN');
  if (!(await takeDayToRestore(q, one))) {
    await client.query('COMMIT');
    return 0;
  }
  await q.run(`CREATE TEMP TABLE staged (LIKE ${table}) ON COMMIT DROP`);
  let columns = '';
  for (const part of parts) columns = await stage(client, join(folder, part.file), part);
  // A row may be in two parts, and readings of today may have come again from a wearable.
  const rows = await q.run(
    `INSERT INTO ${target} (${columns}) SELECT ${columns} FROM staged WHERE ${isKept('staged.device_key')}
     ON CONFLICT DO NOTHING`,
  );
  await eraseStrays(q, 'staged', isKept);
  await client.query('COMMIT');
  return rows;
}

/** Returns the columns, as SQL. */
async function stage(client: Connection, file: string, part: Part): Promise<string> {
  const chunks = readContents(file);
  try {
    const contents = await parseContents(chunks);
    for await (const entry of contents?.entries ?? []) {
      if (!('rows' in entry)) continue;
      const columns = entry.table.columns.map(escapeIdentifier).join(', ');
      const copy = client.query(copyFrom(`COPY staged (${columns}) FROM STDIN`));
      await pipeline(entry.rows, copy);
      if (copy.rowCount !== part.rows)
        throw new Error(`${part.file} has ${copy.rowCount} rows instead of ${part.rows}`);
      return columns;
    }
    throw new Error(`${part.file} has no rows`);
  } finally {
    chunks.destroy();
  }
}
