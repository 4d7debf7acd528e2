import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import { createMovementByMinute } from '../../src/readings/store/minute-movement.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('the movement of a wearable by minute', () => {
  const NOW = Date.parse('2026-05-05T12:00:00Z');
  let database: TestDatabase;
  let db: Database;
  let now = NOW;
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silentLog() });
    await (await openReadingDays(db)).prepare(new Date(NOW));
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  /** A minute of rest, minutes before noon. */
  const rest = (minutes: number) =>
    sql(
      database.url,
      `INSERT INTO sensor_readings (device_key, uptime_ms, recorded_at, accel_x, accel_y, accel_z, confidence, health_score)
       SELECT 1, n, $1::timestamptz + n * interval '1 s', 0, 0, 9.8, 0, 100 FROM generate_series(0, 59) AS n`,
      [new Date(NOW - minutes * MINUTE_MS)],
    );
  const until = (minutes: number) => ({
    from: new Date(NOW - 60 * MINUTE_MS),
    to: new Date(NOW + minutes * MINUTE_MS),
  });

  it('is read again for the newest minutes, and for all of them after an hour', async () => {
    const movementByMinute = createMovementByMinute(db, () => now);
    const minutes = async (range: ReturnType<typeof until>) =>
      (await movementByMinute([1], range)).map(({ minute, movement }) => [
        NOW / MINUTE_MS - minute,
        movement,
      ]);
    await rest(30);
    assert.deepEqual(await minutes(until(0)), [[30, 'STILL']]);
    await rest(5);
    await rest(40);
    now += MINUTE_MS;
    assert.deepEqual(await minutes(until(1)), [
      [30, 'STILL'],
      [5, 'STILL'],
    ]);
    now += HOUR_MS;
    const all = await minutes(until(1));
    assert.deepEqual(all.map(([minute]) => minute).sort(), [30, 40, 5].sort());
  });
});
