import type { Queryable } from '../../platform/database/database.ts';

/** Heart rates, one for each step; null where nothing was measured. */
export type Trend = readonly (number | null)[];

/** The heart rates of some devices, one for each step until `to`: the last reading of each step, whatever it has. */
export async function heartRateTrends(
  q: Queryable,
  deviceKeys: readonly number[],
  { to, steps, stepMinutes }: { readonly to: Date; readonly steps: number; readonly stepMinutes: number },
): Promise<ReadonlyMap<number, Trend>> {
  const rows = await q.rows<{ key: number; trend: (number | null)[] }>(
    // One look into the index for each step, where averages would read an hour of everybody's readings.
    `SELECT d.key, array_agg(r.heart_rate ORDER BY s.step) AS trend
     FROM unnest($1::int[]) AS d (key)
       CROSS JOIN (SELECT step, $2::timestamptz - make_interval(mins => $4) * ($3 - step) AS since
                   FROM generate_series(0, $3 - 1) AS step) s
       LEFT JOIN LATERAL (
         SELECT heart_rate FROM sensor_readings
         WHERE device_key = d.key AND recorded_at >= s.since AND recorded_at < s.since + make_interval(mins => $4)
         ORDER BY recorded_at DESC LIMIT 1
       ) r ON true
     GROUP BY d.key`,
    [deviceKeys, to, steps, stepMinutes],
  );
  return new Map(rows.map(({ key, trend }) => [key, trend]));
}
