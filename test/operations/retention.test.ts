import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const DAY_MS = 86_400_000;
const KEPT = { FALLS: 40, ALERTS: 30, MESSAGES: 20, RESPONSE_LOG: 10 };

describe('the retention', () => {
  let app: TestApp;
  let patient: Person;
  let caregiver: Person;
  let resolved: string;
  let open: string;
  before(async () => {
    const retention = Object.entries(KEPT).map(([name, days]) => [`${name}_RETENTION_DAYS`, String(days)]);
    app = await startTestApp({ ...Object.fromEntries(retention), LOG_LEVEL: 'silent' });
    [patient, caregiver] = await Promise.all([signUp(app), signUp(app, 'CAREGIVER')]);
    await assign(app, caregiver, patient);
    [resolved, open] = [await reportFall(), await reportFall()];
    await post(`/falls/${resolved}/claim`, caregiver, {});
    const done = await post(`/falls/${resolved}/resolve`, caregiver, { outcome: 'HELPED' });
    assert.equal(done.status, 200);
    await post('/messages', patient, { recipientId: caregiver.id, content: 'Thank you' });
  });
  after(() => app.close());

  const post = (path: string, { token }: Pick<Person, 'token'>, body: unknown) =>
    app.call('POST', path, { token, body });
  const reportFall = async (): Promise<string> =>
    (await post('/falls', patient, { confidence: 0.95 })).body.data.id;
  const applyRetention = async (dryRun: boolean): Promise<Json> => {
    const admin = await logInAsAdmin(app);
    const { status, body } = await post('/admin/maintenance', admin, {
      task: 'apply_retention',
      options: { dryRun },
    });
    assert.equal(status, 200);
    return body.data.result;
  };
  const rows = async (table: string, fallId: string): Promise<number> =>
    (await sql(app.databaseUrl, `SELECT FROM ${table} WHERE fall_id = $1`, [fallId])).length;
  const falls = async (): Promise<readonly string[]> =>
    (await sql(app.databaseUrl, 'SELECT id FROM fall_events')).map(({ id }) => id);

  it('deletes nothing before its time', async () => {
    app.clock.advance(9 * DAY_MS);
    const { droppedDays: _, isComplete, ...deleted } = await applyRetention(false);
    assert.equal(isComplete, true);
    assert.deepEqual(Object.values(deleted), [0, 0, 0, 0, 0]);
  });

  it('of timelines, messages and alerts is separate, and keeps those of unresolved falls', async () => {
    app.clock.advance(2 * DAY_MS);
    assert.ok((await applyRetention(true)).deletedResponseLogEntries > 0);
    assert.ok((await rows('response_log', resolved)) > 0, 'a dry run deletes nothing');
    const afterTen = await applyRetention(false);
    assert.ok(afterTen.deletedResponseLogEntries > 0);
    assert.equal(await rows('response_log', resolved), 0);
    assert.ok((await rows('response_log', open)) > 0);
    assert.equal(afterTen.deletedMessages, 0);

    app.clock.advance(10 * DAY_MS);
    assert.equal((await applyRetention(true)).deletedMessages, 1);
    assert.equal((await applyRetention(false)).deletedMessages, 1);

    app.clock.advance(10 * DAY_MS);
    const afterThirty = await applyRetention(false);
    assert.ok(afterThirty.deletedAlerts >= 1);
    assert.equal(await rows('alerts', resolved), 0);
    assert.ok((await rows('alerts', open)) >= 1);
    assert.equal(afterThirty.deletedFalls, 0);
  });

  it('deletes a fall with all that belongs to it, but never an unresolved one', async () => {
    assert.deepEqual([...(await falls())].sort(), [resolved, open].sort());
    app.clock.advance(10 * DAY_MS);
    assert.equal((await applyRetention(true)).deletedFalls, 1);
    assert.equal((await applyRetention(false)).deletedFalls, 1);
    assert.deepEqual(await falls(), [open]);
    for (const table of ['responses', 'response_log', 'alerts', 'outbox', 'claim_links'])
      assert.equal(await rows(table, resolved), 0, table);
    assert.equal(await rows('responses', open), 1);
    const { token } = await logInAsAdmin(app);
    assert.equal((await app.call('GET', `/falls/${resolved}`, { token })).status, 404);
    assert.equal((await app.call('GET', `/falls/${open}`, { token })).status, 200);
    const { pagination } = (await app.call('GET', '/admin/falls', { token })).body;
    assert.equal(pagination.total, 1, 'the counters follow');
  });
});
