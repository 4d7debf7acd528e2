// Backs up the whole database as of one moment while the service runs: one snapshot, table by table.

import { escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { commandLine } from '../../platform/command-line.ts';
import { type Connection, createConnector } from '../../platform/database/connection.ts';
import { queryableOf } from '../../platform/database/database.ts';
import { countersOf, type Table, tablesOf } from '../../platform/database/schema/catalogue.ts';
import { isMigrated, readApplied } from '../../platform/database/schema/migrations.ts';
import { isHalfMoved } from '../../platform/database/schema/move-to-hypertable.ts';
import { type Day, daysOf, isDaily, onDay } from '../../platform/database/schema/partitions.ts';
import { CannotStart } from '../../platform/errors.ts';
import { counterLine, END_OF_ROWS, endLine, FORMAT, manifestLine, tableLine } from './contents.ts';
import { writeBackupFile } from './file.ts';
import { createRowCounts, type RowCounts } from './row-counts.ts';

interface BackupDeps {
  readonly url: string;
  readonly file: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly now: () => number;
  /** Aborting leaves no file behind. */
  readonly signal: AbortSignal;
}

interface BackupReport {
  readonly bytes: number;
  readonly rows: RowCounts;
}

/** The text form of a value must not depend on server or session settings. */
const SAME_EVERYWHERE = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'`;

export async function backUp(deps: BackupDeps): Promise<BackupReport> {
  const client = await createConnector(deps.url).connect({ application_name: 'vigil backup' });
  try {
    await client.query(SAME_EVERYWHERE);
    if (!(await isMigrated(client)))
      throw new CannotStart('there are no tables of Vigil in this database: set DATA_DIR, or DATABASE_URL.');
    if (await isHalfMoved(client))
      throw new CannotStart(`the readings are half moved: ${commandLine('move-to-timescale')} first.`);
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows = createRowCounts();
    const bytes = await writeBackupFile(deps.file, contentsOf(client, deps, rows), deps.signal);
    return { bytes, rows };
  } finally {
    // Not closed gracefully: after an interruption the connection is in the middle of a COPY.
    client.destroy();
  }
}

async function* contentsOf(
  client: Connection,
  { secrets, now }: BackupDeps,
  counts: RowCounts,
): AsyncGenerator<Buffer | string> {
  const q = queryableOf(client);
  const migrations = await readApplied(client);
  yield manifestLine({
    vigilBackup: FORMAT,
    madeAt: new Date(now()).toISOString(),
    migrations,
    secrets,
  });
  for (const table of await tablesOf(q)) {
    const days = isDaily(table.name) ? await daysOf(q, table.name) : [undefined];
    for (const day of days) {
      yield tableLine(table, day);
      yield* rowsOf(client, table, day, counts);
      yield END_OF_ROWS;
    }
  }
  // Counters come after the tables: sequences are outside the snapshot and may only be ahead of the rows.
  for (const counter of await countersOf(q)) yield counterLine(counter);
  yield endLine();
}

async function* rowsOf(
  client: Connection,
  { name, columns }: Table,
  day: Day | undefined,
  counts: RowCounts,
): AsyncGenerator<Buffer> {
  const selected = columns.map(escapeIdentifier).join(', ');
  const condition = day === undefined ? '' : ` WHERE ${onDay(day)}`;
  const rows = client.query(
    copyTo(`COPY (SELECT ${selected} FROM ${escapeIdentifier(name)}${condition}) TO STDOUT`),
  );
  yield* rows;
  counts.add(name, rows.rowCount);
}
