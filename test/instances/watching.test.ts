import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession, closed, granted, join, listenTo, readingsTopic } from '../mqtt/clients.ts';
import { joinRaw, type RawClient } from '../mqtt/raw.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';

describe('a client at one instance that watches events of another', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    pair = await startPair();
    patient = await signUp(pair.a);
    caregiver = await signUp(pair.b, 'CAREGIVER');
    await assign(pair.a, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  /** Counts the messages about a device or a patient that Redis has carried. */
  const carried = (instance: Pair['a']) => instance.figure('vigil_relayed_total');

  it('receives live readings on the socket, each once, until it unsubscribes', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    const { deviceId } = await stream(a, patient, resting(mac));
    const far = await live(b, caregiver);
    const near = await live(a, caregiver);
    for (const socket of [far, near]) {
      await socket.ask({ type: 'subscribe', data: { patientId: patient.id } });
    }
    await stream(a, patient, resting(mac, { heart_rate: 77 }));
    const isIt = ({ type, data }: { type: string; data: { heartRate: number } }) =>
      type === 'reading' && data.heartRate === 77;
    const [there, here] = [await far.find(isIt), await near.find(isIt)];
    assert.deepEqual(there, here);
    assert.equal(there.data.patientId, patient.id);
    assert.equal(there.data.deviceId, deviceId);
    await stream(b, patient, resting(mac, { heart_rate: 78 }));
    await near.find(({ type, data }) => type === 'reading' && data.heartRate === 78);
    for (const socket of [far, near]) {
      for (const rate of [77, 78]) {
        const same = socket.frames.filter(({ type, data }) => type === 'reading' && data.heartRate === rate);
        assert.equal(same.length, 1, `${rate}`);
      }
      await socket.close();
    }
  });

  it('stops receiving a patient’s readings when the assignment ends at the other instance', async () => {
    const { a, b } = pair;
    const other = await signUp(a);
    await assign(a, caregiver, other);
    const mac = randomMac();
    const socket = await live(b, caregiver);
    for (const { id } of [other, patient]) await socket.ask({ type: 'subscribe', data: { patientId: id } });
    await stream(a, other, resting(mac));
    await socket.next('reading');
    const admin = await a.call('POST', '/auth/login', {
      body: { email: 'admin@example.org', password: 'Admin!2345' },
    });
    const path = `/caregivers/${caregiver.id}/patients/${other.id}`;
    assert.equal((await a.call('DELETE', path, { token: admin.body.token })).status, 200);
    await socket.find(({ type, data }) => type === 'subscribed' && data.subscribed === false);
    const before = socket.frames.length;
    await stream(a, other, resting(mac));
    // Redis carries messages in order: a frame about the other patient would arrive first.
    await stream(a, patient, resting(randomMac()));
    await socket.find(({ type, data }) => type === 'reading' && data.patientId === patient.id);
    assert.deepEqual(
      socket.frames.slice(before).filter(({ data }) => data.patientId === other.id),
      [],
    );
    await socket.close();
  });

  it('receives readings, assessments and presence over MQTT', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    await stream(a, patient, resting(mac));
    const watcher = await join(b, bySession(caregiver));
    const subscriber = listenTo(watcher);
    assert.equal(await granted(watcher, `devices/${mac}/+`), 0);
    assert.equal((await subscriber.next('presence')).text, 'offline');

    const wearable = await join(a, bySession(patient));
    const publish = (uptime_ms: number) =>
      wearable.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms })), { qos: 1 });
    await publish(1);
    assert.equal((await subscriber.next('presence')).text, 'online');
    await publish(2);
    assert.equal((await subscriber.next('readings')).json.uptime_ms, 1);
    assert.equal((await subscriber.next('assessments')).json.data.fallDetected, false);
    assert.equal((await subscriber.next('readings')).json.uptime_ms, 2);

    // A later subscriber receives the state from any instance.
    const late = await join(b, bySession(patient));
    const lateSubscriber = listenTo(late);
    await granted(late, `devices/${mac}/presence`);
    assert.equal((await lateSubscriber.next('presence')).text, 'online');

    // Online while a client of the device is connected to any instance.
    const second = await join(b, bySession(patient));
    await second.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms: 3 })), { qos: 1 });
    wearable.end(true);
    await subscriber.next('assessments');
    await staysQuiet(200, 'an instance announces a closed connection over Redis within some milliseconds');
    assert.deepEqual(
      subscriber.received.filter(({ text }) => text === 'offline'),
      [],
    );
    second.end(true);
    await eventually('the device is offline', () => subscriber.received.at(-1)?.text === 'offline');
    for (const client of [watcher, late]) client.end(true);
  });

  it('causes no traffic once it has disconnected', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    const socket = await live(b, caregiver);
    await socket.ask({ type: 'subscribe', data: { patientId: patient.id } });
    const before = await carried(a);
    await stream(a, patient, resting(mac));
    await socket.next('reading');
    assert.equal(await carried(a), before + 1);
    await socket.close();
    // The first reading without a subscriber is the last that is sent in vain.
    await eventually('no message is carried any more', async () => {
      const carriedSoFar = await carried(a);
      await stream(a, patient, resting(mac));
      return (await carried(a)) === carriedSoFar;
    });
  });

  it('causes no traffic over MQTT once it has unsubscribed', async () => {
    const { a, b } = pair;
    const wearer = await signUp(a);
    const mac = randomMac();
    const watcher = await join(b, bySession(wearer));
    const subscriber = listenTo(watcher);
    assert.equal(await granted(watcher, readingsTopic(mac)), 0);
    const wearable = await join(a, bySession(wearer));
    const publish = (uptime_ms: number) =>
      wearable.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms })), { qos: 1 });
    await publish(1);
    assert.equal((await subscriber.next('readings')).json.uptime_ms, 1);
    await watcher.unsubscribeAsync(readingsTopic(mac));
    let uptime = 2;
    await eventually('no message is carried any more', async () => {
      const carriedSoFar = await carried(a);
      await publish(uptime++);
      return (await carried(a)) === carriedSoFar;
    });
    for (const client of [watcher, wearable]) client.end(true);
  });

  it('is closed at one instance when its MQTT client id connects to another', async () => {
    const { a, b } = pair;
    const options = { clientId: 'the-same' };
    const first = await join(a, bySession(patient), options);
    const stranger = await join(a, bySession(caregiver), options);
    const second = await join(b, bySession(patient), options);
    await closed(first);
    assert.ok(second.connected, 'the new connection stays');
    assert.ok(stranger.connected, 'another account’s client with the same id stays');
    const third = await join(a, bySession(patient), options);
    await closed(second);
    assert.ok(third.connected);
    third.end(true);
    stranger.end(true);
  });

  it('keeps exactly one of two connections with one client id that connect at the same moment', async () => {
    const { a, b } = pair;
    for (let round = 0; round < 5; round++) {
      const options = { clientId: `twin-${round}` };
      const twins = await Promise.all(
        [a, b].map((at) => join(at, bySession(patient), options).catch(() => undefined)),
      );
      const left = () => twins.filter((client) => client?.connected).length;
      await eventually('one connection is closed', () => left() <= 1);
      await staysQuiet(50, 'a second takeover would be announced over Redis within some milliseconds');
      assert.equal(left(), 1);
      for (const client of twins) client?.end(true);
    }
  });

  it('receives at one instance the alerts that arrived while its persistent client was away from another', async () => {
    const { a, b } = pair;
    const topic = `caregivers/${caregiver.id}/alerts`;
    const phone = (at: Pair['a']) => joinRaw(at, bySession(caregiver), { clientId: 'phone', clean: false });
    const fall = async () => (await stream(a, patient, severe(randomMac()))).deviceId;
    const received = new Set<string>();
    const alertFor = async (client: RawClient): Promise<string> => {
      const packet = await client.next();
      if (packet.cmd !== 'publish') return assert.fail(`${packet.cmd} came`);
      client.send({ cmd: 'puback', messageId: packet.messageId ?? 0 });
      const { deviceId } = JSON.parse(packet.payload.toString()).data;
      // QoS 1: an alert that is acknowledged before an earlier event is announced here is sent once more.
      if (received.has(deviceId)) return alertFor(client);
      received.add(deviceId);
      return deviceId;
    };
    const leave = async (client: RawClient) => {
      client.send({ cmd: 'disconnect' });
      await client.gone;
    };

    const first = await phone(b);
    first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
    await first.next();
    const seen = await fall();
    assert.equal(await alertFor(first), seen);
    await leave(first);
    const missed = [await fall(), await fall()];

    const second = await phone(a);
    assert.deepEqual([await alertFor(second), await alertFor(second)], missed);
    const live = await fall();
    assert.equal(await alertFor(second), live);
    await leave(second);

    const third = await phone(b);
    const last = await fall();
    assert.equal(await alertFor(third), last);
    await leave(third);
  });

  it('learns that a device is offline when the instance it was connected to is killed', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    const wearable = await join(a, bySession(patient));
    await wearable.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    const watcher = await join(b, bySession(caregiver));
    const subscriber = listenTo(watcher);
    await granted(watcher, `devices/${mac}/presence`);
    assert.equal((await subscriber.next('presence')).text, 'online');
    a.vigil.signal('SIGKILL');
    assert.equal((await subscriber.next('presence', 15_000)).text, 'offline');
    watcher.end(true);
  });
});
