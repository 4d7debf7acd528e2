import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { assessmentsTopic, bySession, granted, join, listenTo } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { addFeed } from '../response/channels-of.ts';
import { answer, callForHelp, createWearer } from '../response/wearers.ts';

const HELP = JSON.stringify({ answer: 'help' });
const TEN_SECONDS = 10_000;

describe('the answer to a repeated call for help', () => {
  let app: TestApp;
  let feed: Receiver;
  let admin: Person;
  before(async () => {
    feed = await startReceiver();
    app = await startTestApp({ LOG_LEVEL: 'silent', ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(app);
    await addFeed(app, feed.url, ['response.changed']);
  });
  after(async () => {
    await app.close();
    await feed.close();
  });

  const claimedEmergency = async () => {
    const wearer = await createWearer(app);
    const { id } = (await callForHelp(app, wearer.patient)).body.data;
    const claimed = await app.call('POST', `/falls/${id}/claim`, { token: wearer.nurse.token });
    assert.equal(claimed.status, 200);
    return { ...wearer, fallId: id as string };
  };
  const tells = (
    { status, data }: { status: number; data: Json },
    fallId: string,
    nurse: Person,
    presses: number,
  ) => {
    assert.deepEqual([status, data.id, data.response.helpPresses], [200, fallId, presses]);
    assert.deepEqual(
      data.response.repeated.told.map(({ id }: Json) => id),
      [nurse.id],
    );
    assert.ok(Math.abs(Date.parse(data.response.repeated.at) - app.clock.now()) < 60_000);
  };

  it('says who was told and when, over HTTP, MQTT and the live socket', async () => {
    const { patient, nurse, mac, fallId, socket } = await claimedEmergency();
    const byHttp = await answer(app, patient, mac, 'help');
    tells({ status: byHttp.status, data: byHttp.body.data }, fallId, nurse, 2);
    const updated = await socket.find(
      ({ type, data }) => type === 'alert.updated' && data.response.helpPresses === 2,
    );
    assert.match(updated.data.message, /calls for help again \(2×\)/);
    await app.pass(TEN_SECONDS);
    const client = await join(app, bySession(patient));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    await client.publishAsync(`devices/${mac}/answers`, HELP, { qos: 1 });
    tells((await subscriber.next('assessments')).json, fallId, nurse, 3);
    client.end(true);
    await app.pass(TEN_SECONDS);
    const own = await live(app, patient);
    const bySocket = await own.ask({ type: 'answer', data: { answer: 'help' } });
    tells({ status: bySocket.status, data: bySocket.data }, fallId, nurse, 4);
    await own.close();
    await socket.close();
  });

  it('counts a press that MQTT marks as a resend only once', async () => {
    const { patient, mac, fallId, socket } = await claimedEmergency();
    const presses = async () =>
      (await app.call('GET', `/falls/${fallId}`, { token: patient.token })).body.data.response.helpPresses;
    await app.pass(TEN_SECONDS);
    const client = await joinRaw(app, bySession(patient));
    for (const dup of [false, true]) {
      client.send(publishPacket(`devices/${mac}/answers`, HELP, { messageId: 1, dup }));
      assert.equal((await client.next()).messageId, 1);
      assert.equal(await presses(), 2);
      await app.pass(TEN_SECONDS);
    }
    client.send(publishPacket(`devices/${mac}/answers`, HELP, { messageId: 2 }));
    assert.equal((await client.next()).messageId, 2);
    assert.equal(await presses(), 3);
    client.socket.destroy();
    await socket.close();
  });

  it('counts a press on a new connection, without DUP, as a new one', async () => {
    const { patient, mac, fallId, socket } = await claimedEmergency();
    await app.pass(TEN_SECONDS);
    const client = await joinRaw(app, bySession(patient));
    client.send(publishPacket(`devices/${mac}/answers`, HELP, { messageId: 1 }));
    assert.equal((await client.next()).messageId, 1);
    const { data } = (await app.call('GET', `/falls/${fallId}`, { token: patient.token })).body;
    assert.equal(data.response.helpPresses, 2);
    client.socket.destroy();
    await socket.close();
  });

  it('is in lists, webhooks, FHIR and the timeline', async () => {
    const { patient, nurse, fallId, socket } = await claimedEmergency();
    await callForHelp(app, patient);
    const listed = await app.call('GET', '/falls', { token: patient.token });
    assert.equal(listed.body.data[0].response.helpPresses, 2);
    const alerts = await app.call('GET', '/caregivers/alerts?status=all', { token: nurse.token });
    assert.equal(alerts.body.data[0].response.helpPresses, 2);
    const { body } = await app.call('GET', `/falls/${fallId}/timeline`, { token: patient.token });
    const [entry] = body.data.filter(({ type }: Json) => type === 'repeated');
    assert.deepEqual([entry.by.id, entry.presses], [patient.id, 2]);
    await eventually('the webhook hears of it', () =>
      feed.received.some(({ body: sent }) => {
        const { type, data } = JSON.parse(sent.toString());
        return type === 'response.changed' && data.fallId === fallId && data.response.helpPresses === 2;
      }),
    );
    const task = await fetch(new URL(`/fhir/Task/${fallId}`, app.url), {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { input } = (await task.json()) as Json;
    assert.deepEqual(
      input.map(({ type, valueInteger }: Json) => [type.coding[0].code, valueInteger]),
      [['help-presses', 2]],
    );
    await socket.close();
  });
});
