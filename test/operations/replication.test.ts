import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replicationWarnings } from '../../src/operations/replication.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createEmptyDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';

test('several database hosts in production without a synchronous standby are warned of at the start', async (t) => {
  const database = await createEmptyDatabase();
  const db = openDatabase({ url: database.url, log: silentLog() });
  t.after(async () => {
    await db.close();
    await database.drop();
  });
  const { host } = new URL(database.url);
  const several = database.url.replace(host, `${host},${host}`);
  const production = { environment: 'production', databaseUrl: several };
  const [warning, ...more] = await replicationWarnings({ config: production, db });
  assert.match(warning ?? '', /synchronous_standby_names is empty/);
  assert.deepEqual(more, []);

  for (const config of [
    { ...production, databaseUrl: database.url },
    { ...production, databaseUrl: undefined },
    { ...production, environment: 'development' },
  ])
    assert.deepEqual(await replicationWarnings({ config, db }), []);

  const synchronous = { ...db, value: async <Value>() => '*' as Value };
  assert.deepEqual(await replicationWarnings({ config: production, db: synchronous }), []);
});
