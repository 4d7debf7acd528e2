import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createWriteMonitor, type WriteMonitor } from '../../src/readings/store/write-monitor.ts';
import { startTestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

/** Applies to new sessions, and ends all others. */
async function makeReadOnly(url: string, readOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  await sql(
    elsewhere.href,
    `ALTER DATABASE "${name}" SET default_transaction_read_only = ${readOnly ? 'on' : 'off'};
     SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${name}'`,
  );
}

describe('the write monitor', () => {
  let database: TestDatabase;
  let db: Database;
  let monitor: WriteMonitor;
  let clock = 0;
  let commits = { groups: 0, failures: 0, oldestMs: 0 };
  let logged: string[] = [];
  const log = silentLog({
    error: (_, message) => void logged.push(message),
    info: (_, message) => void logged.push(message),
  });

  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silentLog() });
  });
  afterEach(() => monitor.close());
  after(async () => {
    await db.close();
    await database.drop();
  });

  function start(): void {
    clock = 0;
    logged = [];
    commits = { groups: 0, failures: 0, oldestMs: 0 };
    monitor = createWriteMonitor({ db, commits: () => commits, log, clock: () => clock });
  }

  /** Lets the monitor check once more. */
  const pass = (ms: number) => {
    clock += ms;
  };

  it('notices a reading that nothing commits, although no commit fails', async () => {
    start();
    await monitor.prove();
    commits = { ...commits, oldestMs: 12_000 };
    assert.equal(monitor.failingForMs(), 12_000);
    commits = { ...commits, groups: 1, oldestMs: 0 };
    assert.equal(monitor.failingForMs(), 0);
  });

  it('notices without a reading that the database turns read-only, and that it recovers', async () => {
    start();
    await makeReadOnly(database.url, true);
    await eventually('the monitor notices', () => {
      pass(100);
      return monitor.failingForMs() >= 10_000 && logged.length > 0;
    });
    assert.deepEqual(logged, ['readings: no write succeeds']);
    await makeReadOnly(database.url, false);
    await eventually('the monitor notices', () => {
      pass(100);
      return monitor.failingForMs() === 0;
    });
    assert.deepEqual(logged, ['readings: no write succeeds', 'readings: writes work again']);
  });

  it('counts from the first failed group, and resets at once on a commit', () => {
    start();
    commits = { groups: 0, failures: 1, oldestMs: 0 };
    assert.equal(monitor.failingForMs(), 0);
    pass(400);
    commits = { groups: 0, failures: 2, oldestMs: 0 };
    assert.equal(monitor.failingForMs(), 400);
    commits = { groups: 1, failures: 2, oldestMs: 0 };
    assert.equal(monitor.failingForMs(), 0);
  });

  it('uses a small write to detect recovery when no readings arrive', async () => {
    start();
    commits = { groups: 0, failures: 1, oldestMs: 0 };
    assert.equal(monitor.failingForMs(), 0);
    pass(1_000);
    await eventually('the failure is over', () => {
      pass(1);
      return monitor.failingForMs() === 0;
    });
  });
});

describe('/health while the database is read-only', () => {
  it('is UNHEALTHY with 503 after ten seconds, not ready, and HEALTHY again by itself', async () => {
    const app = await startTestApp({ METRICS_PORT: '0', LOG_LEVEL: 'silent' });
    try {
      const ready = async () => (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/readyz`)).status;
      const ada = await signUp(app);
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      await makeReadOnly(app.databaseUrl, true);
      const from = performance.now();
      await eventually(
        'the service notices',
        async () => {
          const { status, body } = await app.call('GET', '/health');
          return status === 503 && body.status === 'UNHEALTHY' && body.error === 'Nothing can be stored';
        },
        20_000,
      );
      assert.ok(performance.now() - from > 9_000, 'a failover may take some seconds');
      assert.equal(await ready(), 503);
      await makeReadOnly(app.databaseUrl, false);
      await eventually(
        'the service is healthy',
        async () => (await app.call('GET', '/health')).status === 200,
      );
      assert.equal(await ready(), 200);
    } finally {
      await app.close();
    }
  });
});
