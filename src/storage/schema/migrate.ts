// Brings a database to the newest of sql/NNN-name.sql: forward only, each file in its own transaction
// together with its row in schema_migrations, so that a file is applied wholly and once, or not at all.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, DatabaseError } from 'pg';
import type { Log } from '../../log.ts';
import { MINUTE_MS } from '../../time.ts';
import { createConnector } from '../connection.ts';

/** Beside src/ in the checkout, and beside dist/src/ in a build. */
const OUR_MIGRATIONS = fileURLToPath(new URL('../../../sql', import.meta.url));
const FILE_NAME = /^(\d{3})-(.+)\.sql$/;
/** Held by whoever migrates; any number does as long as it never changes ("vigil!" in ASCII). */
export const LOCK_KEY = 0x766967696c21;
const LOCK_WAIT_MS = MINUTE_MS;
const LOCK_NOT_AVAILABLE = '55P03';

interface Migration {
  readonly version: number;
  readonly file: string;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export async function migrate(
  url: string,
  log: Log,
  options: { readonly folder?: string; readonly lockWaitMs?: number } = {},
): Promise<void> {
  const migrations = await readMigrations(options.folder ?? OUR_MIGRATIONS);
  // A connection of its own: whatever happens, the session lock and the settings end with it.
  const client = await createConnector(url).connect({ application_name: 'vigil migrate' });
  try {
    await lock(client, options.lockWaitMs ?? LOCK_WAIT_MS);
    const pending = findPending(migrations, await readApplied(client));
    for (const migration of pending) {
      const started = performance.now();
      await apply(client, migration);
      log.info({ file: migration.file, ms: Math.round(performance.now() - started) }, 'migration applied');
    }
  } finally {
    await client.close();
  }
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)));
  for (const [i, { version, file }] of migrations.entries()) {
    const previous = migrations[i - 1];
    if (previous?.version === version) throw new Error(`${previous.file} and ${file} have the same number`);
  }
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, number, name] = FILE_NAME.exec(file) ?? [];
  if (number === undefined || name === undefined) {
    throw new Error(`${join(folder, file)} is not named like a migration (001-name.sql)`);
  }
  const text = await readFile(join(folder, file), 'utf8');
  // Git may check the same file out with other line ends.
  const sql = text.replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { version: Number(number), file, name, sql, checksum };
}

async function lock(client: Client, waitMs: number): Promise<void> {
  // lock_timeout also bounds the wait of each migration for tables that a running instance uses;
  // a statement may then take as long as it needs, whatever the role's own limit is.
  await client.query(`SET lock_timeout = ${waitMs}; SET statement_timeout = 0`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = `another instance has been migrating this database for more than ${waitMs / 1000} s`;
    throw new Error(message, { cause: error });
  }
}

async function readApplied(client: Client): Promise<readonly Applied[]> {
  // Asked first, because CREATE TABLE needs rights which the service's role may have lost since.
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  if (rows[0]?.found !== true) {
    await client.query(
      `CREATE TABLE schema_migrations (
         version    int PRIMARY KEY,
         name       text NOT NULL,
         checksum   text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
  }
  return (
    await client.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  ).rows;
}

/** The files still to apply, once it is certain that those applied are the ones we know. */
function findPending(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const newestFile = migrations.at(-1)?.version ?? 0;
  const newestApplied = applied.at(-1)?.version ?? 0;
  if (newestApplied > newestFile) {
    throw new Error(
      `the database is at schema version ${newestApplied}, this Vigil knows only up to ${newestFile}: start a newer one`,
    );
  }
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const file = known.get(version);
    if (file === undefined) {
      throw new Error(`migration ${version} (${name}) was applied to the database, but its file is missing`);
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `${file.file} has changed since it was applied: put it back, and write a new migration`,
      );
    }
  }
  const done = new Set(applied.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < newestApplied);
  if (late !== undefined) {
    throw new Error(
      `${late.file} comes before version ${newestApplied}, which is already applied: renumber it`,
    );
  }
  return pending;
}

async function apply(client: Client, { version, file, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    throw new Error(`migration ${file} failed and was rolled back: ${explain(error, sql)}`, { cause: error });
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

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
