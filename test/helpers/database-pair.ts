import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { eventually } from './eventually.ts';
import { type DatabaseWire, startProxy } from './proxy.ts';
import { silentLog } from './silent-log.ts';
import { sql } from './sql.ts';

/** Two PostgreSQL servers with streaming replication. */
export interface DatabasePair {
  /** The URL with both hosts, the primary first. */
  readonly url: string;
  /** Past the wires. */
  readonly primary: string;
  readonly standby: string;
  /** From the service to each server. */
  readonly toPrimary: DatabaseWire;
  readonly toStandby: DatabaseWire;
  /** From the standby to the primary. */
  readonly replication: DatabaseWire;
  /** Whether a commit of the primary waits for the standby. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  close(): Promise<void>;
}

const log = silentLog();

export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-pair-'));
  await chmod(folder, 0o711);
  const start = (name: string, settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ directory: join(folder, name), log, settings: { fsync: 'off', ...settings } });
  const original = await start('primary');
  await migrate(original.url, log);
  const db = openDatabase({ url: original.url, log });
  await (await openReadingDays(db)).prepare(new Date());
  await db.close();
  await original.stop();
  // A copy of a stopped server: the embedded build has no pg_basebackup.
  await cp(join(folder, 'primary'), join(folder, 'standby'), { recursive: true, preserveTimestamps: true });
  await writeFile(join(folder, 'standby', 'data', 'standby.signal'), '');
  const primary = await start('primary');
  const replication = await startProxy(primary.url);
  const { username, password, port } = new URL(replication.url);
  const standby = await start('standby', {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} sslmode=disable`,
    wal_retrieve_retry_interval: '100ms',
  });
  const toPrimary = await startProxy(primary.url);
  const toStandby = await startProxy(standby.url);
  const wires = [toPrimary, toStandby, replication];
  const hosts = [toPrimary, toStandby].map(({ url }) => new URL(url).host).join(',');
  await eventually('the standby streams', async () => {
    const streams = await sql(primary.url, `SELECT FROM pg_stat_replication WHERE state = 'streaming'`);
    return streams.length === 1;
  });
  return {
    url: toPrimary.url.replace(/@[^/]+/, `@${hosts}`),
    primary: primary.url,
    standby: standby.url,
    toPrimary,
    toStandby,
    replication,
    async setSynchronous(isSynchronous) {
      const names = isSynchronous ? '*' : '';
      await sql(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await sql(primary.url, 'SELECT pg_reload_conf()');
      await eventually('the setting applies', async () => {
        const [row] = await sql(primary.url, 'SHOW synchronous_standby_names');
        return row.synchronous_standby_names === names;
      });
    },
    async close() {
      for (const wire of wires) await wire.close();
      for (const server of [standby, primary]) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
