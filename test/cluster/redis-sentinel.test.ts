import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { DEVICE_DELETED } from '../../src/devices/cluster-events.ts';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { createRedisSchedule } from '../../src/readings/schedule/redis-schedule.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { startRedisSentinel, type TestSentinel } from '../helpers/redis-sentinel.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createNoSideChannel } from './side-channel.ts';

const WINDOW_MS = 600_000;

describe('a Redis master with Sentinel', { skip: WITHOUT_REDIS }, () => {
  let redis: TestSentinel;
  let a: Cluster;
  let b: Cluster;
  const logged: string[] = [];
  let resyncs = 0;
  const log = silentLog({
    warn: (fields, message) => void logged.push(message, JSON.stringify(fields)),
    info: (_, message) => void logged.push(message),
  });

  before(async () => {
    redis = await startRedisSentinel();
    const join = () =>
      createRedisCluster({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
    [a, b] = [join(), join()];
    await bothConnected();
    b.subscribe(RESYNC, () => {
      resyncs += 1;
    });
  });
  after(async () => {
    await a?.close();
    await b?.close();
    await redis?.stop();
  });

  const bothConnected = () =>
    eventually('both instances are connected to Redis', () => a.isHealthy() && b.isHealthy());

  /** Scripts, events, subjects and presence. */
  async function assertTogether(name: string): Promise<void> {
    await bothConnected();
    const counts = [await a.hit(name, 5, WINDOW_MS), await b.hit(name, 5, WINDOW_MS)];
    assert.deepEqual(
      counts.map(({ remaining }) => remaining),
      [4, 3],
    );
    const at = Date.now();
    const times = { arrived: at, arrivedAt: at, madeAt: at, lastStoredAt: 0, uptime: 0 };
    const reading = { ...times, isUrgent: false, connection: undefined };
    const schedule = createRedisSchedule(a.scripts ?? assert.fail());
    assert.ok((await schedule.take(1, reading, 0, 1)) !== undefined);
    const events: string[] = [];
    b.subscribe(DEVICE_DELETED, ({ macAddress }) => void events.push(macAddress));
    await a.broadcast(DEVICE_DELETED, { macAddress: name });
    await eventually('the event arrives', () => events.includes(name));
    const messages: string[] = [];
    b.relay.onMessage((subject, text) => void messages.push(`${subject} ${text}`));
    await b.relay.subscribe(name);
    await eventually('a knows the subscription of b', () => a.relay.hasRemoteSubscribers(name));
    a.relay.publish(name, 'hello');
    await eventually('the message arrives', () => messages.includes(`${name} hello`));
    a.presence.add(name);
    await eventually('b sees the client of a', async () =>
      (await b.presence.onOtherInstances([name])).has(name),
    );
  }

  it('carries everything, with a password for Redis and another for Sentinel', async () => {
    await assertTogether('first');
  });

  it('is followed when another server becomes the master for maintenance', async () => {
    const old = await redis.master();
    const before = resyncs;
    await redis.switchMaster();
    await eventually('the replica is the master', async () => (await redis.master()).port !== old.port);
    await eventually('b joins again, and reloads what it may have missed', () => resyncs > before);
    await eventually('b writes at the new master', async () => {
      await b.hit('written', 5, WINDOW_MS);
      const { admin } = await redis.master();
      return (await admin.exists('vigil:limit:written')) === 1;
    });
    await assertTogether('switched');
  });

  it('is replaced after its death, by what the others know; nothing is logged with a password', async () => {
    await eventually('the old master is a replica', () => redis.isReplicated());
    const master = await redis.master();
    // One Sentinel is gone as well.
    await redis.sentinels[0]?.stop();
    a.presence.add('there before');
    await master.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());
    a.presence.add('came meanwhile');
    assert.equal((await a.hit('alone', 1, WINDOW_MS)).allowed, true);
    assert.equal((await a.hit('alone', 1, WINDOW_MS)).allowed, false, 'counted by the instance alone');
    const before = resyncs;
    await a.broadcast(DEVICE_DELETED, { macAddress: 'lost' });
    await assertTogether('after a death');
    assert.ok(resyncs > before, 'b reloads what it has missed');
    const seen = await b.presence.onOtherInstances(['there before', 'came meanwhile']);
    assert.deepEqual([...seen].sort(), ['came meanwhile', 'there before']);
    assert.ok(!logged.join().includes(redis.password));
  });
});

describe('a Redis that becomes a replica', { skip: WITHOUT_REDIS }, () => {
  it('is left, though its connections stay open, and joined again as a master', async () => {
    const warned: string[] = [];
    const redis = await startRedis();
    const admin = new Redis(redis.url);
    const cluster = createRedisCluster({
      url: redis.url,
      pgBus: createNoSideChannel(),
      now: Date.now,
      log: silentLog({ warn: (_, message) => void warned.push(message) }),
    });
    try {
      await eventually('the instance is connected to Redis', () => cluster.isHealthy());
      await admin.replicaof('127.0.0.1', Number(await freePort()));
      await eventually('the instance notices', () => !cluster.isHealthy());
      assert.equal((await cluster.hit('alone', 1, WINDOW_MS)).allowed, true);
      assert.equal((await cluster.hit('alone', 1, WINDOW_MS)).allowed, false);
      await eventually('it tries to come back', () => warned.includes('Redis: subscribe failed'));
      assert.equal(cluster.isHealthy(), false);
      await admin.replicaof('NO', 'ONE');
      await eventually('the instance is connected again', () => cluster.isHealthy());
      assert.equal(warned.length, 2, 'each attempt would be a line');
    } finally {
      await cluster.close();
      admin.disconnect();
      await redis.stop();
    }
  });
});
