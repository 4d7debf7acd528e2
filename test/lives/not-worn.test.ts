import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { caughtUp, type LiveClient, live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a wearable that is not worn', () => {
  let app: TestApp;
  let patient: Person;
  let nurse: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '720h', SESSION_MAX_DAYS: '30', TIME_ZONE: 'UTC' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    nurse = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, patient);
  });
  after(() => app.close());

  /** Moves the clock to this time of the next day. */
  const nextDayAt = async (time: string): Promise<void> => {
    const tomorrow = new Date(app.clock.now() + 24 * HOUR_MS).toISOString().slice(0, 10);
    await app.pass(Date.parse(`${tomorrow}T${time}:00Z`) - app.clock.now());
  };

  /** Sends this reading every 25 minutes for so long, the last one now. */
  async function send(mac: string, minutes: number, more: object = {}): Promise<string> {
    let { deviceId } = await stream(app, patient, resting(mac, more));
    for (let passed = 0; passed < minutes; passed += 25) {
      await app.pass(Math.min(25, minutes - passed) * MINUTE_MS);
      ({ deviceId } = await stream(app, patient, resting(mac, more)));
    }
    return deviceId;
  }

  /** Without those about its silence: the clock advances in large steps. */
  const alertsOf = (client: LiveClient, deviceId: string): Json[] =>
    client.frames.filter(
      ({ type, data }) => type === 'alert' && data.deviceId === deviceId && data.type !== 'DEVICE_INACTIVE',
    );
  /** Runs the save of reports and a check, and waits for everything they send. */
  async function checked(client: LiveClient): Promise<void> {
    for (let i = 0; i < 2; i++) await app.pass(31_000);
    await caughtUp(app, nurse, client);
  }

  it('alerts caregivers once after two hours of the day, until it moves', async () => {
    await nextDayAt('08:00');
    const client = await live(app, nurse);
    const mac = randomMac();
    const id = await send(mac, 118);
    await checked(client);
    assert.deepEqual(alertsOf(client, id), []);
    await send(mac, 2);
    await checked(client);
    const [alert] = alertsOf(client, id);
    assert.deepEqual([alert.data.type, alert.data.severity], ['DEVICE_NOT_WORN', 'MEDIUM']);
    assert.match(alert.data.message, /of Ada Jones has not moved for 120 minutes and is probably not worn/);
    await send(mac, 60);
    await checked(client);
    assert.equal(alertsOf(client, id).length, 1);

    await stream(app, patient, resting(mac, { accel_x: 2 }));
    await client.find((f) => f.type === 'alert.acknowledged' && f.data.alertId === alert.data.id);
    const conditions = await sql(app.databaseUrl, 'SELECT FROM device_conditions WHERE device_id = $1', [id]);
    assert.deepEqual(conditions, []);

    app.clock.advance(1000);
    await send(mac, 121, { accel_x: 2 });
    await checked(client);
    assert.equal(alertsOf(client, id).length, 2, 'the next occurrence is alerted');
    await client.close();
  });

  it('raises no alert at night, on a charger, when it moves now and then, or when it is silent', async () => {
    await nextDayAt('20:30');
    const client = await live(app, nurse);
    const [night, charging, worn, silent] = [randomMac(), randomMac(), randomMac(), randomMac()];
    const ids = await Promise.all([night, charging, worn, silent].map((mac) => send(mac, 0)));
    for (let minutes = 0; minutes < 15 * 60; minutes += 25) {
      await app.pass(25 * MINUTE_MS);
      // Until 08:50 of the next day; that it is still from 07:00 on counts.
      if (minutes < 12 * 60) await stream(app, patient, resting(night));
      await stream(app, patient, resting(charging, { charging: true }));
      await stream(app, patient, resting(worn, { accel_x: minutes % 75 === 0 ? 2 : 0.5 }));
    }
    await checked(client);
    assert.deepEqual(
      ids.map((id) => alertsOf(client, id).length),
      [0, 0, 0, 0],
    );
    await client.close();
  });

  it('starts again after a silence, in which nobody knows whether it was still', async () => {
    await nextDayAt('08:00');
    const client = await live(app, nurse);
    const mac = randomMac();
    const id = await send(mac, 100);
    await app.pass(40 * MINUTE_MS);
    await send(mac, 30);
    await checked(client);
    assert.deepEqual(alertsOf(client, id), []);
    await send(mac, 90);
    await checked(client);
    assert.equal(alertsOf(client, id).length, 1);
    await client.close();
  });

  it('stays known over a restart', async () => {
    await nextDayAt('08:00');
    const mac = randomMac();
    const id = await send(mac, 100);
    app = await restart(app, { SESSION_DURATION: '720h', SESSION_MAX_DAYS: '30', TIME_ZONE: 'UTC' });
    const client = await live(app, nurse);
    await send(mac, 21);
    await checked(client);
    assert.equal(alertsOf(client, id).length, 1);
    await client.close();
  });

  it('no longer concerns caregivers when another patient wears it', async () => {
    await nextDayAt('08:00');
    const other = await signUp(app, 'PATIENT');
    await assign(app, nurse, other);
    const client = await live(app, nurse);
    const mac = randomMac();
    const id = await send(mac, 121);
    await checked(client);
    assert.equal(alertsOf(client, id).length, 1);
    const body = { patientId: other.id };
    const moved = await app.call('POST', `/device/${id}/move`, { token: nurse.token, body });
    assert.equal(moved.status, 200);
    const [alert] = alertsOf(client, id);
    await client.find((f) => f.type === 'alert.acknowledged' && f.data.alertId === alert.data.id);
    await stream(app, other, resting(mac));
    await checked(client);
    assert.equal(alertsOf(client, id).length, 1);
    const [row] = await sql(app.databaseUrl, 'SELECT moved_at FROM devices WHERE id = $1', [id]);
    assert.equal(row?.moved_at, null);
    await client.close();
  });
});
