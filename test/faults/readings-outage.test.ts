import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const RECOVERY_MS = 5_000;
const SILENT = { LOG_LEVEL: 'silent' };

/** Sends requests until the answer is 200; returns the other answers before it and the time it took. */
async function untilWell(ask: () => Promise<Response>): Promise<{ others: number[]; ms: number }> {
  const from = patientNow();
  const others: number[] = [];
  await eventually(
    'the service has recovered',
    async () => {
      const { status } = await ask();
      if (status !== 200) others.push(status);
      return status === 200;
    },
    RECOVERY_MS,
  );
  return { others, ms: patientNow() - from };
}

function assertUnavailable({ status, headers, body }: Response): void {
  assert.equal(status, 503);
  assert.equal(body.success, false);
  assert.equal(typeof body.error, 'string');
  assert.equal(body.data, undefined);
  assert.ok(Number(headers.get('retry-after')) >= 1);
}

describe('the service while the database is down', () => {
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let app: TestApp;
  let ada: Person;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
    app = await startTestApp({ ...SILENT, DATABASE_URL: proxy.url });
    ada = await signUp(app);
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  const rowsOf = async (mac: string): Promise<number> => {
    const [row] = await sql(
      database.url,
      `SELECT count(*)::int AS count FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1`,
      [mac],
    );
    return row.count;
  };

  it('answers readings with 503, acknowledges none and uses no slot of the schedule', async () => {
    const mac = randomMac();
    await stream(app, ada, resting(mac));
    app.clock.advance(1000);
    await proxy.cut();
    for (let i = 0; i < 5; i++) assertUnavailable(await send(app, ada, resting(mac)));
    assertUnavailable(await send(app, ada, resting(randomMac())));
    assertUnavailable(await send(app, ada, resting(mac), { 'Idempotency-Key': 'during the outage' }));
    assert.equal(await rowsOf(mac), 1);

    await proxy.mend();
    const { others } = await untilWell(() => send(app, ada, resting(mac)));
    assert.ok(!others.includes(429), 'the device must not get 429');
    assert.equal(await rowsOf(mac), 2);
  });

  it('answers 503 to every other request, and recovers', async () => {
    await proxy.cut();
    assertUnavailable(await app.call('GET', '/falls', ada));
    assertUnavailable(await app.call('POST', '/falls', { token: ada.token, body: { confidence: 0.9 } }));
    assertUnavailable(await app.call('GET', `/device/${randomMac()}`, ada));
    await proxy.mend();
    await untilWell(() => app.call('GET', '/falls', ada));
  });

  it('reports 503 UNHEALTHY at /health, and recovers by itself', async () => {
    await proxy.cut();
    let report = await app.call('GET', '/health');
    const isUnhealthy = async () => {
      report = await app.call('GET', '/health');
      return report.status === 503;
    };
    await eventually('the service is unhealthy', isUnhealthy, RECOVERY_MS);
    assert.equal(report.body.success, false);
    assert.equal(report.body.status, 'UNHEALTHY');
    assert.equal(typeof report.body.error, 'string');
    await proxy.mend();
    await untilWell(() => app.call('GET', '/health'));
  });

  it('records a fall when the device sends it again', async () => {
    const bea = await signUp(app);
    const mac = randomMac();
    await stream(app, bea, resting(mac));
    app.clock.advance(61_000);
    await proxy.cut();
    const key = { 'Idempotency-Key': 'the fall' };
    assertUnavailable(await send(app, bea, blowOf.HIGH(mac), key));
    await proxy.mend();
    await untilWell(() => send(app, bea, blowOf.HIGH(mac), key));
    const { data } = (await app.call('GET', '/falls', bea)).body;
    assert.deepEqual(
      data.map(({ status }: { status: string }) => status),
      ['HIGH'],
    );
    assert.equal(await rowsOf(mac), 2);
  });

  it('reports a hanging database at /health within seconds, and loses nothing in a short hang', async () => {
    const mac = randomMac();
    await stream(app, ada, resting(mac));
    app.clock.advance(1000);
    proxy.hold();
    const sending = send(app, ada, resting(mac));
    const isUnhealthy = async () => (await app.call('GET', '/health')).status === 503;
    await eventually('the service is unhealthy', isUnhealthy, RECOVERY_MS);
    await proxy.mend();
    assert.equal((await sending).status, 200);
    assert.equal(await rowsOf(mac), 2);
    await untilWell(() => app.call('GET', '/health'));
  });
});

describe('an outage under steady load', () => {
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let app: TestApp;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
    app = await startTestApp({ ...SILENT, DATABASE_URL: proxy.url, STREAM_INTERVAL_MS: '0' });
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  it('ends within 5 s of the database’s return, with every acknowledged reading stored once', async () => {
    const people = await Promise.all([signUp(app), signUp(app)]);
    const devices = Array.from({ length: 20 }, (_, i) => ({
      mac: randomMac(),
      person: people[i % 2] ?? assert.fail(),
    }));
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let lastSuccess = 0;
    let refused = 0;
    let going = true;
    const loops = devices.map(async ({ mac, person }) => {
      for (let uptime_ms = 0; going; uptime_ms++) {
        const { status } = await send(app, person, resting(mac, { uptime_ms }));
        statuses.add(status);
        if (status !== 200) {
          refused += 1;
          continue;
        }
        acknowledged.push(`${mac} ${uptime_ms}`);
        lastSuccess = patientNow();
      }
    });
    /** Several readings of each device on average. */
    const many = async (what: string, count: () => number): Promise<void> => {
      const enough = count() + 5 * devices.length;
      await eventually(what, () => count() >= enough);
    };
    await many('readings are stored', () => acknowledged.length);
    for (let round = 0; round < 2; round++) {
      await proxy.cut();
      await many('readings are refused', () => refused);
      await proxy.mend();
      const mended = patientNow();
      await eventually('readings are stored again', () => lastSuccess > mended, RECOVERY_MS);
      await many('readings are stored again, steadily', () => acknowledged.length);
    }
    going = false;
    await Promise.all(loops);
    assert.deepEqual([...statuses].sort(), [200, 503]);

    const rows = await sql(
      database.url,
      'SELECT mac_address, r.uptime_ms FROM sensor_readings r JOIN devices d ON d.key = r.device_key',
    );
    const stored = new Map<string, number>();
    for (const { mac_address, uptime_ms } of rows) {
      const name = `${mac_address} ${uptime_ms}`;
      stored.set(name, (stored.get(name) ?? 0) + 1);
    }
    assert.ok(acknowledged.length > devices.length, `${acknowledged.length} readings`);
    for (const name of acknowledged) assert.equal(stored.get(name), 1, name);
  });
});

describe('a PostgreSQL that is stopped and started again', () => {
  it('is used again by the waiting service', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vigil-outage-'));
    await chmod(directory, 0o711);
    const log = silentLog();
    const start = () => startEmbeddedPostgres({ directory, log, settings: { fsync: 'off' } });
    let postgres = await start();
    const proxy = await startProxy(postgres.url);
    const app = await startTestApp({ ...SILENT, DATABASE_URL: proxy.url });
    try {
      const ada = await signUp(app);
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      app.clock.advance(1000);
      await postgres.stop();
      assertUnavailable(await send(app, ada, resting(mac)));
      assert.equal((await app.call('GET', '/falls', ada)).status, 503);
      postgres = await start();
      await proxy.mend(postgres.url);
      const { others } = await untilWell(() => send(app, ada, resting(mac)));
      assert.ok(!others.includes(429));
      const [{ count }] = await sql(postgres.url, 'SELECT count(*)::int AS count FROM sensor_readings');
      assert.equal(count, 2);
    } finally {
      await app.close();
      await proxy.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
