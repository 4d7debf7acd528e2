import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { callApi, type Json } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { pause } from '../helpers/quiet.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { killAll, occupyPort, startVigil, stop, type Vigil } from './child.ts';

const SECRET = 'a secret for tests that is long enough';
const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };
const START_MS = 30_000;
/** Scoring threads that load this slowly, as on a very busy machine. */
const SLOW_THREADS_MS = 3_000;
const SLOW_THREADS = `import { isMainThread } from 'node:worker_threads';
  if (!isMainThread) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${SLOW_THREADS_MS});`;

async function freePort(): Promise<number> {
  const { port, server } = await occupyPort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Polls until the answer is HEALTHY; returns the other statuses before it. */
async function untilHealthy(url: string, vigil: Vigil): Promise<readonly number[]> {
  const before: number[] = [];
  await eventually(
    'the service is healthy',
    async () => {
      assert.equal(vigil.process.exitCode, null, vigil.stdout() + vigil.stderr());
      const status = await callApi(url, 'GET', '/health').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) before.push(status);
      return status === 200;
    },
    START_MS,
  );
  return before;
}

describe('readiness of the service', () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'vigil-process-')));
  });
  afterEach(killAll);
  after(() => rm(folder, { recursive: true, force: true }));

  describe('on an external database', () => {
    let database: TestDatabase;
    let env: Record<string, string>;
    let url: string;
    before(async () => {
      database = await createTestDatabase();
      const port = await freePort();
      url = `http://127.0.0.1:${port}/api`;
      env = {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        JWT_SECRET: SECRET,
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: 'Admin!2345',
        RATE_LIMIT_SIGNUP: '0',
        RATE_LIMIT_GLOBAL: '0',
        PORT: String(port),
      };
    });
    after(() => database.drop());

    it('is reached only when its scoring threads work: many readings at once are answered at once', async () => {
      const first = startVigil(env);
      await untilHealthy(url, first);
      const people: string[] = [];
      for (const email of ['ada', 'bob', 'eve', 'ian'].map((name) => `${name}@example.org`))
        people.push((await callApi(url, 'POST', '/auth/signup', { body: { ...ADA, email } })).body.token);
      const wearables = Array.from({ length: 40 }, (_, i) => ({ mac: randomMac(), token: people[i % 4] }));
      const sendAll = () =>
        Promise.all(
          wearables.map(({ mac, token }) =>
            callApi(url, 'POST', '/device/sensor-stream', { token, body: resting(mac) }),
          ),
        );
      assert.deepEqual(new Set((await sendAll()).map(({ status }) => status)), new Set([200]));
      await stop(first);

      const slowly = `--import=data:text/javascript,${encodeURIComponent(SLOW_THREADS)}`;
      const second = startVigil({ ...env, NODE_OPTIONS: slowly });
      await untilHealthy(url, second);
      const healthyAt = patientNow();
      const answers = await sendAll();
      const took = patientNow() - healthyAt;
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.ok(took < SLOW_THREADS_MS / 2, `answered after ${Math.round(took)} ms`);
      await stop(second);
    });

    it('is not reached on a read-only database, and is as soon as it is writable', async () => {
      const name = new URL(database.url).pathname.slice(1);
      const elsewhere = new URL(database.url);
      elsewhere.pathname = '/postgres';
      const setReadOnly = (value: 'on' | 'off') =>
        sql(
          elsewhere.href,
          `ALTER DATABASE "${name}" SET default_transaction_read_only = ${value};
           SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
        );
      await setReadOnly('on');
      const vigil = startVigil(env);
      await vigil.started;
      const { status, body } = await callApi(url, 'GET', '/health');
      assert.equal(status, 503);
      assert.deepEqual(
        { success: body.success, status: body.status, error: body.error },
        { success: false, status: 'UNHEALTHY', error: 'The service is starting' },
      );
      await setReadOnly('off');
      await untilHealthy(url, vigil);
      assert.doesNotMatch(vigil.stdout(), /"request failed"/, 'a health poll is no failure');
      await stop(vigil);
    });
  });

  it('comes with accepted readings over HTTP and MQTT, also after two kills in a row', async (t) => {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}/api`;
    const env = {
      DATA_DIR: join(folder, 'killed'),
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      RATE_LIMIT_GLOBAL: '0',
      STREAM_INTERVAL_MS: '0',
    };
    const first = startVigil(env);
    await untilHealthy(url, first);
    const { token } = (await callApi(url, 'POST', '/auth/signup', { body: ADA })).body;
    const macs = [randomMac(), randomMac()] as const;
    let sent = 0;
    const reading = (mac: string): Json => resting(mac, { uptime_ms: ++sent * 1000 });
    const acknowledged: Json[] = [];

    const overHttp = async () => {
      const body = reading(macs[0]);
      assert.equal((await callApi(url, 'POST', '/device/sensor-stream', { token, body })).status, 200);
      acknowledged.push(body);
    };
    const overMqtt = async () => {
      const settings = { username: ADA.email, password: token, reconnectPeriod: 0 };
      const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, settings, false);
      const body = reading(macs[1]);
      await client.publishAsync(`devices/${macs[1]}/readings`, JSON.stringify(body), { qos: 1 });
      acknowledged.push(body);
      await client.endAsync(true);
    };
    await Promise.all([overHttp(), overMqtt()]);

    let running = first;
    const kill = async () => {
      running.signal('SIGKILL');
      await running.exited;
    };
    for (const pauses of [[0], [400], [1_500], [200, 800], [3_000, 0]]) {
      for (const ms of pauses) {
        await kill();
        running = startVigil(env);
        await pause(ms);
      }
      await kill();
      running = startVigil(env);
      const before = await untilHealthy(url, running);
      assert.deepEqual(
        before.filter((status) => status !== 0 && status !== 503),
        [],
      );
      const healthyAt = patientNow();
      const took: number[] = [];
      await Promise.all(
        [overHttp, overMqtt].map((send) => send().then(() => took.push(patientNow() - healthyAt))),
      );
      t.diagnostic(`acknowledged ${took.map(Math.round).join(' and ')} ms after it was healthy`);
      assert.ok(Math.max(...took) < 5_000, `${took}`);
    }
    const stored = await Promise.all(
      macs.map((mac) => callApi(url, 'GET', `/device/${mac}/readings?limit=100`, { token })),
    );
    assert.equal(
      stored.reduce((total, { body }) => total + body.data.length, 0),
      acknowledged.length,
      'every acknowledged reading is stored once',
    );
    await stop(running);
  });
});
