import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SESSION_REVOKED } from '../../src/accounts/cluster-events.ts';
import { DEVICE_DISABLED } from '../../src/devices/cluster-events.ts';
import { LIVE_EVENT, LIVE_OVERVIEW } from '../../src/live/cluster-events.ts';
import type { Cluster, PgBus } from '../../src/platform/cluster/cluster.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { silentLog } from '../helpers/silent-log.ts';

describe('the PostgreSQL side channel beside Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let a: Cluster;
  let b: Cluster;
  const received: { readonly type: string; readonly disabled?: boolean }[] = [];
  const sent: string[] = [];
  const listeners: ((text?: string) => void)[] = [];
  const pgBus: PgBus = {
    async send(text) {
      sent.push(text);
      for (const listener of listeners) listener(text);
    },
    onMessage: (listener) => void listeners.push(listener),
  };
  before(async () => {
    redis = await startRedis();
    const join = () => createRedisCluster({ url: redis.url, pgBus, now: Date.now, log: silentLog() });
    [a, b] = [join(), join()];
    await eventually('both instances are connected to Redis', () => a.isHealthy() && b.isHealthy());
    for (const kind of [RESYNC, SESSION_REVOKED, DEVICE_DISABLED, LIVE_EVENT, LIVE_OVERVIEW])
      b.subscribe<object>(kind, (data) => void received.push({ type: kind.type, ...data }));
  });
  after(async () => {
    await a.close();
    await b.close();
    await redis.stop();
  });

  const disable = (macAddress: string, disabled: boolean) =>
    a.broadcast(DEVICE_DISABLED, { macAddress, disabled });

  it('carries critical events, which arrive once and in order over both channels', async () => {
    await disable('m', true);
    await disable('m', false);
    // Sent over Redis only, after the others: notices must not carry health data, which can also exceed their size.
    await a.broadcast(LIVE_OVERVIEW, { event: 'response', data: { note: 'x'.repeat(9_000) } });
    await a.broadcast(LIVE_EVENT, { recipientId: 'r', id: 1, event: 'alert', data: {} });
    await eventually('all events have arrived', () => received.some(({ type }) => type === 'live.event'));
    assert.deepEqual(
      received.flatMap(({ type, disabled }) => (type === 'device.disabled' ? [disabled] : [])),
      [true, false],
    );
    assert.equal(sent.length, 2);
  });

  it('carries critical events alone during a Redis outage, and requests a resync after a gap', async () => {
    await redis.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());
    received.length = 0;
    await a.broadcast(SESSION_REVOKED, { userId: 'u', sessionId: 's' });
    assert.deepEqual(received, [{ type: 'session.revoked', userId: 'u', sessionId: 's' }]);
    for (const listener of listeners) listener();
    assert.deepEqual(received.at(-1), { type: 'resync' });
    for (const listener of listeners) listener('{"from":"x","event":{"type":"nonsense"}}');
    assert.equal(received.length, 2, 'an unknown event is dropped');
  });
});
