import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { connect, type MqttClient } from 'mqtt';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac, resting, send, stream, violent } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, readingsTopic, urlOf } from './clients.ts';

/** The device's clock when its network fails. */
const UPTIME_MS = 500_000;
const AWAY_S = 12;

describe('readings that an ordinary MQTT client queued during a network outage', () => {
  let app: TestApp;
  let person: Person;
  let wire: DatabaseWire;
  let client: MqttClient | undefined;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '1d' });
    person = await signUp(app);
  });
  afterEach(async () => {
    await client?.endAsync(true);
    await wire.close();
  });
  after(() => app.close());

  /** Uses mqtt.js with its defaults: it queues unsent messages and reconnects after a second. */
  async function join(): Promise<MqttClient> {
    wire = await startProxy(urlOf(app));
    const joined = connect(wire.url, { ...bySession(person) });
    client = joined;
    await inTime(
      'the client connects',
      new Promise<void>((resolve) => joined.once('connect', () => resolve())),
    );
    return joined;
  }

  const publish = (joined: MqttClient, mac: string, reading: object): Promise<unknown> =>
    joined.publishAsync(readingsTopic(mac), JSON.stringify(reading), { qos: 1 });

  /** Sends a reading, then makes one a second during `AWAY_S` seconds without network. */
  async function loseNetwork(mac: string, made: (second: number) => object): Promise<void> {
    await stream(app, person, resting(mac, { uptime_ms: UPTIME_MS - 1000 }));
    app.clock.advance(1000);
    const joined = await join();
    await publish(joined, mac, resting(mac, { uptime_ms: UPTIME_MS }));
    await wire.cut();
    const acknowledged = Array.from({ length: AWAY_S }, (_, i) => publish(joined, mac, made(i + 1)));
    app.clock.advance(AWAY_S * 1000);
    await wire.mend();
    await Promise.all(acknowledged);
  }

  const stored = (mac: string) =>
    sql(
      app.databaseUrl,
      `SELECT r.uptime_ms::int AS uptime, extract(epoch FROM r.recorded_at) * 1000 AS at
       FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1 ORDER BY recorded_at`,
      [mac],
    );

  it('are all stored with their own times, and a fall among them raises an alert with its time', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, person);
    const mac = randomMac();
    await loseNetwork(mac, (second) => {
      const more = { uptime_ms: UPTIME_MS + second * 1000, battery_level: 90 - second };
      return second === 5 ? violent(mac, more) : resting(mac, more);
    });
    const rows = (await stored(mac)).slice(1);
    assert.deepEqual(
      rows.map(({ uptime }) => uptime - UPTIME_MS),
      Array.from({ length: AWAY_S + 1 }, (_, i) => i * 1000),
    );
    const cut = Number(rows[0].at);
    for (const [i, { at }] of rows.entries()) {
      assert.ok(Math.abs(Number(at) - cut - i * 1000) < 700, `${i}: ${Number(at) - cut}`);
    }
    const [fall] = (await app.call('GET', '/falls', { token: person.token })).body.data;
    assert.ok(Math.abs(Date.parse(fall.createdAt) - cut - 5_000) < 700, fall.createdAt);
    const alerts = await app.call('GET', '/caregivers/alerts', { token: caregiver.token });
    assert.equal(alerts.body.data.length, 1);

    const status = await app.call('GET', `/device/${mac}/status`, { token: person.token });
    assert.equal(status.body.data.batteryLevel, 90 - AWAY_S);
    const lastDataPoint = Date.parse(status.body.data.lastDataPoint);
    assert.ok(Math.abs(lastDataPoint - cut - AWAY_S * 1000) < 700);
  });

  it('are stored with their time of arrival when the device’s clock is unusable', async () => {
    const mac = randomMac();
    const back = () => app.clock.now() - 5_000;
    // Each differs: after a reconnect an identical message would count as a resend.
    await loseNetwork(mac, (second) => resting(mac, { uptime_ms: UPTIME_MS, battery_level: 90 - second }));
    const rows = await stored(mac);
    assert.equal(rows.length, AWAY_S + 2);
    for (const { at } of rows.slice(2)) assert.ok(Number(at) > back());
  });

  it('are stored in the order in which they were taken, also if one of them came over HTTP', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac, { uptime_ms: UPTIME_MS }));
    app.clock.advance(AWAY_S * 1000);
    const joined = await join();
    await publish(joined, mac, resting(mac, { uptime_ms: UPTIME_MS + 2_000, battery_level: 80 }));
    await stream(app, person, resting(mac, { uptime_ms: UPTIME_MS + 2_500, battery_level: 70 }));
    await publish(joined, mac, resting(mac, { uptime_ms: UPTIME_MS + 3_000, battery_level: 60 }));
    const taken = (await stored(mac)).map(({ uptime }) => uptime - UPTIME_MS);
    assert.deepEqual(taken, [0, 2_000, 2_500, 3_000]);
    const status = await app.call('GET', `/device/${mac}/status`, { token: person.token });
    assert.equal(status.body.data.batteryLevel, 60);
  });

  it('beyond one per second of the outage are refused', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac, { uptime_ms: UPTIME_MS }));
    app.clock.advance(3_500);
    const joined = await join();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        publish(joined, mac, resting(mac, { uptime_ms: UPTIME_MS + 1 + i * 100 })),
      ),
    );
    const { length } = await stored(mac);
    assert.ok(length >= 5 && length <= 7, `${length} are stored`);
  });

  it('raise a fall that follows a normal reading after 500 ms', async () => {
    const mac = randomMac();
    const joined = await join();
    await publish(joined, mac, resting(mac, { uptime_ms: UPTIME_MS }));
    await publish(joined, mac, violent(mac, { uptime_ms: UPTIME_MS + 500 }));
    assert.equal((await stored(mac)).length, 2);
    await eventually('the fall is recorded', async () => {
      const rows = await sql(
        app.databaseUrl,
        `SELECT 1 FROM fall_events f JOIN devices d ON d.id = f.device_id WHERE mac_address = $1`,
        [mac],
      );
      return rows.length === 1;
    });
  });
});

describe('instances that share their schedule', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let app: TestApp;
  let person: Person;
  before(async () => {
    redis = await startRedis();
    app = await startTestApp({ REDIS_URL: redis.url });
    person = await signUp(app);
    await eventually(
      'the schedule in Redis is used',
      async () => (await app.call('GET', '/health')).status === 200,
    );
  });
  after(async () => {
    await app.close();
    await redis.stop();
  });

  it('refuse no known device when the clock is set back an hour', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac));
    app.clock.advance(-3_600_000);
    let body: Json;
    // Redis keeps the schedule by its own clock, which runs on: the next reading is due after a second.
    await eventually('the next reading is accepted', async () => {
      const answer = await send(app, person, resting(mac));
      body = answer.body;
      return answer.status === 200;
    });
    const { nextAllowedRequest } = body.data;
    assert.ok(Math.abs(Date.parse(nextAllowedRequest) - app.clock.now()) < 5_000, nextAllowedRequest);
  });

  it('accept the readings that an MQTT client queued', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac, { uptime_ms: UPTIME_MS }));
    await staysQuiet(2_100, 'Redis keeps the schedule by its own clock, so the two seconds must really pass');
    const joined = connect(urlOf(app), { ...bySession(person) });
    await Promise.all(
      [700, 1400, 2000].map((ms) =>
        joined.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms: UPTIME_MS + ms })), {
          qos: 1,
        }),
      ),
    );
    await joined.endAsync(true);
    const rows = await sql(
      app.databaseUrl,
      'SELECT 1 FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1',
      [mac],
    );
    assert.equal(rows.length, 4);
  });
});
