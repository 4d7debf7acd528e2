// Migrates a database to the newest sql/NNN-name.sql: forward only. Each file runs in one transaction together with
// its row in schema_migrations, so that it is applied completely and once, or not at all.

import { type Client, DatabaseError } from 'pg';
import type { Log } from '../../log.ts';
import { MINUTE_MS } from '../../time.ts';
import { createConnector } from '../connection.ts';
import { isLockTimeout } from '../errors.ts';
import { repeated } from '../repeated.ts';
import {
  createRecord,
  findPending,
  isMigrated,
  type Migration,
  readApplied,
  readMigrations,
} from './migrations.ts';

/** Held during a migration; any number works as long as it never changes ("vigil!" in ASCII). */
export const LOCK_KEY = 0x766967696c21;
const LOCK_WAIT_MS = MINUTE_MS;
/** A migration locks several tables, and so do the running instances: while they work, it may take a few attempts. */
const DEADLOCK_TRIES = 20;

export async function migrate(
  url: string,
  log: Log,
  options: { readonly folder?: string; readonly lockWaitMs?: number } = {},
): Promise<void> {
  const migrations = await readMigrations(options.folder);
  // A dedicated connection: the session lock and the settings end with it in any case.
  const client = await createConnector(url).connect({ application_name: 'vigil migrate' });
  try {
    await lock(client, options.lockWaitMs ?? LOCK_WAIT_MS);
    // Checked first, because CREATE TABLE needs rights that the service's role may have lost since.
    if (!(await isMigrated(client))) await createRecord(client);
    const pending = findPending(migrations, await readApplied(client));
    for (const migration of pending) {
      const started = performance.now();
      await apply(client, migration);
      log.info({ file: migration.file, ms: Math.round(performance.now() - started) }, 'migrations: applied');
    }
  } finally {
    await client.close();
  }
}

async function lock(client: Client, waitMs: number): Promise<void> {
  // lock_timeout also bounds how long each migration waits for tables that a running instance uses; a statement may
  // then take as long as it needs, regardless of the role's own limit.
  await client.query(`SET lock_timeout = ${waitMs}; SET statement_timeout = 0`);
  // A long migration of a killed instance must not continue without it, because the next instance waits for it.
  // Supported since PostgreSQL 14, on systems that can detect it.
  await client.query(`SET client_connection_check_interval = '1s'`).catch(() => {});
  // In a deadlock with a running instance, that one gives way and repeats its work. Only superusers may set this.
  await client.query(`SET deadlock_timeout = '10s'`).catch(() => {});
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = `another instance has been migrating this database for more than ${waitMs / 1000} s`;
    throw new Error(message, { cause: error });
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { file, sql } = migration;
  try {
    await repeated(() => runInTransaction(client, migration), DEADLOCK_TRIES);
  } catch (error) {
    throw new Error(`migration ${file} failed and was rolled back: ${explain(error, sql)}`, { cause: error });
  }
}

async function runInTransaction(client: Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function explain(error: unknown, sql: string): string {
  if (isLockTimeout(error)) return 'it waited too long for a table that another session uses';
  if (!(error instanceof DatabaseError)) return String(error);
  const position = Number(error.position);
  const line =
    position > 0 ? ` (line ${[...sql].slice(0, position).filter((c) => c === '\n').length + 1})` : '';
  return [`${error.message}${line}`, error.detail, error.hint]
    .filter((part) => part !== undefined)
    .join('; ');
}
