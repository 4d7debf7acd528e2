import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

/** docs/contract.md, "Health score". */
describe('the low health scores of a device', () => {
  let app: TestApp;
  let wearer: Person;
  const mac = randomMac().toUpperCase();
  const hour = Math.floor((Date.now() - DAY_MS) / HOUR_MS) * HOUR_MS;
  const read = (hours: string) =>
    app.call('GET', `/device/${mac}/low-scores?hours=${hours}`, { token: wearer.token });
  const textOf = (time: number): string => new Date(time).toISOString();
  before(async () => {
    app = await startTestApp();
    wearer = await signUp(app, 'PATIENT');
    await stream(app, wearer, resting(mac));
    // Only the first reading has a battery, one has no heart rate, and the last but one is the lowest.
    for (const [second, score, heartRate, spo2, battery] of [
      [0, 96, 72, 97, 15],
      [1, 96, null, 96, null],
      [2, 41, 150, 90, null],
      [3, 96, 72, 97, null],
    ] as const)
      await sql(
        app.databaseUrl,
        `INSERT INTO sensor_readings (device_key, uptime_ms, recorded_at, accel_x, accel_y, accel_z, confidence,
                                      health_score, heart_rate, spo2, battery_level)
         SELECT key, 0, $2, 0, 0, 9.8, 0.1, $3, $4, $5, $6 FROM devices WHERE mac_address = $1`,
        [mac, new Date(hour + second * SECOND_MS), score, heartRate, spo2, battery],
      );
    await sql(
      app.databaseUrl,
      `INSERT INTO fall_events (user_id, confidence, status, created_at)
       VALUES ($1, 0.6, 'POTENTIAL', $2), ($1, 0.95, 'CONFIRMED', $3), ($1, 0.95, 'CONFIRMED', $4)`,
      // The second one came later, the third one a week before.
      [wearer.id, new Date(hour - DAY_MS), new Date(hour + HOUR_MS), new Date(hour - 8 * DAY_MS)],
    );
  });
  after(() => app.close());

  it('say what lowered it at that moment, the greatest first', async () => {
    const { status, body } = await read(`${textOf(hour)},${textOf(hour - HOUR_MS)}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, [
      {
        timestamp: textOf(hour + 2 * SECOND_MS),
        healthScore: 41,
        causes: [
          { factor: 'HEART_RATE', points: 30 },
          { factor: 'SPO2', points: 20 },
          { factor: 'HEART_RATE_JITTER', points: 10 },
          { factor: 'FALLS', points: 8 },
          { factor: 'BATTERY', points: 4 },
        ],
        heartRate: 150,
        spo2: 90,
      },
    ]);
  });

  it('refuses what is no list of times', async () => {
    const many = Array.from({ length: 32 }, (_, i) => textOf(hour - i * HOUR_MS)).join();
    for (const hours of ['', 'now', '2026-13-01T00:00:00Z', '0000-01-01T00:00:00Z', `${textOf(hour)},`, many])
      assert.equal((await read(hours)).status, 400, hours);
  });
});
