import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Reading, randomMac, resting, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { bySession, join, readingsTopic } from '../mqtt/clients.ts';

const ENV = { STREAM_INTERVAL_MS: '0' };
const RADIAN = 180 / Math.PI;

describe('a wearable that sends other units', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp(ENV);
    ada = await signUp(app);
  });
  after(() => app.close());

  const get = async (path: string): Promise<Json> =>
    (await app.call('GET', path, { token: ada.token })).body.data;
  const warnings = async (mac: string): Promise<string[]> => (await get(`/device/${mac}/status`)).warnings;
  const logged = async (mac: string): Promise<string[]> => {
    const entries: Json[] = await get(`/device/${mac}/logs?limit=100&order=asc`);
    return entries
      .filter(({ message }) => /^Readings look/.test(message))
      .map(({ type, message }) => `${type} ${message}`);
  };
  const inG = (mac: string): Reading => resting(mac, { accel_x: 0.05, accel_y: 0.03, accel_z: 1 });
  /** A swinging arm. */
  const moving = (mac: string, i: number, perSecond: number): Reading =>
    resting(mac, { accel_x: 4 * Math.sin(i), accel_z: 9.8 + 2 * Math.cos(i), gyro_y: 90 / perSecond });

  async function overHttp(count: number, reading: (i: number) => Reading): Promise<void> {
    for (let i = 0; i < count; i++) await stream(app, ada, reading(i));
  }
  async function overMqtt(topic: string, payloads: readonly unknown[]): Promise<void> {
    const client = await join(app, bySession(ada));
    for (const payload of payloads) await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    client.end(true);
  }
  const many = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));

  it('gets one warning in log and status, also across a restart, until the units are right', async () => {
    const mac = randomMac();
    await overHttp(10, () => inG(mac));
    assert.deepEqual([await warnings(mac), await logged(mac)], [[], []]);
    await overHttp(40, () => inG(mac));
    const shown = await warnings(mac);
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /units.*g, not m\/s²/);
    assert.deepEqual(await logged(mac), [`WARNING ${shown[0]}`]);

    app = await restart(app, ENV);
    assert.deepEqual(await warnings(mac), shown);
    await overHttp(40, () => inG(mac));
    assert.deepEqual([await warnings(mac), (await logged(mac)).length], [shown, 1]);

    await overHttp(40, () => resting(mac));
    assert.deepEqual(await warnings(mac), []);
    assert.match((await logged(mac)).at(-1) ?? '', /^INFO .*m\/s² and °\/s again/);
  });

  it('is recognised over MQTT with rad/s, and not with °/s', async () => {
    const [wrong, right] = [randomMac(), randomMac()];
    await overMqtt(
      readingsTopic(wrong),
      many(60, (i) => moving(wrong, i, RADIAN)),
    );
    await overMqtt(
      readingsTopic(right),
      many(60, (i) => moving(right, i, 1)),
    );
    assert.match((await warnings(wrong)).join(), /units.*rad\/s, not °\/s/);
    assert.equal((await logged(wrong)).length, 1);
    assert.deepEqual([await warnings(right), await logged(right)], [[], []]);
  });

  it('gets one log entry when both units are wrong, and is recognised from a backlog', async () => {
    const mac = randomMac();
    const start = Date.now() - 100_000;
    const backlog = many(60, (i) => {
      const { accel_x, accel_y, accel_z, ...rest } = moving(mac, i, RADIAN);
      const g = { accel_x: accel_x / 9.81, accel_y: accel_y / 9.81, accel_z: accel_z / 9.81 };
      return { ...rest, ...g, recorded_at: new Date(start + i * 1000).toISOString() };
    });
    await overMqtt(`devices/${mac}/backlog`, [backlog]);
    assert.equal((await warnings(mac)).length, 2);
    assert.equal((await logged(mac)).length, 1);
  });
});
