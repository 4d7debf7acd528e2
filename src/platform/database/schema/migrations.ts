// The files sql/NNN-name.sql, and the database's record of the applied ones.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { CannotStart } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/** Beside src/ in the checkout, and beside dist/src/ in a build. */
const OUR_MIGRATIONS = fileURLToPath(new URL('../../../../sql', import.meta.url));
const CHANGES_READINGS = /^-- changes: readings$/m;
const FILE_NAME = /^(\d{3})-(.+)\.sql$/;

export interface Migration {
  readonly version: number;
  readonly file: string;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Rows of readings from before do not fit the tables after it: its file has the line "-- changes: readings". */
  readonly changesReadings: boolean;
}

export interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export async function readMigrations(folder = OUR_MIGRATIONS): Promise<readonly Migration[]> {
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
  // Git may check out the same file with different line endings.
  const sql = text.replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  const changesReadings = CHANGES_READINGS.test(sql);
  return { version: Number(number), file, name, sql, checksum, changesReadings };
}

export async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  return rows[0]?.found === true;
}

export async function createRecord(client: Client): Promise<void> {
  await client.query(
    `CREATE TABLE schema_migrations (
       version    int PRIMARY KEY,
       name       text NOT NULL,
       checksum   text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
}

export async function readApplied(client: Client): Promise<readonly Applied[]> {
  return (
    await client.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  ).rows;
}

/** The files still to apply, after checking that the applied ones match ours. */
export function findPending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  const newestFile = migrations.at(-1)?.version ?? 0;
  const newestApplied = applied.at(-1)?.version ?? 0;
  if (newestApplied > newestFile) {
    throw new CannotStart(
      `the database is at schema version ${newestApplied}, this Vigil knows only up to ${newestFile}: start a newer one`,
    );
  }
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const file = known.get(version);
    if (file === undefined) {
      throw new CannotStart(
        `migration ${version} (${name}) was applied to the database, but its file is missing`,
      );
    }
    if (file.checksum !== checksum) {
      throw new CannotStart(
        `${file.file} has changed since it was applied: put it back, and write a new migration`,
      );
    }
  }
  const done = new Set(applied.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < newestApplied);
  if (late !== undefined) {
    throw new CannotStart(
      `${late.file} comes before version ${newestApplied}, which is already applied: renumber it`,
    );
  }
  return pending;
}

/** The newest migration that was applied. */
export const schemaVersion = (q: Queryable) => q.value<number>('SELECT max(version) FROM schema_migrations');
