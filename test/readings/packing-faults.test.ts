import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { keepConnection } from '../../src/platform/database/kept-connection.ts';
import {
  type DayTables,
  daysOf,
  hasRowsOn,
  openReadingDays,
  reclaimDay,
  rowsOfDay,
  tablesOfDay,
} from '../../src/platform/database/schema/partitions.ts';
import { unpackHoursOf } from '../../src/readings/backlog/store.ts';
import { Packer } from '../../src/readings/packing/packer.ts';
import { packHour, packHourIn } from '../../src/readings/packing/store.ts';
import type { StorableReading } from '../../src/readings/store/encoding.ts';
import { eraseReadingsOf } from '../../src/readings/store/erasures.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { inProject } from '../helpers/project.ts';
import { pause } from '../helpers/quiet.ts';
import { seeded } from '../helpers/seeded.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { onTimescale, partitionsOnly, timescaleOnly } from '../helpers/timescale.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const KILLS = 5;
const DEVICES = 3;

/** Every reading and every signal, packed or not. One that is there twice changes the number. */
const DIGEST = `
  SELECT count(*)::int AS rows, sum(hashtextextended(r::text, 0))::text AS digest FROM (
    SELECT device_key, recorded_at, uptime_ms, accel_x::text, signal FROM (
      SELECT device_key, recorded_at, uptime_ms, accel_x FROM sensor_readings
      UNION ALL SELECT device_key, recorded_at, uptime_ms, accel_x FROM unpacked_readings) AS readings
    LEFT JOIN (SELECT device_key, recorded_at, signal FROM reading_signals
      UNION ALL SELECT device_key, recorded_at, signal FROM unpacked_signals) AS signals USING (device_key, recorded_at)) AS r`;

/** In the order of sensor_readings. */
const STORED = `recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
  pressure, fsr, battery_level, health_score, heart_rate, spo2, signal_strength, sensors_initialized, wifi_connected,
  bluetooth_connected, samples`;

describe('packing of readings', () => {
  let database: TestDatabase;
  let db: Database;
  let tables: DayTables;
  /** The start of a day five days ago. */
  const start = Math.floor(Date.now() / DAY_MS - 5) * DAY_MS;
  const day = new Date(start).toISOString().slice(0, 10);
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silentLog() });
    await (await openReadingDays(db)).prepare(new Date());
  });
  beforeEach(async () => {
    for (const table of ['sensor_readings', 'reading_signals', 'packed_readings', 'packed_signals'])
      await sql(database.url, `TRUNCATE ${table}`);
    await sql(
      database.url,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, confidence, health_score)
       SELECT to_timestamp($1::float8 / 1000) + i * interval '10 s', i, key, i % 50, 0, 9.8, 0, 100
       FROM generate_series(1, ${DEVICES}) AS key, generate_series(0, 2999) AS i`,
      [start],
    );
    await sql(
      database.url,
      `INSERT INTO reading_signals (recorded_at, device_key, signal)
       SELECT recorded_at, device_key, int4send(uptime_ms::int) FROM sensor_readings WHERE uptime_ms % 2 = 0`,
    );
    const found = await tablesOfDay(db, day);
    assert.ok(found);
    tables = found;
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  const digest = async () => (await sql(database.url, DIGEST))[0];
  const countOf = async (table: string): Promise<number> =>
    (await sql(database.url, `SELECT count(*)::int AS n FROM ${table}`))[0].n;

  it('loses no reading and doubles none when its process is killed at any point', async () => {
    const before = await digest();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', inProject('test', 'readings', 'packing-child.ts'), database.url, day],
        { cwd: inProject(), stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      // Each time at another point, which need not be the same in every run.
      await pause(150 * kill);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await eventually('PostgreSQL has ended its sessions', async () => {
        const found = await sql(
          database.url,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vigil' AND state = 'active'`,
        );
        return found.length === 0;
      });
      assert.deepEqual(await digest(), before);
    }
  });

  it('is done by one of two instances, and by the other when the first one ends', async () => {
    const before = await digest();
    let passed = 0;
    const now = () => Date.now() + passed;
    const lines: string[][] = [[], []];
    const instances = lines.map((mine) => {
      const log = silentLog({ info: (_fields: unknown, message?: string) => void mine.push(message ?? '') });
      const connection = keepConnection({ db, log });
      const deps = {
        db,
        connection,
        afterDays: 2,
        trustedNow: async () => now(),
        daysToLoad: async () => [],
        now,
        log,
      };
      return { connection, packer: new Packer(deps) };
    });
    for (const { connection } of instances) await connection.start();
    const packed = () =>
      eventually('all is packed', async () => {
        passed += 10 * MINUTE_MS;
        await dueWorkDone();
        return (await countOf('sensor_readings')) === 0;
      });
    await packed();
    const done = lines.findIndex((mine) => mine.length > 0);
    assert.deepEqual(lines[1 - done], []);
    assert.deepEqual(await digest(), before);
    await instances[done]?.packer.close();
    await sql(
      database.url,
      'SELECT unpack_hours(array_agg(device_key), array_agg(hour)) FROM packed_readings',
    );
    await packed();
    assert.notDeepEqual(lines[1 - done], []);
    assert.deepEqual(await digest(), before);
    for (const { packer, connection } of instances) {
      await packer.close();
      await connection.close();
    }
  });

  it('leaves days that a restore still loads, and everything while the clock is in doubt', async () => {
    let passed = 0;
    const now = () => Date.now() + passed;
    const log = silentLog();
    let [time, toLoad]: [number | undefined, string[]] = [undefined, []];
    const connection = keepConnection({ db, log });
    await connection.start();
    let asked = 0;
    const trustedNow = async () => {
      asked += 1;
      return time;
    };
    const packer = new Packer({
      db,
      connection,
      afterDays: 2,
      trustedNow,
      daysToLoad: async () => toLoad,
      now,
      log,
    });
    const runs = async (times: number) => {
      const from = asked;
      await eventually('it has run', async () => {
        passed += 10 * MINUTE_MS;
        await dueWorkDone();
        return asked >= from + times;
      });
    };
    await runs(2);
    assert.equal(await countOf('packed_readings'), 0, 'in doubt');
    [time, toLoad] = [now(), [day]];
    await runs(2);
    assert.equal(await countOf('packed_readings'), 0, 'to be loaded');
    toLoad = [];
    await runs(1);
    assert.ok((await countOf('packed_readings')) > 0);
    await packer.close();
    await connection.close();
  });

  it('leaves the rows of a backup as they are, and makes none of them new', async () => {
    const xid = async () => BigInt((await sql(database.url, 'SELECT pg_current_xact_id()::text AS n'))[0].n);
    const before = await xid();
    const rows = async (since?: bigint) =>
      sql(
        database.url,
        `${await rowsOfDay(db, 'sensor_readings', 'device_key, recorded_at, uptime_ms, accel_x', day, since)} ORDER BY 1, 2`,
      );
    const signals = async (since?: bigint) =>
      sql(
        database.url,
        `${await rowsOfDay(db, 'reading_signals', 'device_key, recorded_at, signal', day, since)} ORDER BY 1, 2`,
      );
    const [readings, all] = [await rows(), await signals()];
    assert.equal(readings.length, 3_000 * DEVICES);
    assert.equal((await rows(before)).length, 0);
    for (let n = 0; n < 5; n++)
      assert.ok((await packHour(db, tables, { deviceKey: 1, hour: new Date(start + n * 3_600_000) })) > 0);
    assert.deepEqual([await rows(), await signals()], [readings, all]);
    assert.deepEqual([(await rows(before)).length, (await signals(before)).length], [0, 0]);
    assert.ok(await hasRowsOn(db, 'sensor_readings', day));
    await db.transaction((q) =>
      unpackHoursOf(q, [{ deviceKey: 1, recordedAtUs: start * 1000 }] as unknown as StorableReading[]),
    );
    assert.equal((await rows(before)).length, 360, 'unpacked rows are new');
    assert.ok((await packHour(db, tables, { deviceKey: 1, hour: new Date(start) })) > 0);
    assert.equal((await rows(before)).length, 360, 'and stay so until the next backup');
  });

  it('leaves the space of a day that a backup under way still reads', async (t) => {
    const backup = new Client({ connectionString: database.url });
    await backup.connect();
    t.after(() => backup.end());
    await backup.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await backup.query('SELECT FROM packed_readings');
    for (let key = 1; key <= DEVICES; key++)
      for (let n = 0; n < 9; n++)
        await packHour(db, tables, { deviceKey: key, hour: new Date(start + n * 3_600_000) });
    assert.equal(await countOf('sensor_readings'), 0);
    const size = async (): Promise<number> =>
      (await sql(database.url, 'SELECT pg_total_relation_size($1)::int AS n', [tables.sensor_readings]))[0].n;
    await reclaimDay(db, tables);
    assert.ok((await size()) > 65_536);
    const { rows } = await backup.query<{ n: number }>('SELECT count(*)::int AS n FROM sensor_readings');
    assert.equal(rows[0]?.n, 3_000 * DEVICES);
    await backup.query('COMMIT');
    await eventually('its space is given back', async () => {
      await reclaimDay(db, tables);
      return (await size()) < 65_536;
    });
  });

  it('and a backlog into the same hour take turns, so that no reading is stored twice', async () => {
    const before = await digest();
    const hour = { deviceKey: 1, hour: new Date(start) };
    const late = [{ deviceKey: 1, recordedAtUs: start * 1000 }] as unknown as StorableReading[];
    await db.transaction(async (q) => {
      await unpackHoursOf(q, late);
      assert.equal(
        await packHour(db, tables, hour),
        0,
        'packing leaves an hour to a backlog that came first',
      );
    });
    let unpacking: Promise<unknown> | undefined;
    await db.transaction(async (q) => {
      assert.ok((await packHourIn(q, tables, hour)) > 0);
      unpacking = db.transaction((other) => unpackHoursOf(other, late));
      await eventually('the backlog waits', async () => (await lockWaits(database.url)) > 0);
    });
    await unpacking;
    assert.equal(await countOf('packed_readings'), 0);
    assert.deepEqual(await digest(), before);
  });

  it('gives every value back exactly, or leaves the hour as it is', async () => {
    const random = seeded(45);
    const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const reals: (() => number | null)[] = [
      () => Math.round(random() * 4_000 - 2_000) / 100,
      () => pick(null, 0, 1 / 3, -16_777_216, 999_999),
      () => pick(0.000_001, 1e9 / 3, -2.5),
      () => random() - 0.5,
      () => null,
      () => 5e8 * random(),
    ];
    const column = (name: string, make: () => unknown, count: number) => ({
      name,
      values: Array.from({ length: count }, make),
    });
    const ROWS = `SELECT r::text AS row FROM (
        SELECT * FROM sensor_readings UNION ALL SELECT ${STORED} FROM unpacked_readings) AS r ORDER BY recorded_at`;
    let packed = 0;
    // A round takes most of a second on TimescaleDB.
    const rounds = onTimescale ? 8 : 40;
    for (let round = 0; round < rounds; round++) {
      for (const table of ['sensor_readings', 'packed_readings'])
        await sql(database.url, `DELETE FROM ${table}`);
      const count = pick(1, 2, 50, 300);
      const whole = (most: number) => () => Math.floor(random() * most);
      const real = pick(...reals);
      const maybe = (make: () => number): (() => number | null) =>
        pick(
          make,
          () => null,
          () => (random() < 0.3 ? null : make()),
        );
      const unit = pick(1, 1_000);
      const columns = [
        column('us', () => whole(3_600_000_000 / unit)() * unit, count),
        column(
          'uptime_ms',
          pick(whole(2 ** 53), whole(1_000), () => 7),
          count,
        ),
        column('fingerprint', maybe(whole(2 ** 53)), count),
        ...['accel_x', 'accel_y', 'accel_z', 'confidence'].map((name) =>
          column(name, () => Math.fround(real() ?? 1), count),
        ),
        ...['gyro_x', 'gyro_y', 'gyro_z', 'pressure', 'fsr', 'battery_level'].map((name) =>
          column(name, pick(...reals), count),
        ),
        ...['heart_rate', 'spo2', 'signal_strength'].map((name) =>
          column(
            name,
            maybe(() => whole(65_536)() - 32_768),
            count,
          ),
        ),
        column('health_score', whole(101), count),
        ...['sensors_initialized', 'wifi_connected', 'bluetooth_connected'].map((name) =>
          column(
            name,
            pick<() => unknown>(
              () => null,
              () => true,
              () => random() < 0.5,
            ),
            count,
          ),
        ),
      ];
      const type = (name: string) =>
        name.endsWith('ed') ? 'boolean' : /^(us|uptime_ms|fingerprint)$/.test(name) ? 'bigint' : 'real';
      const names = columns.slice(1).map(({ name }) => name);
      await sql(
        database.url,
        `INSERT INTO sensor_readings (recorded_at, device_key, ${names.join(', ')})
         SELECT to_timestamp($${columns.length + 1}::float8 / 1000) + us * interval '1 us', 1, ${names.join(', ')}
         FROM unnest(${columns.map(({ name }, i) => `$${i + 1}::${type(name)}[]`).join(', ')})
           AS c (us, ${names.join(', ')}) ON CONFLICT DO NOTHING`,
        [...columns.map(({ values }) => values), start],
      );
      const before = await sql(database.url, ROWS);
      const found = await packHour(db, tables, { deviceKey: 1, hour: new Date(start) });
      assert.deepEqual(await sql(database.url, ROWS), before);
      assert.equal(await countOf('sensor_readings'), found < 0 ? before.length : 0);
      if (found > 0) packed += 1;
    }
    assert.ok(packed > rounds / 8, `${packed} of ${rounds} hours are packed`);
  });

  it('of a day without a chunk of TimescaleDB is found by a backup', { skip: timescaleOnly }, async () => {
    const found = await daysOf(db, 'sensor_readings');
    assert.ok((await packHour(db, tables, { deviceKey: 1, hour: new Date(start) })) > 0);
    await sql(database.url, `SELECT drop_chunks('sensor_readings', older_than => now() + interval '1 year')`);
    assert.deepEqual(await daysOf(db, 'sensor_readings'), [day]);
    assert.ok(found.includes(day));
  });

  it('that cannot be stored leaves every reading, and is done when it can', async () => {
    const before = await digest();
    const hour = { deviceKey: 1, hour: new Date(start) };
    await sql(database.url, 'ALTER TABLE packed_readings ADD CONSTRAINT disk_full CHECK (false) NOT VALID');
    await assert.rejects(packHour(db, tables, hour), /disk_full/);
    assert.deepEqual(await digest(), before);
    await sql(database.url, 'ALTER TABLE packed_readings DROP CONSTRAINT disk_full');
    await sql(database.url, 'ALTER TABLE packed_signals ADD CONSTRAINT disk_full CHECK (false) NOT VALID');
    await assert.rejects(packHour(db, tables, hour), /disk_full/);
    assert.equal(await countOf('packed_readings'), 0);
    await sql(database.url, 'ALTER TABLE packed_signals DROP CONSTRAINT disk_full');
    assert.ok((await packHour(db, tables, hour)) > 0);
    assert.deepEqual(await digest(), before);
  });

  it('creates days and stores readings meanwhile', { skip: partitionsOnly }, async () => {
    const days = await openReadingDays(db);
    await db.transaction(async (q) => {
      assert.ok((await packHourIn(q, tables, { deviceKey: 1, hour: new Date(start) })) > 0);
      const later = new Date(Date.now() + 30 * DAY_MS);
      await days.prepare(later);
      await sql(
        database.url,
        `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, confidence, health_score)
         VALUES ($1, 1, 1, 0, 0, 9.8, 0, 100)`,
        [later],
      );
    });
  });

  it('of a deleted wearable leaves nothing of it behind', async () => {
    await sql(
      database.url,
      `INSERT INTO reading_erasures (device_key, asked_at) VALUES (1, now() - interval '1 hour')`,
    );
    let erasing: Promise<unknown> | undefined;
    await db.transaction(async (q) => {
      assert.ok((await packHourIn(q, tables, { deviceKey: 1, hour: new Date(start) })) > 0);
      erasing = eraseReadingsOf(db, 1, 100_000);
      await eventually('the erasure waits', async () => (await lockWaits(database.url)) > 0);
    });
    await erasing;
    await eventually('all is erased', async () => {
      await eraseReadingsOf(db, 1, 100_000);
      return (await countOf('reading_erasures')) === 0;
    });
    for (const table of ['sensor_readings', 'reading_signals', 'packed_readings', 'packed_signals'])
      assert.equal(await countOf(`${table} WHERE device_key = 1`), 0, table);
    assert.equal(await countOf('sensor_readings WHERE device_key = 2'), 3_000);
  });
});
