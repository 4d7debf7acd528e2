// Backs up the whole database as of one moment while the service runs: one snapshot, table by table.

import { escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection } from '../../platform/database/connection.ts';
import { queryableOf } from '../../platform/database/database.ts';
import { countersOf, type Table, tablesOf } from '../../platform/database/schema/catalogue.ts';
import { readApplied } from '../../platform/database/schema/migrations.ts';
import {
  type DailyTable,
  type Day,
  daysOf,
  isDaily,
  PACKED_TABLES,
  rowsOfDay,
} from '../../platform/database/schema/partitions.ts';
import { counterLine, END_OF_ROWS, endLine, FORMAT, manifestLine, tableLine } from './contents.ts';
import { type Written, writeBackupFile } from './file.ts';
import { createRowCounts, type RowCounts } from './row-counts.ts';
import { beginSnapshot, type CountAccounts, withSource } from './snapshot.ts';

interface ContentsDeps {
  readonly secrets: Readonly<Record<string, string>>;
  readonly accounts: number;
  readonly now: () => number;
  /** Without them, the days are files beside this one. */
  readonly withDays: boolean;
}

interface BackupDeps extends Omit<ContentsDeps, 'accounts' | 'withDays'> {
  readonly url: string;
  readonly file: string;
  readonly countAccounts: CountAccounts;
  /** Throws if a backup with so many accounts must not be made. */
  readonly accept: (accounts: number) => Promise<void>;
  /** Aborting leaves no file behind. */
  readonly signal: AbortSignal;
}

interface BackupReport extends Written {
  readonly rows: RowCounts;
}

export const backUp = ({
  url,
  file,
  countAccounts,
  accept,
  signal,
  ...deps
}: BackupDeps): Promise<BackupReport> =>
  withSource(url, async (client) => {
    const accounts = await countAccounts(await beginSnapshot(client));
    await accept(accounts);
    const rows = createRowCounts();
    const contents = contentsOf(client, { ...deps, accounts, withDays: true }, rows);
    return { ...(await writeBackupFile(file, contents, signal)), rows };
  });

/** Of a connection with a snapshot. */
export async function* contentsOf(
  client: Connection,
  { secrets, accounts, now, withDays }: ContentsDeps,
  counts: RowCounts,
): AsyncGenerator<Buffer | string> {
  const q = queryableOf(client);
  const migrations = await readApplied(client);
  yield manifestLine({
    vigilBackup: FORMAT,
    madeAt: new Date(now()).toISOString(),
    accounts,
    migrations,
    secrets,
  });
  for (const table of await tablesOf(q)) {
    if (PACKED_TABLES.includes(table.name) || (isDaily(table.name) && !withDays)) continue;
    const { name } = table;
    for (const day of isDaily(name) ? await daysOf(q, name) : [undefined]) {
      yield tableLine(table, day);
      const columns = columnsOf(table);
      const rows =
        isDaily(name) && day !== undefined
          ? await rowsOfDay(q, name, columns, day)
          : `SELECT ${columns} FROM ${escapeIdentifier(name)}`;
      yield* rowsOf(client, name, rows, counts);
      yield END_OF_ROWS;
    }
  }
  // Counters come after the tables: sequences are outside the snapshot and may only be ahead of the rows.
  for (const counter of await countersOf(q)) yield counterLine(counter);
  yield endLine();
}

/** The rows of a day since a transaction, or all of them, as contents of a file of their own. */
export async function* contentsOfDay(
  client: Connection,
  {
    table,
    day,
    since,
    now,
  }: {
    table: Table & { readonly name: DailyTable };
    day: Day;
    since: bigint | undefined;
    now: () => number;
  },
  counts: RowCounts,
): AsyncGenerator<Buffer | string> {
  const migrations = await readApplied(client);
  const madeAt = new Date(now()).toISOString();
  yield manifestLine({ vigilBackup: FORMAT, madeAt, isPart: true, migrations, secrets: {} });
  yield tableLine(table, day);
  const rows = await rowsOfDay(queryableOf(client), table.name, columnsOf(table), day, since);
  yield* rowsOf(client, table.name, rows, counts);
  yield END_OF_ROWS;
  yield endLine();
}

const columnsOf = ({ columns }: Table): string => columns.map(escapeIdentifier).join(', ');

async function* rowsOf(
  client: Connection,
  name: string,
  selected: string,
  counts: RowCounts,
): AsyncGenerator<Buffer> {
  const rows = client.query(copyTo(`COPY (${selected}) TO STDOUT`));
  yield* rows;
  counts.add(name, rows.rowCount);
}
