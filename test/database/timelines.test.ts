import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.ts';
import { Timelines } from '../../src/platform/database/timelines.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const log = silentLog();
const BIGINT_GAP = 1_000_000;
const INTEGER_GAP = 100_000;

describe('the numbers of a database', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const open = (timelines = new Timelines(log), url = database.url) => openDatabase({ url, log, timelines });
  /** As after so many promotions that this database has not seen. */
  const promote = (times: number) =>
    sql(database.url, 'UPDATE timelines SET timeline = timeline - $1', [times]);
  const numbers = async () => {
    const [row] = await sql(
      database.url,
      `SELECT (SELECT last_value FROM devices_key_seq)::int AS key, (SELECT last_value FROM audit_log_id_seq)::int AS line,
              (SELECT revision FROM organisation) AS revision`,
    );
    return row;
  };

  it('stay while the timeline stays', async () => {
    const before = await numbers();
    const [first, second] = [open(), open()];
    await Promise.all([first, second].map((db) => db.value('SELECT 1')));
    assert.deepEqual(await numbers(), before);
    await Promise.all([first.close(), second.close()]);
  });

  it('move once for each timeline in between, however many connections come at once', async () => {
    const before = await numbers();
    await promote(2);
    const databases = [open(), open(), open()];
    await Promise.all(databases.flatMap((db) => [1, 2, 3].map(() => db.value('SELECT pg_sleep(0.01)'))));
    const after = await numbers();
    assert.equal(after.key - before.key, 2 * INTEGER_GAP);
    assert.equal(after.line - before.line, 2 * BIGINT_GAP);
    await Promise.all(databases.map((db) => db.close()));
  });

  it('move for a person whose first event may be lost', async () => {
    const [{ id }] = await sql(
      database.url,
      `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES ('first@example.org', 'x', 'First', 'Event', 'CAREGIVER', now(), now()) RETURNING id`,
    );
    await promote(1);
    const db = open();
    assert.equal(await db.value('SELECT last_id FROM live_cursors WHERE user_id = $1', [id]), BIGINT_GAP);
    await db.close();
  });

  it('never use up a sequence', async () => {
    await sql(database.url, `SELECT setval('devices_key_seq', 2147483640)`);
    await promote(1);
    const db = open();
    assert.equal(await db.value('SELECT last_value FROM devices_key_seq'), 2147483643);
    await db.close();
  });

  it('move for a role that may not set a sequence', async () => {
    const role = `vigil_reader_${process.pid}`;
    await sql(database.url, `CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
    try {
      const url = new URL(database.url);
      Object.assign(url, { username: role, password: 'reader' });
      const before = await numbers();
      await promote(1);
      const db = open(new Timelines(log), url.href);
      assert.equal(await db.value('SELECT current_user'), role);
      await assert.rejects(db.value(`SELECT setval('audit_log_id_seq', 1)`), /permission denied/);
      assert.equal((await numbers()).line - before.line, BIGINT_GAP);
      await db.close();
    } finally {
      await sql(database.url, `DROP ROLE ${role}`);
    }
  });

  it('move after a restore, which has forgotten the timeline', async () => {
    const before = await numbers();
    await sql(database.url, 'DELETE FROM timelines');
    const db = open();
    await db.value('SELECT 1');
    assert.equal((await numbers()).line - before.line, BIGINT_GAP);
    await db.close();
  });

  it('have moved, and listeners have run, before a connection to the new primary is used', async () => {
    const timelines = new Timelines(log);
    const changes: string[] = [];
    timelines.onPrimaryChanged(() => {
      throw new Error('one that fails keeps none from the others');
    });
    timelines.onPrimaryChanged(() => changes.push('changed'));
    const db = open(timelines);
    const kept = await db.connect();
    let isOpen = true;
    kept.once('end', () => {
      isOpen = false;
    });
    assert.deepEqual(changes, []);
    await promote(1);
    const fresh = await db.connect();
    assert.deepEqual(changes, ['changed']);
    await eventually('the connection to the old primary is closed', () => !isOpen);
    await fresh.close();
    await db.close();
  });

  it('are refused to a process that comes back to a former primary', async () => {
    const db = open();
    const [{ epoch }] = await sql(database.url, 'SELECT epoch FROM timelines');
    await (await db.connect()).close();
    await promote(1);
    await (await db.connect()).close();
    await sql(database.url, 'UPDATE timelines SET epoch = $1', [epoch]);
    await assert.rejects(db.connect(), Unavailable);
    await db.close();
  });
});
