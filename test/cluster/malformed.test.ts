import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { USER_REVOKED } from '../../src/accounts/cluster-events.ts';
import { DEVICE_DELETED, DEVICE_DISABLED } from '../../src/devices/cluster-events.ts';
import { FALL_RECORDED } from '../../src/falls/cluster-events.ts';
import { LIVE_EVENT } from '../../src/live/cluster-events.ts';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { type EventKind, RESYNC } from '../../src/platform/cluster/events.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { throttled } from '../../src/platform/log.ts';
import { MQTT_CONNECTED } from '../../src/platform/mqtt/connections/takeover.ts';
import { createFanOut } from '../../src/platform/mqtt/fan-out.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createNoSideChannel } from './side-channel.ts';

const CHANNEL = 'vigil:events';
const MAC = 'AA:BB:CC:DD:EE:FF';
const from = 'somebody';
const about = (event: unknown) => JSON.stringify({ from, event });
const eventOf = ({ type }: EventKind<object>, data?: object) => about({ type, ...data });

const KINDS: readonly EventKind<object>[] = [
  RESYNC,
  DEVICE_DELETED,
  DEVICE_DISABLED,
  USER_REVOKED,
  MQTT_CONNECTED,
  LIVE_EVENT,
  FALL_RECORDED,
];

/** None of these is a valid message. */
const MALFORMED = [
  '',
  'garbage',
  '{"from":',
  'null',
  '7',
  '[]',
  '{}',
  JSON.stringify({ from: 7, event: { type: 'resync' } }),
  about(null),
  about('resync'),
  about({}),
  about({ type: 'constructor' }),
  about({ type: 'of.the.future' }),
  eventOf(DEVICE_DELETED),
  eventOf(DEVICE_DELETED, { macAddress: null }),
  eventOf(DEVICE_DELETED, { macAddress: 'x'.repeat(100_000) }),
  eventOf(DEVICE_DISABLED, { macAddress: MAC, disabled: 'yes' }),
  eventOf(USER_REVOKED, { userId: ['a'] }),
  eventOf(MQTT_CONNECTED, { clientId: 'c', connectionSequence: 1e300 }),
  eventOf(LIVE_EVENT, { recipientId: 'a', id: 1.5, event: 'alert', data: {} }),
  eventOf(LIVE_EVENT, { recipientId: 'a', id: 1, event: 'alert', data: 'text' }),
  eventOf(FALL_RECORDED, { fallId: 'f', userId: 'u', level: 'TERRIBLE', at: 1 }),
  JSON.stringify({ from, subscribedSubjects: 'all' }),
  JSON.stringify({ from, subscribedSubjects: [1, 2] }),
  JSON.stringify({ from, subscribedSubjects: Array.from({ length: 5_000 }, String) }),
  JSON.stringify({ from, event: { type: 'resync' }, padding: 'x'.repeat(2_000_000) }),
];

describe('malformed messages on Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let outsider: Redis;
  let cluster: Cluster;
  const received: object[] = [];
  const warned: object[] = [];
  const failed: object[] = [];
  const log = silentLog({
    warn: (fields) => void warned.push(fields),
    error: (fields) => void failed.push(fields),
  });

  before(async () => {
    redis = await startRedis();
    outsider = new Redis(redis.url);
    cluster = createRedisCluster({
      url: redis.url,
      pgBus: createNoSideChannel(),
      now: Date.now,
      log,
    });
    for (const kind of KINDS) {
      cluster.subscribe(kind, () => {
        throw new Error('a listener that always fails');
      });
      cluster.subscribe(kind, (data) => void received.push({ type: kind.type, ...data }));
    }
    await eventually('the instance is connected', () => cluster.isHealthy() && received.length > 0);
    received.length = 0;
  });
  after(async () => {
    await cluster.close();
    outsider.disconnect();
    await redis.stop();
  });

  it('are dropped with one log line, and the next event still arrives', async () => {
    for (const text of MALFORMED) await outsider.publish(CHANNEL, text);
    const event = { type: 'device.deleted', macAddress: MAC };
    await outsider.publish(CHANNEL, JSON.stringify({ from, event, ofANewerVersion: true }));
    await eventually('the valid event has arrived', () => received.length > 0);
    assert.deepEqual(received, [event]);
    assert.equal(warned.length, 1, 'many malformed messages give one line');
    assert.equal(cluster.relay.hasRemoteSubscribers('1'), false);
  });

  it('a listener that throws does not affect the others', async () => {
    received.length = 0;
    await cluster.broadcast(DEVICE_DELETED, { macAddress: MAC });
    assert.equal(received.length, 1);
    assert.equal(failed.length, 1, 'the error is logged once in ten seconds');
  });

  it('a malformed message about a device is dropped, and the next one is published', async () => {
    const published: string[] = [];
    createFanOut({
      relay: cluster.relay,
      hasLocalSubscribers: () => true,
      publishLocally: (topic) => void published.push(topic),
      isNewHere: () => true,
    });
    await cluster.relay.subscribe(MAC);
    const sender = '0'.repeat(36);
    const topic = `devices/${MAC}/assessments`;
    for (const message of [
      '',
      'garbage',
      '7',
      '{"topic":7}',
      JSON.stringify({ topic: 'caregivers/x/alerts', payload: '', audience: 'a' }),
      JSON.stringify({ topic, payload: {}, audience: 'a' }),
    ]) {
      await outsider.publish(`vigil:about:${MAC}`, sender + message);
    }
    await outsider.publish(`vigil:about:${MAC}`, 'short');
    const message = JSON.stringify({ topic, payload: '{}', audience: 'a' });
    await outsider.publish(`vigil:about:${MAC}`, sender + message);
    await eventually('the valid message has arrived', () => published.length > 0);
    assert.deepEqual(published, [topic]);
  });
});

describe('the in-memory cluster', () => {
  it('calls the other listeners when one throws', async () => {
    const failed: string[] = [];
    const received: string[] = [];
    const cluster = createMemoryCluster({
      now: Date.now,
      log: silentLog({ error: (_, message) => void failed.push(message) }),
    });
    cluster.subscribe(RESYNC, () => {
      throw new Error('a fault');
    });
    cluster.subscribe(RESYNC, () => void received.push('resync'));
    await cluster.broadcast(RESYNC, {});
    await cluster.close();
    assert.deepEqual({ received, failed: failed.length }, { received: ['resync'], failed: 1 });
  });
});

describe('a throttled log line', () => {
  it('is written once in ten seconds and counts the suppressed ones', () => {
    let clock = 0;
    const lines: object[] = [];
    const warn = throttled(
      (fields) => void lines.push(fields),
      () => clock,
    );
    for (clock = 0; clock <= 10_000; clock += 1_000) warn({ clock }, 'again');
    assert.deepEqual(lines, [{ clock: 0 }, { clock: 10_000, leftOut: 9 }]);
  });
});
