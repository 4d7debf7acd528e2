import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import type { ClusterEvent, Coordination } from '../../src/platform/cluster/cluster.ts';
import { createMemoryCoordination } from '../../src/platform/cluster/memory.ts';
import { createRedisCoordination } from '../../src/platform/cluster/redis.ts';
import { throttled } from '../../src/platform/log.ts';
import { createFanOut } from '../../src/platform/mqtt/fan-out.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createNoSideChannel } from './side-channel.ts';

const CHANNEL = 'vigil:events';
const MAC = 'AA:BB:CC:DD:EE:FF';
const from = 'somebody';
const about = (event: unknown) => JSON.stringify({ from, event });

/** None of it is a message of ours. */
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
  about({ type: 'device.deleted' }),
  about({ type: 'device.deleted', macAddress: null }),
  about({ type: 'device.deleted', macAddress: 'x'.repeat(100_000) }),
  about({ type: 'device.disabled', macAddress: MAC, disabled: 'yes' }),
  about({ type: 'user.revoked', userId: ['a'] }),
  about({ type: 'mqtt.connected', clientId: 'c', connectionSequence: 1e300 }),
  about({ type: 'live.event', recipientId: 'a', id: 1.5, event: 'alert', data: {} }),
  about({ type: 'live.event', recipientId: 'a', id: 1, event: 'alert', data: 'text' }),
  about({ type: 'fall.recorded', fallId: 'f', userId: 'u', level: 'TERRIBLE', at: 1 }),
  JSON.stringify({ from, subscribedSubjects: 'all' }),
  JSON.stringify({ from, subscribedSubjects: [1, 2] }),
  JSON.stringify({ from, subscribedSubjects: Array.from({ length: 5_000 }, String) }),
  JSON.stringify({ from, event: { type: 'resync' }, padding: 'x'.repeat(2_000_000) }),
];

describe('coordination/malformed', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let outsider: Redis;
  let coordination: Coordination;
  const heard: ClusterEvent[] = [];
  const warned: object[] = [];
  const failed: object[] = [];
  const log = silentLog({
    warn: (fields) => void warned.push(fields),
    error: (fields) => void failed.push(fields),
  });

  before(async () => {
    redis = await startRedis();
    outsider = new Redis(redis.url);
    coordination = createRedisCoordination({
      url: redis.url,
      pgBus: createNoSideChannel(),
      now: Date.now,
      log,
    });
    coordination.subscribe(() => {
      throw new Error('a listener that always fails');
    });
    coordination.subscribe((event) => void heard.push(event));
    await eventually('it is connected', () => coordination.isHealthy() && heard.length > 0);
    heard.length = 0;
  });
  after(async () => {
    await coordination.close();
    outsider.disconnect();
    await redis.stop();
  });

  it('what is no message of ours is dropped, with one line in the log, and the next event still arrives', async () => {
    for (const text of MALFORMED) await outsider.publish(CHANNEL, text);
    const event = { type: 'device.deleted', macAddress: MAC };
    await outsider.publish(CHANNEL, JSON.stringify({ from, event, ofANewerVersion: true }));
    await eventually('the good one has arrived', () => heard.length > 0);
    assert.deepEqual(heard, [event]);
    assert.equal(warned.length, 1, 'a flood of them is one line');
    assert.equal(coordination.relay.hasRemoteSubscribers('1'), false);
  });

  it('a listener that throws keeps nothing from the others', async () => {
    heard.length = 0;
    await coordination.broadcast({ type: 'device.deleted', macAddress: MAC });
    assert.equal(heard.length, 1);
    assert.equal(failed.length, 1, 'it is an error, once in ten seconds');
  });

  it('a message about a device that is none of ours reaches nobody, and the next one does', async () => {
    const published: string[] = [];
    createFanOut({
      relay: coordination.relay,
      hasLocalSubscribers: () => true,
      publishLocally: (topic) => void published.push(topic),
      isNewHere: () => true,
    });
    await coordination.relay.subscribe(MAC);
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
    await eventually('the good one has arrived', () => published.length > 0);
    assert.deepEqual(published, [topic]);
  });
});

describe('coordination in memory', () => {
  it('a listener that throws keeps nothing from the others', async () => {
    const failed: string[] = [];
    const heard: string[] = [];
    const coordination = createMemoryCoordination({
      now: Date.now,
      log: silentLog({ error: (_, message) => void failed.push(message) }),
    });
    coordination.subscribe(() => {
      throw new Error('a fault');
    });
    coordination.subscribe(({ type }) => void heard.push(type));
    await coordination.broadcast({ type: 'resync' });
    await coordination.close();
    assert.deepEqual({ heard, failed: failed.length }, { heard: ['resync'], failed: 1 });
  });
});

describe('a throttled line of the log', () => {
  it('is written once in ten seconds, and says how many were left out', () => {
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
