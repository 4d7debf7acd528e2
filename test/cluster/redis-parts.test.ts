import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { MQTT_CONNECTED } from '../../src/platform/mqtt/connections/takeover.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { createNoSideChannel } from './side-channel.ts';

const log = pino({ level: 'silent' });

describe('instances that share a Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let a: Cluster;
  let b: Cluster;
  const join = () => createRedisCluster({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
  before(async () => {
    redis = await startRedis();
    a = join();
    b = join();
    await eventually('both instances are connected to Redis', () => a.isHealthy() && b.isHealthy());
  });
  after(async () => {
    await a?.close();
    await b?.close();
    await redis?.stop();
  });

  it('get ascending connection numbers, also after Redis lost its data', async () => {
    const tickets = [];
    for (const one of [a, b, b, a]) tickets.push((await one.nextConnectionSequence()) ?? Number.NaN);
    await redis.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());
    assert.equal(await a.nextConnectionSequence(), undefined);
    await redis.start();
    await eventually('both instances are healthy again', () => a.isHealthy() && b.isHealthy());
    tickets.push((await b.nextConnectionSequence()) ?? Number.NaN);
    assert.deepEqual(
      tickets,
      [...tickets].sort((x, y) => x - y),
    );
    assert.equal(new Set(tickets).size, tickets.length);
  });

  it('take the numbers of connections that come together with one command, in their order', async () => {
    const before = (await b.nextConnectionSequence()) ?? Number.NaN;
    const together = await Promise.all(Array.from({ length: 50 }, () => a.nextConnectionSequence()));
    const after = (await b.nextConnectionSequence()) ?? Number.NaN;
    const all = [before, ...together.map((one) => one ?? Number.NaN), after];
    assert.deepEqual(
      all,
      all.toSorted((x, y) => x - y),
    );
    assert.equal(new Set(all).size, 52);
  });

  it('hear the events of one tick in their order', async () => {
    const received: string[] = [];
    b.subscribe(MQTT_CONNECTED, ({ clientId }) => received.push(clientId));
    const ids = Array.from({ length: 30 }, (_, nth) => `client-${nth}`);
    const sent = ids.map((clientId) => a.broadcast(MQTT_CONNECTED, { clientId, connectionSequence: 1 }));
    await Promise.all(sent);
    await eventually('all events have arrived', () => received.length === ids.length);
    assert.deepEqual(received, ids);
  });

  it('leave a subject and return to it in one turn without losing the subscription', async () => {
    const received: string[] = [];
    b.relay.onMessage((subject, words) => received.push(`${subject} ${words}`));
    await b.relay.subscribe('again');
    b.relay.unsubscribe('again');
    await b.relay.subscribe('again');
    await eventually('the other instance knows', () => a.relay.hasRemoteSubscribers('again'));
    a.relay.publish('again', 'hello');
    await eventually('the message has arrived', () => received.includes('again hello'));
  });

  it('receive messages about a subject from others while subscribed, and never their own', async () => {
    const received: string[] = [];
    a.relay.onMessage((subject, words) => received.push(`a ${subject} ${words}`));
    b.relay.onMessage((subject, words) => received.push(`b ${subject} ${words}`));
    assert.equal(a.relay.hasRemoteSubscribers('one'), false);
    await a.relay.subscribe('one');
    await b.relay.subscribe('one');
    await eventually("each instance knows the other's subscription", () =>
      [a, b].every(({ relay }) => relay.hasRemoteSubscribers('one')),
    );
    a.relay.publish('one', '1');
    b.relay.publish('one', '2');
    await eventually('both messages have arrived', () => received.length >= 2);
    assert.deepEqual(received.sort(), ['a one 2', 'b one 1']);

    b.relay.unsubscribe('one');
    await eventually('publishing without a subscriber ends the remote subscription', () => {
      if (a.relay.hasRemoteSubscribers('one')) a.relay.publish('one', '3');
      return !a.relay.hasRemoteSubscribers('one');
    });
    assert.equal(b.relay.hasRemoteSubscribers('one'), true, 'the other instance is still subscribed');
    a.relay.unsubscribe('one');
  });

  it('stop sending about a subject that nobody wants any more, also while other subjects change all the time', async () => {
    await b.relay.subscribe('left');
    await eventually('the other instance knows', () => a.relay.hasRemoteSubscribers('left'));
    b.relay.unsubscribe('left');
    let nth = 0;
    const churn = setInterval(() => {
      void a.relay.subscribe(`churn-${nth}`);
      a.relay.unsubscribe(`churn-${nth}`);
      nth += 1;
    }, 0);
    const sent = a.relay.publishedCount();
    await eventually('the subject has no subscriber', () => {
      a.relay.publish('left', 'anyone?');
      // Redis answers in a later turn, and by then another subject has changed.
      void a.relay.subscribe('churn');
      a.relay.unsubscribe('churn');
      return !a.relay.hasRemoteSubscribers('left');
    });
    clearInterval(churn);
    assert.ok(a.relay.publishedCount() - sent < 10, 'within a few messages');
  });

  it('learn the existing subscriptions of others when they join later', async () => {
    await a.relay.subscribe('two');
    const late = join();
    await eventually('the new instance knows the subscription', () => late.relay.hasRemoteSubscribers('two'));
    await late.close();
    a.relay.unsubscribe('two');
  });

  it('subscribe again when Redis is back, and the others learn it', async () => {
    await a.relay.subscribe('three');
    await redis.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());
    await redis.start();
    const received: string[] = [];
    a.relay.onMessage((_, words) => received.push(words));
    await eventually('the message arrives', () => {
      if (b.isHealthy() && b.relay.hasRemoteSubscribers('three')) b.relay.publish('three', 'again');
      return received.includes('again');
    });
    a.relay.unsubscribe('three');
  });

  it('see who is connected to the others, also after Redis lost its data', async () => {
    a.presence.add('x');
    a.presence.add('y');
    b.presence.add('z');
    const elsewhere = async (one: Cluster) =>
      [...(await one.presence.onOtherInstances(['x', 'y', 'z']))].sort();
    await eventually('b sees x and y', async () => (await elsewhere(b)).length === 2);
    assert.deepEqual(await elsewhere(b), ['x', 'y']);
    assert.deepEqual(await elsewhere(a), ['z']);
    a.presence.remove(['x']);
    await eventually('b sees only y', async () => (await elsewhere(b)).join() === 'y');
    await redis.stop();
    await eventually('the outage is detected', () => !b.isHealthy());
    assert.deepEqual(await elsewhere(b), [], 'without Redis no other instance is visible');
    await redis.start();
    await eventually('b sees y again', async () => (await elsewhere(b)).join() === 'y');
  });

  it('read sessions that another stored; the oldest is dropped beyond the limit', async () => {
    const bounds = { maxPerOwner: 2, ttlMs: 60_000 };
    for (const name of ['first', 'second', 'third']) {
      a.sessionStore.write('account', name, `text of ${name}`, bounds);
      await eventually(
        'the session is stored',
        async () => (await b.sessionStore.read('account', name)) !== undefined,
      );
    }
    assert.equal(await b.sessionStore.read('account', 'first'), undefined);
    assert.equal(await b.sessionStore.read('account', 'second'), 'text of second');
    assert.equal(await b.sessionStore.read('another', 'third'), undefined);
    b.sessionStore.delete('account', 'third');
    await eventually(
      'the session is deleted',
      async () => (await a.sessionStore.read('account', 'third')) === undefined,
    );
  });

  it('subscribe to many subjects with one command, without those unsubscribed meanwhile', async () => {
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
