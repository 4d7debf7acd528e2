import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays, tablesOfDay } from '../../src/platform/database/schema/partitions.ts';
import { firstTimes, readingsAround } from '../../src/readings/backlog/store.ts';
import { resolvedFalls } from '../../src/readings/store/feedback.ts';
import { movementHistory } from '../../src/readings/store/history.ts';
import { hoursAt, walkHours } from '../../src/readings/store/hourly-vitals.ts';
import { createMovementByMinute } from '../../src/readings/store/minute-movement.ts';
import { movementAround } from '../../src/readings/store/movement.ts';
import { oldestDayOfReadings } from '../../src/readings/store/oldest-day.ts';
import { countReadings, readingsAroundImpacts } from '../../src/readings/store/readings.ts';
import { encodeSignal } from '../../src/readings/store/signals.ts';
import { trendsOf } from '../../src/readings/store/trends.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { assessmentsTopic, bySession, granted, join, listenTo } from '../mqtt/clients.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const READINGS = 9_000;

/** Sums of floating-point numbers depend on the order of the readings in their last digits. */
const rounded = (answer: unknown): Json =>
  JSON.parse(
    JSON.stringify(answer, (_name, value) =>
      typeof value === 'number' ? Number(value.toPrecision(9)) : value,
    ),
  );

describe('packed days', () => {
  let app: TestApp;
  let db: Database;
  let ada: Person;
  let admin: Person;
  /** With everything that a wearable may send, and without gyro, vital signs and battery. */
  const [mac, plain] = [randomMac(), randomMac()] as const;
  const [keys, ids]: [number[], string[]] = [[], []];
  /** The start of the readings, five days ago. */
  let start: number;
  let impactAt: Date;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' }, { now: standingClock() });
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    [ada, admin] = await Promise.all([signUp(app), logInAsAdmin(app)]);
    for (const one of [mac, plain]) {
      await stream(app, ada, resting(one));
      const [device] = await sql(app.databaseUrl, 'SELECT key, id FROM devices WHERE mac_address = $1', [
        one,
      ]);
      keys.push(device.key);
      ids.push(device.id);
    }
    start = Math.floor(app.clock.now() / DAY_MS - 5) * DAY_MS + 8 * HOUR_MS;
    impactAt = new Date(start + 90 * MINUTE_MS);
    await insertHistory();
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  const run = (statement: string, values: unknown[] = []) => sql(app.databaseUrl, statement, values);
  const countOf = async (from: string): Promise<number> =>
    (await run(`SELECT count(*)::int AS n FROM ${from}`))[0].n;

  async function insertHistory(): Promise<void> {
    await run(
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y,
         gyro_z, confidence, pressure, fsr, battery_level, health_score, heart_rate, spo2, signal_strength,
         sensors_initialized, wifi_connected, bluetooth_connected)
       SELECT to_timestamp($1::float8 / 1000) + i * interval '1 s' + (i * 7919 % 40) * interval '1 ms',
         1000 * i + i % 3, i::bigint * 900719925474099 % 9007199254740992, $2,
         round((sin(i) * 4)::numeric, 2), round((cos(i / 9.0) * 9)::numeric, 3), -0.31, 250.5, i % 7 - 3, sin(i),
         CASE WHEN i % 600 = 0 THEN 0.2512 ELSE 0 END, 1013.2 + i % 5 * 0.01, nullif(i % 10, 3) / 10.0, CASE WHEN i % 13 > 0 THEN 98.5 - i / 500 * 0.5 END,
         100 - i % 37, CASE WHEN i % 11 > 0 THEN 60 + i % 40 END, 95 + i % 3, -60 - i % 4, true, i % 2 = 0, NULL
       FROM generate_series(0, ${READINGS - 1}) AS i WHERE i NOT BETWEEN 2000 AND 2100`,
      [start, keys[0]],
    );
    await run(
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, confidence, health_score)
       SELECT to_timestamp($1::float8 / 1000) + i * interval '1 min' + i * interval '1 us', 5, $2, 1e9 / 3, 0, 9.8, 0, 100
       FROM generate_series(0, 99) AS i`,
      [start, keys[1]],
    );
    const parts = new Float32Array(60).map((_, i) => i / 10);
    const samples = new Float32Array(350).map((_, i) => i / 10);
    const [withParts, withSamples] = [
      { samples: undefined, parts },
      { samples, parts: undefined },
    ].map((signal) => encodeSignal(signal));
    await run(
      `INSERT INTO reading_signals (recorded_at, device_key, signal)
       SELECT recorded_at, device_key, CASE WHEN uptime_ms % 2 = 0 THEN $2::bytea ELSE $3::bytea END
       FROM sensor_readings WHERE device_key = $1 AND recorded_at BETWEEN $4::timestamptz - interval '10 minutes'
         AND $4::timestamptz + interval '10 minutes'`,
      [keys[0], withParts, withSamples, impactAt],
    );
    await run(
      `INSERT INTO fall_events (user_id, device_id, source, confidence, status, outcome, created_at)
       VALUES ($1, $2, 'STREAM', 0.8, 'HIGH', 'CONFIRMED', $3)`,
      [ada.id, ids[0], impactAt],
    );
  }

  async function get(path: string): Promise<Json> {
    const { status, body } = await app.call('GET', path, { token: ada.token });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body.data;
  }

  const at = (ms: number): string => new Date(start + ms).toISOString();
  const chart = (query: Record<string, string>, one = mac): Promise<Json> =>
    get(`/device/${one}/readings?${new URLSearchParams(query)}`);

  /** All raw readings, page by page. */
  async function paged(one: string): Promise<Json[]> {
    const all: Json[] = [];
    for (let from = at(-1); ; ) {
      const page: Json[] = await chart({ from, to: at(3 * HOUR_MS), resolution: 'raw' }, one);
      const fresh = page.filter(({ timestamp }) => timestamp !== all.at(-1)?.timestamp);
      if (fresh.length === 0) return all;
      all.push(...fresh);
      from = all.at(-1).timestamp;
    }
  }

  async function exported(): Promise<string[]> {
    const response = await fetch(`${app.url}/patients/${ada.id}/export`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    assert.equal(response.status, 200);
    const lines = unzip(Buffer.from(await response.arrayBuffer()))
      ['readings.csv']?.trimEnd()
      .split('\n');
    return lines ?? [];
  }

  async function fallsWithReadings(): Promise<unknown[]> {
    const falls: unknown[] = [];
    for await (const fall of resolvedFalls(db)) falls.push(fall);
    return falls;
  }

  /** What everything that reads readings says about the time. */
  async function answers(): Promise<Json> {
    const range = { from: new Date(start - HOUR_MS), to: new Date(start + 3 * HOUR_MS) };
    const odd = { from: new Date(start + 1234), to: new Date(start + 2 * HOUR_MS + 4321) };
    const impact = { deviceId: ids[0] ?? '', impactAt };
    const hours = [0, 1, 2].map((n) => new Date(start + n * HOUR_MS));
    const us = impactAt.getTime() * 1000;
    return rounded({
      paged: [await paged(mac), await paged(plain)],
      raw: await chart({ from: at(HOUR_MS - 5_500), to: at(HOUR_MS + 5_500) }),
      minutes: await chart({ from: at(-HOUR_MS), to: at(3 * HOUR_MS), resolution: 'minute' }),
      oddMinutes: await chart({ from: at(90_500), to: at(2 * HOUR_MS + 500), resolution: 'minute' }),
      plainMinutes: await chart({ from: at(0), to: at(3 * HOUR_MS), resolution: 'minute' }, plain),
      hours: await chart({ from: at(-DAY_MS), to: at(DAY_MS), resolution: 'hour' }),
      oddHours: await chart({ from: at(30 * MINUTE_MS), to: at(100 * MINUTE_MS), resolution: 'hour' }),
      lowest: await get(`/device/${mac}/low-scores?hours=${hours.map((hour) => hour.toISOString())}`),
      vitals: await walkHours(db, keys, { before: range.to, since: undefined, hours: 100 }),
      someVitals: await walkHours(db, keys, { before: hours[2] as Date, since: odd.from, hours: 100 }),
      vitalsAt: await hoursAt(db, keys, hours),
      movement: await createMovementByMinute(db, app.clock.now)(keys, range),
      oddMovement: await createMovementByMinute(db, app.clock.now)(keys, odd),
      signal: await movementHistory(db, { deviceKey: keys[0] ?? 0, ...odd, limit: 500 }),
      around: await movementAround(db, [{ fallId: ids[0] ?? '', ...impact }], {
        minutesBefore: 2,
        minutesAfter: 3,
      }),
      impacts: await readingsAroundImpacts(db, [impact], { beforeMs: 10_000, afterMs: 10_000 }),
      falls: await fallsWithReadings(),
      window: await readingsAround(db, keys[0] ?? 0, [[us, us + 3e6]], { limit: 20, reachMs: 30_000 }),
      first: [await firstTimes(db, keys[0] ?? 0, 5), await firstTimes(db, keys[1] ?? 0, 200)],
      count: [...(await countReadings(db, keys, 5))],
      oldest: await oldestDayOfReadings(db),
      batteries: [...(await trendsOf('battery_level', db, keys, { to: odd.to, steps: 30, stepMinutes: 7 }))],
      emptyBatteries: [
        ...(await trendsOf('battery_level', db, keys, { to: range.to, steps: 9, stepMinutes: 60 })),
      ],
      csv: await exported(),
    });
  }

  /** Lets ten minutes pass until everything is packed. */
  const pack = (isDone: () => Promise<boolean>) =>
    eventually('the day is packed', async () => {
      await app.pass(10 * MINUTE_MS);
      return isDone();
    });
  const old = () => `sensor_readings WHERE recorded_at < '${at(DAY_MS)}'`;
  const isPacked = async () => (await countOf(old())) === 0;

  it('give the same answers as before, and take less than a sixth of the disk', async () => {
    const [before, rows] = [await answers(), await countOf(old())];
    assert.equal(before.csv.length, 1 + rows + 2, 'the export has them, and those of today');
    await pack(isPacked);
    assert.equal(await countOf('packed_signals'), 5);
    assert.equal(await countOf('reading_signals'), 0);
    const afterwards = await answers();
    for (const [name, answer] of Object.entries(before)) assert.deepEqual(afterwards[name], answer, name);
    const [{ size }] = await run(
      'SELECT sum(pg_column_size(p.*))::float8 / sum(readings) AS size FROM packed_readings p WHERE device_key = $1',
      [keys[0]],
    );
    assert.ok(size < 25, `${size} bytes a reading`);
  });

  it('give the space of the day back', async () => {
    const tables = await tablesOfDay(db, at(0).slice(0, 10));
    await eventually('the partition is emptied', async () => {
      await app.pass(10 * MINUTE_MS);
      const [{ size }] = await run('SELECT pg_total_relation_size($1)::int AS size', [
        tables?.sensor_readings,
      ]);
      return size < 65_536;
    });
  });

  it('are unpacked by a late backlog, which finds the readings that it repeats', async () => {
    const before = await answers();
    const client = await join(app, bySession(ada));
    const answersTo = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    const [known] = await run(
      'SELECT recorded_at FROM unpacked_readings WHERE device_key = $1 ORDER BY recorded_at LIMIT 1',
      [keys[0]],
    );
    const { device_id: _, ...body } = resting(mac);
    const entry = (ms: number) => ({ ...body, recorded_at: new Date(ms).toISOString() });
    const added = start + 2_050 * SECOND_MS;
    await client.publishAsync(
      `devices/${mac}/backlog`,
      JSON.stringify([entry(known.recorded_at.getTime()), entry(added)]),
      { qos: 1 },
    );
    const { json } = await answersTo.next(assessmentsTopic(mac));
    client.end(true);
    assert.deepEqual(json.data, { accepted: 1, duplicates: 1, refused: [] });
    const first = `sensor_readings WHERE device_key = ${keys[0]} AND recorded_at < '${at(HOUR_MS)}'`;
    assert.equal(await countOf(first), 3_600 - 101 + 1);
    assert.equal(
      (await run('SELECT count(*)::int AS n FROM packed_readings WHERE device_key = $1', [keys[0]]))[0].n,
      2,
    );
    const [unpacked] = [await answers()];
    assert.equal(unpacked.csv.length, before.csv.length + 1);
    await pack(isPacked);
    const afterwards = await answers();
    for (const [name, answer] of Object.entries(unpacked)) assert.deepEqual(afterwards[name], answer, name);
    assert.deepEqual(
      afterwards.csv.filter((line: string) => !line.includes(new Date(added).toISOString().slice(0, 23))),
      before.csv,
    );
  });

  it('leave readings as they are that cannot be packed without loss', async () => {
    const insert = (deviceKey: number, values: string) =>
      run(
        `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, confidence, health_score,
           samples) VALUES ($1, 1, $2, ${values})`,
        [at(5 * HOUR_MS), deviceKey],
      );
    await insert(1001, '1e-30, 1, 1, 0, 100, NULL');
    await insert(1002, "1, 1, 1, 0, 100, '\\x00'");
    await insert(1003, '1, 1, 1, 0, 100, NULL');
    const left = async () =>
      (await run(`SELECT device_key FROM ${old()} ORDER BY 1`)).map(({ device_key }) => device_key);
    await pack(async () => !(await left()).includes(1003));
    assert.deepEqual(await left(), [1001, 1002]);
    await run(`DELETE FROM sensor_readings WHERE device_key IN (1001, 1002)`);
    await run(`DELETE FROM packed_readings WHERE device_key = 1003`);
  });

  it('are erased with their wearable', async () => {
    const { status } = await app.call('DELETE', `/device/${plain}`, { token: ada.token });
    assert.equal(status, 204);
    const left = (key = keys[1]) => countOf(`packed_readings WHERE device_key = ${key}`);
    await eventually('the readings are erased', async () => (await left()) === 0);
    assert.equal(await left(keys[0]), 3);
  });

  it('expire with the retention of signals, then of readings', async () => {
    const days = await openReadingDays(db);
    await days.drop(new Date(start + DAY_MS), { table: 'reading_signals' });
    assert.equal(await countOf('packed_signals'), 0);
    await days.drop(new Date(start));
    assert.equal(await countOf('packed_readings'), 3);
    await days.drop(new Date(start + DAY_MS));
    assert.equal(await countOf('packed_readings'), 0);
  });
});
