import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { bySession } from './clients.ts';
import { joinRaw } from './raw.ts';
import { connectPacket5, joinRaw5, type RawClient5, rawClient5 } from './v5-raw.ts';

describe('CONNECT in MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' }, { now: standingClock() });
    person = await signUp(app);
  });
  after(() => app.close());

  const refusal = async (more: object, credentials = bySession(person)) => {
    const client = rawClient5(app);
    client.send(connectPacket5(credentials, more));
    const answer = await client.answer();
    await client.gone;
    return answer;
  };
  const keptFor = (sessionExpiryInterval: number, more: object = {}) => ({
    properties: { sessionExpiryInterval },
    ...more,
  });
  const leave = async (client: RawClient5, more: object = {}) => {
    client.send({ cmd: 'disconnect', reasonCode: 0, ...more });
    await client.gone;
  };

  it('CONNACK tells the limits', async () => {
    const { welcome, socket } = await joinRaw5(app, bySession(person));
    assert.deepEqual(welcome, {
      cmd: 'connack',
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        receiveMaximum: 100,
        maximumPacketSize: 257 * 1024,
        topicAliasMaximum: 16,
        sharedSubscriptionAvailable: false,
      },
    });
    socket.destroy();
  });

  it('CONNACK tells the keep-alive, the expiry of the session and the client id where they differ', async () => {
    const asked = keptFor(0xffff_ffff, { keepalive: 0, clientId: '' });
    const { welcome, socket } = await joinRaw5(app, bySession(person), asked);
    const { serverKeepAlive, sessionExpiryInterval, assignedClientIdentifier } = welcome.properties ?? {};
    assert.deepEqual([serverKeepAlive, sessionExpiryInterval], [1200, 86_400]);
    assert.match(String(assignedClientIdentifier), /^auto-[\w-]{22}$/);
    socket.destroy();
  });

  it('CONNACK says why a client is refused', async () => {
    const wrong = await refusal({}, { username: person.email, password: 'Wrong!123' });
    assert.deepEqual(
      [wrong.reasonCode, wrong.properties?.reasonString],
      [0x86, 'wrong user name or password'],
    );
    assert.equal((await refusal({}, {})).reasonCode, 0x87);
    assert.equal((await refusal({ clientId: 'x'.repeat(129) })).reasonCode, 0x85);
  });

  it('Request Problem Information 0 leaves out the reason string', async () => {
    const { reasonCode, properties } = await refusal(
      { properties: { requestProblemInformation: false } },
      { username: person.email, password: 'Wrong!123' },
    );
    assert.deepEqual([reasonCode, properties], [0x86, undefined]);
  });

  it('a session lives as long as it asks for, and Clean Start ends it', async () => {
    const join = (more: object) => joinRaw5(app, bySession(person), { clientId: 'lives', ...more });
    await leave(await join(keptFor(60)));
    await app.pass(59_000);
    const back = await join(keptFor(60, { clean: false }));
    assert.equal(back.welcome.sessionPresent, true, 'within its time');
    await leave(back);
    await app.pass(60_000);
    const late = await join(keptFor(60, { clean: false }));
    assert.equal(late.welcome.sessionPresent, false, 'after its time');
    await leave(late);
    const clean = await join(keptFor(60, { clean: true }));
    assert.equal(clean.welcome.sessionPresent, false, 'Clean Start');
    await leave(clean, { properties: { sessionExpiryInterval: 0 } });
    const ended = await join(keptFor(60, { clean: false }));
    assert.equal(ended.welcome.sessionPresent, false, 'ended by DISCONNECT');
    await leave(ended);
    const resumed = await join({ clean: false });
    assert.equal(resumed.welcome.sessionPresent, true, 'resumed without an expiry');
    await leave(resumed);
    const gone = await join({ clean: false });
    assert.equal(gone.welcome.sessionPresent, false, 'which ended it');
    await leave(gone);
  });

  it('a session of 3.1.1 is resumed in version 5, and back', async () => {
    const topic = `devices/${randomMac()}/assessments`;
    const old = await joinRaw(app, bySession(person), { clientId: 'both', clean: false });
    old.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
    await old.next();
    old.send({ cmd: 'disconnect' });
    await old.gone;
    const current = await joinRaw5(app, bySession(person), keptFor(600, { clientId: 'both', clean: false }));
    assert.equal(current.welcome.sessionPresent, true);
    current.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [topic, topic, 'never'] });
    const answer = (await current.next()) as { granted?: number[] };
    assert.deepEqual(answer.granted, [0x00, 0x11, 0x11]);
    await leave(current);
    const again = await joinRaw(app, bySession(person), { clientId: 'both', clean: false });
    again.socket.destroy();
  });

  describe('the Will', () => {
    const willOf = (mac: string, willDelayInterval: number) => ({
      topic: `devices/${mac}/answers`,
      payload: Buffer.from('{"answer":"help"}'),
      qos: 1,
      retain: false,
      properties: { willDelayInterval },
    });
    const fallsOf = async (wearer: Person): Promise<number> =>
      (await app.call('GET', '/falls', { token: wearer.token })).body.data.length;
    const wearer = async (delay: number, expiry: number, more: object = {}) => {
      const mine = await signUp(app);
      const will = willOf(randomMac(), delay);
      const join = (other: object = {}) =>
        joinRaw5(app, bySession(mine), keptFor(expiry, { clientId: 'w', will, ...more, ...other }));
      return { mine, join, client: await join() };
    };

    /** Ends the connection, and resolves when the service knows. */
    const lose = async (client: RawClient5, wearer: Person) => {
      await leave(client, { reasonCode: 0x04 });
      await fallsOf(wearer);
    };

    it('is sent at once without a delay, and for DISCONNECT with the reason 0x04', async () => {
      const lost = await wearer(0, 60);
      lost.client.socket.destroy();
      await eventually('the will is sent', async () => (await fallsOf(lost.mine)) === 1);
      const left = await wearer(0, 60);
      await leave(left.client, { reasonCode: 0x04 });
      await eventually('the will is sent', async () => (await fallsOf(left.mine)) === 1);
    });

    it('is not sent after a DISCONNECT', async () => {
      const { mine, client } = await wearer(1, 60);
      await leave(client);
      await app.pass(5_000);
      assert.equal(await fallsOf(mine), 0);
    });

    it('waits for its delay', async () => {
      const { mine, client } = await wearer(10, 60);
      await lose(client, mine);
      await app.pass(8_000);
      assert.equal(await fallsOf(mine), 0);
      await app.pass(3_000);
      await eventually('the will is sent', async () => (await fallsOf(mine)) === 1);
    });

    it('is cancelled when the client resumes the session, and ends with the session', async () => {
      const { mine, client, join } = await wearer(10, 60);
      await lose(client, mine);
      const back = await join({ clean: false });
      await app.pass(20_000);
      assert.equal(await fallsOf(mine), 0, 'cancelled');
      await lose(back, mine);
      const fresh = await join({ clean: true });
      await eventually('the will is sent', async () => (await fallsOf(mine)) === 1);
      await leave(fresh);
      const short = await wearer(100, 5);
      await lose(short.client, short.mine);
      await app.pass(6_000);
      await eventually('the will is sent', async () => (await fallsOf(short.mine)) === 1);
    });

    it('is not sent by a takeover that resumes the session', async () => {
      const { mine, client, join } = await wearer(10, 60);
      const next = await join({ clean: false });
      await client.gone;
      await app.pass(20_000);
      assert.equal(await fallsOf(mine), 0);
      await leave(next);
    });
  });
});
