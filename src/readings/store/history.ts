import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';

const magnitude = (axis: 'accel' | 'gyro'): string => `sqrt(${axis}_x ^ 2 + ${axis}_y ^ 2 + ${axis}_z ^ 2)`;

/**
 * The figures of an hour or a minute of one device; history shows the same figures from any source. sql/125 computes them
 * for packed readings.
 */
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

const BUCKETED = `recorded_at, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence, health_score, heart_rate, spo2,
  pressure, battery_level`;
const BUCKETS = { minute: '1 minute', hour: '1 hour' } as const;

interface HistoryRange {
  readonly deviceKey: number;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

export const rawHistory = async (q: Queryable, { deviceKey, from, to, limit }: HistoryRange) =>
  q.rows(
    `SELECT recorded_at AS timestamp, 1 AS readings, ${magnitude('accel')} AS "accelMagnitude",
            ${magnitude('accel')} AS "accelMagnitudeMax", ${magnitude('gyro')} AS "gyroMagnitude",
            confidence AS "fallConfidence", health_score AS "healthScore", heart_rate AS "heartRate", spo2,
            pressure, battery_level AS "batteryLevel"
     FROM readings_between($1, $2, $3) WHERE recorded_at < $3
     ORDER BY recorded_at LIMIT $4`,
    [deviceKey, from, await untilFirst(q, { deviceKey, from, to, limit }), limit],
  );

/** Packed readings are unpacked by the hour, so a page takes no more hours than it needs. */
const untilFirst = async (q: Queryable, { deviceKey, from, to, limit }: HistoryRange) =>
  q.value<Date>('SELECT least($3::timestamptz, packed_until($1, $2, $4))', [deviceKey, from, to, limit]);

/** The lines of the chart of a fall: docs/home.md, "Incident reports". */
export const movementHistory = (q: Queryable, { deviceKey, from, to, limit }: HistoryRange) =>
  q.rows<{ timestamp: Date; accelMagnitude: number; gyroMagnitude: number | null }>(
    `SELECT recorded_at AS timestamp, ${magnitude('accel')} AS "accelMagnitude", ${magnitude('gyro')} AS "gyroMagnitude"
     FROM readings_between($1, $2, $3) WHERE recorded_at < $3
     ORDER BY recorded_at LIMIT $4`,
    [deviceKey, from, to, limit],
  );

/** The figures of packed hours, as sql/125 has stored them. */
const PACKED_FIGURES = `f.at AS timestamp, f.readings, f.accel AS "accelMagnitude", f.accel_max AS "accelMagnitudeMax",
  f.gyro AS "gyroMagnitude", f.confidence AS "fallConfidence", f.health_score AS "healthScore", f.heart_rate AS "heartRate",
  f.spo2, f.pressure, f.battery_level AS "batteryLevel"`;
const OF_PACKED_HOURS = 'p.device_key = $1 AND p.hour = ANY($5)';
const PACKED_BUCKETS = {
  minute: `SELECT ${PACKED_FIGURES} FROM packed_readings p, unnest(p.by_minute) AS f WHERE ${OF_PACKED_HOURS}`,
  hour: `SELECT ${PACKED_FIGURES} FROM packed_readings p, unnest(ARRAY[p.in_hour]) AS f WHERE ${OF_PACKED_HOURS}`,
} as const;

/** date_bin is built into PostgreSQL; on a hypertable it prunes chunks just as time_bucket does. */
const bucketsOf = (bucket: keyof typeof BUCKETS, where = ''): string =>
  `SELECT date_bin('${BUCKETS[bucket]}', recorded_at, '2000-01-01T00:00:00Z') AS timestamp, ${BUCKET_FIGURES}
   FROM sensor_readings WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3 ${where} GROUP BY 1`;

/** Of the readings that are not in the packed hours $5. */
const otherBuckets = (bucket: keyof typeof BUCKETS): string =>
  `SELECT date_bin('${BUCKETS[bucket]}', recorded_at, '2000-01-01T00:00:00Z') AS timestamp, ${BUCKET_FIGURES}
   FROM (SELECT ${BUCKETED} FROM sensor_readings
         WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3
         UNION ALL
         SELECT ${BUCKETED} FROM unpacked_readings
         WHERE device_key = $1 AND hour > $2::timestamptz - interval '1 hour' AND hour < $3 AND hour <> ALL($5)
           AND recorded_at >= $2 AND recorded_at < $3) AS others GROUP BY 1`;

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
  const packed = await packedHours(q, range);
  const isUnpacked = packed.length === 0;
  const aggregated = bucket === 'hour' && isUnpacked && since < until && (await hasHourlyFigures(q));
  if (aggregated) return q.rows(HOURS_WITH_AGGREGATE, [...values, new Date(since), new Date(until)]);
  return q.rows(`${PACKED_BUCKETS[bucket]} UNION ALL (${otherBuckets(bucket)}) ORDER BY 1 LIMIT $4`, [
    ...values,
    packed,
  ]);
}

/** The packed hours within a range. An hour may have other readings if the clock was set back: it is left out. */
export const packedHours = (q: Queryable, { deviceKey, from, to }: Omit<HistoryRange, 'limit'>) =>
  q.column<Date>(
    `SELECT p.hour FROM packed_readings p
     WHERE p.device_key = $1 AND p.hour >= $2 AND p.hour <= $3::timestamptz - interval '1 hour'
       AND NOT EXISTS (SELECT FROM sensor_readings r WHERE r.device_key = $1
                         AND r.recorded_at >= p.hour AND r.recorded_at < p.hour + interval '1 hour')`,
    [deviceKey, from, to],
  );
