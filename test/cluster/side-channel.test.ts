import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SESSION_REVOKED } from '../../src/accounts/cluster-events.ts';
import { DEVICE_DISABLED } from '../../src/devices/cluster-events.ts';
import { LIVE_EVENT, LIVE_OVERVIEW } from '../../src/live/cluster-events.ts';
import type { Coordination, PgBus } from '../../src/platform/cluster/cluster.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createRedisCoordination } from '../../src/platform/cluster/redis.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { silentLog } from '../helpers/silent-log.ts';

describe('a side channel beside Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let a: Coordination;
  let b: Coordination;
  const heard: { readonly type: string; readonly disabled?: boolean }[] = [];
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
    const join = () => createRedisCoordination({ url: redis.url, pgBus, now: Date.now, log: silentLog() });
    [a, b] = [join(), join()];
    await eventually('both are connected', () => a.isHealthy() && b.isHealthy());
    for (const kind of [RESYNC, SESSION_REVOKED, DEVICE_DISABLED, LIVE_EVENT, LIVE_OVERVIEW])
      b.subscribe<object>(kind, (data) => void heard.push({ type: kind.type, ...data }));
  });
  after(async () => {
    await a.close();
    await b.close();
    await redis.stop();
  });

  const disable = (macAddress: string, disabled: boolean) =>
    a.broadcast(DEVICE_DISABLED, { macAddress, disabled });

  it('carries what must arrive, and what comes by both ways is heard once, in order', async () => {
    await disable('m', true);
    await disable('m', false);
    // Through Redis alone, after the others: health data is not for notices, and may be longer than one.
    await a.broadcast(LIVE_OVERVIEW, { event: 'response', data: { note: 'x'.repeat(9_000) } });
    await a.broadcast(LIVE_EVENT, { recipientId: 'r', id: 1, event: 'alert', data: {} });
    await eventually('all has come', () => heard.some(({ type }) => type === 'live.event'));
    assert.deepEqual(
      heard.flatMap(({ type, disabled }) => (type === 'device.disabled' ? [disabled] : [])),
      [true, false],
    );
    assert.equal(sent.length, 2);
  });

  it('carries it alone while Redis is away, and asks for a comparison where it may have missed something', async () => {
    await redis.stop();
    await eventually('it is noticed', () => !a.isHealthy() && !b.isHealthy());
    heard.length = 0;
    await a.broadcast(SESSION_REVOKED, { userId: 'u', sessionId: 's' });
    assert.deepEqual(heard, [{ type: 'session.revoked', userId: 'u', sessionId: 's' }]);
    for (const listener of listeners) listener();
    assert.deepEqual(heard.at(-1), { type: 'resync' });
    for (const listener of listeners) listener('{"from":"x","event":{"type":"nonsense"}}');
    assert.equal(heard.length, 2, 'what is not of our making is dropped');
  });
});
