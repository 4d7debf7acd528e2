import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { inProject } from '../helpers/project.ts';
import { silentLog } from '../helpers/silent-log.ts';

const ALL = ['webpush', 'email', 'ntfy', 'webhook'];
/** The default policy of that version. */
const DEFAULT_POLICY = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush', 'ntfy'] },
    { afterSeconds: 60, targets: ['assigned'], channels: ALL },
    { afterSeconds: 180, targets: ['assigned', 'admins'], channels: ALL },
  ],
  repeats: { everySeconds: 180, times: null },
};
const FORMER = { ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } };
const OWN = { ...DEFAULT_POLICY, repeats: { everySeconds: 60, times: 5 } };
const LAST_BEFORE = 18;

describe('the migration from the policy that ended after five repeats', () => {
  let database: TestDatabase;
  let client: Client;
  let folder: string;
  const log = silentLog();
  before(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    folder = await mkdtemp(join(tmpdir(), 'vigil-sql-'));
    const isBefore = (path: string) => !(Number(/(\d{3})-[^/]*\.sql$/.exec(path)?.[1] ?? 0) > LAST_BEFORE);
    await cp(inProject('sql'), folder, { recursive: true, filter: isBefore });
    await migrate(database.url, log, { folder });
  });
  after(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const value = async (sql: string, values: unknown[] = []): Promise<string> =>
    Object.values<string>((await client.query(sql, values)).rows[0])[0] ?? '';
  async function fall(patient: string, state: string, policy: object, more: Record<string, string> = {}) {
    const id = await value(
      `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 1, 'CONFIRMED', now()) RETURNING id`,
      [patient],
    );
    const extra = Object.entries(more);
    await client.query(
      `INSERT INTO responses (fall_id, patient_id, state, policy, ladder_starts_at, step, repeats_left, created_at,
         resolved_at${extra.map(([name]) => `, ${name}`).join('')})
       VALUES ($1, $2, $3::text, $4, now(), 3, 0, now(), CASE WHEN $3 = 'RESOLVED' THEN now() END
         ${extra.map(([, sql]) => `, ${sql}`).join('')})`,
      [id, patient, state, JSON.stringify(policy)],
    );
    return id;
  }

  it('makes the unchanged default endless, also for open falls, and keeps policies that an admin has set', async () => {
    const patient = await value(
      `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES ('pat@example.org', 'x', 'Pat', 'Hill', 'PATIENT', now(), now()) RETURNING id`,
    );
    await client.query(`INSERT INTO escalation_policies VALUES (NULL, $1, now()), ($2, $3, now())`, [
      JSON.stringify(FORMER),
      patient,
      JSON.stringify(OWN),
    ]);
    const falls = {
      running: await fall(patient, 'OPEN', FORMER, { due_at: `now() + interval '1 minute'` }),
      ended: await fall(patient, 'OPEN', FORMER, { exhausted_at: `now() - interval '2 hours'` }),
      endedLongAgo: await fall(patient, 'OPEN', FORMER, { exhausted_at: `now() - interval '2 days'` }),
      resolved: await fall(patient, 'RESOLVED', FORMER),
      own: await fall(patient, 'OPEN', OWN, { exhausted_at: 'now()' }),
    };
    await migrate(database.url, log);
    const { rows } = await client.query(
      'SELECT patient_id, policy FROM escalation_policies ORDER BY 1 NULLS FIRST',
    );
    assert.deepEqual(
      rows.map(({ policy }) => policy),
      [DEFAULT_POLICY, OWN],
    );
    const after = async (id: string) =>
      (
        await client.query(
          `SELECT policy -> 'repeats' -> 'times' AS times, repeats_left AS left, exhausted_at IS NOT NULL AS exhausted,
                  next_step_at IS NOT NULL AS next, due_at <= now() AS due FROM responses WHERE fall_id = $1`,
          [id],
        )
      ).rows[0];
    assert.deepEqual(await after(falls.running), {
      times: null,
      left: null,
      exhausted: false,
      next: true,
      due: false,
    });
    assert.deepEqual(await after(falls.ended), {
      times: null,
      left: null,
      exhausted: false,
      next: true,
      due: true,
    });
    for (const id of [falls.endedLongAgo, falls.own])
      assert.deepEqual(await after(id), { times: 5, left: 0, exhausted: true, next: false, due: null });
    assert.equal((await after(falls.resolved)).times, 5);
  });
});
