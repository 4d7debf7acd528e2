import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { bySession } from './clients.ts';
import { packet, text, u16 } from './packets.ts';
import { publishPacket } from './raw.ts';
import { rowsOf } from './stored.ts';
import { type Answer5, joinRaw5, type RawClient5 } from './v5-raw.ts';

describe('PUBLISH in MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    // A minute, so that the next reading is early on any machine.
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '60000' }, { now: standingClock() });
    person = await signUp(app);
  });
  after(() => app.close());

  const readings = (mac: string): string => `devices/${mac}/readings`;
  let uptime = 1;
  const reading = (mac: string) => resting(mac, { uptime_ms: uptime++ });
  const said = ({ reasonCode, properties }: Answer5) => ({
    reasonCode,
    code: properties?.userProperties?.code,
    text: properties?.reasonString,
  });
  const ask = async (client: RawClient5, topic: string, body: unknown, more: object = {}) => {
    client.send(publishPacket(topic, body, more));
    return client.answer();
  };

  for (const qos of [1, 2]) {
    it(`QoS ${qos} is answered with the reason`, async () => {
      const mac = randomMac();
      const client = await joinRaw5(app, bySession(person));
      const send = (topic: string, body: unknown, messageId: number) =>
        ask(client, topic, body, { messageId, qos });
      const stored = await send(readings(mac), reading(mac), 1);
      assert.deepEqual([stored.cmd, stored.reasonCode], [qos === 1 ? 'puback' : 'pubrec', 0]);
      const early = await send(readings(mac), reading(mac), 2);
      assert.deepEqual([early.reasonCode, early.properties?.userProperties?.code], [0x97, '429']);
      assert.match(String(early.properties?.userProperties?.retryAfter), /^\d+$/);
      assert.equal((await send(readings(mac), '{', 3)).reasonCode, 0x99);
      const other = (await signUp(app)).token;
      const theirs = randomMac();
      await app.call('POST', '/device/sensor-stream', { token: other, body: resting(theirs) });
      const foreign = await send(readings(theirs), reading(theirs), 4);
      assert.deepEqual(said(foreign), { reasonCode: 0x87, code: '403', text: 'not allowed to publish here' });
      assert.equal((await send('elsewhere', '{}', 5)).reasonCode, 0x87);
      assert.equal((await send(`devices/${mac}/answers`, { answer: 'ok' }, 6)).reasonCode, 0x83, '404');
      const large = await send(readings(mac), 'x'.repeat(256 * 1024 + 1), 7);
      assert.deepEqual([large.reasonCode, large.properties?.userProperties?.code], [0x83, '413']);
      assert.equal(await rowsOf(app, mac), 1);
      client.socket.destroy();
    });
  }

  it('a forbidden QoS 0 message closes the connection, and DISCONNECT says so', async () => {
    const client = await joinRaw5(app, bySession(person));
    client.send(publishPacket('elsewhere', '{}', { qos: 0 }));
    assert.deepEqual(said(await client.answer()), {
      reasonCode: 0x87,
      code: undefined,
      text: 'not allowed to publish here',
    });
    await client.gone;
  });

  it('a packet beyond Maximum Packet Size closes the connection with 0x95', async () => {
    const client = await joinRaw5(app, bySession(person));
    client.send(publishPacket(readings(randomMac()), 'x'.repeat(300 * 1024)));
    assert.equal((await client.answer()).reasonCode, 0x95);
    await client.gone;
  });

  it('more than 100 unreleased QoS 2 messages close the connection with 0x93', async () => {
    const mac = randomMac();
    const client = await joinRaw5(app, bySession(person));
    for (let messageId = 1; messageId <= 101; messageId++)
      client.send(publishPacket(`devices/${mac}/backlog`, '[]', { qos: 2, messageId }));
    let answer = await client.answer();
    while (answer.cmd === 'pubrec') answer = await client.answer();
    assert.deepEqual([answer.cmd, answer.reasonCode], ['disconnect', 0x93]);
    await client.gone;
  });

  it('PUBCOMP says 0x92 for a packet id that is not known, also for one that is released already', async () => {
    const client = await joinRaw5(app, bySession(await signUp(app)));
    const release = async (messageId: number): Promise<readonly unknown[]> => {
      client.send({ cmd: 'pubrel', messageId });
      const { cmd, messageId: answered, reasonCode } = await client.answer();
      return [cmd, answered, reasonCode ?? 0];
    };
    assert.deepEqual(await release(7), ['pubcomp', 7, 0x92]);
    const mac = randomMac();
    assert.equal((await ask(client, readings(mac), reading(mac), { qos: 2, messageId: 7 })).cmd, 'pubrec');
    assert.deepEqual(await release(7), ['pubcomp', 7, 0]);
    assert.deepEqual(await release(7), ['pubcomp', 7, 0x92]);
    client.socket.destroy();
  });

  it('PUBCOMP says success for a message of the session that was resumed', async () => {
    const kept = { clientId: 'releases', clean: false, properties: { sessionExpiryInterval: 60 } };
    const owner = await signUp(app);
    const client = await joinRaw5(app, bySession(owner), kept);
    const mac = randomMac();
    assert.equal((await ask(client, readings(mac), reading(mac), { qos: 2, messageId: 9 })).cmd, 'pubrec');
    client.socket.destroy();
    const back = await joinRaw5(app, bySession(owner), kept);
    assert.equal(back.welcome.sessionPresent, true);
    back.send({ cmd: 'pubrel', messageId: 9 });
    const { cmd, reasonCode } = await back.answer();
    assert.deepEqual([cmd, reasonCode ?? 0], ['pubcomp', 0]);
    back.socket.destroy();
  });

  it('Request Problem Information 0 and a small Maximum Packet Size leave the reason code alone', async () => {
    for (const properties of [{ requestProblemInformation: false }, { maximumPacketSize: 40 }]) {
      const client = await joinRaw5(app, bySession(person), { properties });
      const { reasonCode, properties: given } = await ask(client, readings(randomMac()), '{');
      assert.deepEqual([reasonCode, given], [0x99, undefined]);
      client.socket.destroy();
    }
  });

  it('a topic alias stands for the topic, and may be given another', async () => {
    const [mac, next] = [randomMac(), randomMac()];
    const client = await joinRaw5(app, bySession(person));
    const alias = { properties: { topicAlias: 1 } };
    assert.equal((await ask(client, readings(mac), reading(mac), alias)).reasonCode, 0);
    assert.equal((await ask(client, '', reading(mac), alias)).reasonCode, 0x97, 'the same device');
    assert.equal((await ask(client, readings(next), reading(next), alias)).reasonCode, 0);
    assert.equal((await ask(client, '', reading(next), alias)).reasonCode, 0x97, 'another device');
    assert.deepEqual([await rowsOf(app, mac), await rowsOf(app, next)], [1, 1]);
    client.socket.destroy();
  });

  it('packets may arrive byte by byte', async () => {
    const mac = randomMac();
    const client = await joinRaw5(app, bySession(person));
    const properties = [0x23, 0, 1];
    const bytes = packet(
      0x32,
      text(readings(mac)),
      u16(9),
      properties.length,
      ...properties,
      Buffer.from(JSON.stringify(resting(mac))),
    );
    for (const byte of bytes) {
      client.socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    assert.deepEqual(await client.answer(), { cmd: 'puback', messageId: 9, reasonCode: 0 });
    client.socket.destroy();
  });

  describe('with a Response Topic', () => {
    const correlationData = Buffer.from([1, 2, 3]);
    const requestTo = (responseTopic: string, more: object = {}) => ({
      properties: { responseTopic, correlationData, ...more },
    });
    const both = async (client: RawClient5) => {
      const answers = [await client.answer(), await client.answer()];
      return { publish: answers.find(({ cmd }) => cmd === 'publish'), answers };
    };

    it('the assessment comes there, with the Correlation Data, without a subscription', async () => {
      const mac = randomMac();
      const client = await joinRaw5(app, bySession(person));
      // Through Aedes: the device is not known yet.
      client.send(publishPacket(readings(mac), reading(mac), requestTo(`devices/${mac}/mine`)));
      const first = (await both(client)).publish;
      assert.equal(first?.topic, `devices/${mac}/mine`);
      assert.deepEqual(first?.properties?.correlationData, correlationData);
      assert.deepEqual([first?.qos, JSON.parse(String(first?.payload)).status], [0, 200]);
      // Past Aedes; refusals are answered there, too.
      client.send(publishPacket(readings(mac), reading(mac), requestTo(`devices/${mac}/mine`)));
      const second = (await both(client)).publish;
      assert.equal(JSON.parse(String(second?.payload)).status, 429);
      for (const [channel, body] of Object.entries({ backlog: [], answers: { answer: 'ok' } })) {
        client.send(publishPacket(`devices/${mac}/${channel}`, body, requestTo(`devices/${mac}/mine`)));
        assert.equal((await both(client)).publish?.topic, `devices/${mac}/mine`, channel);
      }
      client.socket.destroy();
    });

    it('its owner may subscribe to it, as many clients do before they ask', async () => {
      const [mac, taken] = [randomMac(), randomMac()];
      const client = await joinRaw5(app, bySession(person));
      await send(app, await signUp(app), resting(taken));
      const topics = [
        `devices/${mac}/mine`,
        `devices/${mac}/mine/1`,
        `devices/${taken}/mine`,
        `devices/${mac}/mine/+`,
      ];
      client.send({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: topics.map((topic) => ({ topic, qos: 0 })),
      });
      assert.deepEqual((await client.answer()).granted, [0, 0, 0x87, 0xa2]);
      client.send(publishPacket(readings(mac), reading(mac), requestTo(`devices/${mac}/mine`)));
      const { answers } = await both(client);
      assert.deepEqual(answers.map(({ cmd }) => cmd).sort(), ['puback', 'publish'], 'one answer');
      client.send({ cmd: 'pingreq' });
      assert.equal((await client.answer()).cmd, 'pingresp');
      client.socket.destroy();
    });

    it('the assessment goes to this connection alone', async () => {
      const mac = randomMac();
      const [client, other] = [
        await joinRaw5(app, bySession(person)),
        await joinRaw5(app, bySession(person)),
      ];
      other.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `devices/${mac}/#`, qos: 0 }] });
      assert.equal((await other.answer()).cmd, 'suback');
      client.send(publishPacket(readings(mac), reading(mac), requestTo(`devices/${mac}/mine`)));
      await both(client);
      const received = [await other.answer(), await other.answer()].map(({ topic }) => topic);
      assert.deepEqual(received.sort(), [`devices/${mac}/presence`, readings(mac)]);
      other.send({ cmd: 'pingreq' });
      assert.equal((await other.answer()).cmd, 'pingresp');
      for (const { socket } of [client, other]) socket.destroy();
    });

    it('of another device, the reading is stored and not answered there', async () => {
      const mac = randomMac();
      const client = await joinRaw5(app, bySession(person));
      for (const topic of [`devices/${randomMac()}/mine`, `devices/${mac}`, 'elsewhere']) {
        client.send(publishPacket(readings(mac), reading(mac), requestTo(topic)));
        assert.equal((await client.answer()).cmd, 'puback');
      }
      client.send({ cmd: 'pingreq' });
      assert.equal((await client.answer()).cmd, 'pingresp');
      assert.equal(await rowsOf(app, mac), 1);
      client.socket.destroy();
    });

    it('the answer carries the time that is left of the Message Expiry, and an alias', async () => {
      const mac = randomMac();
      const client = await joinRaw5(app, bySession(person), { properties: { topicAliasMaximum: 5 } });
      const request = requestTo(`devices/${mac}/mine`, { messageExpiryInterval: 30 });
      client.send(publishPacket(readings(mac), reading(mac), request));
      const first = (await both(client)).publish;
      assert.deepEqual(
        [first?.topic, first?.properties?.topicAlias, first?.properties?.messageExpiryInterval],
        [`devices/${mac}/mine`, 1, 30],
      );
      client.send(publishPacket(readings(mac), reading(mac), request));
      const second = (await both(client)).publish;
      assert.deepEqual([second?.topic, second?.properties?.topicAlias], ['', 1]);
      client.socket.destroy();
    });
  });
});
