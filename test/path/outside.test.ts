import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { complaintOf } from '../../src/path/outside/complaint.ts';
import { failUrl } from '../../src/path/outside/heartbeat.ts';
import { complaintOf as complaintOfNeighbour } from '../../src/path/outside/neighbours.ts';
import { UNTESTED } from '../../src/path/store.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, JWT_SECRET, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { hasTurn } from './turn.ts';

const HEALTHY = { status: 'HEALTHY', degraded: [] } as const;

describe('the heartbeat', () => {
  let app: TestApp | undefined;
  let monitor: Receiver;
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
    const started = await startTestApp({
      HEARTBEAT_URL: `${monitor.url}/ping/secret?msg=OK`,
      ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'silent',
      ...env,
    });
    app = started;
    await eventually('the first heartbeat', () => beats().length === 1);
    await started.pass(SECOND_MS);
    return started;
  };
  beforeEach(async () => {
    monitor = await startReceiver();
    app = undefined;
  });
  afterEach(async () => {
    await app?.close();
    await monitor.close();
  });
  const beats = () => monitor.received.map(({ method, path, body }) => [method, path, String(body)]);
  const GOOD = ['GET', '/ping/secret?msg=OK', ''];
  const bad = (line: string) => ['POST', '/ping/secret/fail?msg=OK', line];

  it('is sent at the start and every HEARTBEAT_SECONDS, and says "stopped" at a clean stop', async () => {
    const started = await start({ HEARTBEAT_SECONDS: '300' });
    await started.pass(200 * SECOND_MS);
    assert.deepEqual(beats(), [GOOD]);
    await started.pass(100 * SECOND_MS);
    assert.deepEqual(beats(), [GOOD, GOOD]);
    await started.app.close();
    assert.deepEqual(beats(), [GOOD, GOOD, bad('stopped')]);
  });

  it('names the stage at which path tests fail', async () => {
    const started = await start({ PATH_TEST_MINUTES: '5' });
    await sql(
      started.databaseUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await started.pass(11 * SECOND_MS);
    await started.pass(60 * SECOND_MS);
    assert.deepEqual(beats().at(-1), bad('path test failed at stage prepared'));
    await sql(started.databaseUrl, 'DROP TRIGGER refuse ON users');
    await started.pass(16 * SECOND_MS);
    await started.pass(60 * SECOND_MS);
    assert.deepEqual(beats().at(-1), GOOD);
  });

  it('depends on the database and the queues without path tests', () => {
    const at = Date.now();
    const verdict = (health: Parameters<typeof complaintOf>[0], interval = 0) =>
      complaintOf(health, UNTESTED, { intervalMs: interval, steadySince: 0, now: at });
    assert.equal(verdict(HEALTHY), undefined);
    assert.equal(verdict({ status: 'DEGRADED', degraded: ['redis'] }), undefined);
    assert.equal(verdict({ status: 'UNHEALTHY', degraded: ['database'] }), 'database failed');
    for (const queue of ['outbox', 'responses'])
      for (const interval of [0, MINUTE_MS])
        assert.equal(verdict({ status: 'DEGRADED', degraded: [queue] }, interval), `${queue} stuck`);
  });

  it('ends when path tests no longer run', () => {
    const at = Date.now();
    const verdict = (agoMs: number) =>
      complaintOf(
        HEALTHY,
        { ...UNTESTED, ok: true, lastOkAt: new Date(at - agoMs) },
        { intervalMs: 5 * MINUTE_MS, steadySince: 0, now: at },
      );
    assert.equal(verdict(10 * MINUTE_MS), undefined);
    assert.equal(verdict(12 * MINUTE_MS), 'path tests have stopped');
  });

  it('goes on when the clock is set ahead', async () => {
    const started = await start({ PATH_TEST_MINUTES: '5', HEARTBEAT_SECONDS: '30' });
    await started.pass(11 * SECOND_MS);
    const before = beats().length;
    started.clock.set(60 * MINUTE_MS);
    await started.pass(0);
    await started.pass(30 * SECOND_MS);
    assert.deepEqual(beats().slice(before), [GOOD, GOOD]);
  });

  it('keeps the query of its URL', () => {
    assert.equal(failUrl('https://hc-ping.com/uuid'), 'https://hc-ping.com/uuid/fail');
    assert.equal(failUrl('https://kuma/api/push/x/?status=up'), 'https://kuma/api/push/x/fail?status=up');
  });
});

describe('a notice of something that is no longer watched', () => {
  it('is on no board after the start', async () => {
    const database = await createTestDatabase();
    const started = (env: Readonly<Record<string, string>>) =>
      startTestApp({
        DATABASE_URL: database.url,
        ALLOW_PRIVATE_TARGETS: 'true',
        LOG_LEVEL: 'silent',
        ...env,
      });
    const kept = 'http://127.0.0.1:9/api/health';
    const before = await started({});
    const { id } = await logInAsAdmin(before);
    for (const [kind, subject] of [
      ['PATH_FAILED', 'path'],
      ['NEIGHBOUR_DOWN', `neighbour ${kept}`],
      ['NEIGHBOUR_DOWN', 'neighbour http://127.0.0.1:9/former'],
      ['STATION_OFFLINE', 'station:1'],
    ])
      await sql(
        database.url,
        `INSERT INTO staff_notices (recipient_id, kind, subject, title, body, created_at, shown_until)
         VALUES ($1, $2, $3, 'Title', 'Body', now(), now() + interval '1 day')`,
        [id, kind, subject],
      );
    await before.close();
    const subjects = async (app: TestApp): Promise<string[]> => {
      const admin = await logInAsAdmin(app);
      const { body } = await app.call('GET', '/board', admin);
      return body.data.notices.map(({ subject }: Json) => subject).sort();
    };
    try {
      const one = await started({ WATCH_URLS: kept });
      await eventually('one neighbour is watched', async () => (await subjects(one)).length === 2);
      assert.deepEqual(await subjects(one), [`neighbour ${kept}`, 'station:1']);
      await one.close();
      const none = await started({});
      await eventually('none is watched', async () => (await subjects(none)).length === 1);
      assert.deepEqual(await subjects(none), ['station:1']);
      await none.close();
    } finally {
      await database.drop();
    }
  });
});

describe('another installation', () => {
  let app: TestApp;
  let admin: Person;
  let phone: Receiver;
  let neighbour: Receiver;
  let status = 'HEALTHY';
  before(async () => {
    phone = await startReceiver();
    neighbour = await startReceiver((response) =>
      response.writeHead(status === 'DEAD' ? 503 : 200).end(JSON.stringify({ data: { status } })),
    );
    app = await startTestApp({
      WATCH_URLS: `${neighbour.url}/api/health`,
      ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'silent',
    });
    admin = await logInAsAdmin(app);
    await addChannel(app, admin, 'webhook', `${phone.url}/admin`);
    await hasTurn(app);
  });
  after(async () => {
    await app.close();
    await Promise.all([phone.close(), neighbour.close()]);
  });

  const passes = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20 * SECOND_MS) await app.pass(20 * SECOND_MS);
  };
  const noticed = async (): Promise<string[]> => {
    await app.pass(SECOND_MS);
    return (await app.call('GET', '/board', admin)).body.data.notices.map(({ kind }: Json) => kind);
  };
  const told = (): string[] => phone.received.map(({ body }) => JSON.parse(String(body)).data.kind);

  it('is asked every 20 s', async () => {
    const before = neighbour.received.length;
    await passes(MINUTE_MS);
    assert.equal(neighbour.received.length, before + 3);
    assert.deepEqual(await noticed(), []);
  });

  it('alerts the admins once when it has not been healthy for three minutes', async () => {
    status = 'DEGRADED';
    await passes(2 * MINUTE_MS);
    assert.deepEqual(await noticed(), []);
    status = 'DEAD';
    await passes(2 * MINUTE_MS);
    assert.deepEqual(await noticed(), ['NEIGHBOUR_DOWN']);
    await passes(5 * MINUTE_MS);
    assert.deepEqual(told(), ['NEIGHBOUR_DOWN']);
  });

  it('is said to be back, once', async () => {
    status = 'HEALTHY';
    await passes(2 * MINUTE_MS);
    assert.deepEqual(await noticed(), ['NEIGHBOUR_BACK']);
    assert.deepEqual(told(), ['NEIGHBOUR_DOWN', 'NEIGHBOUR_BACK']);
  });

  it('starts anew after a moment of health', async () => {
    for (let i = 0; i < 3; i++) {
      status = 'DEGRADED';
      await passes(2 * MINUTE_MS);
      status = 'HEALTHY';
      await passes(20 * SECOND_MS);
    }
    assert.deepEqual(told(), ['NEIGHBOUR_DOWN', 'NEIGHBOUR_BACK']);
  });

  it('is healthy by its own word only', () => {
    const answered = (body: string, code = 200) =>
      complaintOfNeighbour({ status: code, retryAfter: undefined, body });
    assert.equal(answered('{"data":{"status":"HEALTHY"}}'), undefined);
    assert.equal(answered('{"data":{"status":"DEGRADED"}}'), 'says DEGRADED');
    assert.equal(answered('<html>'), 'sent no health report');
    assert.equal(answered('null'), 'says nothing of its health');
    assert.equal(answered('{"data":{"status":"HEALTHY"}}', 302), 'answered 302');
    assert.equal(complaintOfNeighbour({ error: 'failed with ECONNREFUSED' }), 'failed with ECONNREFUSED');
  });
});

describe('settings of the path test and of outside watchers', () => {
  const read = (env: Readonly<Record<string, string>>) => () =>
    readConfig({ NODE_ENV: 'test', JWT_SECRET, ...env });

  it('take decimals of minutes', () => {
    assert.equal(read({ PATH_TEST_MINUTES: '0.1' })().pathTestMinutes, 0.1);
  });

  it('are refused outside their limits', () => {
    const wrong = {
      PATH_TEST_MINUTES: ['-1', '1441', 'often', '1e2'],
      HEARTBEAT_SECONDS: ['4', '3601', '7.5'],
      WATCH_SECONDS: ['9', '3601'],
      HEARTBEAT_URL: ['ftp://a', 'http://example.org/x'],
      WATCH_URLS: [
        'nonsense',
        'http://example.org/api/health',
        Array.from({ length: 11 }, (_, i) => `https://h${i}`).join(),
      ],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        assert.throws(read({ [name]: value }), new RegExp(name), `${name}=${value}`);
  });

  it('are all named when several are wrong', () => {
    assert.throws(
      read({ PATH_TEST_MINUTES: 'x', HEARTBEAT_SECONDS: 'x', WATCH_URLS: 'x' }),
      /PATH_TEST_MINUTES[\s\S]*HEARTBEAT_SECONDS[\s\S]*WATCH_URLS/,
    );
  });
});
