import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';

const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'];

describe('maintenance during a database outage', () => {
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let app: TestApp;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
    app = await startTestApp({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  it('answers 503, never 500, for every task while the database hangs, and works when it is back', async () => {
    const { token } = await logInAsAdmin(app);
    const run = (task: string) => app.call('POST', '/admin/maintenance', { token, body: { task } });
    const runAll = async () => (await Promise.all(TASKS.map(run))).map(({ status }) => status);
    proxy.hold();
    assert.deepEqual(await runAll(), [503, 503, 503, 503]);
    await proxy.mend();
    await eventually('the database is back', async () => (await run('analyze')).status === 200);
    assert.deepEqual(await runAll(), [200, 200, 200, 200]);
  });
});
