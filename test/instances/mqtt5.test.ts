import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession } from '../mqtt/clients.ts';
import { type Answer5, joinRaw5, type RawClient5 } from '../mqtt/v5-raw.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

const TAKEN_OVER = 0x8e;

describe('a client of MQTT 5 that moves to another instance', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let person: Person;
  before(async () => {
    pair = await startPair();
    person = await signUp(pair.a);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  const keptFor = (sessionExpiryInterval: number, more: object = {}) => ({
    properties: { sessionExpiryInterval },
    clean: false,
    ...more,
  });
  const subscribe = async (client: RawClient5): Promise<void> => {
    const subscriptions = [{ topic: `devices/${randomMac()}/assessments`, qos: 0 as const }];
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    assert.equal((await client.answer()).cmd, 'suback');
  };
  const leave = async (client: RawClient5): Promise<void> => {
    client.send({ cmd: 'disconnect', reasonCode: 0 });
    await client.gone;
  };
  const isTakenOver = async (client: RawClient5): Promise<void> => {
    const { cmd, reasonCode }: Answer5 = await client.answer();
    assert.deepEqual([cmd, reasonCode], ['disconnect', TAKEN_OVER]);
    await client.gone;
  };

  it('takes its session over, which then lives as long as the new connection asks for', async () => {
    const { a, b } = pair;
    const at = (place: Instance, expiry: number) =>
      joinRaw5(place, bySession(person), keptFor(expiry, { clientId: 'takes-over' }));
    const first = await at(a, 1);
    await subscribe(first);
    const second = await at(b, 60);
    assert.equal(second.welcome.sessionPresent, true);
    await isTakenOver(first);
    await staysQuiet(
      2_100,
      'the first instance ends sessions once a second, and this one would have lived one',
    );
    await leave(second);
    const third = await at(a, 60);
    assert.equal(third.welcome.sessionPresent, true);
    await leave(third);
  });

  it('finds a session only until its expiry', async () => {
    const { a, b } = pair;
    const at = (place: Instance) => joinRaw5(place, bySession(person), keptFor(1, { clientId: 'expires' }));
    const first = await at(a);
    await subscribe(first);
    await leave(first);
    await staysQuiet(1_100, 'the session lives for a second');
    const late = await at(b);
    assert.equal(late.welcome.sessionPresent, false);
    await leave(late);
  });

  it('finds no session of a connection whose session ends with it', async () => {
    const { a, b } = pair;
    const at = (place: Instance, expiry: number) =>
      joinRaw5(place, bySession(person), keptFor(expiry, { clientId: 'ends' }));
    const kept = await at(b, 60);
    await subscribe(kept);
    await leave(kept);
    const first = await at(a, 0);
    assert.equal(first.welcome.sessionPresent, true, 'resumed');
    await subscribe(first);
    const second = await at(b, 60);
    assert.equal(second.welcome.sessionPresent, false);
    await isTakenOver(first);
    await leave(second);
  });

  it('cancels its delayed Will with the session, and has it sent with a new one', async () => {
    const { a, b } = pair;
    const wearer = await signUp(a);
    const topic = `devices/${randomMac()}/answers`;
    const will = (willDelayInterval: number) => ({
      topic,
      payload: Buffer.from('{"answer":"help"}'),
      qos: 1,
      retain: false,
      properties: { willDelayInterval },
    });
    const falls = async (): Promise<number> =>
      (await a.call('GET', '/falls', { token: wearer.token })).body.data.length;
    const at = (place: Instance, delay: number, more: object = {}) =>
      joinRaw5(place, bySession(wearer), keptFor(60, { clientId: 'wills', will: will(delay), ...more }));
    const first = await at(a, 1);
    const second = await at(b, 30);
    await isTakenOver(first);
    await staysQuiet(
      2_100,
      'the first instance sends Wills once a second, and this one would have waited one',
    );
    assert.equal(await falls(), 0, 'the session goes on');
    const third = await at(a, 30, { clean: true });
    await isTakenOver(second);
    await eventually('the Will is sent when its session ends', async () => (await falls()) === 1);
    await leave(third);
  });

  it('has the Will of a lost connection sent when it starts a new session elsewhere', async () => {
    const { a, b } = pair;
    const wearer = await signUp(a);
    const falls = async (): Promise<number> =>
      (await a.call('GET', '/falls', { token: wearer.token })).body.data.length;
    const will = {
      topic: `devices/${randomMac()}/answers`,
      payload: Buffer.from('{"answer":"help"}'),
      qos: 1,
      retain: false,
      properties: { willDelayInterval: 60 },
    };
    const lost = await joinRaw5(a, bySession(wearer), keptFor(60, { clientId: 'lost', will }));
    const connections = () => a.figure('vigil_mqtt_connections');
    const before = await connections();
    lost.socket.destroy();
    await eventually('the instance knows', async () => (await connections()) < before);
    assert.equal(await falls(), 0);
    const back = await joinRaw5(b, bySession(wearer), keptFor(60, { clientId: 'lost', clean: true }));
    await eventually('the Will is sent', async () => (await falls()) === 1);
    await leave(back);
  });
});
