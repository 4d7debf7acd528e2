import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { countRowsByDay, countRowsIn } from '../../src/platform/database/row-counts.ts';
import { dayOf, endOfDay, nextDay, startOfDay } from '../../src/platform/zone.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';

const FALLS = { list: 'fall_events', label: 'status', time: 'created_at' } as const;
const AUDIT = { list: 'audit_log', label: 'level', time: 'at' } as const;
/** A single day, so that the number of rows is known. */
const AT = new Date('2026-03-01T12:00:00Z');
/** More than the 32 stripes that connections shared before sql/025: two connections would wait for each other. */
const CONNECTIONS = 40;
/** A transaction that waits for another times out, because the other one commits only after all have written. */
const LOCK_TIMEOUT = '10s';

describe('row counts', () => {
  let database: TestDatabase;
  let db: Database;
  let userId: string;
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silentLog() });
    const user = await db.row<{ id: string }>(
      `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES ('anna@example.org', 'none', 'Anna', 'Berg', 'PATIENT', now(), now()) RETURNING id`,
    );
    userId = user?.id ?? assert.fail('the user was not created');
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  const insertFall = (client: Client, level: string) =>
    client.query(
      `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 0.9, $2, $3)`,
      [userId, level, AT],
    );
  const insertAuditLine = (client: Client) =>
    client.query(
      `INSERT INTO audit_log (at, level, action, outcome, message) VALUES ($1, 'info', 'login', 'done', '')`,
      [AT],
    );
  const rowsOf = async (list: string): Promise<number> =>
    (await db.row<{ rows: number }>('SELECT count(*) AS rows FROM tallies WHERE list = $1', [list]))?.rows ??
    0;

  async function connected(count: number): Promise<Client[]> {
    const clients = Array.from({ length: count }, () => new Client({ connectionString: database.url }));
    await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
      }),
    );
    return clients;
  }

  it('are right after 40 concurrent transactions that count in opposite order, without lock waits', async () => {
    const clients = await connected(CONNECTIONS);
    const steps = [
      (client: Client) => insertFall(client, 'HIGH'),
      (client: Client) => insertFall(client, 'CONFIRMED'),
      insertAuditLine,
    ];
    try {
      await Promise.all(clients.map((client) => client.query('BEGIN')));
      // Every transaction finishes a step before any starts the next, and all finish before any commits.
      for (let step = 0; step < steps.length; step++)
        await Promise.all(
          clients.map((client, i) => (i % 2 === 0 ? steps : steps.toReversed())[step]?.(client)),
        );
      assert.equal(await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']), 0, 'no transaction has committed');
      await Promise.all(clients.map((client, i) => client.query(i < 10 ? 'ROLLBACK' : 'COMMIT')));
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    assert.equal(await countRowsIn(db, FALLS, ['HIGH']), CONNECTIONS - 10);
    assert.equal(await countRowsIn(db, FALLS, ['CONFIRMED']), CONNECTIONS - 10);
    assert.equal(await countRowsIn(db, AUDIT, ['info']), CONNECTIONS - 10);
  });

  it('stay the same while they are folded next to transactions that write and fold', async () => {
    const total = await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']);
    const [writer, folder, other] = await connected(3);
    if (!writer || !folder || !other) assert.fail();
    try {
      await writer.query('BEGIN');
      await insertFall(writer, 'HIGH');
      await folder.query('BEGIN');
      await folder.query(`SELECT fold_tallies('fall_events')`);
      assert.equal(await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']), total, 'during the fold');
      await other.query(`SELECT fold_tallies('fall_events')`);
      await insertFall(other, 'HIGH');
      await insertFall(writer, 'CONFIRMED');
      await folder.query('COMMIT');
      assert.equal(
        await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']),
        total + 1,
        'before the writer commits',
      );
      await writer.query('COMMIT');
      assert.equal(await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']), total + 3);
      await other.query(`SELECT fold_tallies('fall_events')`);
      assert.equal(await countRowsIn(db, FALLS, ['HIGH', 'CONFIRMED']), total + 3);
      assert.equal(await rowsOf('fall_events'), 2, 'one row per level');
    } finally {
      await Promise.all([writer, folder, other].map((client) => client.end()));
    }
  });

  it('are folded by writing transactions, so that a total sums few rows', async () => {
    const [client] = await connected(1);
    if (!client) assert.fail();
    const before = await countRowsIn(db, AUDIT, ['info']);
    try {
      // About one transaction in 64 folds: the chance that none of these does is 1 in 10^13.
      for (let i = 0; i < 2_000; i++) await insertAuditLine(client);
    } finally {
      await client.end();
    }
    assert.equal(await countRowsIn(db, AUDIT, ['info']), before + 2_000);
    assert.ok((await rowsOf('audit_log')) < 2_000);
  });

  it('are exact by the days of any zone, over both changes of summer time', async () => {
    const times: Date[] = [];
    const [first, last] = [Date.parse('2025-03-25T00:00:00Z'), Date.parse('2025-04-08T00:00:00Z')];
    // Also at every midnight of UTC, and just before.
    for (let at = first; at < last; at += 5_000_000) times.push(new Date(at));
    for (let at = first; at < last; at += 86_400_000) times.push(new Date(at), new Date(at - 1));
    await db.run(
      `INSERT INTO fall_events (user_id, confidence, status, created_at)
       SELECT $1, 0.9, 'POTENTIAL', at FROM unnest($2::timestamptz[]) AS at`,
      [userId, times],
    );
    for (const zone of [
      'UTC',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Pacific/Kiritimati',
      'Etc/GMT+12',
    ]) {
      const days: string[] = [];
      for (let day = '2025-03-27'; day <= '2025-04-06'; day = nextDay(day)) days.push(day);
      const starts = days.map((day) => startOfDay(day, zone));
      const counted = await countRowsByDay(db, FALLS, ['POTENTIAL'], starts, endOfDay('2025-04-06', zone));
      const expected = days.map((day) => times.filter((time) => dayOf(time, zone) === day).length);
      assert.deepEqual(counted, expected, zone);
    }
    await db.run('DELETE FROM fall_events', []);
  });
});
