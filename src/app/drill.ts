import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StoredDay } from '../operations/backup/folder/manifest.ts';
import { checkFile, type OpenFolder, openFolder } from '../operations/backup/folder/open.ts';
import { openBackup, restore } from '../operations/backup/restore.ts';
import { replaceDaysToRestore } from '../operations/backup/store.ts';
import { commandLine } from '../platform/command-line.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { readMigrations } from '../platform/database/schema/migrations.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';
import { type CommandDeps, countAccounts, loadAll, readingsIn, withDatabase } from './backup.ts';

/**
 * `restore --check FILE` or `FOLDER`: compares every hash and restores into a temporary database, of the readings the
 * newest day. The service and its data stay untouched. Returns the message for the operator; throws what is wrong.
 */
export async function checkBackup({
  file,
  log,
  signal,
}: Pick<CommandDeps, 'file' | 'log' | 'signal'>): Promise<string> {
  if (file === undefined)
    throw new CannotStart(`the file or folder is missing: ${commandLine('restore', '--check FOLDER')}`);
  const began = performance.now();
  const path = resolve(file);
  const folder = await openFolder(path, await readMigrations());
  const backup = folder?.backup ?? (await openBackup(path));
  try {
    if (folder !== undefined) await checkFiles(folder, signal);
    const days = newestDay(folder?.days ?? []);
    const figures = await inScratchDatabase(log, async (url) => {
      const rows = await restore({
        url,
        backup,
        replace: false,
        log,
        signal,
        committed: async () => {},
        ...(folder && { filled: (q) => replaceDaysToRestore(q, folder.folder, days) }),
      });
      return withDatabase(url, log, async (db) => {
        await loadAll({ db, log, signal });
        return { accounts: await countAccounts(db), expected: rows.of('users'), rows };
      });
    });
    const expected = backup.manifest.accounts ?? figures.expected;
    if (figures.accounts !== expected)
      throw new CannotStart(`it has ${figures.accounts} accounts instead of ${expected}.`);
    const seconds = ((performance.now() - began) / SECOND_MS).toFixed(0);
    return (
      `The backup is good (${seconds} s): it restores ${figures.accounts} accounts, as they were at ${backup.manifest.madeAt}` +
      `${folder === undefined ? ', and ' : ''}${folder === undefined ? `${readingsIn(figures.rows)} readings` : readingsOf(folder, days)}.`
    );
  } finally {
    backup.close();
  }
}

async function checkFiles({ folder, days, damaged }: OpenFolder, signal: AbortSignal): Promise<void> {
  const wrong = [...damaged];
  for (const { day, parts } of days)
    for (const part of parts) {
      signal.throwIfAborted();
      await checkFile(folder, part).catch((error: Error) => wrong.push(`${day}: ${error.message}`));
    }
  if (wrong.length > 0) throw new CannotStart(wrong.join('; '));
}

const newestDay = (days: readonly StoredDay[]): readonly StoredDay[] =>
  days.filter(({ day }) => day === days.at(-1)?.day);

function readingsOf({ days }: OpenFolder, loaded: readonly StoredDay[]): string {
  const [newest] = loaded;
  if (newest === undefined) return '; it has no readings';
  const parts = days.flatMap((day) => day.parts);
  return `; the ${parts.length} files of ${new Set(days.map(({ day }) => day)).size} days are unchanged, and ${newest.day} was loaded`;
}

async function inScratchDatabase<T>(log: Log, work: (url: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'vigil-check-'));
  try {
    // The database's user, who may differ from ours, must be able to traverse it.
    await chmod(scratch, 0o711);
    const settings = { fsync: 'off' };
    const { url, stop } = await startEmbeddedPostgres({
      directory: join(scratch, 'postgres'),
      log,
      settings,
    });
    return await work(url).finally(stop);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
