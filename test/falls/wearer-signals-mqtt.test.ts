import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { startProxy } from '../helpers/proxy.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { assessmentsTopic, bySession, closed, granted, join, listenTo, urlOf } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { refusedPublish } from '../mqtt/refused.ts';
import { mqttVersion } from '../mqtt/version.ts';
import { createWearer, fallsOf, report, responseOf } from '../response/wearers.ts';

const answersTopic = (mac: string): string => `devices/${mac}/answers`;
const HELP = JSON.stringify({ answer: 'help' });
const OK = JSON.stringify({ answer: 'ok' });

describe("a wearer's answer over MQTT", () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
  });
  after(() => app.close());

  for (const qos of [0, 1, 2] as const) {
    it(`gets the same status on the assessments topic as over HTTP (QoS ${qos})`, async () => {
      const { patient, mac, deviceId, socket } = await createWearer(app);
      const client = await join(app, bySession(patient));
      const subscriber = listenTo(client);
      await granted(client, assessmentsTopic(mac));
      const say = async (payload: string) => {
        await client.publishAsync(answersTopic(mac), payload, { qos });
        return (await subscriber.next('assessments')).json;
      };
      const none = await say(OK);
      assert.deepEqual([none.success, none.status, none.data], [false, 404, undefined]);
      const fallId = await report(app, patient);
      const cancelled = await say(OK);
      assert.deepEqual([cancelled.success, cancelled.status, cancelled.data.id], [true, 200, fallId]);
      assert.equal((await responseOf(app, fallId)).outcome, 'CANCELLED_BY_PATIENT');
      const recorded = await say(HELP);
      assert.deepEqual(
        [recorded.status, recorded.data.source, recorded.data.deviceId],
        [201, 'HELP_BUTTON', deviceId],
      );
      await socket.find(({ type, data }) => type === 'alert' && data.fallId === recorded.data.id);
      const again = await say(HELP);
      assert.deepEqual([again.status, again.data.id], [200, recorded.data.id]);
      assert.equal((await say(OK)).status, 409);
      for (const bad of ['{', '[]', '{}', '{"answer":"perhaps"}']) {
        assert.equal((await say(bad)).status, 400, bad);
      }
      assert.equal((await fallsOf(app, patient)).length, 2);
      client.end(true);
      await socket.close();
    });
  }

  it('is committed before PUBACK', async () => {
    const { patient, mac, socket } = await createWearer(app);
    const client = await join(app, bySession(patient));
    await client.publishAsync(answersTopic(mac), HELP, { qos: 1 });
    assert.equal((await fallsOf(app, patient))[0]?.source, 'HELP_BUTTON');
    client.end(true);
    await socket.close();
  });

  it("is accepted with a device token for that device only, and never for another person's device", async () => {
    const { patient, mac, deviceId, socket } = await createWearer(app);
    const issued = await app.call('POST', `/device/${mac}/token`, { token: patient.token });
    const wearable = { username: mac, password: issued.body.data.token };
    const client = await join(app, wearable);
    await client.publishAsync(answersTopic(mac), HELP, { qos: 1 });
    assert.equal((await fallsOf(app, patient))[0]?.deviceId, deviceId);
    client.end(true);

    const second = randomMac();
    await stream(app, patient, resting(second));
    const stranger = await signUp(app);
    for (const [credentials, other] of [
      [wearable, second],
      [wearable, randomMac()],
      [bySession(stranger), mac],
    ] as const) {
      const refused = await join(app, credentials);
      await refusedPublish(refused, answersTopic(other), HELP);
    }
    assert.equal((await fallsOf(app, patient)).length, 1);
    assert.deepEqual(await fallsOf(app, stranger), []);
    await socket.close();
  });

  it('counts for the account when the wearable is not registered yet, whatever the role', async () => {
    for (const role of ['PATIENT', 'CAREGIVER'] as const) {
      const person = await signUp(app, role);
      const mac = randomMac();
      const client = await join(app, bySession(person));
      const subscriber = listenTo(client);
      await granted(client, assessmentsTopic(mac));
      await client.publishAsync(answersTopic(mac), HELP, { qos: 1 });
      const { status, data } = (await subscriber.next('assessments')).json;
      assert.deepEqual([status, data.userId, data.deviceId], [201, person.id, null]);
      client.end(true);
    }
  });

  it('can be a will: "help" calls for help when the connection breaks', async () => {
    const { patient, mac, socket } = await createWearer(app);
    const will = { topic: answersTopic(mac), payload: HELP, qos: 1, retain: false };
    const client = await joinRaw(app, bySession(patient), { will });
    client.socket.resetAndDestroy();
    assert.match((await socket.next('alert')).data.message, /calls for help/);
    await socket.close();
  });

  it('is safe to repeat with DUP: "help" makes no second fall, "ok" cancels no later one', async () => {
    const { patient, mac, socket } = await createWearer(app);
    const first = await report(app, patient);
    const client = await joinRaw(app, bySession(patient));
    client.send(publishPacket(answersTopic(mac), OK, { messageId: 1 }));
    assert.equal((await client.next()).messageId, 1);
    assert.equal((await responseOf(app, first)).state, 'RESOLVED');
    client.socket.destroy();

    const second = await report(app, patient);
    const back = await joinRaw(app, bySession(patient));
    back.send(publishPacket(answersTopic(mac), OK, { messageId: 1, dup: true }));
    assert.equal((await back.next()).messageId, 1);
    assert.equal(
      (await responseOf(app, second)).state,
      'CHECKING',
      'the repeated "ok" belongs to the first fall',
    );

    for (const dup of [false, true]) {
      back.send(publishPacket(answersTopic(mac), HELP, { messageId: 2, dup }));
      assert.equal((await back.next()).messageId, 2);
    }
    assert.equal((await fallsOf(app, patient)).length, 2);
    assert.equal((await fallsOf(app, patient)).at(-1)?.status, 'CONFIRMED');
    back.socket.destroy();
    await socket.close();
  });
});

describe('a call for help over MQTT during a database outage', () => {
  it('gets no PUBACK and takes effect when the client resends it', async () => {
    const database = await createTestDatabase();
    const proxy = await startProxy(database.url);
    const app = await startTestApp({ LOG_LEVEL: 'silent', DATABASE_URL: proxy.url });
    const stored = { ...app, databaseUrl: database.url };
    const { patient, mac, socket } = await createWearer(stored);
    const client = connect(urlOf(app), {
      ...bySession(patient),
      protocolVersion: mqttVersion(),
      reconnectPeriod: 100,
    });
    client.on('error', () => {});
    await eventually('the client is connected', () => client.connected);
    await proxy.cut();
    let acknowledged = false;
    const published = client.publishAsync(answersTopic(mac), HELP, { qos: 1 }).then(() => {
      acknowledged = true;
    });
    await closed(client, 15_000);
    assert.equal(acknowledged, false);
    await proxy.mend();
    await published;
    await eventually('the caregiver gets the alert', () =>
      socket.frames.some(({ type }) => type === 'alert'),
    );
    assert.equal((await fallsOf(stored, patient)).length, 1);
    client.end(true);
    await socket.close();
    await app.close();
    await proxy.close();
    await database.drop();
  });
});
