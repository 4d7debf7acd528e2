import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, closed, granted, join, listenTo, roundTrip } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { refusedPublish } from '../mqtt/refused.ts';
import { subackCode } from '../mqtt/version.ts';

const eventsOf = (sensorId: string): string => `sensors/${sensorId}/events`;
const resultsOf = (sensorId: string): string => `sensors/${sensorId}/results`;
const REFUSED = subackCode(0x87);
const TOO_WIDE = subackCode(0xa2);
const SHARED = subackCode(0x9e);

describe('events of sensors over MQTT', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let patient: Person;
  let sensorId: string;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
    [nurse, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
    await assign(app, nurse, patient);
    const body = { name: 'Bed mat', patientId: patient.id };
    sensorId = (await app.call('POST', '/sensors', { token: admin.token, body })).body.data.id;
  });
  after(() => app.close());

  const recorded = async (): Promise<number> =>
    (await sql(app.databaseUrl, 'SELECT count(*)::int AS n FROM sensor_events'))[0]?.n;

  for (const qos of [0, 1, 2] as const)
    it(`are answered on the results topic as over HTTP (QoS ${qos})`, async () => {
      const client = await join(app, bySession(nurse));
      const subscriber = listenTo(client);
      await granted(client, resultsOf(sensorId));
      const say = async (payload: string | object): Promise<Json> => {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
        await client.publishAsync(eventsOf(sensorId), text, { qos });
        return (await subscriber.next('results')).json;
      };
      const fell = await say({ type: 'FALL', at: new Date(app.clock.now() - 1000).toISOString() });
      assert.deepEqual([fell.success, fell.status, fell.data.type], [true, 201, 'FALL']);
      const { body } = await app.call('GET', `/falls/${fell.data.fallId}`, { token: nurse.token });
      assert.equal(body.data.source, 'SENSOR');
      const at = new Date(app.clock.now()).toISOString();
      const left = await say({ type: 'BED_EXIT', at, sensorId });
      const again = await say({ type: 'BED_EXIT', at, sensorId });
      assert.deepEqual([left.status, again.status, again.data], [201, 200, left.data]);
      for (const [bad, status] of [
        ['{', 400],
        ['[]', 400],
        ['{"type":"FIRE"}', 400],
        [{ type: 'DOOR', sensorId: randomUUID() }, 400],
        [{ type: 'DOOR', at: '2020-01-01T00:00:00Z' }, 400],
        [{ type: 'DOOR', patientId: randomUUID() }, 404],
        [{ type: 'DOOR', text: 'x'.repeat(70_000) }, 413],
      ] as const)
        assert.equal((await say(bad)).status, status, JSON.stringify(bad).slice(0, 50));
      client.end(true);
    });

  it('are answered to the sender alone, also those of an unknown sensor', async () => {
    const [client, other, spy] = await Promise.all([
      join(app, bySession(nurse)),
      join(app, bySession(nurse)),
      join(app, bySession(await signUp(app, 'CAREGIVER'))),
    ]);
    const [subscriber, secondSubscriber, spiedOn] = [listenTo(client), listenTo(other), listenTo(spy)];
    for (const one of [client, other, spy]) await granted(one, 'sensors/+/results');
    const before = await recorded();
    const unknown = randomUUID();
    await client.publishAsync(eventsOf(unknown), JSON.stringify({ type: 'FALL' }), { qos: 1 });
    for (const one of [subscriber, secondSubscriber]) {
      const { topic, json } = await one.next('results');
      assert.deepEqual([topic, json.status, json.code], [resultsOf(unknown), 404, 'NOT_FOUND']);
    }
    // A stranger's event is refused, and its answer is not the nurse's.
    await spy.publishAsync(eventsOf(sensorId), JSON.stringify({ type: 'CALL' }), { qos: 1 });
    assert.equal((await spiedOn.next('results')).json.status, 403);
    await roundTrip(client);
    assert.deepEqual([spiedOn.received.length, subscriber.received.length], [0, 0]);
    assert.equal(await recorded(), before);
    for (const one of [client, other, spy]) one.end(true);
  });

  it('are refused to wearables, and on other topics of sensors', async () => {
    const mac = randomMac();
    await stream(app, patient, resting(mac));
    const issued = await app.call('POST', `/device/${mac}/token`, { token: patient.token });
    const wearable = await join(app, { username: mac, password: issued.body.data.token });
    assert.equal(await granted(wearable, resultsOf(sensorId)), REFUSED);
    const before = await recorded();
    await refusedPublish(wearable, eventsOf(sensorId), JSON.stringify({ type: 'CALL' }));
    const client = await join(app, bySession(nurse));
    for (const [filter, code] of [
      ['sensors/#', TOO_WIDE],
      ['sensors/+/events', TOO_WIDE],
      [eventsOf(sensorId), REFUSED],
      ['sensors/x/results', REFUSED],
    ] as const)
      assert.equal(await granted(client, filter), code, filter);
    for (const topic of [resultsOf(sensorId), 'sensors/x/events', `${eventsOf(sensorId)}/x`]) {
      const trespasser = await join(app, bySession(nurse));
      await refusedPublish(trespasser, topic, JSON.stringify({ type: 'CALL' }));
    }
    assert.equal(await recorded(), before);
    client.end(true);
  });

  it('are heard by no one else, whatever filter they subscribe to, and no will sends one without the scope', async () => {
    const spy = await signUp(app, 'CAREGIVER');
    const body = { name: 'Reader', scopes: ['read'], expiresInDays: 1 };
    const { token } = (await app.call('POST', '/profile/tokens', { token: nurse.token, body })).body.data;
    const before = await recorded();
    const client = await join(app, bySession(spy));
    const subscriber = listenTo(client);
    for (const [filter, code] of [
      ['#', TOO_WIDE],
      ['+/#', TOO_WIDE],
      ['+/+/+', TOO_WIDE],
      ['+/+/results', TOO_WIDE],
      [`+/${sensorId}/results`, TOO_WIDE],
      ['sensors/+/+', TOO_WIDE],
      [`sensors/${sensorId}/#`, TOO_WIDE],
      ['$share/all/sensors/+/results', SHARED],
      [`sensors/${sensorId.toUpperCase()}/results`, REFUSED],
      [`/sensors/${sensorId}/results`, REFUSED],
    ] as const)
      assert.equal(await granted(client, filter), code, filter);
    await granted(client, resultsOf(sensorId));
    const sender = await join(app, bySession(nurse));
    await sender.publishAsync(eventsOf(sensorId), JSON.stringify({ type: 'FALL' }), { qos: 1, retain: true });
    await roundTrip(client);
    await granted(client, 'sensors/+/results');
    await roundTrip(client);
    assert.deepEqual(subscriber.received, []);
    assert.equal(await recorded(), before + 1);
    const will = {
      topic: eventsOf(sensorId),
      payload: Buffer.from('{"type":"CALL"}'),
      qos: 1 as const,
      retain: false,
    };
    const mute = await join(app, { username: nurse.email, password: token }, { will }).catch(() => undefined);
    mute?.stream.destroy();
    // A will of somebody who may send events is an event.
    const willing = await join(app, bySession(nurse), { will });
    willing.stream.destroy();
    await eventually('the event of the will', async () => (await recorded()) > before + 1);
    await roundTrip(sender);
    assert.equal(await recorded(), before + 2);
    for (const one of [client, sender]) one.end(true);
  });

  it('end with the deactivation of the sender, on open connections, too', async () => {
    const owner = await signUp(app, 'CAREGIVER');
    await assign(app, owner, patient);
    const body = { name: 'Mat', scopes: ['ingest'], expiresInDays: 1 };
    const { token } = (await app.call('POST', '/profile/tokens', { token: owner.token, body })).body.data;
    const client = await join(app, { username: owner.email, password: token });
    const before = await recorded();
    await client.publishAsync(eventsOf(sensorId), JSON.stringify({ type: 'DOOR' }), { qos: 1 });
    await app.call('PUT', `/admin/users/${owner.id}`, { token: admin.token, body: { status: 'inactive' } });
    client.publish(eventsOf(sensorId), JSON.stringify({ type: 'DOOR', text: 'Later' }), { qos: 1 }, () => {});
    await closed(client);
    assert.equal(await recorded(), before + 1);
    const sent = await app.call('POST', '/sensors/events', { token, body: { sensorId, type: 'DOOR' } });
    assert.equal(sent.status, 401);
  });

  it('are taken from service accounts with the scope `ingest`, which also hear the answers', async () => {
    const account = async (scopes: readonly string[]) => {
      const body = { name: `Gateway ${randomUUID()}`, scopes };
      const made = await app.call('POST', '/admin/service-accounts', { token: admin.token, body });
      return { username: made.body.data.id, password: made.body.data.token };
    };
    const gateway = await join(app, await account(['ingest']));
    const subscriber = listenTo(gateway);
    assert.notEqual(await granted(gateway, resultsOf(sensorId)), REFUSED);
    await gateway.publishAsync(eventsOf(sensorId), JSON.stringify({ type: 'FALL' }), { qos: 1 });
    const { status, data } = (await subscriber.next('results')).json;
    assert.deepEqual([status, data.type], [201, 'FALL']);
    gateway.end(true);
    const before = await recorded();
    const reader = await join(app, await account(['read', 'respond', 'manage']));
    await refusedPublish(reader, eventsOf(sensorId), JSON.stringify({ type: 'FALL' }));
    assert.equal(await recorded(), before);
  });

  it('that come again with DUP are recorded once, and without it as new events', async () => {
    const before = await recorded();
    const payload = JSON.stringify({ type: 'CALL', text: 'Bathroom' });
    const client = await joinRaw(app, bySession(nurse));
    for (const [messageId, dup, more] of [
      [1, false, 1],
      [2, true, 1],
      [3, false, 2],
    ] as const) {
      client.send(publishPacket(eventsOf(sensorId), payload, { messageId, dup }));
      assert.deepEqual((await client.next()).cmd, 'puback');
      assert.equal(await recorded(), before + more);
    }
    client.socket.destroy();
  });
});
