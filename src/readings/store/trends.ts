import type { Queryable } from '../../platform/database/database.ts';

/** Measured values, one for each step; null if none was measured. */
export type Trend = readonly (number | null)[];

type Column = 'heart_rate' | 'battery_level';

/** Heart rates are asked for of an hour, which is never packed. */
const PACKED: Readonly<Record<Column, string>> = {
  heart_rate: '',
  battery_level:
    'UNION ALL SELECT * FROM packed_battery(d.key, s.since, s.since + make_interval(mins => $4))',
};

/** Values of some devices, one for each step until `to`: from the last reading of each step, even if that has none. */
export async function trendsOf(
  column: Column,
  q: Queryable,
  deviceKeys: readonly number[],
  { to, steps, stepMinutes }: { readonly to: Date; readonly steps: number; readonly stepMinutes: number },
): Promise<ReadonlyMap<number, Trend>> {
  const rows = await q.rows<{ key: number; trend: (number | null)[] }>(
    // One index look-up per step; averages would read an hour of every device's readings.
    `SELECT d.key, array_agg(r.${column} ORDER BY s.step) AS trend
     FROM unnest($1::int[]) AS d (key)
       CROSS JOIN (SELECT step, $2::timestamptz - make_interval(mins => $4) * ($3 - step) AS since
                   FROM generate_series(0, $3 - 1) AS step) s
       LEFT JOIN LATERAL (
         SELECT ${column} FROM (
           (SELECT recorded_at, ${column} FROM sensor_readings
            WHERE device_key = d.key AND recorded_at >= s.since AND recorded_at < s.since + make_interval(mins => $4)
            ORDER BY recorded_at DESC LIMIT 1)
           ${PACKED[column]}) AS last ORDER BY recorded_at DESC LIMIT 1
       ) r ON true
     GROUP BY d.key`,
    [deviceKeys, to, steps, stepMinutes],
  );
  return new Map(rows.map(({ key, trend }) => [key, trend]));
}
