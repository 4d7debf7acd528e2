// The files of the embedded PostgreSQL: `directory` holds data/ (with the password inside) and postgres.log.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { PostgresUser } from './postgres-user.ts';
import { environment, lastLines, type Postmaster } from './postmaster.ts';

const run = promisify(execFile);

const SUPERUSER = 'vigil';
const STAGING = 'data.new-';
/** One call instead of a thousand fsyncs: 1.3 s instead of 3.8 s on a virtual disk. */
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

/** Prepares the data folder, creating it if necessary, and returns the superuser's password. */
export async function prepareFolder(o: {
  directory: string;
  data: string;
  initdb: string;
  user: PostgresUser;
  /** False where losing the database does not matter, as in tests. */
  durable: boolean;
  log: Log;
  signal: AbortSignal | undefined;
}): Promise<string> {
  await claimOwnership(o);
  if (!(await isInitialised(o.data))) await initialise(o);
  return readPassword(o.data);
}

export const readPassword = (data: string): Promise<string> =>
  readFile(join(data, 'password'), 'utf8').catch((cause: unknown) => {
    throw new Error(`the password of the embedded PostgreSQL cannot be read: ${String(cause)}`, { cause });
  });

/** Uses the socket if there is one, else TCP. sslmode: PGSSLMODE in the environment is meant for other servers. */
export function urlOf(password: string, { port, socketFolder }: Postmaster): string {
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  return socketFolder === '' ? url : `${url}&host=${encodeURIComponent(socketFolder)}`;
}

/** Repairs a data folder that root owns after a backup was restored with cp; refuses one that another user owns. */
async function claimOwnership({
  data,
  user,
  log,
}: {
  data: string;
  user: PostgresUser;
  log: Log;
}): Promise<void> {
  const found = await stat(data).catch(() => null);
  if (found === null) return;
  if (user.owner === null) {
    const uid = process.geteuid?.();
    if (uid === undefined || found.uid === uid) return;
    throw new CannotStart(
      `${data} belongs to uid ${found.uid}, Vigil runs as uid ${uid}: start it as that user or as root, or set DATA_DIR.`,
    );
  }
  if (found.uid === user.owner.uid) return;
  log.warn(
    { data, uid: user.owner.uid },
    'embedded PostgreSQL: data folder is owned by root, changing its owner to the database user',
  );
  await run('chown', ['-Rh', `${user.owner.uid}:${user.owner.gid}`, data]);
  await chmod(data, 0o700);
}

export async function isInitialised(data: string): Promise<boolean> {
  return access(join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Works in a staging folder that is renamed at the end, so that a start killed half-way leaves no folder that looks
 * complete.
 */
async function initialise({
  directory,
  data,
  initdb,
  user,
  durable,
  log,
  signal,
}: Parameters<typeof prepareFolder>[0]): Promise<void> {
  const existing = await readdir(data).catch(() => []);
  if (existing.length > 0)
    throw new CannotStart(`${data} is not the data of a PostgreSQL, and it is not empty: set DATA_DIR.`);
  log.info({ directory }, 'embedded PostgreSQL: creating the data folder');
  const staging = await mkdtemp(join(directory, STAGING));
  const passwordFile = `${staging}.password`;
  try {
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
    if (user.owner !== null) {
      await chown(staging, user.owner.uid, user.owner.gid);
      await chown(passwordFile, user.owner.uid, user.owner.gid);
    }
    const { file, args, as } = user.command(initdb, [
      `--pgdata=${staging}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Without these an empty LANG would give SQL_ASCII; the builtin provider sorts alike on every system.
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? SYNC : ['--no-sync']),
    ]);
    await run(file, args, { ...as, cwd: '/', env: environment(), ...(signal && { signal }) });
    await rename(passwordFile, join(staging, 'password'));
    await rename(staging, data);
    await syncFolder(directory);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    // Another Vigil that started at the same moment was faster; the lock decides which of the two may stay.
    if (await isInitialised(data)) return;
    throw new Error(`PostgreSQL could not be set up in ${directory}: ${outputOf(error)}`, { cause: error });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function outputOf(error: unknown): string {
  const output =
    error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : '';
  return output.trim() === '' ? String(error) : `initdb said:\n${lastLines(output)}`;
}

/**
 * Removes the folders of initialisations that were killed half-way. Call it only with the lock held: no other process
 * then works in them.
 */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(STAGING)) continue;
    // An initdb orphaned a moment ago may still be writing; remaining files are removed at the next start.
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => {});
  }
}
