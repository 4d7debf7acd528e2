import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Coordination } from '../../src/platform/cluster/cluster.ts';
import { createRedisCoordination } from '../../src/platform/cluster/redis.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { createNoSideChannel } from './side-channel.ts';

const log = pino({ level: 'silent' });

describe('what instances share through Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let a: Coordination;
  let b: Coordination;
  const join = () =>
    createRedisCoordination({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
  before(async () => {
    redis = await startRedis();
    a = join();
    b = join();
    await eventually('both hear Redis', () => a.isHealthy() && b.isHealthy());
  });
  after(async () => {
    await a?.close();
    await b?.close();
    await redis?.stop();
  });

  it('tickets grow, whichever instance asks, and after Redis has lost its memory', async () => {
    const tickets = [];
    for (const one of [a, b, b, a]) tickets.push((await one.nextConnectionSequence()) ?? Number.NaN);
    await redis.stop();
    await eventually('it is noticed', () => !a.isHealthy() && !b.isHealthy());
    assert.equal(await a.nextConnectionSequence(), undefined);
    await redis.start();
    await eventually('both are well again', () => a.isHealthy() && b.isHealthy());
    tickets.push((await b.nextConnectionSequence()) ?? Number.NaN);
    assert.deepEqual(
      tickets,
      [...tickets].sort((x, y) => x - y),
    );
    assert.equal(new Set(tickets).size, tickets.length);
  });

  it('what is said of a subject reaches the other instance while it listens, and never oneself', async () => {
    const heard: string[] = [];
    a.relay.onMessage((subject, words) => heard.push(`a ${subject} ${words}`));
    b.relay.onMessage((subject, words) => heard.push(`b ${subject} ${words}`));
    assert.equal(a.relay.hasRemoteSubscribers('one'), false);
    await a.relay.subscribe('one');
    await b.relay.subscribe('one');
    await eventually('each knows of the other', () =>
      [a, b].every(({ relay }) => relay.hasRemoteSubscribers('one')),
    );
    a.relay.publish('one', '1');
    b.relay.publish('one', '2');
    await eventually('both have heard', () => heard.length >= 2);
    assert.deepEqual(heard.sort(), ['a one 2', 'b one 1']);

    b.relay.unsubscribe('one');
    await eventually('what is said in vain is not said again', () => {
      if (a.relay.hasRemoteSubscribers('one')) a.relay.publish('one', '3');
      return !a.relay.hasRemoteSubscribers('one');
    });
    assert.equal(b.relay.hasRemoteSubscribers('one'), true, 'the other listens still');
    a.relay.unsubscribe('one');
  });

  it('an instance that comes later knows what others listen to', async () => {
    await a.relay.subscribe('two');
    const late = join();
    await eventually('it knows', () => late.relay.hasRemoteSubscribers('two'));
    await late.close();
    a.relay.unsubscribe('two');
  });

  it('an instance listens again when Redis is back, and the others know', async () => {
    await a.relay.subscribe('three');
    await redis.stop();
    await eventually('it is noticed', () => !a.isHealthy() && !b.isHealthy());
    await redis.start();
    const heard: string[] = [];
    a.relay.onMessage((_, words) => heard.push(words));
    await eventually('it hears', () => {
      if (b.isHealthy() && b.relay.hasRemoteSubscribers('three')) b.relay.publish('three', 'again');
      return heard.includes('again');
    });
    a.relay.unsubscribe('three');
  });

  it('the roll tells who is at another instance, and is written anew when Redis has lost it', async () => {
    a.presence.add('x');
    a.presence.add('y');
    b.presence.add('z');
    const elsewhere = async (one: Coordination) =>
      [...(await one.presence.onOtherInstances(['x', 'y', 'z']))].sort();
    await eventually('b knows', async () => (await elsewhere(b)).length === 2);
    assert.deepEqual(await elsewhere(b), ['x', 'y']);
    assert.deepEqual(await elsewhere(a), ['z']);
    a.presence.remove(['x']);
    await eventually('b knows', async () => (await elsewhere(b)).join() === 'y');
    await redis.stop();
    await eventually('it is noticed', () => !b.isHealthy());
    assert.deepEqual(await elsewhere(b), [], 'each for itself');
    await redis.start();
    await eventually('b knows again', async () => (await elsewhere(b)).join() === 'y');
  });

  it('what is kept for an account is found at the other instance; the oldest goes when there is too much', async () => {
    const bounds = { maxPerAccount: 2, ttlMs: 60_000 };
    for (const name of ['first', 'second', 'third']) {
      a.sessionStore.write('account', name, `text of ${name}`, bounds);
      await eventually('it is there', async () => (await b.sessionStore.read('account', name)) !== undefined);
    }
    assert.equal(await b.sessionStore.read('account', 'first'), undefined);
    assert.equal(await b.sessionStore.read('account', 'second'), 'text of second');
    assert.equal(await b.sessionStore.read('another', 'third'), undefined);
    b.sessionStore.delete('account', 'third');
    await eventually('it is gone', async () => (await a.sessionStore.read('account', 'third')) === undefined);
  });

  it('subjects that are subscribed to together cost one command, and one that is given up at once stays out', async () => {
    const subjects = Array.from({ length: 500 }, (_, nth) => `wearable-${nth}`);
    const observer = new Redis(redis.url);
    try {
      await observer.config('RESETSTAT');
      const subscribed = subjects.map((subject) => a.relay.subscribe(subject));
      a.relay.unsubscribe('wearable-7');
      await Promise.all(subscribed);
      const [calls] = /cmdstat_subscribe:calls=\d+/.exec(await observer.info('commandstats')) ?? [];
      assert.equal(calls, 'cmdstat_subscribe:calls=1');
      const channels = (await observer.pubsub('CHANNELS', '*wearable-*')) as string[];
      assert.equal(channels.length, 499);
      assert.ok(!channels.some((channel) => channel.endsWith('wearable-7')));
    } finally {
      observer.disconnect();
    }
  });
});
