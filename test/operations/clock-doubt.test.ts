import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('a clock in doubt', () => {
  let database: TestDatabase;
  let apps: TestApp[] = [];
  /** A reading and an ended session that a clock 100 days ahead would delete. */
  before(async () => {
    database = await createTestDatabase();
    const app = await start();
    await stream(app, await signUp(app), resting(randomMac()));
    await app.close();
    apps = [];
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
    apps = [];
    await sql(database.url, 'UPDATE service_clock SET trusted_at = now()');
    await sql(database.url, 'DELETE FROM staff_notices');
  });
  after(() => database.drop());

  /** A service whose clock is ahead. Its database has the same clock, unless it is on another machine. */
  async function start(aheadMs = 0, databaseTime?: () => number): Promise<TestApp> {
    let app: TestApp | undefined;
    const now = () => Date.now() + aheadMs;
    const shared = () => app?.clock.now() ?? now();
    app = await startTestApp(
      { DATABASE_URL: database.url, LOG_LEVEL: 'silent', SESSION_DURATION: '240h' },
      { now, clocks: { databaseTime: async () => (databaseTime ?? shared)() } },
    );
    apps.push(app);
    return app;
  }
  /** There is one, which may be packed by now. */
  const readings = async (): Promise<number> => {
    const counts = `(SELECT count(*)::int FROM sensor_readings) + (SELECT count(*)::int FROM packed_readings)`;
    return (await sql(database.url, `SELECT ${counts} AS count`))[0].count;
  };
  const maintain = (app: TestApp, { token }: Pick<Person, 'token'>, task: string, options: object = {}) =>
    app.call('POST', '/admin/maintenance', { token, body: { task, options } });
  const warningsOf = async (app: TestApp): Promise<readonly string[]> =>
    (await app.call('GET', '/health')).body.data.details.warnings.map(({ code }: Json) => code);
  const noticesOf = async (app: TestApp, { token }: Pick<Person, 'token'>): Promise<readonly Json[]> =>
    (await app.call('GET', '/board', { token })).body.data.notices;
  const isDoubted = async (app: TestApp): Promise<boolean> =>
    (await warningsOf(app)).includes('CLOCK_IN_DOUBT');

  it('100 days ahead at a start deletes nothing, refuses maintenance and tells the admins what to do', async () => {
    const app = await start(100 * DAY_MS);
    const admin = await logInAsAdmin(app);
    for (const task of ['apply_retention', 'purge_sessions']) {
      const { status, body } = await maintain(app, admin, task);
      assert.deepEqual([status, body.code], [409, 'CLOCK_IN_DOUBT'], task);
    }
    const dry = await maintain(app, admin, 'apply_retention', { dryRun: true });
    assert.ok(dry.body.data.result.droppedDays.length > 0, 'a dry run says what would be deleted');
    assert.ok(await isDoubted(app));
    await app.pass(6_000);
    const [notice] = await noticesOf(app, admin);
    assert.equal(notice?.kind, 'CLOCK_IN_DOUBT');
    assert.match(notice.body, /until the clock is right again or an admin confirms it/);
    // Housekeeping has had its first run by then.
    await app.app.close();
    assert.equal(await readings(), 1);
  });

  it('is trusted again as soon as it is right, and the notice ends', async () => {
    const app = await start();
    await eventually('the clock is judged', async () => !(await isDoubted(app)));
    await app.pass(MINUTE_MS);
    app.clock.set(100 * DAY_MS);
    await app.pass(MINUTE_MS);
    assert.ok(await isDoubted(app));
    await app.pass(6_000);
    app.clock.set(-100 * DAY_MS);
    // Every schedule of the service notices the step.
    await app.pass(0);
    const admin = await logInAsAdmin(app);
    assert.equal((await noticesOf(app, admin)).length, 1);
    assert.equal((await maintain(app, admin, 'apply_retention')).status, 200);
    assert.equal(await isDoubted(app), false);
    await app.pass(6_000);
    assert.deepEqual(await noticesOf(app, admin), []);
    assert.equal(await readings(), 1);
  });

  it('is trusted again after a day if it differs by two days, but not if it differs by a hundred', async () => {
    const app = await start();
    await app.pass(MINUTE_MS);
    for (const [days, isDoubtedLater] of [
      [2, false],
      [100, true],
    ] as const) {
      app.clock.set(days * DAY_MS);
      await app.pass(MINUTE_MS);
      assert.ok(await isDoubted(app), `${days} days`);
      await app.pass(23 * 60 * MINUTE_MS);
      assert.ok(await isDoubted(app), `${days} days, after 23 hours`);
      await app.pass(2 * 60 * MINUTE_MS);
      assert.equal(await isDoubted(app), isDoubtedLater, `${days} days, after a day`);
    }
  });

  it('of one of two instances keeps this one from deleting, and the other goes on', async () => {
    const [right, wrong] = [await start(), await start(100 * DAY_MS, Date.now)];
    const admin = await logInAsAdmin(right);
    const late = await logInAsAdmin(wrong);
    assert.equal((await maintain(wrong, late, 'apply_retention')).body.code, 'CLOCK_IN_DOUBT');
    assert.equal((await maintain(right, admin, 'apply_retention')).status, 200);
    await right.pass(MINUTE_MS);
    assert.deepEqual([await isDoubted(right), await isDoubted(wrong)], [false, true]);
    assert.equal(await readings(), 1);
  });

  it('behind the time that the service noted before is doubted until it has caught up', async () => {
    await sql(database.url, `UPDATE service_clock SET trusted_at = now() + interval '2 days'`);
    const app = await start();
    const admin = await logInAsAdmin(app);
    assert.equal((await maintain(app, admin, 'apply_retention')).body.code, 'CLOCK_IN_DOUBT');
    app.clock.advance(2 * DAY_MS);
    assert.equal((await maintain(app, admin, 'apply_retention')).status, 200);
  });

  it('that an admin confirms is trusted, and the expired data goes', async () => {
    const app = await start(100 * DAY_MS);
    const admin = await logInAsAdmin(app);
    await app.pass(6_000);
    const { status, body } = await maintain(app, admin, 'apply_retention', { clockIsRight: true });
    assert.equal(status, 200);
    assert.ok(body.data.result.droppedDays.length > 0);
    assert.equal(await readings(), 0);
    assert.equal(await isDoubted(app), false);
    await app.pass(6_000);
    assert.deepEqual(await noticesOf(app, admin), []);
    const lines = await sql(
      database.url,
      `SELECT FROM audit_log WHERE action = 'maintenance.run' AND message LIKE '%clock%'`,
    );
    assert.equal(lines.length, 1, 'the audit log has the confirmation');
  });
});
