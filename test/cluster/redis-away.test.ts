import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { startTestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createNoSideChannel } from './side-channel.ts';

describe('an unreachable Redis', () => {
  for (const [scheme, path, reason] of [
    ['redis', '', /ECONNREFUSED/],
    ['redis+sentinel', '/mymaster?sentinelPassword=hush', /All sentinels are unreachable/],
    ['redis+cluster', '', /no node of the cluster replies/],
  ] as const)
    it(`(${scheme}://) is logged once at start, with the reason and without the password`, async () => {
      const warned: { reason?: string }[] = [];
      const log = silentLog({ warn: (fields) => void warned.push(fields) });
      const url = `${scheme}://:hush@127.0.0.1:${await freePort()}${path}`;
      const cluster = createRedisCluster({
        url,
        pgBus: createNoSideChannel(),
        now: Date.now,
        log,
      });
      try {
        assert.equal((await cluster.hit('alone', 1, 60_000)).allowed, true);
        assert.equal((await cluster.hit('alone', 1, 60_000)).allowed, false);
        await eventually('the warning is logged', () => warned.length > 0);
        assert.match(warned[0]?.reason ?? '', reason);
        assert.ok(!JSON.stringify(warned).includes('hush'));
      } finally {
        await cluster.close();
      }
      assert.equal(warned.length, 1);
    });

  it('leaves the service running as DEGRADED', async () => {
    const app = await startTestApp({
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      LOG_LEVEL: 'error',
    });
    try {
      const { status, body } = await app.call('GET', '/health');
      assert.deepEqual([status, body.data.status], [200, 'DEGRADED']);
    } finally {
      await app.close();
    }
  });
});
