import type { Queryable } from '../../platform/database/database.ts';
import { signalOf, WINDOW_COLUMNS, type WindowReading, withSignals } from './readings.ts';

/** More than a wearable sends in the seconds of a shake test. */
const MOST = 128;

/** The readings of a shake test, oldest first. */
export async function shakenReadings(q: Queryable, deviceKey: number, from: Date, to: Date) {
  const rows = await q.rows<WindowReading>(
    withSignals(
      `SELECT ${WINDOW_COLUMNS} FROM sensor_readings
       WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3 ORDER BY recorded_at LIMIT ${MOST}`,
      '$2',
    ),
    [deviceKey, from, to],
  );
  return rows.map((row) => ({
    timeMs: row.recordedAt.getTime(),
    accel: [row.accelX, row.accelY, row.accelZ] as const,
    gyro:
      row.gyroX === null || row.gyroY === null || row.gyroZ === null
        ? null
        : ([row.gyroX, row.gyroY, row.gyroZ] as const),
    ...signalOf(row),
  }));
}
