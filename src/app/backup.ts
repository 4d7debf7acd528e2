import { resolve } from 'node:path';
import { JWT_SECRET_FILE } from '../accounts/login/development-secret.ts';
import { VAPID_KEYS_FILE } from '../notify/channels/web-push/vapid-keys.ts';
import { backUp } from '../operations/backup/backup.ts';
import { openBackup, restore } from '../operations/backup/restore.ts';
import type { RowCounts } from '../operations/backup/row-counts.ts';
import { readSecrets, type Secrets, stageSecrets } from '../operations/backup/secrets.ts';
import { commandLine } from '../platform/command-line.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { borrowDatabase } from './borrow-database.ts';
import type { Config } from './config.ts';
import { embeddedFolder } from './database-name.ts';

interface CommandDeps {
  readonly config: Config;
  readonly file: string | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** `backup FILE`, whether the service is running or not. Returns the message for the operator. */
export async function makeBackup({ config, file, log, signal }: CommandDeps): Promise<string> {
  if (file === undefined) throw new CannotStart(`the file is missing: ${commandLine('backup', 'FILE')}`);
  const target = resolve(file);
  const database = await borrowDatabase(config, log);
  try {
    const secrets = await readSecrets(config.dataDir, secretFiles(config));
    const { bytes, rows } = await backUp({ url: database.url, file: target, secrets, now: Date.now, signal });
    return `Backed up ${described(rows)}: ${target} (${sizeOf(bytes)}).${keepBeside(config)}`;
  } finally {
    await database.close();
  }
}

/** `restore FILE`, with the service stopped. */
export async function restoreBackup({
  config,
  file,
  log,
  signal,
  replace,
}: CommandDeps & { readonly replace: boolean }): Promise<string> {
  if (file === undefined) throw new CannotStart(`the file is missing: ${commandLine('restore', 'FILE')}`);
  const backup = await openBackup(resolve(file));
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
      }).finally(secrets.discard);
      return `Restored ${described(rows)}, as they were at ${backup.manifest.madeAt}.`;
    } finally {
      await database.close();
    }
  } finally {
    backup.close();
  }
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
  `${rows.of('users')} accounts, ${rows.of('devices')} wearables, ${rows.of('sensor_readings')} readings, ` +
  `${rows.of('fall_events')} falls`;

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
