import assert from 'node:assert/strict';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { hostUrls } from '../../src/platform/database/database-url.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { startTestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const log = silentLog();

describe('a DATABASE_URL with several hosts', () => {
  it('is accepted and split into one URL per host', () => {
    const url = 'postgres://u:p%40@h1:5432,h2:5433/db?target_session_attrs=read-write';
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
    assert.deepEqual(hostUrls(url), [
      'postgres://u:p%40@h1:5432/db?target_session_attrs=read-write',
      'postgres://u:p%40@h2:5433/db?target_session_attrs=read-write',
    ]);
    assert.deepEqual(hostUrls('postgresql://[::1]:5432/db'), ['postgresql://[::1]:5432/db']);
    for (const wrong of ['mysql://h1,h2/db', 'h1,h2', 'postgres://h1:port,h2/db'])
      assert.deepEqual(hostUrls(wrong), []);
  });
});

/** Makes a server look like a standby to `target_session_attrs`. */
const setReadOnly = async (url: string, value: 'on' | 'off'): Promise<void> => {
  await sql(url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await sql(url, 'SELECT pg_reload_conf()');
};

describe('with two database hosts', () => {
  let folder: string;
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;
  let toPrimary: DatabaseWire;
  let toStandby: DatabaseWire;
  /** The URL with both hosts, in this order. */
  let url: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-failover-'));
    await chmod(folder, 0o711);
    const directory = join(folder, 'primary');
    const copy = join(folder, 'standby');
    const start = (at: string) => startEmbeddedPostgres({ directory: at, log, settings: { fsync: 'off' } });
    const original = await start(directory);
    await migrate(original.url, log);
    const db = openDatabase({ url: original.url, log });
    await (await openReadingDays(db)).prepare(new Date());
    await db.close();
    await original.stop();
    await cp(directory, copy, { recursive: true, preserveTimestamps: true });
    primary = await start(directory);
    standby = await start(copy);
    toPrimary = await startProxy(primary.url);
    toStandby = await startProxy(standby.url);
    const hosts = [toPrimary, toStandby].map((wire) => new URL(wire.url).host).join(',');
    url = `${toPrimary.url.replace(/@[^/]+/, `@${hosts}`)}&target_session_attrs=read-write`;
  });
  after(async () => {
    for (const wire of [toPrimary, toStandby]) await wire.close();
    for (const server of [primary, standby]) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The data directory of the connected server tells which one it is. */
  const directoryOf = async (db: Database): Promise<string> =>
    (await db.row<{ path: string }>(`SELECT current_setting('data_directory') AS path`))?.path ?? '';

  it('the service and its migrations use the first reachable host', async () => {
    const db = openDatabase({ url, log });
    assert.match(await directoryOf(db), /primary/);
    await toPrimary.cut();
    await migrate(url, log);
    await eventually('the other host is used', async () =>
      (await directoryOf(db).catch(() => '')).includes('standby'),
    );
    await toPrimary.mend();
    await db.close();
  });

  it('a host that does not answer delays the connection by less than two seconds', async () => {
    toPrimary.hold();
    const db = openDatabase({ url, log });
    const from = patientNow();
    assert.match(await directoryOf(db), /standby/);
    const ms = patientNow() - from;
    assert.ok(ms < 2_000, `${ms} ms`);
    await toPrimary.mend();
    await db.close();
  });

  it('an outage of both gives a readable error without the password', async () => {
    for (const wire of [toPrimary, toStandby]) await wire.cut();
    const db = openDatabase({ url, log });
    await assert.rejects(directoryOf(db), (error: Error) => {
      assert.ok(error instanceof Unavailable);
      assert.match(
        error.message,
        /No host of DATABASE_URL accepts writes \(127\.0\.0\.1:\d+: .*ECONNREFUSED/,
      );
      return true;
    });
    await db.close();
    for (const wire of [toPrimary, toStandby]) await wire.mend();
  });

  it('the service uses the host that accepts writes, and follows when they switch roles', async () => {
    await setReadOnly(primary.url, 'on');
    const app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0', DATABASE_URL: url });
    try {
      const ada = await signUp(app);
      const mac = randomMac();
      const isStored = async () => (await send(app, ada, resting(mac))).status === 200;
      // A busy machine connects so late that the service takes the database for unreachable.
      await eventually('a reading is stored', isStored);
      const stored = 'SELECT 1 FROM sensor_readings';
      assert.equal((await sql(standby.url, stored)).length, 1);
      assert.equal((await sql(primary.url, stored)).length, 0);

      await setReadOnly(standby.url, 'on');
      await setReadOnly(primary.url, 'off');
      await toStandby.cut();
      await toStandby.mend();
      await eventually('readings go to the other host', isStored);
      assert.equal((await sql(primary.url, stored)).length, 1);
    } finally {
      await app.close();
    }
  });
});
