import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { openReadingDays, type ReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { createEmptyDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { partitionsOnly } from '../helpers/timescale.ts';

describe('partitions of readings', () => {
  const silent = silentLog();
  const DAY = 86_400_000;
  const NOON = Date.parse('2026-02-27T12:00:00Z');

  let database: TestDatabase;
  let db: Database;
  let days: ReadingDays;
  before(async () => {
    // Not the template, which has the days around today.
    database = await createEmptyDatabase();
    await migrate(database.url, silent);
    db = openDatabase({ url: database.url, log: silent });
    days = await openReadingDays(db);
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  const names = async (): Promise<string[]> =>
    (
      await sql(
        database.url,
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'sensor_readings'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);
  const insert = (at: string) =>
    sql(
      database.url,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score) VALUES ($1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 100)`,
      [at],
    );

  describe('daily partitions', { skip: partitionsOnly }, () => {
    it('are created around today: a week back for backlogs, some ahead', async () => {
      assert.equal(days.kind, 'partitions');
      await days.prepare(new Date(NOON));
      for (const at of [
        '2026-02-20T00:00:00Z',
        '2026-02-27T12:00:00Z',
        '2026-02-28T23:59:59.999999Z',
        '2026-03-01T00:00:00Z',
      ]) {
        await insert(at);
      }
      await assert.rejects(insert('2026-04-01T00:00:00Z'), /no partition/);
    });

    it('within the backlog window are emptied, not dropped, by a short retention', async () => {
      await days.prepare(new Date(NOON));
      await insert('2026-02-21T00:00:00Z');
      const before = await names();
      const limit = new Date(NOON - 3 * DAY);
      assert.ok((await days.drop(limit, { dryRun: true })).includes('sensor_readings_20260221'));
      assert.ok((await days.drop(limit)).includes('sensor_readings_20260221'));
      assert.deepEqual(await names(), before);
      const left = await sql(database.url, `SELECT 1 FROM sensor_readings WHERE recorded_at < '2026-02-24'`);
      assert.equal(left.length, 0);
      assert.deepEqual(await days.drop(limit), [], 'the next run has nothing to report');
    });

    it('are whole UTC days without gap or overlap', async () => {
      const bounds = await sql(
        database.url,
        `SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relispartition AND relname LIKE 'sensor_readings_2%'
       AND relkind = 'r' ORDER BY relname`,
      );
      const times = bounds.map(({ bound }) =>
        [...bound.matchAll(/'([^']+)'/g)].map((match) => Date.parse(match[1])),
      );
      for (const [i, [from = Number.NaN, to = Number.NaN]] of times.entries()) {
        assert.equal(from % DAY, 0);
        assert.equal(to - from, DAY);
        if (i > 0) assert.equal(from, times[i - 1]?.[1]);
      }
      assert.ok(times.length >= 10);
    });

    it('are created only where they are missing', async () => {
      const before = await names();
      await days.prepare(new Date(NOON));
      assert.deepEqual(await names(), before);
      await days.prepare(new Date(NOON + 2 * DAY));
      assert.equal((await names()).length, before.length + 2);
    });

    it('can be created by several instances at once', async () => {
      const others = await Promise.all([1, 2, 3].map(() => openReadingDays(db)));
      await Promise.all(others.map((other) => other.prepare(new Date(NOON + 200 * DAY))));
      await insert(new Date(NOON + 200 * DAY).toISOString());
    });

    it('can be created while readings are written', async () => {
      const writing = Promise.all(
        Array.from({ length: 20 }, (_, i) => insert(new Date(NOON + 1 + i).toISOString())),
      );
      await Promise.all([writing, days.prepare(new Date(NOON + 30 * DAY))]);
    });

    it('are dropped only when they lie entirely before the limit', async () => {
      const limit = new Date('2026-02-21T00:00:01Z');
      const before = await names();
      const due = await days.drop(limit, { dryRun: true });
      assert.deepEqual(await names(), before, 'a dry run drops nothing');
      assert.ok(due.includes('sensor_readings_20260220'));
      assert.ok(!due.includes('sensor_readings_20260221'));
      assert.deepEqual(await days.drop(limit), due);
      assert.deepEqual(
        await names(),
        before.filter((name) => !due.includes(name)),
      );
      assert.deepEqual(await days.drop(limit), []);
    });

    it('wait for a backup without blocking readings', async () => {
      await days.prepare(new Date(NOON));
      await insert('2026-02-22T00:00:00Z');
      const backup = new Client({ connectionString: database.url });
      await backup.connect();
      await backup.query('BEGIN; SELECT 1 FROM sensor_readings LIMIT 1');
      try {
        const dropping = assert.rejects(days.drop(new Date(NOON - 3 * DAY)), /locked, perhaps by a backup/);
        const preparing = days.prepare(new Date(NOON));
        await eventually('the drop waits for the backup', async () => (await lockWaits(database.url)) > 0);
        const began = patientNow();
        await insert(new Date(NOON + 7_000).toISOString());
        assert.ok(patientNow() - began < 5_000, 'the insert waits half a second, not until the backup ends');
        await Promise.all([dropping, preparing]);
      } finally {
        await backup.end();
      }
    });

    it('are created beside sessions that read and write for long, and take readings at once', async () => {
      const others = [1, 2].map(() => new Client({ connectionString: database.url }));
      await Promise.all(others.map((one) => one.connect()));
      try {
        await others[0]?.query('BEGIN; SELECT FROM sensor_readings LIMIT 1');
        await others[1]?.query('BEGIN; DELETE FROM sensor_readings WHERE device_key = 99');
        const later = NOON + 900 * DAY;
        await days.prepare(new Date(later));
        await insert(new Date(later).toISOString());
      } finally {
        await Promise.all(others.map((one) => one.end()));
      }
    });

    it('can be dropped by two instances at once', async () => {
      const other = await openReadingDays(db);
      const limit = new Date('2026-02-25T00:00:00Z');
      await Promise.all([days.drop(limit), other.drop(limit)]);
      assert.ok((await names()).every((name) => name >= 'sensor_readings_20260225'));
    });
  });
});
