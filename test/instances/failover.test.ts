import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FAILURES } from '../../loadtest/failover/failures.ts';
import { faultsOf, type Outcome, type Play, play } from '../../loadtest/failover/play.ts';
import { JWT_SECRET } from '../../loadtest/machine/service.ts';
import { setEscalationPolicy } from '../../loadtest/response/channels.ts';
import { startReceiver } from '../../loadtest/response/receiver.ts';
import { startDatabasePair } from '../helpers/database-pair.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { startInstance } from './instances.ts';

describe('two instances with a primary and a synchronous standby', { skip: WITHOUT_REDIS }, () => {
  let setup: Play;
  let redis: TestRedis;
  before(async () => {
    const [pair, receiver] = await Promise.all([startDatabasePair(), startReceiver()]);
    redis = await startRedis();
    await setEscalationPolicy(pair.primary.url, ['ntfy', 'webhook']);
    const env = {
      DATABASE_URL: pair.url,
      REDIS_URL: redis.url,
      JWT_SECRET,
      // Not 0: the shared schedule is checked for every reading.
      STREAM_INTERVAL_MS: '20',
      OK_WINDOW_SECONDS: '0',
      ALLOW_PRIVATE_TARGETS: 'true',
    };
    const instances = await Promise.all(
      [1, 2].map(async () => {
        const { vigil, url, app } = await startInstance(env);
        await vigil.prints('Redis: connected');
        return { url, mqttPort: app.ports.mqtt };
      }),
    );
    setup = {
      pair,
      instances,
      receiver,
      isSynchronous: true,
      wearables: 8,
      falls: 60,
      seconds: 1,
      pace: { noticedAfterMs: 1_500, afterwardsMs: 1_000 },
    };
  });
  after(async () => {
    await killAll();
    await setup?.receiver.close();
    await redis?.stop();
    await setup?.pair.close();
  });

  for (const failure of FAILURES)
    it(`lose nothing and store nothing twice while a server of the database is ${failure}`, async (t) => {
      const outcome: Outcome = await play(failure, setup);
      t.diagnostic(JSON.stringify({ ...outcome, errors: [...outcome.errors] }));
      assert.deepEqual(faultsOf(outcome), []);
      assert.ok(outcome.readings > 0 && outcome.falls > 2 && outcome.claims > 0);
    });
});
