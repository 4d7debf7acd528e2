import type { Queryable } from '../../platform/database/database.ts';
import { type MinuteOfReadings, movementOf } from '../scoring/movement.ts';
import type { Movement } from '../vocabulary.ts';

export interface MovedMinute {
  readonly deviceKey: number;
  /** Since 1970. */
  readonly minute: number;
  /** Null with too few readings. */
  readonly movement: Movement | null;
}

/** docs/movement.md: how wearables moved in the minutes of a time. */
export async function movementByMinute(
  q: Queryable,
  deviceKeys: readonly number[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly MovedMinute[]> {
  if (deviceKeys.length === 0) return [];
  const rows = await q.rows<MinuteOfReadings & Pick<MovedMinute, 'deviceKey' | 'minute'>>(
    `SELECT device_key AS "deviceKey", floor(extract(epoch FROM recorded_at) / 60)::int AS minute, count(*)::int AS readings,
            stddev_pop(sqrt(accel_x ^ 2 + accel_y ^ 2 + accel_z ^ 2))::float8 AS strength,
            sqrt(var_pop(accel_x) + var_pop(accel_y) + var_pop(accel_z))::float8 AS direction
     FROM sensor_readings WHERE device_key = ANY($1) AND recorded_at >= $2 AND recorded_at < $3 GROUP BY 1, 2`,
    [deviceKeys, from, to],
  );
  return rows.map(({ deviceKey, minute, ...readings }) => ({
    deviceKey,
    minute,
    movement: movementOf(readings),
  }));
}
