import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { openDatabase } from '../../src/platform/database/database.ts';
import { lastReadings, newestTimes } from '../../src/readings/store/readings.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, readingsTopic, urlOf } from '../mqtt/clients.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const AHEAD_MS = 2 * DAY_MS;
/** All tests share the machine, so that a request may take seconds. */
const ABOUT_MS = 60_000;

describe('after the clock was two days ahead', () => {
  let app: TestApp;
  let patient: Person;
  let nurse: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '240h' });
    patient = await signUp(app);
    nurse = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, patient);
  });
  after(() => app.close());

  /** Every part of the service notices the step; then a second passes, and the next readings are due. */
  async function setBack(): Promise<void> {
    await app.pass(-AHEAD_MS);
    await stream(app, patient, resting(randomMac()));
    app.clock.advance(1000);
  }

  /** A wearable whose reading of two days ahead is stored with its report. */
  async function receivedAhead(body: object = {}): Promise<{ mac: string; id: string }> {
    const mac = randomMac();
    app.clock.advance(AHEAD_MS);
    const { deviceId } = await stream(app, patient, { ...resting(mac), ...body });
    await app.pass(11_000);
    await setBack();
    return { mac, id: deviceId };
  }
  const storedOf = async (id: string): Promise<Json> =>
    (
      await sql(
        app.databaseUrl,
        `SELECT last_seen AS "lastSeen", moved_at AS "movedAt", still_since AS "stillSince" FROM devices WHERE id = $1`,
        [id],
      )
    )[0];
  const statusOf = async (mac: string): Promise<Json> =>
    (await app.call('GET', `/device/${mac}/status`, { token: patient.token })).body.data;
  const assertNow = (time: string | Date): void =>
    assert.ok(Math.abs(new Date(time).getTime() - app.clock.now()) < ABOUT_MS, String(time));

  it("a wearable's last reading is its newest one, in memory and in the database", async () => {
    const { mac, id } = await receivedAhead();
    assert.ok((await storedOf(id)).lastSeen.getTime() > app.clock.now() + DAY_MS);
    await stream(app, patient, resting(mac, { battery_level: 41 }));
    assertNow((await statusOf(mac)).lastDataPoint);
    await app.pass(11_000);
    const stored = await storedOf(id);
    assertNow(stored.lastSeen);
    assertNow(stored.stillSince);
    app = await restart(app);
    const { lastDataPoint, batteryLevel } = await statusOf(mac);
    assertNow(lastDataPoint);
    assert.equal(batteryLevel, 41, 'the readings of two days ahead are not the newest');
  });

  it('the silence of a wearable that sends nothing more is reported after the usual time', async () => {
    const { mac, id } = await receivedAhead();
    const client = await live(app, nurse);
    await app.pass(6 * MINUTE_MS);
    assertNow((await storedOf(id)).lastSeen);
    assert.equal((await statusOf(mac)).status, 'ACTIVE');
    await app.pass(31 * MINUTE_MS);
    await client.find(
      (f) => f.type === 'alert' && f.data.deviceId === id && f.data.type === 'DEVICE_INACTIVE',
      'the alert about its silence',
    );
    assert.equal((await statusOf(mac)).status, 'INACTIVE');
    await client.close();
  });

  it('a standing MQTT connection goes on sending', async () => {
    const mac = randomMac();
    app.clock.advance(AHEAD_MS);
    const client = await connectAsync(urlOf(app), { ...bySession(patient) });
    const publish = (uptime_ms: number) =>
      client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms })), { qos: 1 });
    const START_MS = 500_000;
    for (let second = 0; second < 3; second++) {
      await publish(START_MS + second * 1000);
      app.clock.advance(1000);
    }
    await setBack();
    for (let second = 3; second < 8; second++) {
      await publish(START_MS + second * 1000);
      app.clock.advance(1000);
    }
    const rows = await sql(
      app.databaseUrl,
      `SELECT r.uptime_ms AS uptime FROM sensor_readings r JOIN devices d ON d.key = r.device_key
       WHERE d.mac_address = $1 ORDER BY r.uptime_ms`,
      [mac],
    );
    assert.deepEqual(
      rows.map(({ uptime }) => (uptime - START_MS) / 1000),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    await client.endAsync(true);
  });

  it('a client may use an idempotency key of those days for another reading', async () => {
    const mac = randomMac();
    app.clock.advance(AHEAD_MS);
    const { deviceId } = await stream(app, patient, resting(mac), { 'Idempotency-Key': '1' });
    await setBack();
    const { body } = await send(app, patient, resting(mac), { 'Idempotency-Key': '1' });
    assert.equal(body.data.repeated, undefined);
    assert.equal(body.data.deviceId, deviceId);
    const rows = await sql(
      app.databaseUrl,
      'SELECT FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE d.id = $1',
      [deviceId],
    );
    assert.equal(rows.length, 2);
  });

  it('the window of a wearable consists of its last readings, not of those', async () => {
    const { mac, id } = await receivedAhead();
    await stream(app, patient, resting(mac, { uptime_ms: 7_000 }));
    const [{ key }] = await sql(app.databaseUrl, 'SELECT key FROM devices WHERE id = $1', [id]);
    const db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    const range = { since: new Date(app.clock.now() - 10 * MINUTE_MS), until: new Date(app.clock.now()) };
    const [newest] = await lastReadings(db, [key], 1, range);
    assert.equal(newest?.uptimeMs, 7_000);
    assertNow(new Date(((await newestTimes(db, [key], range)).get(String(key)) ?? 0) / 1000));
    await db.close();
  });
});
