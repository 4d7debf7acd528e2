import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS, MINUTE_MS, minuteOf } from '../../platform/time.ts';
import { type MinuteOfReadings, movementOf } from '../scoring/movement.ts';
import type { Movement } from '../vocabulary.ts';
import { packedHours } from './history.ts';

interface MovedMinute {
  /** Since 1970. */
  readonly minute: number;
  /** Null with too few readings. */
  readonly movement: Movement | null;
}

interface Range {
  readonly from: Date;
  readonly to: Date;
}

interface Remembered extends Range {
  /** When all of it was read. */
  readonly at: number;
  readonly minutes: readonly MovedMinute[];
}

/** Readings that arrive later than this are seen when all is read again. */
const LATE_MS = 10 * MINUTE_MS;
const FRESH_MS = HOUR_MS;
const MAX_REMEMBERED = 100;

/**
 * docs/movement.md: how wearables moved in the minutes of a time. A day has 86 400 readings of each, and an open page asks
 * every minute: only the newest minutes are read again.
 */
export function createMovementByMinute(q: Queryable, now: () => number) {
  /** Oldest first. */
  const remembered = new Map<number, Remembered>();

  async function movementOfDevice(deviceKey: number, { from, to }: Range): Promise<readonly MovedMinute[]> {
    const at = now();
    const known = remembered.get(deviceKey);
    const isFresh = known !== undefined && known.from <= from && known.at <= at && at - known.at < FRESH_MS;
    const since = isFresh ? new Date(Math.max(from.getTime(), known.to.getTime() - LATE_MS)) : from;
    const newer = await readMinutes(q, deviceKey, { from: since, to });
    const [first, later] = [from, since].map((time) => minuteOf(time.getTime())) as [number, number];
    const older = isFresh ? known.minutes.filter(({ minute }) => minute >= first && minute < later) : [];
    const minutes = [...older, ...newer];
    remembered.delete(deviceKey);
    remembered.set(deviceKey, { from, to, at: isFresh ? known.at : at, minutes });
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return minutes;
  }

  return async (deviceKeys: readonly number[], range: Range): Promise<readonly MovedMinute[]> =>
    (await Promise.all(deviceKeys.map((key) => movementOfDevice(key, range)))).flat();
}

async function readMinutes(
  q: Queryable,
  deviceKey: number,
  { from, to }: Range,
): Promise<readonly MovedMinute[]> {
  const rows = await q.rows<MinuteOfReadings & Pick<MovedMinute, 'minute'>>(
    `SELECT floor(extract(epoch FROM f.at) / 60)::int AS minute, f.readings::int, f.strength, f.direction
     FROM packed_readings p, unnest(p.by_minute) AS f WHERE p.device_key = $1 AND p.hour = ANY($4)
     UNION ALL
     SELECT floor(extract(epoch FROM recorded_at) / 60)::int AS minute, count(*)::int AS readings,
            stddev_pop(sqrt(accel_x ^ 2 + accel_y ^ 2 + accel_z ^ 2))::float8 AS strength,
            sqrt(var_pop(accel_x) + var_pop(accel_y) + var_pop(accel_z))::float8 AS direction
     FROM (SELECT recorded_at, accel_x, accel_y, accel_z FROM sensor_readings
           WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3
           UNION ALL
           SELECT recorded_at, accel_x, accel_y, accel_z FROM unpacked_readings
           WHERE device_key = $1 AND hour > $2::timestamptz - interval '1 hour' AND hour < $3 AND hour <> ALL($4)
             AND recorded_at >= $2 AND recorded_at < $3) AS others GROUP BY 1
     ORDER BY 1`,
    [deviceKey, from, to, await packedHours(q, { deviceKey, from, to })],
  );
  return rows.map(({ minute, ...readings }) => ({ minute, movement: movementOf(readings) }));
}
