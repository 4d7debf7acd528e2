import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';

/** Mean heart rate and SpO₂ of an hour; null where none was measured. */
export interface HourOfVitals {
  readonly hour: Date;
  readonly hr: number | null;
  readonly spo2: number | null;
}

interface Walk {
  /** Exclusive; whole hours end by then. */
  readonly before: Date;
  readonly since: Date | undefined;
  /** Hours to look at; more than one page of readings would take long. */
  readonly hours: number;
}

interface Walked {
  /** Newest first. */
  readonly hours: readonly HourOfVitals[];
  /** Older hours have not been looked at; undefined if there are none. */
  readonly lookedUntil: Date | undefined;
}

const MEANS = 'round(avg(heart_rate))::int AS hr, round(avg(spo2))::int AS spo2';
const MEASURED = '(heart_rate IS NOT NULL OR spo2 IS NOT NULL)';

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;

/** The newest hours with vital signs of some devices. Skips the time in which the devices sent nothing. */
export async function walkHours(
  q: Queryable,
  deviceKeys: readonly number[],
  { before, since, hours }: Walk,
): Promise<Walked> {
  const end = new Date(hourOf(before));
  const newest = await newestReading(q, deviceKeys, end, since);
  if (newest === undefined) return { hours: [], lookedUntil: undefined };
  const until = new Date(hourOf(newest) + HOUR_MS);
  const from = new Date(Math.max(until.getTime() - hours * HOUR_MS, since ? firstWholeHour(since) : 0));
  const looked = Array.from(
    { length: (until.getTime() - from.getTime()) / HOUR_MS },
    (_, place) => new Date(from.getTime() + place * HOUR_MS),
  );
  const found = await hoursAt(q, deviceKeys, looked);
  const isAll = since !== undefined && from.getTime() <= firstWholeHour(since);
  return { hours: found, lookedUntil: isAll ? undefined : from };
}

/** The first hour that begins at `since` or later. */
const firstWholeHour = (since: Date): number => Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS;

/** One index look-up per device and kind. `before` is a whole hour. */
const newestReading = async (
  q: Queryable,
  deviceKeys: readonly number[],
  before: Date,
  since: Date | undefined,
): Promise<Date | undefined> =>
  (await q.value<Date | null>(
    `SELECT max(r.recorded_at) AS at FROM unnest($1::int[]) AS d (key), LATERAL (
         (SELECT recorded_at FROM sensor_readings WHERE device_key = d.key AND recorded_at < $2 AND recorded_at >= $3
          ORDER BY recorded_at DESC LIMIT 1)
         UNION ALL
         (SELECT last_at FROM packed_readings WHERE device_key = d.key AND hour < $2 AND last_at >= $3
          ORDER BY hour DESC LIMIT 1)) r`,
    [deviceKeys, before, since ?? new Date(0)],
  )) ?? undefined;

/**
 * The given hours, as far as they have vital signs, newest first. Hour by hour: the planner expects as many groups as
 * readings from `GROUP BY`, and sorts them all on disk.
 */
export const hoursAt = (q: Queryable, deviceKeys: readonly number[], hours: readonly Date[]) =>
  q.rows<HourOfVitals>(
    `SELECT h.hour, v.hr, v.spo2 FROM unnest($2::timestamptz[]) AS h (hour), LATERAL (
       SELECT ${MEANS} FROM unnest($1::int[]) AS d (key), readings_between(d.key, h.hour, h.hour + interval '1 hour')
       WHERE recorded_at < h.hour + interval '1 hour' AND ${MEASURED}) v
     WHERE v.hr IS NOT NULL OR v.spo2 IS NOT NULL ORDER BY h.hour DESC`,
    [deviceKeys, hours],
  );
