// The postmaster process: finds the one that serves a data folder, launches one, stops it.

import { execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MINUTE_MS } from '../../time.ts';
import type { PostgresUser } from './postgres-user.ts';
import { LOCK_HELD, lookAtLock, removeUnderLock, underLock } from './server-lock.ts';
import { fitsSocket } from './socket-folder.ts';

const POLL_MS = 20;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_LINES = 15;
/** Crash recovery replays the write-ahead log, which takes minutes after a busy hour. */
export const RECOVERY_MS = 5 * MINUTE_MS;
/** Fast shutdown stays within the service's 10 s; the other signals are for a postmaster that hangs. */
const SHUTDOWN: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
];
const TRANSIENT_LOG =
  /Address already in use|lock file ".*" already exists|pre-existing shared memory block|lock file ".*" is empty/;

/** The path by which this process knows the data folder, and what stays the same behind other mounts and names. */
export interface DataFolder {
  readonly data: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface Postmaster {
  readonly pid: number;
  /** Another container or PID namespace gave it its pid, which means nothing here. */
  readonly isElsewhere: boolean;
  readonly port: number;
  /** The folder of its socket; empty if it has none. */
  readonly socketFolder: string;
  /** From the postmaster's pid file: starting, ready, stopping. */
  readonly status: string;
}

type Launch =
  | { readonly postmaster: Postmaster }
  | { readonly postmaster: null; readonly log: string; readonly transient: boolean };

export async function identify(data: string): Promise<DataFolder> {
  const { dev, ino } = await stat(data, { bigint: true });
  return { data, dev, ino };
}

/**
 * The live postmaster of this data folder, or null; removes a stale pid file that would keep PostgreSQL from starting.
 */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | null> {
  const { data } = folder;
  const file = join(data, 'postmaster.pid');
  let text = await readPidFile(file);
  if (text === '') {
    // The file is either being written at this moment, or was truncated by a crash.
    await sleep(200);
    text = await readPidFile(file);
  }
  if (text === null) return null;
  const postmaster = parsePidFile(text, data);
  if (postmaster !== null && (await isPostmasterOf(postmaster.pid, folder))) return postmaster;
  if ((await lookAtLock(data)) === 'held') return postmaster && { ...postmaster, isElsewhere: true };
  // PostgreSQL itself considers a pid file stale only when no process has that pid. After a reboot, especially in a
  // container, an unrelated process or an unreaped zombie often has it.
  const dead = postmaster !== null && !pidExists(postmaster.pid);
  if (!dead && (await readPidFile(file)) === text && (await removeUnderLock(data, file)) === 'unsupported')
    await rm(file, { force: true });
  return null;
}

export async function launchPostmaster(o: {
  user: PostgresUser;
  postgres: string;
  folder: DataFolder;
  logFile: string;
  /** False where the data folder cannot be locked. */
  locks: boolean;
  /** Any free port if undefined. */
  port: number | undefined;
  settings: Readonly<Record<string, string>>;
}): Promise<Launch> {
  const { data } = o.folder;
  const port = o.port ?? (await freePort());
  const settings = Object.entries(o.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = { file: o.postgres, args: ['-D', data, '-p', String(port), ...settings] };
  const start = o.locks ? underLock(data, server.file, server.args) : server;
  const { file, args, as } = o.user.command(start.file, start.args);

  const log = await openLog(o.logFile, o.user);
  const logStart = (await log.stat()).size;
  // Its own process group, so that Ctrl-C in a terminal reaches only Vigil, which still has readings to flush. No
  // pipes and no reference, so that neither process keeps the other alive or takes it down.
  const child = spawn(file, args, {
    ...as,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let ended: string | null = null;
  let isLocked = false;
  child.once('error', (error) => {
    ended = `${error.message}\n`;
  });
  child.once('exit', (code) => {
    isLocked = o.locks && code === LOCK_HELD;
    ended ??= isLocked ? 'another PostgreSQL serves this folder\n' : '';
  });
  child.unref();
  await log.close();

  const deadline = Date.now() + RECOVERY_MS;
  while (ended === null && Date.now() < deadline) {
    const postmaster = parsePidFile((await readPidFile(join(data, 'postmaster.pid'))) ?? '', data);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return { postmaster };
    await sleep(POLL_MS);
  }
  if (ended === null && child.pid !== undefined) await stopPostmaster(child.pid, o.folder);
  const output = `${ended ?? `not ready after ${RECOVERY_MS / 1000} s\n`}${await readLog(o.logFile, logStart)}`;
  return { postmaster: null, log: lastLines(output), transient: isLocked || TRANSIENT_LOG.test(output) };
}

/** Stops it and waits for its exit; a fast shutdown has then ended every other process of that server. */
export async function stopPostmaster(pid: number, folder: DataFolder): Promise<void> {
  for (const [signal, waitMs] of SHUTDOWN) {
    const deadline = Date.now() + waitMs;
    if (!(await isPostmasterOf(pid, folder))) return;
    try {
      process.kill(pid, signal);
      // A process stopped by SIGSTOP handles no other signal before this one.
      process.kill(pid, 'SIGCONT');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(pid, folder))) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`the PostgreSQL process ${pid} of ${folder.data} cannot be stopped`);
}

/** The environment of the database's programs, without LANG, TZ and the PG… variables that may be set. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function readPidFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Lines of postmaster.pid: pid, data folder, start time, port, socket folder, address, memory key, status. */
function parsePidFile(text: string, data: string): Postmaster | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return {
    pid,
    isElsewhere: false,
    port: Number(lines[3]),
    // The server's own path to it may not exist here: it was launched behind another mount, or under another name.
    socketFolder: (lines[4] ?? '').trim() !== '' && fitsSocket(data) ? data : '',
    status: (lines[7] ?? 'starting').trim(),
  };
}

/** A pid alone proves nothing: another program may have it now. A zombie's command line is empty. */
async function isPostmasterOf(pid: number, { data, dev, ino }: DataFolder): Promise<boolean> {
  const named = / -D (.+?) -p \d/.exec(await commandLine(pid))?.[1];
  if (named === undefined) return false;
  // PostgreSQL works in its data folder. Another user's process may not be looked at; its path then says where it is.
  const served =
    (await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => null)) ??
    (await stat(named, { bigint: true }).catch(() => null));
  return served === null ? named === data : served.dev === dev && served.ino === ino;
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    }
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trimEnd();
  } catch {
    return '';
  }
}

function pidExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Another program may take the port before PostgreSQL does: the launch then fails as transient. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port on 127.0.0.1'));
      });
    });
  });
}

async function openLog(file: string, user: PostgresUser) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.old`);
  const log = await open(file, 'a', 0o600);
  // Vigil may run as the database's user next time, and must then be able to append to the log.
  if (user.owner !== null) await log.chown(user.owner.uid, user.owner.gid);
  return log;
}

async function readLog(file: string, from: number): Promise<string> {
  return readFile(file).then(
    (bytes) => bytes.subarray(from).toString('utf8'),
    () => '',
  );
}
