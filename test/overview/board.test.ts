import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { admin, app } from '../people/started.ts';

describe('the board', () => {
  const boardOf = async ({ token }: Person): Promise<Json> => {
    const { status, body } = await app.call('GET', '/board', { token });
    assert.equal(status, 200);
    return body.data;
  };
  const fall = async ({ token }: Person, confidence = 0.8): Promise<string> =>
    (await app.call('POST', '/falls', { token, body: { confidence } })).body.data.id;

  async function care() {
    const caregiver = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    await assign(app, caregiver, patient);
    return { caregiver, patient };
  }

  it('shows a caregiver their own patients with their last values, and an admin everyone', async () => {
    const { caregiver, patient } = await care();
    const stranger = await signUp(app, 'PATIENT');
    const body = { ...resting(randomMac()), heart_rate: 71, spo2: 97, battery_level: 64 };
    await app.call('POST', '/device/sensor-stream', { token: patient.token, body });
    const { people, totalPeople } = await boardOf(caregiver);
    assert.equal(totalPeople, 1);
    const [rosa] = people;
    assert.equal(rosa.id, patient.id);
    assert.equal(rosa.name, 'Rosa Marsh');
    assert.equal(rosa.deviceStatus, 'ACTIVE');
    assert.deepEqual([rosa.heartRate, rosa.spo2, rosa.batteryLevel], [71, 97, 64]);
    assert.deepEqual(rosa.trend, [...Array(11).fill(null), 71]);
    const ids = (await boardOf(admin)).people.map(({ id }: Json) => id);
    assert.ok(ids.includes(patient.id) && ids.includes(stranger.id));
  });

  it('says whether the wearable is on its charger, or not worn', async () => {
    const { caregiver, patient } = await care();
    const mac = randomMac();
    const wearing = async () => {
      const [{ charging, notWorn }] = (await boardOf(caregiver)).people;
      return { charging, notWorn };
    };
    const send = (body: object) =>
      app.call('POST', '/device/sensor-stream', { token: patient.token, body: { ...resting(mac), ...body } });
    await send({ charging: true });
    assert.deepEqual(await wearing(), { charging: true, notWorn: false });
    app.clock.advance(MINUTE_MS);
    await send({});
    assert.deepEqual(await wearing(), { charging: false, notWorn: false }, 'as its last reading says');
    // What watches the wearables would end a condition that is not so.
    await dueWorkDone();
    await sql(
      app.databaseUrl,
      `INSERT INTO device_conditions (device_id, type, since)
       SELECT id, 'DEVICE_NOT_WORN', now() FROM devices WHERE user_id = $1`,
      [patient.id],
    );
    assert.deepEqual(await wearing(), { charging: false, notWorn: true });
  });

  it('shows the room and the ward of a patient, the room also with their fall', async () => {
    const { caregiver, patient } = await care();
    const body = { room: '12 B' };
    await app.call('PUT', `/patients/${patient.id}`, { token: caregiver.token, body });
    await fall(patient);
    const { people, falls } = await boardOf(caregiver);
    assert.equal(people[0].room, '12 B');
    assert.equal(people[0].ward, null);
    assert.equal(falls[0].patientRoom, '12 B');
    const name = `Ward of ${patient.id}`;
    const ward = await app.call('POST', '/wards', { token: admin.token, body: { name } });
    const id = ward.body.data.id;
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = $2', [id, patient.id]);
    assert.deepEqual((await boardOf(caregiver)).people[0].ward, { id, name });
  });

  it('records one access per hour and patient in the access log, however often it is loaded', async () => {
    const { caregiver, patient } = await care();
    const looks = async (): Promise<number> => {
      const { body } = await app.call('GET', '/profile/me/access-log', { token: patient.token });
      return body.data.filter(({ what }: Json) => what === 'the board').length;
    };
    await boardOf(caregiver);
    await boardOf(caregiver);
    await eventually('the access log entry', async () => (await looks()) > 0);
    assert.equal(await looks(), 1);
  });

  it('shows falls with their responses until they are resolved', async () => {
    const { caregiver, patient } = await care();
    const id = await fall(patient);
    await fall(patient, 0.4);
    const { falls } = await boardOf(caregiver);
    assert.deepEqual(
      falls.map((listed: Json) => [listed.id, listed.userId, listed.patientName, listed.status]),
      [[id, patient.id, 'Rosa Marsh', 'HIGH']],
    );
    assert.equal(falls[0].response.state, 'CHECKING');
    assert.equal(falls[0].assessment, null);
    const outcome = { outcome: 'HELPED' };
    await app.call('POST', `/falls/${id}/resolve`, { token: caregiver.token, body: outcome });
    assert.deepEqual((await boardOf(caregiver)).falls, []);
  });

  it('shows for ten minutes that a patient says they are OK', async () => {
    const { caregiver, patient } = await care();
    const id = await fall(patient);
    await app.call('POST', `/falls/${id}/ok`, { token: patient.token });
    const [listed] = (await boardOf(caregiver)).falls;
    assert.equal(listed.response.outcome, 'CANCELLED_BY_PATIENT');
    await sql(
      app.databaseUrl,
      `UPDATE responses SET resolved_at = now() - interval '11 minutes' WHERE fall_id = $1`,
      [id],
    );
    assert.deepEqual((await boardOf(caregiver)).falls, []);
  });

  it('shows caregivers on duty and the number of unread messages', async () => {
    const { caregiver, patient } = await care();
    const until = new Date(app.clock.now() + 3_600_000).toISOString();
    await app.call('POST', '/caregivers/me/shift', { token: caregiver.token, body: { until } });
    const message = { recipientId: caregiver.id, content: 'Hello' };
    await app.call('POST', '/messages', { token: patient.token, body: message });
    const { onDuty, unreadMessages } = await boardOf(caregiver);
    assert.ok(onDuty.some(({ id }: Json) => id === caregiver.id));
    assert.equal(unreadMessages, 1);
  });
});
