import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { FAILOVER_MS, type HaSet, startHaSet, WITHOUT_THEM } from '../helpers/ha-set.ts';
import { startRepeatingWearables, type Wearables } from '../helpers/repeating-wearables.ts';
import { sql } from '../helpers/sql.ts';
import { killAll, startVigil } from './child.ts';

const FOR_THE_TEST = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  REQUIRE_PASSWORD_CHANGE: 'false',
  SIGNUP_ROLES: 'PATIENT,CAREGIVER',
  RATE_LIMIT_GLOBAL: '0',
  STREAM_INTERVAL_MS: '0',
  SCORING_THREADS: '1',
};
const ADA = {
  email: 'ada@example.org',
  password: 'Secret!123',
  firstName: 'Ada',
  lastName: 'L',
  role: 'PATIENT',
};
const ANSWER_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

describe('deploy/ha', { skip: WITHOUT_THEM }, () => {
  let set: HaSet;
  let wearables: Wearables | undefined;
  let token: string | undefined;
  before(async () => {
    set = await startHaSet();
    const start = (name: 'a' | 'b') => startVigil({ ...set.envOf(name), ...FOR_THE_TEST }).started;
    await Promise.all([start('a'), start('b')]);
    await eventually('the balancer knows the instances', async () => {
      const { status, body } = await call('POST', '/auth/signup', ADA);
      token = body?.token;
      return status === 201;
    });
    wearables = startRepeatingWearables({
      post: (path, body, key) => call('POST', path, body, { 'Idempotency-Key': key }),
      mqttUrl: `mqtts://${set.address}:${set.mqttsPort}`,
      wearer: { email: ADA.email, token: token ?? '' },
    });
  });
  after(async () => {
    await wearables?.stop();
    await killAll();
    await set?.close();
  });

  /** Through the balancer; the status is 0 without an answer. */
  function call(method: string, path: string, body?: unknown, more = {}): Promise<Answer> {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const headers = { 'Content-Type': 'application/json', ...authorization, ...more };
    return new Promise((resolve) => {
      const failed = () => resolve({ status: 0, body: undefined });
      const sent = request(
        {
          host: set.address,
          port: set.httpsPort,
          path: `/api${path}`,
          method,
          headers,
          rejectUnauthorized: false,
          agent: false,
          timeout: ANSWER_MS,
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('error', failed);
          answer.on('end', () => {
            // The balancer's own answers are no JSON.
            const isJson = answer.headers['content-type']?.startsWith('application/json');
            resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : undefined });
          });
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Readings and falls are acknowledged again; prints for how long none was. */
  async function goesOn(what: string, since: number, t: { diagnostic(text: string): void }): Promise<void> {
    assert.ok(wearables !== undefined);
    const { http, mqtt } = wearables;
    const [overHttp, overMqtt] = await Promise.all([
      http.longestPause(since, FAILOVER_MS),
      mqtt.longestPause(since, FAILOVER_MS),
      wearables.reportFall(),
    ]);
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    t.diagnostic(
      `${what}: no acknowledgement for ${seconds(overHttp)} s over HTTP, ${seconds(overMqtt)} s over MQTT`,
    );
  }

  /** What was acknowledged is on the primary of a complete pair, once. */
  async function nothingIsLost(): Promise<void> {
    assert.ok(wearables !== undefined);
    const { leader } = await set.pair();
    for (const { mac, acknowledged } of [wearables.http, wearables.mqtt]) {
      const expected = acknowledged;
      const rows = await sql(
        set.databaseUrl(leader),
        'SELECT r.uptime_ms::int AS n FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1',
        [mac],
      );
      const stored = rows.map(({ n }) => n as number);
      const present = new Set(stored);
      assert.equal(stored.length, present.size, 'a reading is stored twice');
      assert.deepEqual(
        expected.filter((n) => !present.has(n)),
        [],
        'acknowledged, but lost',
      );
    }
    const rows = await sql(
      set.databaseUrl(leader),
      'SELECT f.id FROM fall_events f JOIN users u ON u.id = f.user_id WHERE u.email = $1',
      [ADA.email],
    );
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...wearables.falls].sort(), 'each fall once');
  }

  const warnsOfNoStandby = (isWarned: boolean) =>
    eventually(
      `NO_STANDBY ${isWarned ? 'is' : 'is not'} in the health report`,
      async () => {
        const { body } = await call('GET', '/health');
        const codes = body?.data?.details.warnings.map(({ code }: { code: string }) => code);
        return codes?.includes('NO_STANDBY') === isWarned;
      },
      FAILOVER_MS,
    );

  it('moves the primary on purpose, and loses nothing', async (t) => {
    const { leader, standby } = await set.pair();
    const since = performance.now();
    await set.switchover(leader, standby);
    await set.leads(standby);
    await goesOn('primary moved', since, t);
    await nothingIsLost();
  });

  it('goes on without a primary that is killed, says that it is alone, and takes it back', async (t) => {
    const { leader, standby } = await set.pair();
    const since = performance.now();
    await set.nodes[leader].signal('SIGKILL');
    await set.leads(standby);
    await goesOn('primary killed', since, t);
    await warnsOfNoStandby(true);
    await set.nodes[leader].start();
    assert.deepEqual(await set.pair(), { leader: standby, standby: leader });
    await warnsOfNoStandby(false);
    await nothingIsLost();
  });

  it('goes on without a primary that is frozen, and takes no writes from it when it thaws', async (t) => {
    const { leader, standby } = await set.pair();
    const since = performance.now();
    await set.nodes[leader].signal('SIGSTOP');
    await set.leads(standby);
    await goesOn('primary frozen', since, t);
    await set.nodes[leader].signal('SIGCONT');
    assert.deepEqual(await set.pair(), { leader: standby, standby: leader });
    await nothingIsLost();
  });
});
