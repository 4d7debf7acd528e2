import type { Queryable } from '../../platform/database/database.ts';
import { GRAVITY } from '../scoring/window.ts';

/** As in the detector's verification: the acceleration of a wearer who lies still, in m/s² from gravity. */
const STILL = 0.8;
/** docs/home.md, "Not worn": in m/s², per axis. */
const NOISE = 0.3;
/** A wearable sends its signal with the reading of the same second. */
const SIGNAL = '2 seconds';

interface Impact {
  readonly fallId: string;
  readonly deviceId: string;
  readonly impactAt: Date;
}

interface Minutes {
  readonly minutesBefore: number;
  readonly minutesAfter: number;
}

const range = (axis: string): string => `max(r.accel_${axis}) - min(r.accel_${axis})`;

/**
 * How wearables moved around impacts, by fall and minute; none for an impact whose `samples` or `parts` are not stored.
 * The acceleration is that of one moment in each reading, which tells walking from lying still over a minute.
 */
export const movementAround = (
  q: Queryable,
  impacts: readonly Impact[],
  { minutesBefore, minutesAfter }: Minutes,
) =>
  q.rows<{
    readonly fallId: string;
    readonly minute: number;
    readonly readings: number;
    readonly moving: number;
    readonly stirs: boolean;
    readonly hasHeartRate: boolean;
  }>(
    `SELECT i.fall_id AS "fallId", floor(extract(epoch FROM r.recorded_at - i.at) / 60)::int AS minute, count(*)::int AS readings,
            count(*) FILTER (WHERE abs(sqrt(r.accel_x ^ 2 + r.accel_y ^ 2 + r.accel_z ^ 2) - ${GRAVITY}) > ${STILL})::int AS moving,
            greatest(${range('x')}, ${range('y')}, ${range('z')}) > ${NOISE} AS stirs,
            bool_or(r.heart_rate IS NOT NULL) AS "hasHeartRate"
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS i (fall_id, device_id, at)
       JOIN devices_public d ON d.id = i.device_id
       CROSS JOIN LATERAL readings_between(
         d.key, i.at - $4 * interval '1 minute', i.at + $5 * interval '1 minute') r
     WHERE r.recorded_at < i.at + $5 * interval '1 minute'
       AND EXISTS (SELECT FROM signals_between(d.key, i.at - interval '${SIGNAL}', i.at + interval '${SIGNAL}'))
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [
      impacts.map(({ fallId }) => fallId),
      impacts.map(({ deviceId }) => deviceId),
      impacts.map(({ impactAt }) => impactAt),
      minutesBefore,
      minutesAfter,
    ],
  );
