import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { escapeIdentifier } from 'pg';
import { type Database, openDatabase, type Queryable } from '../../src/platform/database/database.ts';
import { isAway } from '../../src/platform/database/errors.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
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

  /** With the service's own time limits: a busy machine may take longer than those of the other tests. */
  async function patiently(work: () => Promise<void>): Promise<void> {
    const hasty = db;
    db = openDatabase({ url: database.url, log });
    try {
      await work();
    } finally {
      await db.close();
      db = hasty;
    }
  }
  const unavailable = (words: RegExp) => (error: unknown) =>
    error instanceof Unavailable && words.test(error.message);

  it('a part of a failed transaction that goes on runs no statement outside of it', async () => {
    await sql(database.url, 'CREATE TABLE strays (id int)');
    let stray: Promise<unknown> | undefined;
    await assert.rejects(
      db.transaction(async (q) => {
        const fails = q.run('SELECT 1 / 0');
        // Sent while ROLLBACK is on its way.
        stray = fails.catch(() => Promise.resolve()).then(() => q.run('INSERT INTO strays VALUES (1)'));
        stray.catch(() => {});
        await fails;
      }),
      /division by zero/,
    );
    await assert.rejects(async () => stray);
    assert.deepEqual(await sql(database.url, 'SELECT * FROM strays'), []);
  });

  describe('with kept plans', () => {
    const read = (among = 6) =>
      Promise.all(
        Array.from({ length: among }, (_, i) =>
          db.transaction((q) => q.row('SELECT * FROM kept WHERE id <> $1', [-i]), { urgent: true }),
        ),
      );
    beforeEach(async () => {
      await sql(
        database.url,
        'DROP TABLE IF EXISTS kept; CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)',
      );
      await read();
    });

    it('goes on, on every connection, after another instance has changed the columns', async () => {
      await sql(database.url, 'ALTER TABLE kept ALTER COLUMN id TYPE smallint');
      assert.deepEqual(await read(), Array(6).fill({ id: 1 }));
      await sql(database.url, 'ALTER TABLE kept ADD COLUMN name text');
      assert.deepEqual(await read(), Array(6).fill({ id: 1, name: null }));
    });

    it('plans a statement with a list once on each connection, and no other statement so', async () => {
      const list = (q: Queryable) => q.run('SELECT FROM kept WHERE id = ANY($1)', [[1]]);
      const plans = await db.transaction(
        async (q) => {
          for (let i = 0; i < 8; i++) await list(q);
          return q.row<{ generic: number; custom: number }>(
            `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements
             WHERE statement LIKE 'SELECT FROM kept WHERE id = ANY%'`,
          );
        },
        { urgent: true },
      );
      assert.deepEqual(plans, { generic: 8, custom: 0 });
      assert.equal(await db.value('SHOW plan_cache_mode'), 'auto');
    });

    it('goes on after its connections have lost the statements', async () => {
      await db.transaction((q) => q.run('DEALLOCATE ALL'));
      assert.deepEqual(await read(12), Array(12).fill({ id: 1 }));
    });

    it('repeats a transaction that the server has ended because of a deadlock', async () => {
      await sql(database.url, 'INSERT INTO kept VALUES (2)');
      let arrived = 0;
      let runs = 0;
      const update = (first: number, second: number) =>
        db.transaction(
          async (q) => {
            runs += 1;
            await q.run('UPDATE kept SET id = id WHERE id = $1', [first]);
            arrived += 1;
            await eventually('both hold a row', () => arrived >= 2);
            await q.run('UPDATE kept SET id = id WHERE id = $1', [second]);
          },
          { urgent: true },
        );
      await patiently(async () => {
        await Promise.all([update(1, 2), update(2, 1)]);
      });
      // The repeated one may take its first row before the other one gets it, and they meet once more.
      assert.ok(runs >= 3, `${runs} runs`);
    });
  });

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
    const from = patientNow();
    await Promise.all([1, 2, 3].map(() => db.run('SELECT 1')));
    const ms = patientNow() - from;
    assert.ok(ms < AT_ONCE_MS, `${ms} ms`);
  });

  it('rolls back all statements that were sent together when one of them fails', async () => {
    await db.run('CREATE TABLE together (n int)');
    for (const options of [{}, { urgent: true }])
      await assert.rejects(
        db.transaction(async (q) => {
          await q.run('SELECT 1');
          await Promise.all([
            q.run('INSERT INTO together VALUES ($1)', [1]),
            q.run('SELECT 1 / $1::int', [0]),
            q.run('INSERT INTO together VALUES ($1)', [2]),
          ]);
        }, options),
        /division by zero/,
      );
    assert.deepEqual(await db.rows('SELECT n FROM together'), []);
    await db.transaction((q) => q.run('INSERT INTO together VALUES ($1)', [3]), { urgent: true });
    assert.deepEqual(await db.rows('SELECT n FROM together'), [{ n: 3 }]);
  });

  describe('statements that were sent together fail', () => {
    /** Its statement is sent first, but its failure takes longer to reach the transaction. */
    const deep = async (statement: () => Promise<unknown>): Promise<void> => {
      await (async () => {
        await (async () => {
          await (async () => void (await statement()))();
        })();
      })();
    };
    const raising = (state: string): string =>
      `DO $$ BEGIN RAISE EXCEPTION 'raised ${state}' USING ERRCODE = '${state}'; END $$`;
    const failing = (first: string, options = {}) =>
      db.transaction(
        (q) => Promise.all([deep(() => q.run(first)), q.run('SELECT 1'), q.run('SELECT 2')]),
        options,
      );

    it('with the first error: a full disk, a read-only host and a slow statement are an unavailable database', async () => {
      for (const state of ['53100', '53200', '25006', '57014', '58030'])
        for (const options of [{}, { urgent: true }])
          await assert.rejects(failing(raising(state), options), (error: unknown) => {
            assert.ok(error instanceof Unavailable, `${state}: ${error}`);
            assert.match(String(error.cause), new RegExp(state));
            return true;
          });
      await assert.rejects(failing('SELECT pg_terminate_backend(pg_backend_pid())'), Unavailable);
    });

    it('with the first error: a deadlock, a serialization failure and a lock timeout keep their code', async () => {
      for (const state of ['40P01', '40001', '55P03', '23505'])
        await assert.rejects(failing(raising(state)), { code: state });
    });

    it('with the error after which it could not go on, not with an earlier one that a savepoint undid', async () => {
      await assert.rejects(
        db.transaction(async (q) => {
          await q.run('SAVEPOINT before');
          await q.run(raising('23505')).catch(() => {});
          await q.run('ROLLBACK TO SAVEPOINT before');
          await Promise.all([deep(() => q.run(raising('53100'))), q.run('SELECT 1')]);
        }),
        (error) => error instanceof Unavailable && /53100/.test(String(error.cause)),
      );
    });

    it('although the work ignores it: a transaction that the server rolled back is no success', async () => {
      await assert.rejects(
        db.transaction(async (q) => {
          await q.run(raising('53100')).catch(() => {});
          return 'stored';
        }),
        (error) => error instanceof Unavailable && /53100/.test(String(error.cause)),
      );
    });
  });

  it('runs statements that were sent together in their order, each after the locks of the one before', async () => {
    await db.run('CREATE TABLE numbers AS SELECT 1 AS n');
    let waiting: Promise<unknown[]> | undefined;
    await patiently(async () => {
      await db.transaction(async (q) => {
        await q.run('UPDATE numbers SET n = 2');
        waiting = db.transaction((other) =>
          Promise.all([other.run('SELECT FROM numbers FOR UPDATE'), other.rows('SELECT n FROM numbers')]),
        );
        await eventually('the other waits for the lock', async () => {
          const locks = await db.rows('SELECT FROM pg_locks WHERE NOT granted');
          return locks.length > 0;
        });
      });
      const [, seen] = (await waiting) ?? [];
      assert.deepEqual(seen, [{ n: 2 }]);
    });
  });

  it('gives a statement that waits for those before it the time of all of them', async () => {
    const ms = 400;
    await db.onOneConnection((q) =>
      Promise.all(Array.from({ length: 8 }, () => q.run('SELECT pg_sleep($1 / 1000.0)', [ms]))),
    );
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

  it('reports a commit that the server refuses as not stored', async () => {
    await sql(
      database.url,
      `CREATE TABLE refused (id int);
       CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'raised 53100' USING ERRCODE = '53100'; END $$;
       CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON refused DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION disk_full()`,
    );
    await assert.rejects(
      db.transaction((q) => q.run('INSERT INTO refused VALUES (1)')),
      unavailable(/^The database is not available$/),
    );
    assert.deepEqual(await db.rows('SELECT * FROM refused'), []);
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
