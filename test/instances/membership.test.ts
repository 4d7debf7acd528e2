import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { joinInstances } from '../../src/platform/cluster/membership.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { keepConnection } from '../../src/platform/database/kept-connection.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const log = silentLog();

/** Each member checks for dead ones this often. */
const LOOK_MS = 1_000;

describe('instances of one database', () => {
  let database: TestDatabase;
  let db: Database;
  const left: (() => Promise<void>)[] = [];
  /** How far the members' clock is ahead of the machine's. */
  let ahead = 0;
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log });
  });
  afterEach(async () => {
    for (const leave of left.splice(0)) await leave();
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  async function join() {
    const connection = keepConnection({ db, log });
    const membership = joinInstances({ db, connection, now: () => Date.now() + ahead, log });
    const died: number[] = [];
    let failures = 0;
    membership.onDeath(async (number) => {
      if (failures-- > 0) throw new Error('not now');
      died.push(number);
    });
    await membership.start();
    membership.beginTakingOver();
    const number = membership.current() ?? assert.fail();
    const leave = async () => {
      await membership.close();
      await connection.close();
    };
    left.push(leave);
    return {
      number,
      membership,
      connection,
      died,
      leave,
      failOnce: () => {
        failures = 1;
      },
    };
  }

  const members = async (): Promise<number[]> =>
    (await sql(database.url, 'SELECT number FROM instances')).map((row) => row.number);
  /** Lets every member check for dead ones several times. */
  async function looks(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      ahead += LOOK_MS;
      await dueWorkDone();
    }
  }

  it('detect one whose connection is gone, and retry when taking over its work fails', async () => {
    const a = await join();
    const b = await join();
    b.failOnce();
    assert.deepEqual((await members()).sort(), [a.number, b.number].sort());
    // Its process is gone without a message to the others.
    await a.connection.close();
    await eventually('the other instance notices', () => b.died.length === 1, 10_000);
    assert.deepEqual(b.died, [a.number]);
    await eventually('the dead instance is no longer a member', async () => {
      const [only, ...others] = await members();
      return only === b.number && others.length === 0;
    });
  });

  it('do not report one as dead that leaves cleanly or reconnects', async () => {
    const a = await join();
    const b = await join();
    const c = await join();
    await c.leave();
    const [cut] = await sql(
      database.url,
      `SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = $1`,
      [a.number],
    );
    assert.equal(cut?.count, 1);
    await eventually(
      'the instance knows that it has lost its lock',
      () => a.membership.current() === undefined,
    );
    await eventually('the instance has the lock again', () => a.membership.current() === a.number);
    await looks();
    assert.deepEqual([...a.died, ...b.died], []);
    assert.deepEqual((await members()).sort(), [a.number, b.number].sort());
  });

  it('take a new number while the server keeps their old session alive', async () => {
    const a = await join();
    const b = await join();
    const ghost = await db.connect();
    try {
      // As after a cut network: the client's end is gone, the server's is not.
      const waiting = ghost.query('SELECT pg_advisory_lock($1, $2)', [0x7669_6769, a.number]);
      await sql(
        database.url,
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted`,
        [a.number],
      );
      await waiting;
      await eventually(
        'the instance has a new number',
        () => (a.membership.current() ?? a.number) !== a.number,
      );
      assert.deepEqual(b.died, []);
    } finally {
      ghost.destroy();
    }
    await eventually('the old number is removed', () => [...a.died, ...b.died].includes(a.number), 10_000);
  });
});
