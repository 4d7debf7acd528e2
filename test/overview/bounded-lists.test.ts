import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createHeartRateTrends } from '../../src/overview/heart-rate-trends.ts';
import { countUnread, listConversations } from '../../src/people/store/messages.ts';
import { activePatients } from '../../src/people/store/patients.ts';
import { type Database, openDatabase, type Queryable } from '../../src/platform/database/database.ts';
import { openFallIds } from '../../src/response/store/responses.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that the database read from a table for a plan node and all nodes below it. */
const rowsRead = (node: PlanNode, table: string): number =>
  (node['Relation Name'] !== table
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), 0);

describe('queries with bounded reads', () => {
  let app: TestApp;
  let db: Database;
  const PEOPLE = 3_000;
  const MESSAGES = 4_000;
  const [ann, bob, cyd] = [randomUUID(), randomUUID(), randomUUID()];

  const run = (text: string, values: unknown[] = []) => sql(app.databaseUrl, text, values);
  const addPeople = (ids: readonly string[], role: string) =>
    run(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT id, id || '@example.org', 'none', 'First', 'Last ' || id, $2, now(), now() FROM unnest($1::uuid[]) AS id`,
      [ids, role],
    );
  const addMessages = (from: string, to: string, count: number, read: boolean) =>
    run(
      `INSERT INTO messages (sender_id, recipient_id, content, type, read_at, created_at)
       SELECT $1, $2, 'message ' || n, 'TEXT', CASE WHEN $4 THEN now() END, now() - make_interval(secs => $3 - n)
       FROM generate_series(1, $3::int) AS n`,
      [from, to, count, read],
    );

  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    await addPeople([ann, bob], 'CAREGIVER');
    const patients = Array.from({ length: PEOPLE - 1 }, () => randomUUID());
    await addPeople([cyd, ...patients], 'PATIENT');
    await addMessages(ann, bob, MESSAGES, true);
    await addMessages(bob, ann, MESSAGES, true);
    await addMessages(cyd, ann, MESSAGES, false);
    await run(
      `WITH fallen AS (
         INSERT INTO fall_events (user_id, source, confidence, status, created_at)
         SELECT id, 'STREAM', 0.8, 'HIGH', now() - interval '1 day' FROM users WHERE role = 'PATIENT' RETURNING id, user_id, created_at
       )
       INSERT INTO responses (fall_id, patient_id, state, outcome, resolved_at, created_at, policy, escalation_starts_at, step, repeats_left)
       SELECT id, user_id, 'RESOLVED', 'CANCELLED_BY_PATIENT', created_at, created_at, '{}', created_at, 0, 0 FROM fallen`,
    );
    await run('ANALYZE');
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  /** Counts the rows of a table that the queries of an operation read. */
  async function readBy(table: string, work: (q: Queryable) => Promise<unknown>): Promise<number> {
    const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];
    const noted =
      <Result>(ask: (text: string, values?: readonly unknown[]) => Result) =>
      (text: string, values: readonly unknown[] = []): Result => {
        asked.push({ text, values });
        return ask(text, values);
      };
    await work({
      rows: noted(db.rows),
      row: noted(db.row),
      column: noted(db.column),
      value: noted(db.value),
      run: noted(db.run),
    } as Queryable);
    let read = 0;
    for (const { text, values } of asked) {
      const [row] = await run(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
      for (const { Plan } of row['QUERY PLAN']) read += rowsRead(Plan, table);
    }
    return read;
  }

  it('read conversations by the number of partners, however many messages there are', async () => {
    const all = await listConversations(db, ann, 200);
    assert.deepEqual(
      all.map((one) => [one.with.id, one.lastMessage.content, one.unread]).sort(),
      [
        [bob, `message ${MESSAGES}`, 0],
        [cyd, `message ${MESSAGES}`, 1_000],
      ].sort(),
    );
    const read = await readBy('messages', (q) => listConversations(q, ann, 200));
    assert.ok(read < 1_000 + 50, `${read} rows`);
    const his = await readBy('messages', (q) => listConversations(q, bob, 200));
    assert.ok(his < 50, `${his} rows`);
  });

  it('count unread messages up to a thousand', async () => {
    assert.equal(await countUnread(db, ann), 1_000);
    const read = await readBy('messages', (q) => countUnread(q, ann));
    assert.ok(read <= 1_000, `${read} rows`);
  });

  it("read only the people that an admin's board shows, and count the rest", async () => {
    const { patients, total } = await activePatients(db, 'everybody', 20, new Date());
    assert.equal(patients.length, 20);
    assert.equal(total, PEOPLE);
    const read = await readBy('users', (q) => activePatients(q, 'everybody', 20, new Date()));
    assert.ok(read < 100, `${read} rows`);
  });

  it('do not read resolved falls for a board', async () => {
    const since = new Date(Date.now() - 600_000);
    assert.deepEqual(await openFallIds(db, 'everybody', since, 500), []);
    const read = await readBy('responses', (q) => openFallIds(q, 'everybody', since, 500));
    assert.ok(read < 50, `${read} rows`);
  });

  it('read the trends of wearables once for all callers within half a step', async () => {
    let [queries, asked, now] = [0, 0, Date.now()];
    const counted: Queryable = {
      ...db,
      rows: (text, values = []) => {
        queries += 1;
        asked += (values[0] as readonly number[]).length;
        return db.rows(text, values);
      },
    };
    const trendsOf = createHeartRateTrends(counted, () => now);
    const keys = Array.from({ length: 300 }, (_, nth) => nth + 1);
    for (let viewer = 0; viewer < 10; viewer++) assert.equal((await trendsOf(keys)).size, keys.length);
    assert.deepEqual([queries, asked], [2, keys.length]);
    await trendsOf([...keys, 301]);
    assert.equal(asked, keys.length + 1);
    now += 150_000;
    await trendsOf([1]);
    assert.equal(asked, keys.length + 2);
  });
});
