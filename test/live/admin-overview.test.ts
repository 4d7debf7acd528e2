import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { overviewsOf } from '../../src/live/admin-overview.ts';
import type { LiveEvent } from '../../src/live/events.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive, type LiveClient } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';

describe("an admin's live socket", () => {
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  let caregiver: Person;
  let board: LiveClient;
  let stranger: LiveClient;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
    board = await connectLive(app, admin);
    stranger = await connectLive(app, await signUp(app, 'CAREGIVER'));
  });
  after(async () => {
    await Promise.all([board.close(), stranger.close()]);
    await app.close();
  });

  const as = (who: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: who.token, body });

  it('receives every fall and each change of its response once, without an event id', async () => {
    const { body } = await as(patient, 'POST', '/falls', { confidence: 0.8 });
    const fallId = body.data.id;
    const raised = await board.next('response');
    assert.equal(raised.id, undefined);
    const { response, timestamp, ...fall } = raised.data;
    assert.deepEqual(fall, {
      fallId,
      patientId: patient.id,
      patientName: 'Rosa Marsh',
      patientRoom: null,
      level: 'HIGH',
      isTest: false,
      verification: null,
    });
    assert.equal(response.state, 'CHECKING');
    assert.equal(timestamp, body.data.createdAt);
    await as(caregiver, 'POST', `/falls/${fallId}/claim`, {});
    const claimed = await board.next('response');
    assert.deepEqual([claimed.id, claimed.data.response.state], [undefined, 'CLAIMED']);
    await as(caregiver, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' });
    const resolved = await board.next('response');
    assert.equal(resolved.data.response.state, 'RESOLVED');
    assert.equal(board.frames.filter(({ type }) => type === 'response').length, 3);
  });

  it('receives the status of every wearable', async () => {
    const mac = randomMac();
    await as(patient, 'POST', '/device/sensor-stream', resting(mac));
    const { body } = await as(admin, 'GET', `/device/${mac}/status`);
    const { deviceId } = body.data;
    await as(admin, 'POST', `/admin/devices/${deviceId}/disable`);
    const frame = await board.find(
      ({ type, data }: Json) => type === 'device.status' && data.status === 'DISABLED',
    );
    assert.deepEqual([frame.id, frame.data.deviceId, frame.data.userId], [undefined, deviceId, patient.id]);
  });

  it('receives events that a socket of an unassigned caregiver does not', () => {
    assert.deepEqual(
      stranger.frames.filter(({ type }) => type !== 'welcome'),
      [],
    );
  });

  it('receives one frame for a fall that a hundred caregivers are alerted of', () => {
    const alert = { fallId: 'fall', patientId: 'p', severity: 'CONFIRMED', response: { state: 'OPEN' } };
    const events = Array.from(
      { length: 100 },
      (_, nth): LiveEvent => ({ recipientId: `${nth}`, id: 1, type: 'alert', data: { ...alert, id: nth } }),
    );
    const about = { fallId: null, deviceId: 'device', response: null };
    const [overview, ...others] = overviewsOf([
      ...events,
      { recipientId: 'a', id: 2, type: 'alert', data: about },
      { recipientId: 'a', id: 3, type: 'message', data: {} },
    ]);
    assert.deepEqual(others, []);
    assert.equal(overview?.type, 'response');
    assert.deepEqual({ ...overview?.data }, { ...overview?.data, fallId: 'fall', level: 'CONFIRMED' });
  });
});
