import { chmod, mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { startProxy } from '../helpers/proxy.ts';
import { silentLog } from '../helpers/silent-log.ts';

/** A PostgreSQL of one test, which may stop, kill or freeze it. */
export interface OwnPostgres {
  /** The same for all its starts. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Signals all its processes. */
  signal(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

const log = silentLog();

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'vigil-instances-')));
  // For root, whose database runs as another user.
  await chmod(directory, 0o711);
  const launch = () => startEmbeddedPostgres({ directory, log, settings: { fsync: 'off' } });
  let server = await launch();
  // Each start uses another port.
  const wire = await startProxy(server.url);
  return {
    url: wire.url,
    stop: () => server.stop(),
    async start() {
      server = await launch();
      await wire.mend(server.url);
    },
    async signal(signal) {
      // Processes end and begin meanwhile.
      for (const signalled = new Set<number>(); ; ) {
        const others = (await processesIn(directory)).filter((pid) => !signalled.has(pid));
        if (others.length === 0) return;
        for (const pid of others) signalTo(pid, signal);
        for (const pid of others) signalled.add(pid);
      }
    },
    async close() {
      await wire.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** All processes of a PostgreSQL have its data directory as their working directory. */
export async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (directory.startsWith(folder)) found.push(Number(pid));
  }
  return found;
}
