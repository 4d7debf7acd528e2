// Backs up into a folder, of readings only what has come since the last time: docs/backup.md, "A folder".
//
// Which rows are new is read from the rows themselves: PostgreSQL stores in each the number of the transaction that wrote it
// (xmin), and numbers rise. Rows of transactions that were running at the last backup count as new too, so a row may be
// stored twice, and none is missed: a backlog that reaches into an earlier day is found like any other row. Of packed rows,
// the newest number before they were packed is stored beside them: packing makes no row new.

import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../../platform/database/connection.ts';
import { type Queryable, queryableOf } from '../../../platform/database/database.ts';
import { type Table, tablesOf } from '../../../platform/database/schema/catalogue.ts';
import { readApplied, readMigrations } from '../../../platform/database/schema/migrations.ts';
import {
  compressedDays,
  DAYS_BEHIND,
  type DailyTable,
  type Day,
  daysOf,
  hasRowsOn,
  isDaily,
  PACKED_TABLES,
} from '../../../platform/database/schema/partitions.ts';
import { CannotStart } from '../../../platform/errors.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/time.ts';
import { contentsOf, contentsOfDay } from '../backup.ts';
import { writeBackupFile } from '../file.ts';
import { createRowCounts, type RowCounts } from '../row-counts.ts';
import { beginSnapshot, type CountAccounts, withSource } from '../snapshot.ts';
import { addMark, daysToRestore, installationOf, marksIn, noteSuccess } from '../store.ts';
import {
  type Core,
  coreName,
  emptyManifest,
  type FolderManifest,
  type Look,
  type Part,
  partName,
  prepareFolder,
  readManifest,
  removeUnnamed,
  type StoredDay,
  type StoredFile,
  writeManifest,
} from './manifest.ts';

export interface FolderDeps {
  readonly url: string;
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly countAccounts: CountAccounts;
  /** Throws if this backup must not be made. */
  readonly accept: (accounts: number, last: Core | undefined) => void;
  /** Everything but readings: what an upgrade may change. */
  readonly withoutReadings: boolean;
  /** How long earlier cores are kept. */
  readonly keepDays: number;
  /** The retention of each table. */
  readonly keptDays: Readonly<Record<DailyTable, number>>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface FolderReport {
  readonly core: Core;
  /** Readings that were written now. */
  readonly readings: number;
  readonly bytes: number;
  readonly seconds: number;
  /** With readings, in the whole folder. */
  readonly days: number;
}

const BACKUP_LOCK = 0x7667_6261;
const LEFT_FREE = { bytes: 512e6, share: 0.05 };
/** Kept however old they are: the clock may be wrong. */
const CORES_KEPT = 3;
/** Numbers of transactions are compared within half of their circle. */
const COMPARABLE = 2n ** 31n;

export const backUpToFolder = (deps: FolderDeps): Promise<FolderReport> =>
  withSource(deps.url, async (client) => {
    const q = queryableOf(client);
    if ((await q.value<boolean>('SELECT pg_try_advisory_lock($1)', [BACKUP_LOCK])) !== true)
      throw new CannotStart('another backup of this database is running.');
    const run = new FolderRun(deps, client, q);
    await run.prepare();
    return run.run();
  });

class FolderRun {
  readonly #deps: FolderDeps;
  readonly #client: Connection;
  readonly #q: Queryable;
  readonly #mark = randomUUID();
  readonly #began = performance.now();
  #manifest: FolderManifest = emptyManifest('');
  #bytes = 0;
  #readings = 0;

  constructor(deps: FolderDeps, client: Connection, q: Queryable) {
    this.#deps = deps;
    this.#client = client;
    this.#q = q;
  }

  async prepare(): Promise<void> {
    const { folder } = this.#deps;
    if ((await this.#q.value<boolean>(`SELECT to_regclass('backup_state') IS NULL`)) === true)
      throw new CannotStart(
        'the database is of an earlier version: start this one once, or back up to a file instead of a folder.',
      );
    const installation = await installationOf(this.#q);
    if (installation === undefined) throw new Error('the database has no installation');
    this.#manifest = (await readManifest(folder)) ?? emptyManifest(installation);
    if (this.#manifest.installation !== installation)
      throw new CannotStart(`${folder} has the backups of another installation: choose another folder.`);
  }

  async run(): Promise<FolderReport> {
    const { folder, withoutReadings, countAccounts, accept, now } = this.#deps;
    const q = this.#q;
    const marks = new Set(await marksIn(q));
    // Before the snapshot, so that a database that has been set back to it has no mark of what came later.
    await addMark(q, this.#mark);
    await beginSnapshot(this.#client);
    const accounts = await countAccounts(q);
    accept(accounts, this.#manifest.cores.at(-1));
    await prepareFolder(folder);
    await removeUnnamed(folder, this.#manifest);
    const core = await this.#writeCore(accounts);
    await this.#replace({ cores: [...this.#keptCores(), core] });
    if (!withoutReadings) {
      for (const table of await tablesOf(q))
        if (isDaily(table.name)) await this.#writeDays({ ...table, name: table.name }, marks);
      await this.#replace({ completedAt: new Date(now()).toISOString() });
    }
    await q.run('COMMIT');
    await removeUnnamed(folder, this.#manifest);
    const seconds = (performance.now() - this.#began) / SECOND_MS;
    if (!withoutReadings) await noteSuccess(q, { at: new Date(now()), seconds, bytes: this.#bytes });
    const days = new Set(this.#manifest.days.map(({ day }) => day)).size;
    return { core, readings: this.#readings, bytes: this.#bytes, seconds, days };
  }

  async #replace(change: Partial<FolderManifest>): Promise<void> {
    this.#manifest = { ...this.#manifest, ...change };
    await writeManifest(this.#deps.folder, this.#manifest);
  }

  #keptCores(): readonly Core[] {
    const { keepDays, now } = this.#deps;
    const limit = now() - keepDays * DAY_MS;
    const { cores } = this.#manifest;
    return cores.filter(({ madeAt }, i) => Date.parse(madeAt) >= limit || i > cores.length - CORES_KEPT);
  }

  async #writeCore(accounts: number): Promise<Core> {
    const { secrets, now } = this.#deps;
    const madeAt = now();
    const file = coreName(madeAt);
    const rows = createRowCounts();
    const contents = contentsOf(this.#client, { secrets, accounts, now, withDays: false }, rows);
    const most = await this.#q.value<number>(
      `SELECT sum(pg_table_size(oid))::float8 FROM pg_class
       WHERE relkind = 'r' AND NOT relispartition AND relnamespace = current_schema()::regnamespace AND relname <> ALL($1)`,
      [PACKED_TABLES],
    );
    const written = await this.#write(file, contents, most);
    return {
      ...written,
      madeAt: new Date(madeAt).toISOString(),
      accounts,
      wearables: rows.of('devices'),
      falls: rows.of('fall_events'),
    };
  }

  async #writeDays(table: Table & { readonly name: DailyTable }, marks: ReadonlySet<string>): Promise<void> {
    const q = this.#q;
    const { name } = table;
    const present = await daysOf(q, name);
    const toRestore = await daysToRestore(q);
    const isAwaited = (day: Day) => toRestore.some((one) => one.table === name && one.day === day);
    const look = await this.#look();
    const compressed = await compressedDays(q, name);
    const comparable = await this.#comparable(look, marks);
    for (const day of present) {
      if (isAwaited(day)) continue;
      const stored = this.#manifest.days.find((one) => one.table === name && one.day === day);
      if (stored !== undefined && isClosed(stored, this.#deps.now())) continue;
      const continued = stored !== undefined && !compressed.includes(day) && comparable(stored.looked);
      const since = continued ? BigInt(stored.looked.oldest) : undefined;
      const isEmpty = !continued && !(await hasRowsOn(q, name, day));
      const part = isEmpty ? undefined : await this.#writePart(table, day, since);
      const parts = [...(continued ? stored.parts : []), ...(part === undefined ? [] : [part])];
      const schema = continued ? stored.looked.schema : look.schema;
      if (parts.length > 0) await this.#replaceDay({ table: name, day, parts, looked: { ...look, schema } });
    }
    // A day that the service has dropped: it knows whether its clock can be trusted with that.
    const limit = new Date(this.#deps.now() - this.#deps.keptDays[name] * DAY_MS).toISOString().slice(0, 10);
    const isExpired = ({ table: of, day }: StoredDay) =>
      of === name && day < limit && !present.includes(day) && !isAwaited(day);
    await this.#replace({ days: this.#manifest.days.filter((stored) => !isExpired(stored)) });
  }

  #replaceDay(stored: StoredDay): Promise<void> {
    const others = this.#manifest.days.filter(
      ({ table, day }) => table !== stored.table || day !== stored.day,
    );
    return this.#replace({ days: [...others, stored].sort((a, b) => (a.day < b.day ? -1 : 1)) });
  }

  /** Undefined if the day has no such row. */
  async #writePart(
    table: Table & { readonly name: DailyTable },
    day: Day,
    since: bigint | undefined,
  ): Promise<Part | undefined> {
    const { folder, now } = this.#deps;
    const file = partName(table.name, day, now());
    const rows: RowCounts = createRowCounts();
    const contents = contentsOfDay(this.#client, { table, day, since, now }, rows);
    const parts = this.#manifest.days.filter((one) => one.table === table.name).flatMap((one) => one.parts);
    const written = await this.#write(file, contents, Math.max(0, ...parts.map(({ bytes }) => bytes)));
    const count = rows.of(table.name);
    if (count === 0) {
      await rm(join(folder, file), { force: true });
      return undefined;
    }
    if (table.name === 'sensor_readings') this.#readings += count;
    return { ...written, rows: count };
  }

  /** Refuses a file that may take the disk's last space: a database without any stops. */
  async #write(file: string, contents: AsyncIterable<Buffer | string>, most = 0): Promise<StoredFile> {
    const { folder, signal } = this.#deps;
    const { blocks, bavail, bsize } = await statfs(folder);
    const needed = most + Math.min(LEFT_FREE.bytes, blocks * bsize * LEFT_FREE.share);
    if (bavail * bsize < needed)
      throw new CannotStart(
        `${folder} has ${megabytes(bavail * bsize)} free, and needs ${megabytes(needed)}: make room, or choose another disk.`,
      );
    const written = await writeBackupFile(join(folder, file), contents, signal);
    this.#bytes += written.bytes;
    return { file, ...written };
  }

  async #look(): Promise<Look> {
    const found = await this.#q.row<{ cluster: string; oldest: string }>(
      `SELECT system_identifier::text AS cluster, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest
       FROM pg_control_system()`,
    );
    const applied = await readApplied(this.#client);
    if (found === undefined) throw new Error('PostgreSQL gave no snapshot');
    const at = new Date(this.#deps.now()).toISOString();
    return { ...found, at, mark: this.#mark, schema: applied.at(-1)?.version ?? 0 };
  }

  /** Whether the rows since an earlier look can be told by their transactions. */
  async #comparable(look: Look, marks: ReadonlySet<string>): Promise<(earlier: Look) => boolean> {
    const changed = (await readMigrations()).filter(({ changesReadings }) => changesReadings);
    return ({ mark, cluster, oldest, schema }) =>
      marks.has(mark) &&
      cluster === look.cluster &&
      BigInt(look.oldest) - BigInt(oldest) < COMPARABLE &&
      !changed.some(({ version }) => version > schema);
  }
}

/** Rows that came later are refused: a backlog is at most seven days old. A look in the future had a wrong clock. */
function isClosed({ day, looked }: StoredDay, now: number): boolean {
  const at = Date.parse(looked.at);
  return at <= now && at >= Date.parse(day) + (1 + DAYS_BEHIND) * DAY_MS;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
