import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEVICE_DELETED } from '../../src/devices/cluster-events.ts';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { SHARED_SLOT, SHARED_TAG } from '../../src/platform/cluster/redis-channels.ts';
import { createRedisSchedule } from '../../src/readings/schedule/redis-schedule.ts';
import { eventually } from '../helpers/eventually.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { startRedisCluster, type TestRedisCluster } from '../helpers/redis-cluster.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createNoSideChannel } from './side-channel.ts';

const WINDOW_MS = 600_000;
/** More than any test counts. */
const LIMIT = 1_000_000;

describe('a Redis Cluster of three masters with a replica each', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedisCluster;
  let a: Cluster;
  let b: Cluster;
  const warned: string[] = [];
  let resyncs = 0;
  const log = silentLog({ warn: (_, message) => void warned.push(message) });

  before(async () => {
    redis = await startRedisCluster();
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
  const slotOf = async (key: string): Promise<number> =>
    Number(await redis.nodes[0]?.admin.cluster('KEYSLOT', key));
  const countedBy = async (one: Cluster, key: string): Promise<number> =>
    LIMIT - (await one.hit(key, LIMIT, WINDOW_MS)).remaining;

  /** An event, a subject and the presence of a client from a to b. */
  async function assertTogether(name: string): Promise<void> {
    await bothConnected();
    const events: string[] = [];
    b.subscribe(DEVICE_DELETED, ({ macAddress }) => void events.push(macAddress));
    const messages: string[] = [];
    b.relay.onMessage((subject, text) => void messages.push(`${subject} ${text}`));
    await a.broadcast(DEVICE_DELETED, { macAddress: name });
    await eventually('the event arrives', () => events.includes(name));
    await b.relay.subscribe(name);
    await eventually('a knows the subscription of b', () => a.relay.hasRemoteSubscribers(name));
    a.relay.publish(name, 'first');
    await eventually('the message arrives', () => messages.includes(`${name} first`));
    assert.equal(a.relay.hasRemoteSubscribers(name), true, 'Redis has counted the receiver');
    a.presence.add(name);
    await eventually('b sees the client of a', async () =>
      (await b.presence.onOtherInstances([name, 'nobody'])).has(name),
    );
  }

  it('has the channels and the presence of all instances in one slot', async () => {
    assert.equal(await slotOf(SHARED_TAG), SHARED_SLOT);
    await assertTogether('one-slot');
    const channels = await Promise.all(
      redis.nodes.map(({ admin }) => admin.pubsub('SHARDCHANNELS', '*') as Promise<string[]>),
    );
    assert.equal(channels.filter(({ length }) => length > 0).length, 1, 'one node has all subscriptions');
  });

  it('carries limits, schedules, sessions and connection numbers, also after the scripts are flushed', async () => {
    const schedules = [a, b].map(({ scripts }) => createRedisSchedule(scripts ?? assert.fail()));
    const at = Date.now();
    const times = { arrived: at, arrivedAt: at, madeAt: at, lastStoredAt: 0, uptime: 0 };
    const reading = { ...times, isUrgent: false, connection: undefined };
    const bounds = { maxPerOwner: 2, ttlMs: WINDOW_MS };
    for (const round of [0, 1]) {
      // Enough for keys on each master.
      for (let nth = 0; nth < 20; nth++) {
        const key = `round ${round}, ${nth}`;
        assert.deepEqual([await countedBy(a, key), await countedBy(b, key)], [1, 2]);
        const device = 100 * round + nth;
        const taken = await Promise.all(schedules.map((one) => one.take(device, reading, 0, 60_000)));
        assert.deepEqual(taken.map((turn) => turn?.acceptance).sort(), ['due', undefined]);
        a.sessionStore.write(key, 'name', 'text', bounds);
        await eventually(
          'b reads the session',
          async () => (await b.sessionStore.read(key, 'name')) === 'text',
        );
      }
      const numbers = [await a.nextConnectionSequence(), await b.nextConnectionSequence()];
      assert.ok((numbers[0] ?? Number.NaN) < (numbers[1] ?? Number.NaN));
      for (const { admin } of redis.nodes) await admin.script('FLUSH');
    }
  });

  it('counts every use while the slot of a limit moves to another master', async () => {
    const slot = await slotOf('vigil:limit:moving');
    const from = await redis.masterOf(slot);
    const to = await redis.masterOf((slot + 16_384 / 2) % 16_384);
    assert.notEqual(from.port, to.port);
    const counts: number[] = [];
    let isMoving = true;
    const uses = (async () => {
      for (let nth = 0; isMoving || nth % 2 === 1; nth++)
        counts.push(await countedBy(nth % 2 === 0 ? a : b, 'moving'));
    })();
    for (const target of [to, from, to]) {
      const before = counts.length;
      await redis.moveSlot(slot, target);
      await eventually('uses are counted at the new master', () => counts.length > before + 20);
    }
    isMoving = false;
    await uses;
    assert.deepEqual(
      counts,
      counts.map((_, nth) => nth + 1),
    );
  });

  it('takes the channels along when their slot moves to another master', async () => {
    const from = await redis.masterOf(SHARED_SLOT);
    const to = await redis.masterOf(0);
    assert.notEqual(from.port, to.port);
    const before = resyncs;
    await redis.moveSlot(SHARED_SLOT, to);
    await eventually('b joins again, and reloads what it may have missed', () => resyncs > before);
    await assertTogether('moved');
    await redis.moveSlot(SHARED_SLOT, from);
    await eventually('b joins again', () => resyncs > before + 1);
    await assertTogether('moved back');
  });

  it('takes the channels along when a replica takes over for maintenance', async () => {
    const old = await redis.masterOf(SHARED_SLOT);
    const before = resyncs;
    await redis.replicaOf(old).then(({ admin }) => admin.cluster('FAILOVER'));
    await eventually('the replica is the master', async () => {
      return (await redis.masterOf(SHARED_SLOT)).port !== old.port;
    });
    await eventually('b joins again', () => resyncs > before);
    await assertTogether('maintained');
  });

  it('leaves one master out: the rest goes on, its limits are local until its replica takes over', async () => {
    const shared = await redis.masterOf(SHARED_SLOT);
    const other = await redis.masterOf(await slotOf('vigil:limit:moving'));
    const master = other.port === shared.port ? await redis.masterOf(10_000) : other;
    assert.notEqual(master.port, shared.port);
    const keys = Array.from({ length: 12 }, (_, nth) => `left out ${nth}`);
    for (const key of keys) await countedBy(a, key);
    await master.stop();
    // No use rejects.
    await Promise.all(keys.flatMap((key) => [a, b].map((one) => countedBy(one, key))));
    assert.deepEqual([a.isHealthy(), b.isHealthy()], [true, true], 'events are not affected');
    for (const key of keys)
      await eventually('the instances count together again', async () => {
        const counts = [await countedBy(a, key), await countedBy(b, key), await countedBy(a, key)];
        return counts[1] === (counts[0] ?? 0) + 1 && counts[2] === (counts[1] ?? 0) + 1;
      });
    assert.ok(warned.includes('Redis: a node of the cluster failed'));
    await assertTogether('with one left out');
    await master.start();
    await eventually('the old master is a replica', async () =>
      (await master.admin.info('replication').catch(() => '')).includes('master_link_status:up'),
    );
  });

  it('joins the instances again after the death of the master that has their channels', async () => {
    const master = await redis.masterOf(SHARED_SLOT);
    a.presence.add('there before');
    await master.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());
    a.presence.add('came meanwhile');
    assert.equal((await a.hit('meanwhile', 1, WINDOW_MS)).allowed, true);
    await a.broadcast(DEVICE_DELETED, { macAddress: 'lost' });
    const before = resyncs;
    await assertTogether('after a death');
    assert.ok(resyncs > before, 'b reloads what it has missed');
    const seen = await b.presence.onOtherInstances(['there before', 'came meanwhile']);
    assert.deepEqual([...seen].sort(), ['came meanwhile', 'there before']);
  });
});
