import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { eventually } from './eventually.ts';
import { startProxy } from './proxy.ts';
import { silentLog } from './silent-log.ts';
import { sql } from './sql.ts';

/** A primary and an asynchronous standby, both real. */
export interface PrimaryAndStandby {
  /** With both hosts, each behind a proxy. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Resolves when the standby has all that is committed, and receives nothing from then on. */
  lag(): Promise<void>;
  /** The primary is gone, and the standby takes its place without what it has not received. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-standby-'));
  // For root, whose database runs as another user.
  await chmod(folder, 0o711);
  const [directory, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = (at: string, settings = {}) =>
    startEmbeddedPostgres({ directory: at, log: silentLog(), settings: { fsync: 'off', ...settings } });
  const original = await start(directory);
  await migrate(original.url, silentLog());
  await original.stop();
  await cp(directory, copy, { recursive: true, preserveTimestamps: true });
  await writeFile(join(copy, 'data', 'standby.signal'), '');

  const primary = await start(directory);
  const stream = await startProxy(primary.url);
  const { port, username, password } = new URL(stream.url);
  const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  const standby = await start(copy, { primary_conninfo, wal_retrieve_retry_interval: '100ms' });
  const [toPrimary, toStandby] = await Promise.all([startProxy(primary.url), startProxy(standby.url)]);
  const hosts = [toPrimary, toStandby].map((wire) => new URL(wire.url).host).join(',');

  return {
    url: `${toPrimary.url.replace(/@[^/]+/, `@${hosts}`)}&target_session_attrs=read-write`,
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    async lag() {
      const [{ lsn }] = await sql(primary.url, 'SELECT pg_current_wal_lsn() AS lsn');
      await eventually('the standby has caught up', async () => {
        const [{ isThere }] = await sql(
          standby.url,
          'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"',
          [lsn],
        );
        return isThere;
      });
      await stream.cut();
    },
    async failOver() {
      await toPrimary.cut();
      await sql(standby.url, 'SELECT pg_promote()');
    },
    async close() {
      for (const wire of [toPrimary, toStandby, stream]) await wire.close();
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
