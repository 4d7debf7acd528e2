import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { escapeIdentifier } from 'pg';
import { type Database, isAway, openDatabase } from '../../src/platform/database/database.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const log = silentLog();
const AT_ONCE_MS = 1_000;

describe('the database pool', () => {
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let db: Database;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
  });
  after(async () => {
    await proxy.close();
    await database.drop();
  });
  beforeEach(() => {
    db = openDatabase({ url: proxy.url, log, statementTimeoutMs: 500 });
  });
  afterEach(async () => {
    await proxy.mend();
    await db.close();
  });

  const unavailable = (words: RegExp) => (error: unknown) =>
    error instanceof Unavailable && words.test(error.message);

  it('recognises an unavailable database from its errors, wrapped or not', () => {
    for (const words of [
      'timeout expired',
      'Query read timeout',
      'timeout exceeded when trying to connect',
      'Connection terminated unexpectedly',
    ]) {
      assert.ok(isAway(new Error(words)), words);
      assert.ok(isAway(new Error('a step failed', { cause: new Error(words) })), words);
    }
    assert.ok(isAway(new Unavailable()));
    assert.ok(!isAway(new Error('syntax error')));
  });

  it('waits once, not once per connection, for connections that a firewall dropped', async () => {
    await Promise.all([1, 2, 3, 4].map(() => db.run('SELECT pg_sleep(0.1)')));
    proxy.forget();
    await assert.rejects(db.run('SELECT 1'), unavailable(/not available/));
    const from = performance.now();
    await Promise.all([1, 2, 3].map(() => db.run('SELECT 1')));
    const ms = performance.now() - from;
    assert.ok(ms < AT_ONCE_MS, `${ms} ms`);
  });

  it('does not mistake a slow statement for an outage', async () => {
    await assert.rejects(db.run('SELECT pg_sleep(1)'), unavailable(/not available/));
    await db.session({ statementTimeoutMs: 10_000 }, async (q) => {
      await q.run('SELECT pg_sleep(5)');
    });
  });

  it('answers queries while it discards the idle connections to a host that became read-only', async (t) => {
    const own = await createTestDatabase();
    const name = escapeIdentifier(new URL(own.url).pathname.slice(1));
    await sql(
      own.url,
      `CREATE SEQUENCE counter; ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    );
    const readOnly = openDatabase({ url: own.url, log });
    t.after(async () => {
      await readOnly.close();
      await own.drop();
    });
    for (let round = 0; round < 20; round++) {
      await readOnly.warmUp();
      let isDone = false;
      const written = readOnly.run(`SELECT nextval('counter')`).finally(() => {
        isDone = true;
      });
      const refused = assert.rejects(written, unavailable(/not available/));
      while (!isDone) {
        const reads = Array.from({ length: 3 }, () => readOnly.row<{ one: number }>('SELECT 1 AS one'));
        assert.deepEqual(await Promise.all(reads), [{ one: 1 }, { one: 1 }, { one: 1 }]);
      }
      await refused;
    }
  });

  it('reports an unanswered commit as possibly stored', async () => {
    await assert.rejects(
      db.transaction(async (q) => {
        await q.run('CREATE TABLE perhaps ()');
        proxy.hold();
      }),
      unavailable(/may or may not be stored/),
    );
  });
});
