import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession } from './clients.ts';
import { publishPacket } from './raw.ts';
import { type Answer5, joinRaw5, type RawClient5 } from './v5-raw.ts';

describe('SUBSCRIBE in MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
  });
  after(() => app.close());

  interface Wanted {
    readonly topic: string;
    readonly qos?: 0 | 1 | 2;
    readonly nl?: boolean;
    readonly rh?: number;
  }
  const subscribe = async (
    client: RawClient5,
    wanted: readonly Wanted[],
    subscriptionIdentifier?: number,
  ) => {
    client.send({
      cmd: 'subscribe',
      messageId: 7,
      subscriptions: wanted.map(({ qos = 0, ...more }) => ({ qos, ...more })),
      ...(subscriptionIdentifier !== undefined && { properties: { subscriptionIdentifier } }),
    });
    return client.answer();
  };
  const roundTrip = async (client: RawClient5): Promise<Answer5[]> => {
    client.send({ cmd: 'pingreq' });
    const answers: Answer5[] = [];
    for (let next = await client.answer(); next.cmd !== 'pingresp'; next = await client.answer())
      answers.push(next);
    return answers;
  };
  /** A device of the person that is online, with its connection. */
  const device = async () => {
    const mac = randomMac();
    const client = await joinRaw5(app, bySession(person));
    client.send(publishPacket(`devices/${mac}/readings`, resting(mac)));
    await client.answer();
    return { mac, client };
  };

  it('SUBACK and UNSUBACK have a reason for each filter', async () => {
    const mac = randomMac();
    const client = await joinRaw5(app, bySession(person));
    const topics = [
      `devices/${mac}/assessments`,
      'elsewhere',
      '#',
      'devices/+/readings',
      '$share/group/elsewhere',
      'x'.repeat(129),
      'a/b/c/d/e/f/g/h/i',
      `devices/${mac}/assessments`,
    ];
    const answer = await subscribe(
      client,
      topics.map((topic) => ({ topic })),
    );
    assert.deepEqual(answer.granted, [0x00, 0x87, 0xa2, 0xa2, 0x9e, 0x8f, 0x8f, 0x00]);
    client.send({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: topics });
    assert.deepEqual((await client.answer()).granted, [0x00, ...topics.slice(1).map(() => 0x11)]);
    client.socket.destroy();
  });

  it('the audit log names a refused filter, also one that is refused by its form', async () => {
    const nosy = await signUp(app);
    const client = await joinRaw5(app, bySession(nosy));
    const filters = ['#', '+/+/readings', '$share/group/elsewhere', 'a/b/c/d/e/f/g/h/i', 'elsewhere'];
    await subscribe(
      client,
      filters.map((topic) => ({ topic })),
    );
    const trail = () =>
      sql(
        app.databaseUrl,
        `SELECT message FROM audit_log WHERE action = 'access.refused' AND actor_id = $1`,
        [nosy.id],
      );
    await eventually('the audit entries', async () => (await trail()).length === filters.length);
    assert.deepEqual(
      (await trail()).map(({ message }) => message).sort(),
      filters.map((filter) => `MQTT: subscription to "${filter}"`).sort(),
    );
    client.socket.destroy();
  });

  it('more filters than a connection may have are refused with 0x97', async () => {
    const client = await joinRaw5(app, bySession(person));
    const filters = Array.from({ length: 101 }, () => ({ topic: `devices/${randomMac()}/assessments` }));
    assert.deepEqual((await subscribe(client, filters)).granted, [...Array(100).fill(0), 0x97]);
    client.socket.destroy();
  });

  it('messages carry the identifiers of all subscriptions that match', async () => {
    const { mac, client } = await device();
    const topic = `devices/${mac}/assessments`;
    await subscribe(client, [{ topic }], 5);
    await subscribe(client, [{ topic: `devices/${mac}/+`, rh: 2 }], 300_000);
    client.send(publishPacket(`devices/${mac}/readings`, resting(mac, { uptime_ms: 2 })));
    const received = [await client.answer(), await client.answer(), await client.answer()];
    const idsOf = (name: string) =>
      received.find((one) => one.topic?.endsWith(name))?.properties?.subscriptionIdentifier;
    assert.deepEqual(idsOf('assessments'), [5, 300_000]);
    assert.deepEqual(idsOf('readings'), 300_000);
    client.socket.destroy();
  });

  it('Retain Handling decides about the retained message', async () => {
    const { mac, client: owner } = await device();
    const client = await joinRaw5(app, bySession(person));
    const topic = `devices/${mac}/presence`;
    const retained = async (rh: number) => {
      await subscribe(client, [{ topic, rh }]);
      // The retained message follows SUBACK after a look-up.
      await new Promise(setImmediate);
      return (await roundTrip(client)).map(({ retain }) => retain);
    };
    assert.deepEqual(await retained(2), [], 'never');
    assert.deepEqual(await retained(0), [true], 'always');
    assert.deepEqual(await retained(1), [], 'not for an existing subscription');
    client.send({ cmd: 'unsubscribe', messageId: 9, unsubscriptions: [topic] });
    await client.answer();
    assert.deepEqual(await retained(1), [true], 'for a new subscription');
    for (const { socket } of [client, owner]) socket.destroy();
  });

  it('No Local keeps a client’s own readings away from it, and no others', async () => {
    const { mac, client } = await device();
    const other = await joinRaw5(app, bySession(person));
    const topic = `devices/${mac}/readings`;
    await subscribe(client, [{ topic, nl: true }]);
    await subscribe(other, [{ topic, nl: true }]);
    client.send(publishPacket(topic, resting(mac, { uptime_ms: 3 })));
    assert.equal((await client.answer()).cmd, 'puback');
    assert.deepEqual(await roundTrip(client), []);
    assert.equal((await other.answer()).topic, topic);
    other.send(publishPacket(topic, resting(mac, { uptime_ms: 4 })));
    assert.equal((await client.answer()).topic, topic);
    for (const { socket } of [client, other]) socket.destroy();
  });

  describe('alerts', () => {
    const watcher = async () => {
      const caregiver = await signUp(app, 'CAREGIVER');
      const patient = await signUp(app);
      await assign(app, caregiver, patient);
      const fall = () => app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } });
      const topic = `caregivers/${caregiver.id}/alerts`;
      const join = (properties: object = {}, more: object = {}) =>
        joinRaw5(app, bySession(caregiver), { clientId: 'desk', properties, ...more });
      return { fall, topic, join };
    };

    it('carry a Message Expiry, less the time waited, and the identifier of a resumed session', async () => {
      const { fall, topic, join } = await watcher();
      const kept = { sessionExpiryInterval: 3_600 };
      const client = await join(kept);
      await subscribe(client, [{ topic, qos: 1 }], 42);
      await fall();
      const alert = await client.answer();
      assert.deepEqual(alert.properties, { messageExpiryInterval: 86_400, subscriptionIdentifier: 42 });
      client.send({ cmd: 'puback', messageId: alert.messageId ?? 0 });
      client.send({ cmd: 'disconnect', reasonCode: 0 });
      await client.gone;
      await fall();
      await app.pass(1_000_000);
      const back = await join(kept, { clean: false });
      const late = await back.answer();
      assert.equal(late.properties?.subscriptionIdentifier, 42);
      const left = Number(late.properties?.messageExpiryInterval);
      assert.ok(left <= 85_400 && left > 85_300, `${left}`);
      back.socket.destroy();
    });

    it('wait for acknowledgements beyond the Receive Maximum', async () => {
      const { fall, topic, join } = await watcher();
      const client = await join({ receiveMaximum: 1 });
      await subscribe(client, [{ topic, qos: 1 }]);
      await fall();
      await fall();
      const first = await client.answer();
      assert.deepEqual(await roundTrip(client), [], 'only one in flight');
      client.send({ cmd: 'puback', messageId: first.messageId ?? 0, reasonCode: 0x80 });
      assert.equal((await client.answer()).cmd, 'publish');
      client.socket.destroy();
    });

    it('that are larger than the client accepts are not sent, and count as delivered', async () => {
      const { fall, topic, join } = await watcher();
      const client = await join({ maximumPacketSize: 100, sessionExpiryInterval: 60 });
      await subscribe(client, [{ topic, qos: 1 }]);
      await fall();
      assert.deepEqual(await roundTrip(client), []);
      client.send({ cmd: 'disconnect', reasonCode: 0 });
      await client.gone;
      const back = await join({ sessionExpiryInterval: 60 }, { clean: false });
      assert.deepEqual(await roundTrip(back), []);
      back.socket.destroy();
    });
  });
});
