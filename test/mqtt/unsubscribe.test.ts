import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import type { Packet } from 'mqtt-packet';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession, granted, join, listenTo, readingsTopic, roundTrip } from './clients.ts';
import { bytesOf, joinRaw, type RawClient } from './raw.ts';
import { subackCode } from './version.ts';

const SUBSCRIPTIONS_OF_INSTANCES = 'vigil:about:*';
const LEASES = 'lease:';
const QUOTA = 0x97;

describe('an MQTT subscription that has ended', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let commands: Redis;
  let app: TestApp;
  let person: Person;
  before(async () => {
    redis = await startRedis();
    commands = new Redis(redis.url);
    app = await startTestApp({ REDIS_URL: redis.url, STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'silent' });
    person = await signUp(app);
  });
  after(async () => {
    await app?.close();
    commands?.disconnect();
    await redis?.stop();
  });

  /** The devices whose messages the instance wants from the others, beside those about its leases. */
  const listened = async (): Promise<string[]> =>
    ((await commands.pubsub('CHANNELS', SUBSCRIPTIONS_OF_INSTANCES)) as string[])
      .map((channel) => channel.slice(SUBSCRIPTIONS_OF_INSTANCES.length - 1))
      .filter((subject) => !subject.startsWith(LEASES));
  const nobodyListens = () =>
    eventually('the instance listens to no device', async () => (await listened()).length === 0);
  const publish = async (sender: Person, mac: string, more: object = {}): Promise<void> => {
    const wearable = await join(app, bySession(sender));
    await wearable.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, more)), { qos: 1 });
    wearable.end(true);
  };

  const subscribe = (mac: string, messageId: number): Packet => ({
    cmd: 'subscribe',
    messageId,
    subscriptions: [{ topic: readingsTopic(mac), qos: 0 }],
  });
  const unsubscribe = (mac: string, messageId: number): Packet => ({
    cmd: 'unsubscribe',
    messageId,
    unsubscriptions: [readingsTopic(mac)],
  });
  const answers = async (client: RawClient, count: number): Promise<string[]> => {
    const received: string[] = [];
    while (received.length < count) received.push((await client.next()).cmd);
    return received;
  };

  it('leaves nothing behind after UNSUBSCRIBE, however often', async () => {
    const client = await joinRaw(app, bySession(person));
    for (let round = 1; round <= 300; round++) {
      const mac = randomMac();
      client.send(subscribe(mac, round));
      await answers(client, 1);
      client.send(unsubscribe(mac, round));
      await answers(client, 1);
    }
    await nobodyListens();
    client.socket.destroy();
  });

  it('leaves nothing behind where UNSUBSCRIBE comes in the same segment as SUBSCRIBE', async () => {
    const client = await joinRaw(app, bySession(person));
    const macs = Array.from({ length: 20 }, randomMac);
    const packets = macs.flatMap((mac, i) => [subscribe(mac, i + 1), unsubscribe(mac, i + 1)]);
    client.socket.write(Buffer.concat(packets.map((packet) => bytesOf(packet))));
    await answers(client, packets.length);
    await nobodyListens();
    client.socket.destroy();
  });

  it('leaves nothing behind when its connection closes', async () => {
    const client = await join(app, bySession(person));
    await granted(client, `devices/${randomMac()}/#`);
    assert.equal((await listened()).length, 1);
    client.end(true);
    await nobodyListens();
  });

  it('ends for a device with the last filter that names it', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const other = await join(app, bySession(person));
    for (const leaf of ['readings', 'assessments']) await granted(client, `devices/${mac}/${leaf}`);
    await granted(other, `devices/${mac.toLowerCase()}/readings`);
    await client.unsubscribeAsync(`devices/${mac}/assessments`);
    await other.unsubscribeAsync(`devices/${mac}/readings`);
    await roundTrip(client);
    assert.deepEqual(await listened(), [mac]);
    const subscriber = listenTo(client);
    await publish(person, mac);
    assert.equal((await subscriber.next('readings')).json.device_id, mac);
    await client.unsubscribeAsync(`devices/${mac}/readings`);
    await nobodyListens();
    client.end(true);
    other.end(true);
  });

  it('ends with the first reading of a device that another account has registered', async () => {
    const mac = randomMac();
    const stranger = await signUp(app);
    const curious = await join(app, bySession(stranger));
    const subscriber = listenTo(curious);
    assert.equal(await granted(curious, `devices/${mac}/#`), 0, 'it might become theirs');
    await publish(person, mac);
    await nobodyListens();
    assert.deepEqual(subscriber.received, []);

    // The owner gives the device up, and the stranger registers it.
    assert.equal((await app.call('DELETE', `/device/${mac}`, { token: person.token })).status, 204);
    await publish(stranger, mac, { heart_rate: 71 });
    assert.equal((await subscriber.next('readings')).json.heart_rate, 71);
    curious.end(true);
    await nobodyListens();
  });

  it('ends with the first reading after care has ended', async () => {
    const mac = randomMac();
    const caregiver = await signUp(app, 'CAREGIVER');
    const admin = await logInAsAdmin(app);
    await assign(app, caregiver, person);
    await publish(person, mac);
    const client = await join(app, bySession(caregiver));
    assert.equal(await granted(client, `devices/${mac}/readings`), 0);
    assert.deepEqual(await listened(), [mac]);
    const path = `/caregivers/${caregiver.id}/patients/${person.id}`;
    assert.equal((await app.call('DELETE', path, { token: admin.token })).status, 200);
    await publish(person, mac);
    await nobodyListens();
    client.end(true);
  });

  it('made room: an account subscribes to at most 100 unregistered devices', async () => {
    const account = await signUp(app);
    const [one, other] = [await join(app, bySession(account)), await join(app, bySession(account))];
    const macs = Array.from({ length: 60 }, randomMac);
    const ask = (client: typeof one) =>
      Promise.all(macs.map((mac) => granted(client, `devices/${mac}/assessments`)));
    assert.deepEqual(new Set(await ask(one)), new Set([0]));
    const codes = await ask(other);
    assert.equal(codes.filter((code) => code === 0).length, 40);
    assert.equal(codes.filter((code) => code === subackCode(QUOTA)).length, 20);
    await one.unsubscribeAsync(macs.map((mac) => `devices/${mac}/assessments`));
    assert.equal(await granted(other, `devices/${randomMac()}/assessments`), 0);
    for (const client of [one, other]) client.end(true);
    await nobodyListens();
  });
});
