// Fills the table with readings. Uses SQL, because the API would take hours.
import { doing, say } from './progress.ts';
import { withDatabase } from './seed.ts';

const AT_ONCE = 1_000_000;
const DEVICES = 1_000;

/** Common origin of all filled readings, so that no two have the same time. */
const NEWEST = new Date(Date.now() - 3_600_000);

/** One reading per second from each of the first thousand devices, backwards. */
const READINGS = `
  INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                               confidence, health_score, heart_rate, spo2)
  SELECT $3::timestamptz - (i / ${DEVICES}) * interval '1 second', i, d.key, 0, 0, 9.8, 0, 0, 0,
         0.02, 100, 72, 98
  FROM generate_series($1::int, $2::int) i
  JOIN (SELECT key, row_number() OVER (ORDER BY key) - 1 AS n FROM devices LIMIT ${DEVICES}) d ON d.n = i % ${DEVICES}`;

/** Fills the readings with these numbers, which must not exist yet. */
export const fillReadings = (databaseUrl: string, from: number, to: number): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    await client.query('SET synchronous_commit = off');
    for (let at = from; at <= to; at += AT_ONCE) {
      const last = Math.min(to, at + AT_ONCE - 1);
      doing(`filling in ${to - at + 1} readings`);
      const began = performance.now();
      await client.query(READINGS, [at, last, NEWEST]);
      say(`readings up to ${last}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await client.query('ANALYZE sensor_readings');
    await client.query('CHECKPOINT');
  });
