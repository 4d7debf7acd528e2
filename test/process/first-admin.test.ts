import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll, occupyPort, startVigil, stop } from './child.ts';

const SHOWN = /First admin: .*\(shown once\)/g;

describe('the first admin', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  });
  afterEach(killAll);
  after(async () => {
    await redis?.stop();
    await database?.drop();
  });

  it('is not used up by several failed starts; the next start shows the password once', async () => {
    const env = {
      NODE_ENV: 'development',
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      INSTANCES: '2',
      JWT_SECRET: 'a secret for tests that is long enough',
    };
    const { port, server } = await occupyPort();
    const failing = startVigil({ ...env, PORT: String(port) });
    assert.equal((await failing.exited).code, 1);
    server.close();
    assert.equal(failing.stdout().match(SHOWN), null);
    assert.deepEqual(await sql(database.url, 'SELECT id FROM users'), []);

    const vigil = startVigil(env);
    await vigil.prints('(shown once)');
    await stop(vigil);
    assert.equal(vigil.stdout().match(SHOWN)?.length, 1);
    assert.equal((await sql(database.url, `SELECT id FROM users WHERE role = 'ADMIN'`)).length, 1);
  });
});
