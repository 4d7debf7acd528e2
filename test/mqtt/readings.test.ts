import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import mqttPacket from 'mqtt-packet';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, violent } from '../helpers/readings.ts';
import { assessmentsTopic, bySession, granted, join, listenTo, readingsTopic } from './clients.ts';
import { joinRaw, publishPacket } from './raw.ts';
import { rowsOf } from './stored.ts';
import { mqttVersion } from './version.ts';

const body = (mac: string, more: object = {}) => JSON.stringify(resting(mac, more));

describe('readings over MQTT', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
  });
  after(() => app.close());

  it('are stored before they are acknowledged, register the device, and get the same answer as over HTTP', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    assert.equal(await granted(client, assessmentsTopic(mac)), 0, 'before the first reading');
    await client.publishAsync(readingsTopic(mac), body(mac), { qos: 1 });
    assert.equal(await rowsOf(app, mac), 1);
    const { topic, json } = await subscriber.next('/assessments');
    assert.equal(topic, assessmentsTopic(mac));
    assert.equal(json.success, true);
    assert.equal(json.status, 200);
    const http = await app.call('POST', '/device/sensor-stream', { token: person.token, body: resting(mac) });
    assert.deepEqual(Object.keys(json.data).sort(), Object.keys(http.body.data).sort());
    assert.equal(json.data.deviceId, http.body.data.deviceId);
    assert.equal(json.data.fallDetected, false);
    client.end();
  });

  it('may omit device_id; the topic’s MAC may have any spelling, and the answer is canonical', async () => {
    const mac = randomMac();
    const plain = mac.replaceAll(':', '').toLowerCase();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, `devices/${plain}/assessments`);
    const { device_id: _, ...without } = resting(mac);
    await client.publishAsync(readingsTopic(plain), JSON.stringify(without), { qos: 1 });
    assert.equal((await subscriber.next()).topic, assessmentsTopic(mac));
    await client.publishAsync(readingsTopic(mac.replaceAll(':', '-')), body(plain), { qos: 1 });
    assert.equal((await subscriber.next()).json.status, 200);
    assert.equal(await rowsOf(app, mac), 2);
    client.end();
  });

  it('are acknowledged and answered with the reason when they are invalid', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    const refusals: [string | Buffer, RegExp, string?][] = [
      ['{', /JSON/],
      ['', /JSON/],
      ['[]', /object/],
      ['null', /object/],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
      [body(mac, { accel_x: 'fast' }), /Validation/, 'accel_x'],
      [body(randomMac()), /Validation/, 'device_id'],
      [body('nonsense'), /Validation/, 'device_id'],
    ];
    for (const [payload, error, field] of refusals) {
      await client.publishAsync(readingsTopic(mac), payload, { qos: 1 });
      const { json } = await subscriber.next();
      assert.equal(json.success, false);
      assert.equal(json.status, 400);
      assert.match(json.error, error);
      if (field !== undefined) assert.ok(field in json.details, String(payload));
    }
    assert.equal(client.connected, true);
    assert.equal(await rowsOf(app, mac), 0);
    client.end();
  });

  it('are accepted with QoS 0 and QoS 2 too', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    await client.publishAsync(readingsTopic(mac), body(mac), { qos: 0 });
    await subscriber.next();
    await client.publishAsync(readingsTopic(mac), body(mac, { uptime_ms: 2 }), { qos: 2 });
    assert.equal(await rowsOf(app, mac), 2);
    client.end();
  });

  it('are stored once when QoS 2 is resent before PUBREL', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    const packet = { qos: 2, messageId: 7 };
    client.send(publishPacket(readingsTopic(mac), body(mac), packet));
    assert.equal((await client.next()).cmd, 'pubrec');
    client.send(publishPacket(readingsTopic(mac), body(mac), { ...packet, dup: true }));
    assert.equal((await client.next()).cmd, 'pubrec');
    client.send({ cmd: 'pubrel', messageId: 7 });
    assert.equal((await client.next()).cmd, 'pubcomp');
    assert.equal(await rowsOf(app, mac), 1);
    client.socket.destroy();
  });

  it('are stored once when they are repeated with DUP, on the same connection or the next', async () => {
    const mac = randomMac();
    const first = await joinRaw(app, bySession(person));
    first.send(publishPacket(readingsTopic(mac), body(mac)));
    const repetitions = 5;
    for (let i = 0; i < repetitions; i++) {
      first.send(publishPacket(readingsTopic(mac), body(mac), { dup: true }));
    }
    for (let i = 0; i <= repetitions; i++) assert.equal((await first.next()).cmd, 'puback');
    first.socket.destroy();
    const second = await joinRaw(app, bySession(person));
    second.send(publishPacket(readingsTopic(mac), body(mac), { dup: true }));
    assert.equal((await second.next()).cmd, 'puback');
    assert.equal(await rowsOf(app, mac), 1);
    second.socket.destroy();
  });

  it('are stored once when the connection drops before PUBACK and the client resends', async () => {
    const mac = randomMac();
    const first = await joinRaw(app, bySession(person));
    first.send(publishPacket(readingsTopic(mac), body(mac)));
    first.socket.end();
    await first.gone;
    const second = await joinRaw(app, bySession(person));
    second.send(publishPacket(readingsTopic(mac), body(mac), { dup: true }));
    assert.equal((await second.next()).cmd, 'puback');
    assert.equal(await rowsOf(app, mac), 1);
    second.socket.destroy();
  });

  it('are both stored when they are identical and neither is marked DUP', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    for (const messageId of [1, 2]) client.send(publishPacket(readingsTopic(mac), body(mac), { messageId }));
    await client.next();
    await client.next();
    assert.equal(await rowsOf(app, mac), 2);
    client.socket.destroy();
  });

  it('may be in flight fifty at a time, and are acknowledged in order of arrival', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    const ids = Array.from({ length: 50 }, (_, i) => i + 1);
    for (const messageId of ids) {
      // Every fifth is refused at once, and must not overtake.
      const payload = messageId % 5 === 0 ? '{' : body(mac, { uptime_ms: messageId });
      client.send(publishPacket(readingsTopic(mac), payload, { messageId }));
    }
    const acknowledged: (number | undefined)[] = [];
    for (const _ of ids) acknowledged.push((await client.next()).messageId);
    assert.deepEqual(acknowledged, ids);
    assert.equal(await rowsOf(app, mac), 40);
    client.socket.destroy();
  });

  it('may arrive by the thousand before their device is known, and are all acknowledged', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(await signUp(app)));
    const ids = Array.from({ length: 1_500 }, (_, i) => i + 1);
    const packets = ids.map((messageId) =>
      mqttPacket.generate(
        publishPacket(readingsTopic(mac), body(mac, { uptime_ms: messageId }), { messageId }),
        { protocolVersion: mqttVersion() },
      ),
    );
    client.socket.write(Buffer.concat(packets));
    const acknowledged: (number | undefined)[] = [];
    for (const _ of ids) acknowledged.push((await client.next()).messageId);
    assert.deepEqual(acknowledged, ids);
    assert.equal(await rowsOf(app, mac), ids.length);
    client.socket.destroy();
  });

  it('reach their subscribed owner; refused ones reach no one, and retained ones are not retained', async () => {
    const mac = randomMac();
    const [publisher, listener] = await Promise.all([
      join(app, bySession(person)),
      join(app, bySession(person)),
    ]);
    const subscriber = listenTo(listener);
    await granted(listener, `devices/${mac}/#`);
    await publisher.publishAsync(readingsTopic(mac), body(mac, { accel_x: 9999 }), { qos: 1 });
    await publisher.publishAsync(readingsTopic(mac), body(mac, { uptime_ms: 11 }), { qos: 1, retain: true });
    assert.equal((await subscriber.next('/readings')).json.uptime_ms, 11);
    assert.equal((await subscriber.next('/assessments')).json.status, 400);
    assert.equal((await subscriber.next('/assessments')).json.status, 200);
    const late = await join(app, bySession(person));
    const lateSubscriber = listenTo(late);
    await granted(late, `devices/${mac}/#`);
    await lateSubscriber.next('/presence');
    await publisher.publishAsync(readingsTopic(mac), body(mac, { uptime_ms: 12 }), { qos: 1 });
    assert.equal(
      (await lateSubscriber.next('/readings')).json.uptime_ms,
      12,
      'the previous reading is not retained',
    );
    for (const client of [publisher, listener, late]) client.end();
  });

  it('raise a fall like any other reading', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    await client.publishAsync(readingsTopic(mac), JSON.stringify(violent(mac)), { qos: 1 });
    assert.equal((await subscriber.next()).json.data.fallDetected, true);
    const falls = await app.call('GET', '/falls', { token: person.token });
    assert.equal(falls.body.data.length, 1);
    client.end();
  });
});

describe('the schedule and device rules over MQTT', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('acknowledge an early reading without storing it, and answer when to send again', async () => {
    const person = await signUp(app);
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    // Both at once: awaiting the first would make the second late enough on a busy machine.
    await Promise.all(
      [1, 5].map((uptime_ms) =>
        client.publishAsync(readingsTopic(mac), body(mac, { uptime_ms }), { qos: 1 }),
      ),
    );
    const answers = [await subscriber.next(), await subscriber.next()];
    const { json } =
      answers.find((answer) => answer.json.status !== 200) ?? assert.fail('no reading was refused');
    assert.equal(json.status, 429);
    assert.equal(json.retryAfter, 1);
    assert.equal(await rowsOf(app, mac), 1);
    client.end();
  });

  it('refuse an eleventh device and a disabled one with 403, and keep the connection open', async () => {
    const person = await signUp(app);
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    const macs = Array.from({ length: 11 }, randomMac);
    const last = macs[10] ?? '';
    await granted(client, assessmentsTopic(last));
    for (const mac of macs) await client.publishAsync(readingsTopic(mac), body(mac), { qos: 1 });
    const { json } = await subscriber.next();
    assert.equal(json.status, 403);
    assert.match(json.error, /10/);

    const first = macs[0] ?? '';
    await granted(client, assessmentsTopic(first));
    const device = await app.call('GET', `/device/${first}`, { token: person.token });
    const admin = await app.call('POST', '/auth/login', {
      body: { email: 'admin@example.org', password: 'Admin!2345' },
    });
    await app.call('POST', `/admin/devices/${device.body.data.id}/disable`, { token: admin.body.token });
    await client.publishAsync(readingsTopic(first), body(first), { qos: 1 });
    assert.equal((await subscriber.next('/assessments')).json.status, 403);
    assert.equal(client.connected, true);
    client.end();
  });
});
