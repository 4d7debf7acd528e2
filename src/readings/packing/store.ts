import type { Queryable } from '../../platform/database/database.ts';
import { type Day, onDay } from '../../platform/database/schema/partitions.ts';
import { HOUR_MS } from '../../platform/time.ts';

export interface DeviceHour {
  readonly deviceKey: number;
  readonly hour: Date;
}

/** The first hour of a day that has unpacked readings, by device and time, after the given one. One index look-up. */
export const nextHour = (q: Queryable, day: Day, after: DeviceHour | undefined) =>
  q.row<DeviceHour>(
    `SELECT device_key AS "deviceKey", date_bin('1 hour', recorded_at, '2000-01-01T00:00:00Z') AS hour FROM sensor_readings
     WHERE ${onDay(day)} AND (device_key, recorded_at) >= ($1, $2::timestamptz) ORDER BY device_key, recorded_at LIMIT 1`,
    [after?.deviceKey ?? 0, new Date((after?.hour.getTime() ?? -HOUR_MS) + HOUR_MS)],
  );

/** Packs an hour. Returns the number of its readings; -1 if they must stay as they are (sql/125). */
export const packHour = async (q: Queryable, { deviceKey, hour }: DeviceHour): Promise<number> =>
  (await q.value<number>('SELECT pack_hour($1, $2)', [deviceKey, hour])) ?? 0;
