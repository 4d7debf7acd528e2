import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { JWT_SECRET_FILE } from '../accounts/login/development-secret.ts';
import { isNoPathTest } from '../accounts/vocabulary.ts';
import { VAPID_KEYS_FILE } from '../notify/channels/web-push/vapid-keys.ts';
import { backUp } from '../operations/backup/backup.ts';
import { fewerAccounts, type LastBackup } from '../operations/backup/fewer-accounts.ts';
import { backUpToFolder, type FolderReport } from '../operations/backup/folder/back-up.ts';
import { type LoadDeps, loadDays } from '../operations/backup/folder/load-days.ts';
import type { Core } from '../operations/backup/folder/manifest.ts';
import { type OpenFolder, openFolder } from '../operations/backup/folder/open.ts';
import { newestBackupBeside, openBackup, restore } from '../operations/backup/restore.ts';
import type { RowCounts } from '../operations/backup/row-counts.ts';
import { readSecrets, type Secrets, stageSecrets } from '../operations/backup/secrets.ts';
import { noteFailure, noteSuccess, replaceDaysToRestore } from '../operations/backup/store.ts';
import { keptDaysOf } from '../operations/housekeeping-tasks.ts';
import { commandLine } from '../platform/command-line.ts';
import { type Database, openDatabase, type Queryable } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { readMigrations } from '../platform/database/schema/migrations.ts';
import { CannotStart, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';
import { borrowDatabase } from './borrow-database.ts';
import type { Config } from './config.ts';
import { embeddedFolder } from './database-name.ts';
import { LOADED_READINGS } from './loaded-readings.ts';

export interface CommandDeps {
  readonly config: Config;
  readonly file: string | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface BackupOptions {
  /** Everything but readings; into a folder only. */
  readonly withoutReadings?: boolean;
  /** The operator knows that there are fewer accounts than in the last backup. */
  readonly confirmsFewer?: boolean;
  /** Of one's own PostgreSQL, others make backups: nothing to do every night. */
  readonly onlyEmbedded?: boolean;
  /** How long the folder keeps the states of everything but readings. */
  readonly keepDays?: number | undefined;
}

const KEEP_DAYS = 14;

/**
 * `backup FILE` or `backup FOLDER`, whether the service is running or not. Returns the message for the operator.
 */
export async function makeBackup({
  config,
  file,
  log,
  signal,
  withoutReadings = false,
  confirmsFewer = false,
  onlyEmbedded = false,
  keepDays = KEEP_DAYS,
}: CommandDeps & BackupOptions): Promise<string> {
  if (onlyEmbedded && config.databaseUrl !== undefined)
    return 'The database is your own (DATABASE_URL): no backup was made.';
  if (file === undefined)
    throw new CannotStart(`the file or folder is missing: ${commandLine('backup', 'FOLDER')}`);
  const target = resolve(file);
  const isFolder = file.endsWith('/') || (await isFolderAt(target));
  if (withoutReadings && !isFolder)
    throw new CannotStart(`${target} is no folder: only there readings are apart.`);
  const database = await borrowDatabase(config, log);
  try {
    // The folder's own tables are there since this version; an upgrade may find an earlier database, stopped.
    if (isFolder && database.isOurs) await migrate(database.url, log);
    const secrets = await readSecrets(config.dataDir, secretFiles(config));
    const parts = { url: database.url, secrets, countAccounts, now: Date.now, signal };
    const accept = accepting(confirmsFewer);
    const done = isFolder
      ? describeFolderRun(
          await backUpToFolder({
            ...parts,
            ...folderOptions(config),
            accept,
            folder: target,
            withoutReadings,
            keepDays,
          }),
        )
      : await backUpToFile(
          {
            ...parts,
            file: target,
            accept: async (accounts) => accept(accounts, await newestBackupBeside(target)),
          },
          log,
        );
    return `${done}${keepBeside(config)}`;
  } catch (error) {
    if (!signal.aborted) await complain(database.url, log, error);
    throw error;
  } finally {
    await database.close();
  }
}

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The path test's resident, who exists for moments, would be missing in the next backup. */
export const countAccounts = async (q: Queryable): Promise<number> =>
  (await q.value<number>(`SELECT count(*)::int AS n FROM users WHERE ${isNoPathTest('id')}`)) ?? 0;

/** Throws if the database has fewer accounts than the last backup beside this one. */
const accepting = (confirmed: boolean) => (accounts: number, last: LastBackup | undefined) => {
  const reason = fewerAccounts({ accounts, confirmed }, last);
  if (reason !== undefined) throw new CannotStart(reason);
};

const folderOptions = (config: Config) => ({
  keptDays: {
    sensor_readings: keptDaysOf('sensor_readings', config),
    reading_signals: keptDaysOf('reading_signals', config),
  },
});

async function backUpToFile(deps: Parameters<typeof backUp>[0], log: Log): Promise<string> {
  const began = performance.now();
  const { bytes, rows } = await backUp(deps);
  const seconds = (performance.now() - began) / SECOND_MS;
  await withDatabase(deps.url, log, (db) => noteSuccess(db, { at: new Date(), seconds, bytes }));
  return `Backed up ${described(rows)}: ${deps.file} (${sizeOf(bytes)}).`;
}

const describeFolderRun = ({ core, readings, bytes, seconds, days }: FolderReport): string =>
  `Backed up ${peopleOf(core)} and ${readings} new readings in ${seconds.toFixed(0)} s (${sizeOf(bytes)}); ` +
  `the folder has the readings of ${days} days.`;

export const peopleOf = ({ accounts, wearables, falls }: Core): string =>
  `${accounts} accounts, ${wearables} wearables, ${falls} falls`;

/** The running service reports it, and the alert rules do. */
async function complain(url: string, log: Log, error: unknown): Promise<void> {
  await withDatabase(url, log, (db) => noteFailure(db, new Date(), messageOf(error))).catch(
    (second: unknown) => log.warn({ err: second }, 'backup: the failure could not be noted'),
  );
}

export async function withDatabase<T>(url: string, log: Log, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, log });
  return work(db).finally(() => db.close());
}

interface RestoreOptions {
  readonly replace: boolean;
  /** Restores the other days if files of some are damaged. */
  readonly skipDamaged?: boolean;
}

/** `restore FILE` or `restore FOLDER`, with the service stopped. */
export async function restoreBackup({
  config,
  file,
  log,
  signal,
  replace,
  skipDamaged = false,
}: CommandDeps & RestoreOptions): Promise<string> {
  if (file === undefined)
    throw new CannotStart(`the file or folder is missing: ${commandLine('restore', 'FOLDER')}`);
  const path = resolve(file);
  const folder = await openFolder(path, await readMigrations());
  if (folder !== undefined && folder.damaged.length > 0 && !skipDamaged) {
    folder.backup.close();
    throw new CannotStart(
      `${folder.damaged.join('; ')}. Bring the files back from a copy, or add --skip-damaged to restore without them.`,
    );
  }
  const backup = folder?.backup ?? (await openBackup(path));
  try {
    const database = await ownDatabase(config, log);
    try {
      const secrets = await stageSecrets(config.dataDir, only(backup.manifest.secrets, secretFiles(config)));
      const rows = await restore({
        url: database.url,
        backup,
        replace,
        log,
        signal,
        committed: secrets.put,
        ...(folder && restoringDays(folder, database.url, log, signal)),
      }).finally(secrets.discard);
      return folder === undefined
        ? `Restored ${described(rows)}, as they were at ${backup.manifest.madeAt}.`
        : describeRestored(folder);
    } finally {
      await database.close();
    }
  } finally {
    backup.close();
  }
}

const restoringDays = (
  { folder, days, mustLoadFirst }: OpenFolder,
  url: string,
  log: Log,
  signal: AbortSignal,
) => ({
  filled: (q: Queryable) => replaceDaysToRestore(q, folder, days),
  async beforeMigration() {
    if (mustLoadFirst) await withDatabase(url, log, (db) => loadAll({ db, log, signal }));
  },
});

export async function loadAll(deps: Pick<LoadDeps, 'db' | 'log' | 'signal'>): Promise<void> {
  const failed = await loadDays({ ...deps, ...LOADED_READINGS, keptFrom: async () => undefined });
  if (failed.length > 0)
    throw new CannotStart(`readings of ${failed.map(({ day }) => day).join(', ')} could not be loaded.`);
}

function describeRestored({ core, days, damaged, mustLoadFirst }: OpenFolder): string {
  const count = new Set(days.map(({ day }) => day)).size;
  const rest = mustLoadFirst
    ? `The readings of ${count} days are loaded.`
    : `Start the service: it loads the readings of ${count} days while it runs, and GET /api/health says how far it is.`;
  const lost = damaged.length === 0 ? '' : `\nNot restored: ${damaged.join('; ')}.`;
  return `Restored ${peopleOf(core)}, as they were at ${core.madeAt}. ${rest}${lost}`;
}

/** Throws if a running Vigil uses the embedded database. */
async function ownDatabase(config: Config, log: Log): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  const { url, stop } = await startEmbeddedPostgres({ directory: embeddedFolder(config), log });
  return { url, close: stop };
}

/** Without the key, the second factors and channels of the backup cannot be decrypted. */
function keepBeside({ jwtSecret, secretsKey }: Config): string {
  const names = [
    ...(jwtSecret === undefined ? [] : ['JWT_SECRET']),
    ...(secretsKey === undefined ? [] : ['SECRETS_KEY']),
  ];
  if (names.length === 0) return '';
  return `\n${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} not in it: keep ${names.length === 1 ? 'it' : 'them'} with the backup.`;
}

/** The secret files in the data folder that this configuration uses; the other secrets come from settings. */
const secretFiles = ({ jwtSecret, vapidPrivateKey, environment }: Config): readonly string[] => [
  ...(jwtSecret === undefined ? [JWT_SECRET_FILE] : []),
  ...(vapidPrivateKey === undefined && environment !== 'production' ? [VAPID_KEYS_FILE] : []),
];

const only = (secrets: Secrets, names: readonly string[]): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => names.includes(name)));

const described = (rows: RowCounts): string =>
  `${rows.of('users')} accounts, ${rows.of('devices')} wearables, ${readingsIn(rows)} readings, ` +
  `${rows.of('fall_events')} falls`;

export const readingsIn = (rows: RowCounts): number => rows.of('sensor_readings');

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
