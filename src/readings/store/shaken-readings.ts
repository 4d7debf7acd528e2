import type { Queryable } from '../../platform/database/database.ts';
import { readingsBefore } from './backlog.ts';

/** More than a wearable sends in the seconds of a shake test. */
const MOST = 128;

/** The readings of a shake test, oldest first. */
export async function shakenReadings(q: Queryable, deviceKey: number, from: Date, to: Date) {
  const rows = await readingsBefore(q, deviceKey, { since: from, before: to, limit: MOST });
  return rows.map((row) => ({
    timeMs: row.recordedAt.getTime(),
    accel: [row.accelX, row.accelY, row.accelZ] as const,
    gyro: [row.gyroX, row.gyroY, row.gyroZ] as const,
    samples: row.samples === null ? undefined : new Float32Array(new Uint8Array(row.samples).buffer),
    parts: undefined,
  }));
}
