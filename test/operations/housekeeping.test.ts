import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listAuditTrail } from '../../src/accounts/audit/store.ts';
import { readConfig } from '../../src/app/config.ts';
import { MODULES } from '../../src/app/modules.ts';
import { retentionOf } from '../../src/app/retention.ts';
import { createHousekeeping, type Housekeeping } from '../../src/operations/housekeeping.ts';
import { createTasks } from '../../src/operations/housekeeping-tasks.ts';
import { createOperationMetrics } from '../../src/operations/metrics.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays, type ReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { readPage } from '../../src/platform/schema/paging.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { onTimescale, partitionsOnly } from '../helpers/timescale.ts';

describe('the housekeeping of the database', () => {
  const silent = silentLog();
  const DAY = 86_400_000;
  const config = readConfig({ READINGS_RETENTION_DAYS: '90', AUDIT_RETENTION_DAYS: '365' });

  let database: TestDatabase;
  let db: Database;
  let days: ReadingDays;
  let housekeeping: Housekeeping;
  let now = Date.parse('2026-01-15T12:00:00Z');
  const clock = { trustedNow: async () => now, confirm: async () => {} };
  const retention = retentionOf(MODULES, config);
  const open = () => createHousekeeping({ config, retention, clock, db, days, now: () => now, log: silent });
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silent });
    days = await openReadingDays(db);
    await days.prepare(new Date(now));
    housekeeping = open();
  });
  after(async () => {
    await housekeeping.close();
    await db.close();
    await database.drop();
  });

  const insert = (key: number, at: number, count = 1) =>
    sql(
      database.url,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score)
     SELECT $2::timestamptz + i * interval '1 ms', 1, $1, 0, 0, 0, 0, 0, 0, 0, 100 FROM generate_series(1, $3::int) i`,
      [key, new Date(at), count],
    );
  /** A signal for each reading of the device. */
  const insertSignals = (key: number) =>
    sql(
      database.url,
      `INSERT INTO reading_signals (recorded_at, device_key, signal)
       SELECT recorded_at, device_key, '\\x04' FROM sensor_readings WHERE device_key = $1`,
      [key],
    );
  const signals = (key: number): Promise<number> => readings(key, 'reading_signals');
  const readings = async (key: number, table = 'sensor_readings'): Promise<number> => {
    const [row] = await sql(
      database.url,
      `SELECT count(*)::int AS count FROM ${table} WHERE device_key = $1`,
      [key],
    );
    return row.count;
  };

  describe('housekeeping', () => {
    it('runs the tasks of all modules in the documented order', () => {
      const tasks = createTasks({
        db,
        days,
        config,
        retention: retentionOf(MODULES, config),
        onErasureFailed: () => {},
        now: () => now,
      });
      const named = (isEnabled: boolean) =>
        tasks.filter(({ start }) => (start !== undefined) === isEnabled).map(({ name }) => name);
      assert.deepEqual(named(true), [
        'prepare_days',
        'drop_days',
        'erase_readings',
        'purge_unfinished_firmware',
        'purge_path_tests',
        'purge_handovers',
        'purge_test_book',
        'purge_phone_hooks',
        'purge_login_flows',
        'purge_logout_tokens',
        'purge_login_attempts',
        'purge_login_trials',
        'purge_claim_links',
        'purge_roster_exceptions',
        'purge_roster_swaps',
        'purge_staff_notices',
        'purge_outbox',
        'purge_events',
        'purge_station_unlocks',
        'purge_idempotency_keys',
        'purge_sessions',
        'purge_access_tokens',
        'purge_email_changes',
        'purge_pin_tries',
        'purge_audit',
      ]);
      // These run only when their retention is configured.
      assert.deepEqual(named(false), [
        'purge_coverage',
        'purge_sensor_events',
        'purge_falls',
        'purge_alerts',
        'purge_response_log',
        'purge_messages',
      ]);
    });

    it('keeps readings for the retention and then drops them', async () => {
      const written = now;
      await insert(1, written);
      now = written + 89 * DAY;
      await days.prepare(new Date(now));
      await housekeeping.applyRetention();
      assert.equal(await readings(1), 1);
      await insert(1, now);
      now = written + 91 * DAY;
      const { droppedDays: due } = await housekeeping.applyRetention(true);
      // A hypertable's chunks have TimescaleDB's own names.
      assert.ok(onTimescale ? due.length === 1 : due.includes('sensor_readings_20260115'));
      assert.equal(await readings(1), 2, 'a dry run keeps everything');
      assert.deepEqual((await housekeeping.applyRetention()).droppedDays, due);
      assert.equal(await readings(1), 1);
    });

    it('keeps signals for their own, shorter retention', async () => {
      const written = now;
      await insert(5, written);
      await insertSignals(5);
      now = written + 13 * DAY;
      await housekeeping.applyRetention();
      assert.deepEqual([await readings(5), await signals(5)], [1, 1]);
      now = written + 16 * DAY;
      const { droppedDays: due } = await housekeeping.applyRetention(true);
      assert.equal(await signals(5), 1, 'a dry run keeps everything');
      assert.deepEqual((await housekeeping.applyRetention()).droppedDays, due);
      assert.deepEqual([await readings(5), await signals(5)], [1, 0]);
    });

    it('erases the readings of deleted devices with their signals, however many, and no others', async () => {
      const at = now;
      await days.prepare(new Date(at));
      await insert(20, at, 25_000);
      await insert(21, at, 10);
      for (const key of [20, 21]) await insertSignals(key);
      await sql(database.url, 'INSERT INTO reading_erasures (device_key) VALUES (20)');
      await housekeeping.eraseDeleted();
      assert.deepEqual([await readings(20), await signals(20)], [0, 0]);
      assert.deepEqual([await readings(21), await signals(21)], [10, 10]);
    });

    it('erases a reading that arrived late, and then forgets the device', async () => {
      await insert(20, now);
      await housekeeping.eraseDeleted();
      assert.equal(await readings(20), 0);
      await sql(database.url, `UPDATE reading_erasures SET asked_at = now() - interval '2 minutes'`);
      await housekeeping.eraseDeleted();
      assert.deepEqual(await sql(database.url, 'SELECT * FROM reading_erasures'), []);
    });

    it('creates and drops days by itself at the start', { skip: partitionsOnly }, async () => {
      now += 100 * DAY;
      const another = createHousekeeping({
        config,
        retention: retentionOf(MODULES, config),
        clock,
        db,
        days,
        now: () => now,
        log: silent,
      });
      const today = `sensor_readings_${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}`;
      const isThere = async (name: string) =>
        (await sql(database.url, 'SELECT FROM pg_class WHERE relname = $1', [name])).length > 0;
      await eventually('the day is created', () => isThere(today));
      await eventually('old readings are dropped', async () => (await readings(1)) === 0);
      await another.close();
    });

    it('deletes expired and revoked sessions and old audit entries at its start, however many', async () => {
      await sql(
        database.url,
        `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
         VALUES (gen_random_uuid(), 'ada@example.org', '-', 'Ada', 'Jones', 'PATIENT', now(), now())`,
      );
      const session = (expires: number, revoked: number | null, count: number) =>
        sql(
          database.url,
          `INSERT INTO sessions (id, user_id, created_at, expires_at, revoked_at)
           SELECT gen_random_uuid(), users.id, $1, $1, $2 FROM users, generate_series(1, $3::int)`,
          [new Date(expires), revoked && new Date(revoked), count],
        );
      await session(now - DAY, null, 6_000);
      await session(now + DAY, now, 10);
      await session(now + DAY, null, 3);
      const line = (at: number, level: string, count: number) =>
        sql(
          database.url,
          `INSERT INTO audit_log (at, level, action, outcome, message)
           SELECT $1, $2, 'login', 'done', '-' FROM generate_series(1, $3::int)`,
          [new Date(at), level, count],
        );
      await line(now - 366 * DAY, 'info', 6_000);
      await line(now - 366 * DAY, 'warning', 2);
      await line(now - 364 * DAY, 'info', 4);
      await line(now, 'info', 1);
      const rows = async (table: string): Promise<number> =>
        (await sql(database.url, `SELECT count(*)::int AS count FROM ${table}`))[0].count;

      const several = [open(), open()];
      await eventually('old entries are deleted', async () => (await rows('audit_log')) === 5);
      await eventually('old sessions are deleted', async () => (await rows('sessions')) === 3);
      const { pagination } = await listAuditTrail(db, readPage({}), {});
      assert.equal(pagination.total, 5, 'the counters follow');
      for (const one of several) await one.close();
    });

    it('deletes messages a month after they were sent, and claim links a day after they expired', async () => {
      const MANY = 5_100;
      const [{ id }] = await sql(
        database.url,
        `INSERT INTO webhooks (url, secret, events, created_at) VALUES ('https://x.test', 's', '{}', now()) RETURNING id`,
      );
      const write = (state: string, daysAgo: number, count: number) =>
        sql(
          database.url,
          `WITH written AS (
             INSERT INTO outbox (webhook_id, lane, message, state, due_at, created_at)
             SELECT $1, 'webhook', '{}', $2, $3, $3 FROM generate_series(1, $4) RETURNING id)
           INSERT INTO delivery_attempts (outbox_id, attempt, at, delivered, took_ms) SELECT id, 1, $3, true, 1 FROM written`,
          [id, state, new Date(now - daysAgo * DAY), count],
        );
      await write('SENT', 31, MANY);
      await write('FAILED', 31, 1);
      await write('SENT', 29, 1);
      await write('PENDING', 31, 1);
      const [{ id: person }] = await sql(
        database.url,
        `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
         VALUES ('links@example.org', 'x', 'A', 'B', 'PATIENT', now(), now()) RETURNING id`,
      );
      const [{ id: fall }] = await sql(
        database.url,
        `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 1, 'CONFIRMED', now()) RETURNING id`,
        [person],
      );
      for (const [hash, hoursAgo] of [
        ['a', 25],
        ['b', 23],
      ] as const) {
        await sql(
          database.url,
          'INSERT INTO claim_links (hash, fall_id, person_id, expires_at) VALUES ($1, $2, $3, $4)',
          [Buffer.alloc(32, hash), fall, person, new Date(now - hoursAgo * 3_600_000)],
        );
      }
      assert.equal(await housekeeping.run('purge_outbox'), MANY + 1);
      assert.equal(await housekeeping.run('purge_claim_links'), 1);
      const left = await sql(
        database.url,
        'SELECT state FROM outbox JOIN delivery_attempts ON outbox_id = id ORDER BY state',
      );
      assert.deepEqual(left, [{ state: 'PENDING' }, { state: 'SENT' }]);
      assert.equal((await sql(database.url, 'SELECT FROM delivery_attempts')).length, 2);
      assert.equal((await sql(database.url, 'SELECT FROM claim_links')).length, 1);
    });

    it('erases the readings of deleted devices with two instances at once, before it forgets the devices', async () => {
      const keys = [40, 41, 42];
      for (const key of keys) await insert(key, now, 20_000);
      await sql(
        database.url,
        `INSERT INTO reading_erasures (device_key, asked_at) SELECT unnest($1::int[]), now() - interval '2 minutes'`,
        [keys],
      );
      const databases = [1, 2].map(() => openDatabase({ url: database.url, log: silent }));
      // Both start at the same time, as instances do.
      const both = databases.map((one) =>
        createHousekeeping({
          config,
          retention: retentionOf(MODULES, config),
          clock,
          db: one,
          days,
          now: () => now,
          log: silent,
        }),
      );
      const queued = async () => (await sql(database.url, 'SELECT FROM reading_erasures')).length;
      await Promise.all(both.map((one) => one.eraseDeleted()));
      assert.deepEqual(await Promise.all(keys.map((key) => readings(key))), [0, 0, 0]);
      assert.equal(await queued(), 0);
      for (const one of both) await one.close();
      for (const one of databases) await one.close();
    });

    it('keeps a deleted device in its queue until the last of its readings is erased', async () => {
      await insert(43, now, 10);
      await sql(
        database.url,
        `INSERT INTO reading_erasures (device_key, asked_at) VALUES (43, now() - interval '2 minutes')`,
      );
      await sql(
        database.url,
        `CREATE FUNCTION refuse_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE 'this reading cannot be erased'; END $$`,
      );
      await sql(
        database.url,
        `CREATE TRIGGER refused BEFORE DELETE ON sensor_readings FOR EACH ROW WHEN (OLD.device_key = 43)
         EXECUTE FUNCTION refuse_erasure()`,
      );
      await insert(44, now, 10);
      await sql(
        database.url,
        `INSERT INTO reading_erasures (device_key, asked_at) VALUES (44, now() - interval '2 minutes')`,
      );
      await assert.rejects(housekeeping.eraseDeleted(), /cannot be erased/);
      assert.deepEqual(
        [await readings(43), await readings(44)],
        [10, 0],
        'one device does not delay the next',
      );
      assert.deepEqual(await sql(database.url, 'SELECT device_key FROM reading_erasures'), [
        { device_key: 43 },
      ]);
      await sql(database.url, 'DROP TRIGGER refused ON sensor_readings');
      await housekeeping.eraseDeleted();
      assert.equal(await readings(43), 0);
      assert.deepEqual(await sql(database.url, 'SELECT FROM reading_erasures'), []);
    });

    it('deletes a backlog of events in batches, within the time limit of one run', async () => {
      const [{ id }] = await sql(
        database.url,
        `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
         VALUES ('events@example.org', 'x', 'A', 'B', 'CAREGIVER', now(), now()) RETURNING id`,
      );
      const append = (from: number, count: number, daysAgo: number) =>
        sql(
          database.url,
          `INSERT INTO live_events (recipient_id, id, type, data, created_at)
           SELECT $1, i, 'alert', '{}', $2 FROM generate_series($3::int, $4::int) i`,
          [id, new Date(now - daysAgo * DAY), from, from + count - 1],
        );
      await append(1, 12_000, 8);
      await append(12_001, 3, 6);
      const metrics = createMetrics();
      // Its own tasks end at once, so that the runs below are the only ones.
      const hurried = createHousekeeping({
        config,
        retention: retentionOf(MODULES, config),
        clock,
        db,
        days,
        budgetMs: 0,
        metrics: createOperationMetrics(metrics),
        now: () => now,
        log: silent,
      });
      const left = async () => (await sql(database.url, 'SELECT FROM live_events')).length;
      await eventually('its first run is over', async () => (await left()) <= 7_003, 10_000);
      await hurried.run('purge_events');
      assert.equal(await left(), 2_003);
      assert.match(await metrics.text(), /vigil_housekeeping_unfinished\{task="purge_events"\} 1/);
      await hurried.run('purge_events');
      assert.equal(await left(), 3);
      const figures = await metrics.text();
      assert.match(figures, /vigil_housekeeping_unfinished\{task="purge_events"\} 0/);
      assert.match(figures, /vigil_housekeeping_rows_total\{task="purge_events"\} 12000/);
      await hurried.close();
    });

    it('runs the other tasks when one fails, and reports it in a log line and a metric', async () => {
      await sql(
        database.url,
        `CREATE FUNCTION refuse_purge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
      );
      await sql(
        database.url,
        `CREATE TRIGGER refused BEFORE DELETE ON live_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_purge()`,
      );
      await sql(database.url, 'DELETE FROM audit_log');
      await sql(
        database.url,
        `INSERT INTO audit_log (at, level, action, outcome, message) VALUES ($1, 'info', 'login', 'done', 'old')`,
        [new Date(now - 400 * DAY)],
      );
      const lines: string[] = [];
      const log = silentLog({ error: (_fields, message) => void lines.push(message) });
      const metrics = createMetrics();
      const another = createHousekeeping({
        config,
        retention: retentionOf(MODULES, config),
        clock,
        db,
        days,
        metrics: createOperationMetrics(metrics),
        now: () => now,
        log,
      });
      await eventually(
        'the following tasks are done',
        async () => (await sql(database.url, `SELECT FROM audit_log WHERE message = 'old'`)).length === 0,
        10_000,
      );
      await another.close();
      await sql(database.url, 'DROP TRIGGER refused ON live_events');
      assert.deepEqual(lines, ['housekeeping: purge_events failed, retrying in 10 minutes']);
      const figures = await metrics.text();
      for (const [task, failed] of [
        ['purge_events', 1],
        ['purge_audit', 0],
      ] as const) {
        assert.match(figures, new RegExp(`vigil_housekeeping_runs_total\\{task="${task}"\\} 1`));
        assert.match(figures, new RegExp(`vigil_housekeeping_failures_total\\{task="${task}"\\} ${failed}`));
        assert.match(figures, new RegExp(`vigil_housekeeping_duration_seconds\\{task="${task}"\\} `));
        const succeeded = new RegExp(`vigil_housekeeping_last_success_timestamp_seconds\\{task="${task}"\\}`);
        assert.equal(succeeded.test(figures), failed === 0);
      }
    });

    it('can run twice at the same time', async () => {
      const another = createHousekeeping({
        retention: retentionOf(MODULES, config),
        clock,
        db,
        days: await openReadingDays(db),
        config,
        now: () => now,
        log: silent,
      });
      await insert(30, now, 15_000);
      await sql(database.url, 'INSERT INTO reading_erasures (device_key) VALUES (30)');
      now += 3 * DAY;
      await Promise.all([
        housekeeping.applyRetention(),
        another.applyRetention(),
        housekeeping.eraseDeleted(),
        another.eraseDeleted(),
      ]);
      assert.equal(await readings(30), 0);
      await another.close();
    });
  });
});
