import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalFolder } from '../../loadtest/machine/signal-folder.ts';
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
    signal: (signal) => signalFolder(directory, signal),
    async close() {
      await wire.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
