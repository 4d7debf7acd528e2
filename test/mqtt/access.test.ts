import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MqttClient } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { assessmentsTopic, bySession, granted, join, listenTo, readingsTopic, roundTrip } from './clients.ts';
import { packet, text } from './packets.ts';
import { joinRaw, publishPacket } from './raw.ts';
import { closedFor, refusedPublish } from './refused.ts';
import { rowsOf } from './stored.ts';
import { inVersion, subackCode } from './version.ts';

const REFUSED = subackCode(0x87);
const TOO_WIDE = subackCode(0xa2);
const TOO_LONG = subackCode(0x8f);
const MINUTE_MS = 60_000;

describe('access control over MQTT', () => {
  let app: TestApp;
  let owner: Person;
  let mac: string;
  let deviceToken: string;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    owner = await signUp(app);
    mac = randomMac();
    const { deviceId } = await stream(app, owner, resting(mac));
    deviceToken = (await app.call('POST', `/device/${deviceId}/token`, { token: owner.token })).body.data
      .token;
  });
  after(() => app.close());

  const assignment = (admin: Person, caregiver: Person, patient: Person) =>
    app.call('POST', `/caregivers/${caregiver.id}/patients`, {
      token: admin.token,
      body: { patientId: patient.id, relationship: 'nurse' },
    });

  /**
   * Publishes a reading and waits until the publisher receives it: the broker has then sent it to every
   * permitted subscriber.
   */
  async function receivesOwn(publisher: MqttClient, macAddress: string): Promise<void> {
    const subscriber = listenTo(publisher);
    await granted(publisher, `devices/${macAddress}/#`);
    await publisher.publishAsync(readingsTopic(macAddress), JSON.stringify(resting(macAddress)), { qos: 1 });
    await Promise.all([subscriber.next('/readings'), subscriber.next('/assessments')]);
  }

  it('refuses a publish to a foreign topic, stores nothing and audits it', async () => {
    const stranger = await signUp(app);
    // Refusals are counted per minute; all of these must fall into one.
    app.clock.advance(MINUTE_MS - (app.clock.now() % MINUTE_MS));
    const before = await rowsOf(app, mac);
    const topics = [
      readingsTopic(mac),
      `devices/${mac}/backlog`,
      `devices/${randomMac()}/assessments`,
      `devices/${randomMac()}/presence`,
      `devices/${randomMac()}`,
      `devices/${randomMac()}/readings/more`,
      'devices/nonsense/readings',
      '$SYS/broker/clients',
      `caregivers/${stranger.id}/alerts`,
      'elsewhere',
      `/${readingsTopic(mac)}`,
    ];
    for (const topic of topics) {
      const client = await join(app, bySession(stranger));
      await refusedPublish(client, topic, JSON.stringify(resting(mac)));
    }
    const client = await joinRaw(app, bySession(stranger));
    client.send(publishPacket(readingsTopic(mac), '{', { qos: 0 }));
    await closedFor(client, 0x87);
    assert.equal(await rowsOf(app, mac), before);
    const trail = () =>
      sql(
        app.databaseUrl,
        `SELECT message, ip FROM audit_log WHERE action = 'access.refused' AND actor_id = $1`,
        [stranger.id],
      );
    await eventually('the audit entry', async () => (await trail()).length > 0);
    const lines = await trail();
    assert.ok(lines.length <= 10, 'the number of entries is limited');
    assert.match(lines[0].message, /MQTT: publish to/);
    assert.equal(lines[0].ip, '127.0.0.1');
  });

  it('closes the connection on a publish with wildcards', async () => {
    for (const topic of ['devices/+/readings', 'devices/#']) {
      const client = await joinRaw(app, bySession(owner));
      // mqtt-packet refuses to write it.
      client.socket.write(packet(0x30, text(topic), ...inVersion([], [0])));
      await closedFor(client, 0x81);
    }
  });

  it('limits a device token to its device', async () => {
    const credentials = { username: mac, password: deviceToken };
    const other = randomMac();
    await stream(app, owner, resting(other));
    const client = await join(app, credentials);
    assert.equal(await granted(client, `devices/${mac}/#`), 0);
    for (const filter of [
      `devices/${other}/#`,
      `devices/${randomMac()}/+`,
      `caregivers/${owner.id}/alerts`,
    ]) {
      assert.equal(await granted(client, filter), REFUSED, filter);
    }
    await client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    await refusedPublish(client, readingsTopic(other), JSON.stringify(resting(other)));
  });

  it('refuses filters beyond a client’s own topics, also for admins', async () => {
    const admin = await logInAsAdmin(app);
    for (const person of [owner, admin]) {
      const client = await join(app, bySession(person));
      // Version 5: an own device's answers may go to any topic below it.
      const below = person === owner ? inVersion(REFUSED, 0) : REFUSED;
      for (const [filter, code] of [
        ['#', TOO_WIDE],
        ['+/+/+', TOO_WIDE],
        ['+/#', TOO_WIDE],
        ['devices/#', TOO_WIDE],
        ['devices/+/assessments', TOO_WIDE],
        ['devices/+/#', TOO_WIDE],
        [`+/${mac}/assessments`, TOO_WIDE],
        ['$SYS/#', TOO_WIDE],
        [`devices/${mac}`, REFUSED],
        [`devices/${mac}/other`, below],
        [`devices/${mac}/assessments/more`, below],
        [`caregivers/${person.id}/alerts`, REFUSED],
        ['caregivers/+/alerts', TOO_WIDE],
        ['x'.repeat(200), TOO_LONG],
      ] as const) {
        assert.equal(await granted(client, filter), code, filter);
      }
      assert.equal(client.connected, true);
      client.end();
    }
  });

  it('refuses another person’s device, and delivers nothing about a device that was unknown at the subscription', async () => {
    const stranger = await signUp(app);
    const client = await join(app, bySession(stranger));
    const subscriber = listenTo(client);
    assert.equal(await granted(client, assessmentsTopic(mac)), REFUSED);
    const unknown = randomMac();
    assert.equal(await granted(client, `devices/${unknown}/#`), 0);
    const publisher = await join(app, bySession(owner));
    await publisher.publishAsync(readingsTopic(unknown), '{', { qos: 1 });
    await receivesOwn(publisher, unknown);
    await roundTrip(client);
    assert.deepEqual(subscriber.received, [], 'ownership is checked again at delivery');
    client.end();
    publisher.end();
  });

  it('lets a caregiver subscribe to a patient’s devices only while they are assigned', async () => {
    const [caregiver, admin] = await Promise.all([signUp(app, 'CAREGIVER'), logInAsAdmin(app)]);
    const client = await join(app, bySession(caregiver));
    const subscriber = listenTo(client);
    assert.equal(await granted(client, `devices/${mac}/#`), REFUSED);
    assert.equal((await assignment(admin, caregiver, owner)).status, 201);
    assert.equal(await granted(client, `devices/${mac}/#`), 0);
    await subscriber.next('/presence');
    const publisher = await join(app, bySession(owner));
    await publisher.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    await subscriber.next('/assessments');
    await subscriber.next('/readings');
    const path = `/caregivers/${caregiver.id}/patients/${owner.id}`;
    assert.equal((await app.call('DELETE', path, { token: admin.token })).status, 200);
    subscriber.received.length = 0;
    await receivesOwn(publisher, mac);
    await roundTrip(client);
    assert.deepEqual(subscriber.received, []);
    await refusedPublish(client, readingsTopic(mac), JSON.stringify(resting(mac)));
    publisher.end();
  });

  it('delivers a caregiver’s alerts only to them, with QoS 1, and keeps them for a persistent session', async () => {
    const [caregiver, colleague, admin] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      logInAsAdmin(app),
    ]);
    await assignment(admin, caregiver, owner);
    const topic = `caregivers/${caregiver.id}/alerts`;
    const spy = await join(app, bySession(colleague));
    assert.equal(await granted(spy, topic, 1), REFUSED);
    spy.end();
    const lasting = { clientId: 'phone', clean: false };
    const client = await join(app, bySession(caregiver), lasting);
    const subscriber = listenTo(client);
    assert.equal(await granted(client, topic, 1), 1);
    const publisher = await join(app, bySession(owner));
    const fallen = randomMac();
    await publisher.publishAsync(readingsTopic(fallen), JSON.stringify(violent(fallen)), { qos: 1 });
    const { json } = await subscriber.next();
    assert.equal(json.type, 'alert');
    assert.equal(typeof json.id, 'number');
    assert.equal(json.data.type, 'FALL_DETECTED');
    await client.endAsync();

    await app.call('POST', `/caregivers/alerts/${json.data.id}/acknowledge`, { token: caregiver.token });
    const again = randomMac();
    await publisher.publishAsync(readingsTopic(again), JSON.stringify(violent(again)), { qos: 1 });
    const returned = await join(app, bySession(caregiver), lasting);
    const back = listenTo(returned);
    while ((await back.next()).json.type !== 'alert');
    returned.end();
    publisher.end();
  });

  it('applies to a will: to a foreign topic it is dropped, to an own device it is a reading', async () => {
    const watched = randomMac();
    const watcher = await join(app, bySession(owner));
    const subscriber = listenTo(watcher);
    await granted(watcher, `devices/${watched}/#`);
    const stranger = await signUp(app);
    const wills: [Person, string, string][] = [
      [stranger, readingsTopic(mac), JSON.stringify(resting(mac))],
      [owner, `devices/${watched}/presence`, 'online'],
      [owner, readingsTopic(watched), JSON.stringify(resting(watched))],
    ];
    const before = await rowsOf(app, mac);
    for (const [person, topic, payload] of wills) {
      const client = await joinRaw(app, bySession(person), {
        will: { topic, payload, qos: 1, retain: true },
      });
      client.socket.destroy();
    }
    assert.equal((await subscriber.next('/assessments')).json.status, 200);
    assert.equal(await rowsOf(app, watched), 1);
    assert.equal(await rowsOf(app, mac), before);
    watcher.end();
  });
});
