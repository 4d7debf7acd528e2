// Commands act on the database of their own settings, which may have changed since the service started. The service notes its
// database in the folder that systemd creates for it while it runs (RuntimeDirectory); the packages' command names that folder.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../platform/errors.ts';
import { runtimeDirectory } from '../platform/service-manager.ts';
import type { Config } from './config.ts';
import { databaseName } from './database-name.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

const noteIn = (folder: string): string => join(folder, 'database');

export async function noteDatabase(config: DatabaseConfig, folder = runtimeDirectory()): Promise<void> {
  if (folder) await writeFile(noteIn(folder), databaseName(config), { mode: 0o640 });
}

/** Undefined if the running service uses the same database, or no service is known to run. */
export async function differenceToRunning(
  config: DatabaseConfig,
  folder = runtimeDirectory(),
): Promise<string | undefined> {
  const running = folder ? await readIfThere(noteIn(folder)) : undefined;
  const ours = databaseName(config);
  if (running === undefined || running === ours) return undefined;
  const setting =
    config.databaseUrl === undefined && running.startsWith('embedded') ? 'DATA_DIR' : 'DATABASE_URL';
  return `${setting} differs from that of the running service, which uses another database: ${running}. Restart the service, or correct the setting.`;
}

export async function requireDatabaseOfRunning(config: DatabaseConfig): Promise<void> {
  const difference = await differenceToRunning(config);
  if (difference !== undefined) throw new CannotStart(difference);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
