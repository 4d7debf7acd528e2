// Restores a backup: creates its tables as they were, fills them, and migrates them to the newest schema. It is one
// transaction, so a restore that fails or is interrupted changes nothing.

import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Connection, createConnector } from '../../platform/database/connection.ts';
import { type Queryable, queryableOf } from '../../platform/database/database.ts';
import {
  dropAll,
  setCounter,
  tablesOf,
  withoutConstraints,
} from '../../platform/database/schema/catalogue.ts';
import { lockOutOtherInstances } from '../../platform/database/schema/exclusive.ts';
import { migrate } from '../../platform/database/schema/migrate.ts';
import {
  createRecord,
  findPending,
  isMigrated,
  type Migration,
  readMigrations,
} from '../../platform/database/schema/migrations.ts';
import { createPartition, isDaily } from '../../platform/database/schema/partitions.ts';
import { forgetTimeline } from '../../platform/database/timelines.ts';
import { CannotStart } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { type Entry, FORMAT, type Manifest, parseContents, type TableRows } from './contents.ts';
import type { LastBackup } from './fewer-accounts.ts';
import { checkBackupFile, readContents } from './file.ts';
import { createRowCounts, type RowCounts } from './row-counts.ts';

/** A backup that this Vigil can restore. */
export interface OpenBackup {
  readonly manifest: Manifest;
  readonly entries: AsyncIterable<Entry>;
  /** The migrations that created its tables. */
  readonly migrations: readonly Migration[];
  close(): void;
}

interface RestoreDeps {
  readonly url: string;
  readonly backup: OpenBackup;
  /** Deletes the database's existing data. */
  readonly replace: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called as soon as the rows are committed. */
  readonly committed: () => Promise<void>;
  /** Called in the transaction, with all rows. */
  readonly filled?: (q: Queryable) => Promise<void>;
  /** Called with all rows, before the tables are migrated to the newest schema. */
  readonly beforeMigration?: () => Promise<void>;
}

const LOCK_WAIT_MS = 10_000;

/** Rejects a backup that is damaged or newer than this Vigil, before anything is changed. */
export async function openBackup(file: string): Promise<OpenBackup> {
  await checkBackupFile(file);
  const chunks = readContents(file);
  try {
    const contents = await parseContents(chunks);
    if (contents === undefined) throw new CannotStart(`${file} is not a backup of Vigil.`);
    if (contents.manifest.isPart === true)
      throw new CannotStart(`${file} has readings alone: restore the folder that it is in.`);
    const migrations = migrationsOf(contents.manifest, await readMigrations());
    return { ...contents, migrations, close: () => chunks.destroy() };
  } catch (error) {
    chunks.destroy();
    throw error;
  }
}

/** What the newest other file of its folder says about itself; undefined if none is a backup. */
export async function newestBackupBeside(file: string): Promise<LastBackup | undefined> {
  const folder = dirname(file);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.backup'));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  for (const { name } of dated.sort((one, other) => other.at - one.at)) {
    const chunks = readContents(join(folder, name));
    const contents = await parseContents(chunks)
      .catch(() => undefined)
      .finally(() => chunks.destroy());
    if (contents === undefined) continue;
    const { accounts, madeAt } = contents.manifest;
    return { file: name, madeAt, accounts };
  }
  return undefined;
}

function migrationsOf(
  { vigilBackup, migrations: applied }: Manifest,
  known: readonly Migration[],
): readonly Migration[] {
  if (vigilBackup > FORMAT)
    throw new CannotStart(
      'the backup was made by a newer Vigil, in another format: restore it with that one.',
    );
  const newest = applied.at(-1)?.version ?? 0;
  const ours = known.at(-1)?.version ?? 0;
  if (newest > ours)
    throw new CannotStart(
      `the backup was made by a newer Vigil (schema ${newest}, this one knows up to ${ours}): restore it with that one.`,
    );
  const pending = new Set(findPending(known, applied));
  return known.filter((migration) => !pending.has(migration));
}

/** Returns the restored row counts. */
export async function restore(deps: RestoreDeps): Promise<RowCounts> {
  const rows = await fillDatabase(deps);
  await deps.committed();
  await deps.beforeMigration?.();
  await migrate(deps.url, deps.log);
  const client = await createConnector(deps.url).connect();
  await forgetTimeline(client).finally(() => client.close());
  return rows;
}

async function fillDatabase({ url, backup, replace, filled, log, signal }: RestoreDeps): Promise<RowCounts> {
  const client = await createConnector(url).connect({ application_name: 'vigil restore' });
  const breakOff = () => client.destroy();
  signal.addEventListener('abort', breakOff);
  try {
    signal.throwIfAborted();
    await client.query(
      `SET lock_timeout = ${LOCK_WAIT_MS}; SET statement_timeout = 0; SET client_encoding = 'UTF8'`,
    );
    await lockOutOtherInstances(client);
    const q = queryableOf(client);
    await client.query('BEGIN');
    await makeRoom(client, q, replace);
    await createRecord(client);
    for (const { sql } of backup.migrations) await client.query(sql);
    const counts = createRowCounts();
    await withoutConstraints(q, () => fillTables(client, backup.entries, counts, log));
    await filled?.(q);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    await client.close();
    return counts;
  } finally {
    signal.removeEventListener('abort', breakOff);
    // Rolls back the open transaction.
    client.destroy();
  }
}

async function makeRoom(client: Connection, q: Queryable, replace: boolean): Promise<void> {
  if ((await tablesOf(q)).length === 0) return;
  if (!(await isMigrated(client)))
    throw new CannotStart(
      'the database holds tables that are not of Vigil: set DATABASE_URL to an empty one.',
    );
  if (!replace)
    throw new CannotStart('the database is not empty. To delete what it holds and restore, add --force.');
  await dropAll(q);
}

async function fillTables(
  client: Connection,
  entries: AsyncIterable<Entry>,
  counts: RowCounts,
  log: Log,
): Promise<void> {
  const q = queryableOf(client);
  const tables = new Set((await tablesOf(q)).map(({ name }) => name));
  // Migrations may have inserted rows.
  for (const name of tables) await q.run(`TRUNCATE ${escapeIdentifier(name)}`);
  for await (const entry of entries) {
    if ('value' in entry) {
      if (tables.has(entry.table)) await setCounter(q, entry);
    } else if (tables.has(entry.table.name)) await fillTable(client, q, entry, counts);
    else await leaveOut(entry, log);
  }
}

async function fillTable(
  client: Connection,
  q: Queryable,
  { table: { name, columns }, day, rows }: TableRows,
  counts: RowCounts,
): Promise<void> {
  if (day !== undefined && isDaily(name)) await createPartition(q, name, day);
  const target = `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
  const table = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  await pipeline(rows, table);
  counts.add(name, table.rowCount);
}

/** Skips a table that no migration of Vigil creates: an operator added it to the database. */
async function leaveOut({ table, rows }: TableRows, log: Log): Promise<void> {
  for await (const _ of rows);
  log.warn({ table: table.name }, 'restore: skipping a table that is not part of Vigil');
}
