import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';

const magnitude = (axis: 'accel' | 'gyro'): string => `sqrt(${axis}_x ^ 2 + ${axis}_y ^ 2 + ${axis}_z ^ 2)`;

/** The figures of an hour or a minute of one device; history shows the same figures from either source. */
const BUCKET_FIGURES = `
  count(*) AS readings, avg(${magnitude('accel')}) AS "accelMagnitude",
  max(${magnitude('accel')}) AS "accelMagnitudeMax", avg(${magnitude('gyro')}) AS "gyroMagnitude",
  max(confidence) AS "fallConfidence", min(health_score) AS "healthScore",
  round(avg(heart_rate))::int AS "heartRate", round(avg(spo2))::int AS spo2, avg(pressure) AS pressure,
  min(battery_level) AS "batteryLevel"`;

/** TimescaleDB's hourly figures (timescale-policies.ts); absent without its community edition. */
export const HOURLY = 'sensor_readings_hourly';

/** A continuous aggregate requires time_bucket; its hours start at the same times as date_bin's from 2000-01-01. */
export const HOURLY_SELECT = `SELECT device_key, time_bucket(interval '1 hour', recorded_at) AS hour, ${BUCKET_FIGURES}
  FROM sensor_readings GROUP BY 1, 2`;

const hasHourlyFigures = async (q: Queryable): Promise<boolean> =>
  (await q.row(`SELECT 1 WHERE to_regclass('${HOURLY}') IS NOT NULL`)) !== undefined;

const BUCKETS = { minute: '1 minute', hour: '1 hour' } as const;

interface HistoryRange {
  readonly deviceKey: number;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

export const rawHistory = (q: Queryable, { deviceKey, from, to, limit }: HistoryRange) =>
  q.rows(
    `SELECT recorded_at AS timestamp, 1 AS readings, ${magnitude('accel')} AS "accelMagnitude",
            ${magnitude('accel')} AS "accelMagnitudeMax", ${magnitude('gyro')} AS "gyroMagnitude",
            confidence AS "fallConfidence", health_score AS "healthScore", heart_rate AS "heartRate", spo2,
            pressure, battery_level AS "batteryLevel"
     FROM sensor_readings WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3
     ORDER BY recorded_at LIMIT $4`,
    [deviceKey, from, to, limit],
  );

/** The lines of the chart of a fall: docs/home.md, "Incident reports". */
export const movementHistory = (q: Queryable, { deviceKey, from, to, limit }: HistoryRange) =>
  q.rows<{ timestamp: Date; accelMagnitude: number; gyroMagnitude: number | null }>(
    `SELECT recorded_at AS timestamp, ${magnitude('accel')} AS "accelMagnitude", ${magnitude('gyro')} AS "gyroMagnitude"
     FROM sensor_readings WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3
     ORDER BY recorded_at LIMIT $4`,
    [deviceKey, from, to, limit],
  );

/** date_bin is built into PostgreSQL; on a hypertable it prunes chunks just as time_bucket does. */
const bucketsOf = (bucket: keyof typeof BUCKETS, where = ''): string =>
  `SELECT date_bin('${BUCKETS[bucket]}', recorded_at, '2000-01-01T00:00:00Z') AS timestamp, ${BUCKET_FIGURES}
   FROM sensor_readings WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3 ${where} GROUP BY 1`;

/** A backlog may be seven days old. With a day of margin, an hour's figures are final after eight days. */
const FINAL_AFTER_MS = 8 * 24 * HOUR_MS;

/** Whole hours that are final, from $5 to $6, come from TimescaleDB's hourly figures; the rest from the readings. */
const HOURS_WITH_AGGREGATE = `
  SELECT hour AS timestamp, readings, "accelMagnitude", "accelMagnitudeMax", "gyroMagnitude", "fallConfidence",
         "healthScore", "heartRate", spo2, pressure, "batteryLevel"
  FROM ${HOURLY} WHERE device_key = $1 AND hour >= $5 AND hour < $6
  UNION ALL (${bucketsOf('hour', 'AND recorded_at < $5')})
  UNION ALL (${bucketsOf('hour', 'AND recorded_at >= $6')})
  ORDER BY 1 LIMIT $4`;

export async function bucketedHistory(q: Queryable, range: HistoryRange, bucket: keyof typeof BUCKETS) {
  const values = [range.deviceKey, range.from, range.to, range.limit];
  const since = Math.ceil(range.from.getTime() / HOUR_MS) * HOUR_MS;
  const until = Math.floor(Math.min(range.to.getTime(), Date.now() - FINAL_AFTER_MS) / HOUR_MS) * HOUR_MS;
  const aggregated = bucket === 'hour' && since < until && (await hasHourlyFigures(q));
  return aggregated
    ? q.rows(HOURS_WITH_AGGREGATE, [...values, new Date(since), new Date(until)])
    : q.rows(`${bucketsOf(bucket)} ORDER BY 1 LIMIT $4`, values);
}
