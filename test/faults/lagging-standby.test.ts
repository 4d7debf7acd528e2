import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type DatabasePair, startDatabasePair } from '../helpers/database-pair.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveClient, live } from '../helpers/live.ts';
import { numbers } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';

const PATIENTS = 4;

describe('after a failover to a standby that lagged, two instances', { skip: WITHOUT_REDIS }, () => {
  let servers: DatabasePair;
  let redis: TestRedis;
  let apps: readonly TestApp[] = [];
  let caregiver: Person;
  let patients: readonly Person[];
  let sockets: readonly LiveClient[];
  /** Signed up, registered and sent on the old primary alone. */
  let lostPerson: Person;
  const [kept, lostOfKnown, lostOfLost] = [randomMac(), randomMac(), randomMac()];
  let lostKeys: readonly number[];
  let lastLostEvent: number;

  const fall = (app: TestApp, { token }: Person) =>
    app.call('POST', '/falls', { token, body: { confidence: 0.8 } });
  const keyOf = async (url: string, mac: string): Promise<number | undefined> =>
    (await sql(url, 'SELECT key FROM devices WHERE mac_address = $1', [mac]))[0]?.key;
  const alertsOf = ({ frames }: LiveClient) => frames.filter(({ type }) => type === 'alert');

  before(async () => {
    [servers, redis] = await Promise.all([startDatabasePair(), startRedis()]);
    const env = {
      DATABASE_URL: servers.url,
      REDIS_URL: redis.url,
      STREAM_INTERVAL_MS: '0',
      LOG_LEVEL: 'silent',
    };
    const first = await startTestApp(env);
    const second = await startTestApp(env);
    apps = [first, second];
    caregiver = await signUp(first, 'CAREGIVER');
    patients = await Promise.all(Array.from({ length: PATIENTS }, () => signUp(first)));
    for (const patient of patients) await assign({ databaseUrl: servers.primary.url }, caregiver, patient);
    for (const app of apps) await stream(app, patients[0] as Person, resting(kept));
    sockets = await Promise.all(apps.map((app) => live(app, caregiver)));
    await servers.caughtUp();
    await servers.standby.upstream.cut();

    // PostgreSQL logs numbers ahead; from here on the standby would use the same ones.
    const [{ key }] = await sql(servers.standby.url, 'SELECT last_value AS key FROM devices_key_seq');
    await sql(servers.primary.url, `SELECT setval('devices_key_seq', $1)`, [key]);
    lostPerson = await signUp(first);
    for (const app of apps) {
      await stream(app, patients[1] as Person, resting(lostOfKnown));
      await stream(app, lostPerson, resting(lostOfLost));
    }
    const keys = [
      await keyOf(servers.primary.url, lostOfKnown),
      await keyOf(servers.primary.url, lostOfLost),
    ];
    lostKeys = keys.map((lost) => lost ?? 0);
    assert.equal(Math.min(...lostKeys), Number(key) + 1);
    for (const patient of patients) await fall(first, patient);
    await Promise.all(
      sockets.map((socket) =>
        eventually('the lost alerts are delivered', () => alertsOf(socket).length === PATIENTS),
      ),
    );
    lastLostEvent = Math.max(...sockets.flatMap(({ frames }) => numbers(frames)));
    await servers.primary.wire.cut();
    await servers.promote();
    // Whichever comes first meets the new primary.
    for (const app of apps)
      await eventually('the service stores readings again', async () => {
        const { status } = await send(app, patients[0] as Person, resting(kept));
        return status === 200;
      });
  });
  after(async () => {
    for (const app of apps) await app.close();
    await redis?.stop();
    await servers?.close();
  });

  it('use no key again that a lost registration had', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const mac = randomMac();
    await stream(first, patients[2] as Person, resting(mac));
    assert.ok(Number(await keyOf(servers.primary.url, mac)) > Math.max(...lostKeys));
    // Its registration was lost, and the other instance had it in memory.
    await stream(second, patients[1] as Person, resting(lostOfKnown));
    const again = Number(await keyOf(servers.primary.url, lostOfKnown));
    assert.ok(again > Math.max(...lostKeys));
    const of = (key: unknown) =>
      sql(servers.primary.url, 'SELECT FROM sensor_readings WHERE device_key = $1', [key]);
    assert.equal((await of(again)).length, 1);
    assert.equal((await of(await keyOf(servers.primary.url, mac))).length, 1);
  });

  it('know neither an account that was lost nor its wearable', async () => {
    for (const app of apps) assert.equal((await send(app, lostPerson, resting(lostOfLost))).status, 401);
    const orphans = `SELECT FROM sensor_readings WHERE device_key NOT IN (SELECT key FROM devices)`;
    assert.equal((await sql(servers.primary.url, orphans)).length, 0);
  });

  it('deliver every alert to sockets that stayed open', async () => {
    for (const patient of patients) assert.equal((await fall(apps[0] as TestApp, patient)).status, 201);
    for (const socket of sockets) {
      await eventually('all alerts arrive', () => alertsOf(socket).length === 2 * PATIENTS);
      const ids = alertsOf(socket).map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => one - other),
      );
      assert.ok(ids.slice(PATIENTS).every((id) => id > lastLostEvent));
    }
  });

  it('move the numbers once', async () => {
    const moved = await sql(servers.primary.url, 'SELECT last_id AS id FROM live_cursors');
    assert.ok(moved.every(({ id }) => Number(id) >= 1_000_000 && Number(id) < 2_000_000));
  });
});
