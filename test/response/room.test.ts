import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveClient, live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { addChannel, addFeed } from './channels-of.ts';

describe('the patient’s room', () => {
  let app: TestApp;
  let receiver: Receiver;
  let patient: Person;
  let caregiver: Person;
  let client: LiveClient;
  let fallId: string;
  before(async () => {
    receiver = await startReceiver();
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
    const { token } = await logInAsAdmin(app);
    await app.call('PUT', `/patients/${patient.id}`, { token, body: { room: '12 B' } });
    await addFeed(app, `${receiver.url}/feed`, ['fall.raised', 'response.changed']);
    await addChannel(app, caregiver, 'ntfy', `${receiver.url}/ntfy`);
    client = await live(app, caregiver);
    const fall = { confidence: 0.95 };
    fallId = (await app.call('POST', '/falls', { ...patient, body: fall })).body.data.id;
  });
  after(async () => {
    await client.close();
    await app.close();
    await receiver.close();
  });

  const received = (path: string) =>
    receiver.received.filter((it) => it.path.startsWith(path)).map(({ body }) => JSON.parse(body.toString()));

  it('stands in the alert, live and over REST', async () => {
    const { data } = await client.next('alert');
    assert.equal(data.patientRoom, '12 B');
    const { body } = await app.call('GET', '/caregivers/alerts?sort=patientRoom', caregiver);
    assert.deepEqual(
      body.data.map((alert: typeof data) => [
        alert.patientRoom,
        alert.patientId,
        alert.fallId,
        alert.deviceId,
      ]),
      [['12 B', patient.id, fallId, null]],
    );
  });

  it('is in the response frame', async () => {
    // A claim drops the messages that are not sent yet.
    await eventually('the caregiver is notified', () => received('/ntfy').length > 0);
    assert.equal((await app.call('POST', `/falls/${fallId}/claim`, caregiver)).status, 200);
    assert.equal((await client.next('response')).data.patientRoom, '12 B');
  });

  it('is in channel messages and event feeds', async () => {
    await eventually('both events arrived', () => received('/feed').length === 2);
    assert.deepEqual(
      received('/feed').map(({ data }) => data.patientRoom),
      ['12 B', '12 B'],
    );
    assert.match(received('/ntfy')[0].message, /Ada Jones, room 12 B\./);
  });

  it('is in the caregiver’s list of patients', async () => {
    const { body } = await app.call('GET', `/caregivers/${caregiver.id}/patients?sort=room`, caregiver);
    assert.equal(body.data[0].room, '12 B');
  });
});
