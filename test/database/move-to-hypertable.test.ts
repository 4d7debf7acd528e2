import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { isKeyOf } from '../../src/devices/store/devices.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { moveToHypertable } from '../../src/platform/database/schema/move-to-hypertable.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { CannotStart } from '../../src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { partitionsOnly, timescaleOnly } from '../helpers/timescale.ts';

const silent = silentLog();
const DAYS = 5;
const PER_DAY = 400;
const FIRST = '2026-03-01T00:00:00Z';

/** The columns from the migrations themselves, so that this test cannot diverge from them. */
const columnsIn = (migration: string): string | undefined =>
  /\$columns\$([\s\S]*?)\$columns\$/.exec(
    readFileSync(new URL(`../../sql/${migration}.sql`, import.meta.url), 'utf8'),
  )?.[1];
const TABLES = {
  sensor_readings: columnsIn('002-devices-and-readings'),
  reading_signals: columnsIn('027-signals'),
};

describe('moving the readings into a hypertable', () => {
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url, application_name: 'test' });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  /** Recreates the table as PostgreSQL without the extension has it, with readings of three devices. */
  async function makePlain(): Promise<void> {
    await client.query('DROP TABLE sensor_readings');
    await client.query('DROP TABLE reading_signals');
    await client.query('DROP EXTENSION timescaledb CASCADE');
    // A session keeps the version of the extension that it loaded.
    await client.end();
    client = new Client({ connectionString: database.url, application_name: 'test' });
    await client.connect();
    for (const [table, columns] of Object.entries(TABLES))
      await client.query(`CREATE TABLE ${table} (${columns}) PARTITION BY RANGE (recorded_at)`);
    await client.query('CREATE INDEX readings_by_confidence ON sensor_readings (confidence, recorded_at)');
    await client.query(`
      DO $$ BEGIN
        FOR i IN 0..${DAYS - 1} LOOP
          EXECUTE format('CREATE TABLE sensor_readings_%1$s PARTITION OF sensor_readings FOR VALUES FROM (%2$L) TO (%3$L);
                          CREATE TABLE reading_signals_%1$s PARTITION OF reading_signals FOR VALUES FROM (%2$L) TO (%3$L)',
            to_char(timestamptz '${FIRST}' + i * interval '1 day', 'YYYYMMDD'),
            timestamptz '${FIRST}' + i * interval '1 day', timestamptz '${FIRST}' + (i + 1) * interval '1 day');
        END LOOP;
      END $$;
      INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
        VALUES ('ada@example.org', '', 'Ada', 'Jones', 'PATIENT', now(), now());
      INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
        SELECT id, 'AA:BB:CC:00:00:0' || n, 'device', now(), now() FROM users, generate_series(1, 3) AS n;
      INSERT INTO sensor_readings (recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x,
                                   gyro_y, gyro_z, confidence, health_score, heart_rate, samples)
        SELECT timestamptz '${FIRST}' + n * interval '1 day' / ${PER_DAY} + interval '1 microsecond' * key, n, n * 7919,
               key, n % 7, n % 5, 9.81, 0.1, 'NaN', 2, random(), 100, CASE WHEN n % 2 = 0 THEN 70 END,
               CASE WHEN n % 100 = 0 THEN decode('0102ff', 'hex') END
        FROM devices, generate_series(0, ${DAYS * PER_DAY - 1}) AS n;
      INSERT INTO reading_signals (recorded_at, device_key, signal)
        SELECT recorded_at, device_key, decode('04', 'hex') FROM sensor_readings WHERE uptime_ms % 3 = 0`);
  }

  /** A digest of all rows of these tables; duplicate rows count once. */
  async function digest(...tables: string[]): Promise<{ rows: number; digest: string }> {
    const union = tables.map((table) => `SELECT * FROM ${table}`).join(' UNION ');
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, md5(string_agg(r::text, ',' ORDER BY device_key, recorded_at)) AS digest
       FROM (${union}) AS r`,
    );
    return rows[0];
  }

  async function assertMoved(): Promise<void> {
    const db = openDatabase({ url: database.url, log: silent });
    try {
      assert.equal((await openReadingDays(db)).kind, 'hypertable');
      for (const table of Object.keys(TABLES))
        assert.equal((await db.rows(`SELECT show_chunks('${table}')`)).length, DAYS);
      const names = await db.rows<{ name: string }>(
        `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'sensor_readings'::regclass ORDER BY 1`,
      );
      assert.deepEqual(
        names.map(({ name }) => name),
        ['readings_by_confidence', 'sensor_readings_pkey'],
      );
      const old = await db.rows(
        `SELECT relname FROM pg_class WHERE relname ~ '^(sensor_readings|reading_signals)_(plain|2026)'`,
      );
      assert.deepEqual(old, [], 'the old table is gone');
    } finally {
      await db.close();
    }
    // The service starts on it without further migrations.
    await migrate(database.url, silent);
  }

  it('keeps every reading and runs once', { skip: timescaleOnly }, async () => {
    await makePlain();
    const before = await digest('sensor_readings');
    const signals = await digest('reading_signals');
    assert.equal(before.rows, 3 * DAYS * PER_DAY);
    const moved = await moveToHypertable(database.url, isKeyOf, silent);
    assert.deepEqual(moved, { outcome: 'moved', days: DAYS, readings: before.rows, leftOut: 0 });
    assert.deepEqual(await digest('sensor_readings'), before);
    assert.deepEqual(await digest('reading_signals'), signals);
    await assertMoved();
    assert.equal((await moveToHypertable(database.url, isKeyOf, silent)).outcome, 'already');
  });

  it('resumes when only the signals are left, and the service can run in between', {
    skip: timescaleOnly,
  }, async () => {
    await makePlain();
    const signals = await digest('reading_signals');
    const interrupting = silentLog({
      info(fields) {
        if ('table' in fields && fields.table === 'reading_signals') throw new Error('the power went off');
      },
    });
    await assert.rejects(moveToHypertable(database.url, isKeyOf, interrupting), /power/);
    // As before the command touched the second table.
    await client.query('DROP TABLE reading_signals');
    await client.query('ALTER TABLE reading_signals_plain RENAME TO reading_signals');
    const db = openDatabase({ url: database.url, log: silent });
    try {
      const days = await openReadingDays(db);
      assert.equal(days.kind, 'hypertable');
      await days.prepare(new Date(FIRST));
      const dropped = await days.drop(new Date('2026-03-02T00:00:00Z'), {
        table: 'reading_signals',
        dryRun: true,
      });
      assert.deepEqual(dropped.slice(-1), ['reading_signals_20260301']);
    } finally {
      await db.close();
    }
    const { outcome } = await moveToHypertable(database.url, isKeyOf, silent);
    assert.equal(outcome, 'moved');
    assert.deepEqual(await digest('reading_signals'), signals);
  });

  it('resumes after an interruption and includes changes made in between', {
    skip: timescaleOnly,
  }, async () => {
    await makePlain();
    const before = await digest('sensor_readings');
    let days = 0;
    const interrupting = silentLog({
      info(fields) {
        if ('part' in fields && ++days === 2) throw new Error('the power went off');
      },
    });
    await assert.rejects(moveToHypertable(database.url, isKeyOf, interrupting), /power/);
    assert.deepEqual(await digest('sensor_readings', 'sensor_readings_plain'), before);

    // The server is lost in the middle of the third day.
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE sensor_readings_20260303 IN ACCESS EXCLUSIVE MODE');
    const cut = assert.rejects(moveToHypertable(database.url, isKeyOf, silent), /terminat/i);
    const waiting = `SELECT pid FROM pg_stat_activity WHERE application_name = 'vigil move' AND wait_event_type = 'Lock'
                       AND datname = current_database()`;
    while ((await client.query(waiting)).rowCount === 0);
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS found`);
    await cut;
    await blocker.end();
    assert.deepEqual(await digest('sensor_readings', 'sensor_readings_plain'), before);

    // The service runs in between: a device is deleted and a new reading arrives.
    await client.query(`DELETE FROM devices WHERE key = 2; DELETE FROM sensor_readings WHERE device_key = 2`);
    await client.query(
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
         confidence, health_score) VALUES ('2026-03-05T23:59:59.5Z', 1, 1, 0, 0, 0, 0, 0, 0, 0, 100)`,
    );
    const moved = await moveToHypertable(database.url, isKeyOf, silent);
    assert.deepEqual(moved, {
      outcome: 'moved',
      days: DAYS,
      readings: 2 * DAYS * PER_DAY,
      leftOut: DAYS * PER_DAY,
    });
    const { rows } = await client.query(
      'SELECT device_key, count(*)::int AS readings FROM sensor_readings GROUP BY 1 ORDER BY 1',
    );
    assert.deepEqual(rows, [
      { device_key: 1, readings: DAYS * PER_DAY + 1 },
      { device_key: 3, readings: DAYS * PER_DAY },
    ]);
    await assertMoved();
  });

  it('refuses to start while a service is connected', { skip: timescaleOnly }, async () => {
    await makePlain();
    const service = openDatabase({ url: database.url, log: silent });
    try {
      await service.row('SELECT 1');
      await assert.rejects(moveToHypertable(database.url, isKeyOf, silent), CannotStart);
      assert.equal((await openReadingDays(service)).kind, 'partitions', 'the table is unchanged');
    } finally {
      await service.close();
    }
  });

  it('fails with a clear message without TimescaleDB', { skip: partitionsOnly }, async () => {
    await assert.rejects(moveToHypertable(database.url, isKeyOf, silent), /has no TimescaleDB/);
    await client.query('SELECT FROM sensor_readings');
  });
});
