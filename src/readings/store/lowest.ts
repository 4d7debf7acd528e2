import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';

/** What a reading measured; null where it has no value. */
export interface MeasuredSigns {
  readonly heartRate: number | null;
  readonly spo2: number | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
}

export interface LowestReading {
  readonly at: Date;
  readonly healthScore: number;
  readonly confidence: number;
  /** It and those before it, in the order of time. */
  readonly signs: readonly MeasuredSigns[];
}

/** A wearable that sends each second says everything about itself within ten minutes. */
const SIGNS_BEFORE = 600;

/** The reading with the lowest health score of each hour that has readings, the earliest of equals. */
export const lowestReadings = (q: Queryable, deviceKey: number, hours: readonly Date[]) =>
  q.rows<LowestReading>(
    `SELECT low.recorded_at AS at, low.health_score AS "healthScore", low.confidence, signs
     FROM unnest($2::timestamptz[]) AS hour
       CROSS JOIN LATERAL (
         SELECT recorded_at, health_score, confidence
         FROM readings_between($1, hour, hour + make_interval(secs => $3))
         WHERE recorded_at < hour + make_interval(secs => $3)
         ORDER BY health_score, recorded_at LIMIT 1) low
       CROSS JOIN LATERAL (
         SELECT json_agg(json_build_object('heartRate', heart_rate, 'spo2', spo2, 'batteryLevel', battery_level,
                  'sensorsInitialized', sensors_initialized) ORDER BY recorded_at) AS signs
         FROM (SELECT recorded_at, heart_rate, spo2, battery_level, sensors_initialized
               FROM readings_between($1, low.recorded_at - make_interval(secs => $3), low.recorded_at)
               WHERE recorded_at > low.recorded_at - make_interval(secs => $3)
               ORDER BY recorded_at DESC LIMIT ${SIGNS_BEFORE}) newest) before
     ORDER BY 1`,
    [deviceKey, hours, HOUR_MS / 1_000],
  );
