import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client, DatabaseError } from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { bucketedHistory, HOURLY, HOURLY_SELECT } from '../../src/readings/store/history.ts';
import { POLICY_STATEMENTS, setUpTimescalePolicies } from '../../src/readings/store/timescale-policies.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { onTimescale, timescaleOnly } from '../helpers/timescale.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const silent = silentLog();

/** PostgreSQL sums in the order in which it reads, which varies; so the last digits differ. */
const toTwelveDigits = (row: unknown): unknown =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    ]),
  );

/** One reading a minute, each slightly different. */
const fill = (db: Database, deviceKey: number, from: Date, to: Date) =>
  db.run(
    `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score, heart_rate, spo2, pressure)
     SELECT at, 1, $1, n % 7, n % 5, 9.81, n % 11, 1, 0, (n % 100) / 100.0, 100 - n % 30, 60 + n % 40,
            CASE WHEN n % 3 = 0 THEN NULL ELSE 97 END, 1013
     FROM generate_series($2::timestamptz, $3::timestamptz, interval '1 minute') WITH ORDINALITY AS t (at, n)`,
    [deviceKey, from, to],
  );

const isCommunityEdition = async (db: Database): Promise<boolean> =>
  (await db.row<{ name: string | null }>(`SELECT current_setting('timescaledb.license', true) AS name`))
    ?.name === 'timescale';

describe('the table of readings', () => {
  let database: TestDatabase;
  let db: Database;

  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silent });
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  it('is a hypertable with chunks of one day, which the retention drops', {
    skip: timescaleOnly,
  }, async () => {
    const table = await db.row(
      `SELECT d.column_name, d.time_interval::text FROM timescaledb_information.hypertables h
       JOIN timescaledb_information.dimensions d USING (hypertable_schema, hypertable_name)
       WHERE hypertable_name = 'sensor_readings'`,
    );
    assert.deepEqual(table, { column_name: 'recorded_at', time_interval: '1 day' });
    const days = await openReadingDays(db);
    assert.equal(days.kind, 'hypertable');

    await fill(db, 1, new Date('2026-01-01T12:00:00Z'), new Date('2026-01-04T12:00:00Z'));
    const limit = new Date('2026-01-03T06:00:00Z');
    assert.equal((await days.drop(limit, { dryRun: true })).length, 2, 'a dry run names the days');
    assert.equal((await db.rows(`SELECT show_chunks('sensor_readings')`)).length, 4);
    // Two instances at once: neither fails, and each day is dropped once.
    const dropped = await Promise.all([days.drop(limit), (await openReadingDays(db)).drop(limit)]);
    assert.equal(new Set(dropped.flat()).size, 2);
    const left = await db.row(`SELECT min(recorded_at)::text AS first FROM sensor_readings`);
    assert.deepEqual(left, { first: '2026-01-03 00:00:00+00' });
    await db.run('TRUNCATE sensor_readings');
  });

  it('is not a hypertable without TimescaleDB', { skip: onTimescale && 'this is TimescaleDB' }, async () => {
    assert.equal((await openReadingDays(db)).kind, 'partitions');
  });

  it('has TimescaleDB policies where the licence allows', { skip: timescaleOnly }, async (t) => {
    if (await isCommunityEdition(db)) {
      t.diagnostic('community edition: the policies are set up for real');
      const told: string[] = [];
      const log = silentLog({ warn: (fields) => told.push(JSON.stringify(fields)) });
      // As an earlier version did.
      await setUpTimescalePolicies(db, log);
      await db.run(`SELECT add_retention_policy('sensor_readings', drop_after => interval '90 days')`);
      await setUpTimescalePolicies(db, log);
      assert.deepEqual(told, []);
      const jobs = await db.rows<{ name: string }>(
        `SELECT proc_name AS name FROM timescaledb_information.jobs WHERE proc_name LIKE 'policy_%' AND hypertable_name IS NOT NULL ORDER BY 1`,
      );
      assert.deepEqual(
        jobs.map(({ name }) => name),
        ['policy_compression', 'policy_refresh_continuous_aggregate'],
        'the service drops expired days itself',
      );
      return;
    }
    t.diagnostic('Apache edition: every statement must be refused for its licence, and for nothing else');
    const statements = [
      ...POLICY_STATEMENTS.compression,
      ...POLICY_STATEMENTS.hourly,
      ...POLICY_STATEMENTS.noRetention,
    ];
    // The policies of the view need a relation of that name; otherwise they would be refused for its absence.
    await db.run(`CREATE VIEW ${HOURLY} AS ${HOURLY_SELECT}`);
    try {
      for (const statement of statements) {
        await assert.rejects(
          db.run(statement.replace(`IF NOT EXISTS ${HOURLY}`, 'another_name')),
          (error: unknown) => error instanceof DatabaseError && /"apache" license/.test(error.message),
          statement,
        );
      }
    } finally {
      await db.run(`DROP VIEW ${HOURLY}`);
    }
    const told: string[] = [];
    await setUpTimescalePolicies(
      db,
      silentLog({ info: () => told.push('info'), warn: () => told.push('warn') }),
    );
    assert.deepEqual(told, [], 'the service does not try');
  });
});

describe('the history of a device', () => {
  // Its own device: the tests above may have materialized the hourly aggregates.
  let database: TestDatabase;
  let db: Database;
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silent });
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  it('is the same with and without hourly aggregates', async (t) => {
    const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const first = now - 12 * DAY_MS;
    const days = await openReadingDays(db);
    for (const day of [12, 8, 0]) await days.prepare(new Date(now - day * DAY_MS));
    await fill(db, 7, new Date(first), new Date(now));
    await fill(db, 8, new Date(first), new Date(now));

    const at = (hours: number) => new Date(first + hours * HOUR_MS);
    const ranges: [string, Date, Date][] = [
      ['all', at(-24), at(13 * 24)],
      ['whole hours long past', at(2), at(20)],
      ['parts of hours at both ends', at(2.3), at(20.7)],
      ['across the edge of what is final', at(80.5), at(120.25)],
      ['within one hour', at(5.25), at(5.75)],
      ['two parts of hours', at(5.25), at(6.75)],
      ['one whole hour', at(5), at(6)],
      ['young hours only', at(250.1), at(280.9)],
    ];
    const read = () =>
      Promise.all(
        ranges.map(async ([name, from, to]) => {
          const rows = await bucketedHistory(db, { deviceKey: 7, from, to, limit: 200 }, 'hour');
          assert.ok(rows.length > 0, name);
          return [name, rows.map(toTwelveDigits)];
        }),
      );
    const plain = await read();
    // Stands in for the continuous aggregate, which Debian's edition lacks and whose rows a test cannot mark.
    const hourly = onTimescale
      ? HOURLY_SELECT
      : HOURLY_SELECT.replace(
          "time_bucket(interval '1 hour', recorded_at)",
          "date_bin('1 hour', recorded_at, '2000-01-01T00:00:00Z')",
        );
    await db.run(`CREATE TABLE ${HOURLY} AS ${hourly}`);
    try {
      assert.deepEqual(await read(), plain);
      await db.run(`UPDATE ${HOURLY} SET readings = 999`);
      const marked = (await bucketedHistory(
        db,
        { deviceKey: 7, from: at(2), to: at(13 * 24), limit: 1000 },
        'hour',
      )) as { timestamp: Date; readings: number }[];
      const from = (row: { readings: number }) => (row.readings === 999 ? 'figures' : 'readings');
      assert.equal(marked[0] && from(marked[0]), 'figures', 'old hours come from the aggregate');
      assert.equal(marked.at(-1)?.readings === 999, false, 'recent hours may still change');
    } finally {
      await db.run(`DROP TABLE ${HOURLY}`);
    }

    if (!(await isCommunityEdition(db))) return;
    t.diagnostic('community edition: the continuous aggregate itself');
    await db.run(POLICY_STATEMENTS.hourly[0]);
    assert.deepEqual(await read(), plain, 'before anything is aggregated');
    await db.run(`CALL refresh_continuous_aggregate('${HOURLY}', NULL, NULL)`);
    assert.deepEqual(await read(), plain);
  });
});

it('every migration leaves the readings table as the later move to a hypertable expects it', async () => {
  // The move copies the table's constraints and indexes, but does not support these.
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'sensor_readings'::regclass AND NOT tgisinternal
         AND tgname <> 'ts_insert_blocker'
       UNION ALL
       SELECT r.rulename FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
       WHERE d.refobjid = 'sensor_readings'::regclass AND d.classid = 'pg_rewrite'::regclass`,
    );
    assert.deepEqual(
      rows,
      [],
      'teach src/platform/database/schema/move-to-hypertable.ts about triggers and views first',
    );
    assert.match(
      readFileSync(new URL('../../sql/002-devices-and-readings.sql', import.meta.url), 'utf8'),
      /\$columns\$/,
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
