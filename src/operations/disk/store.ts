import type { Queryable } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/time.ts';
import type { DiskDay } from './forecast.ts';

const KEPT_DAYS = 30;

/** The first figure of a day stays: days are compared at about the same time, after the oldest readings were dropped. */
export async function noteDiskDay(q: Queryable, at: number, used: number): Promise<void> {
  await q.run(
    `INSERT INTO disk_days (day, used_bytes) VALUES (($1::timestamptz AT TIME ZONE 'UTC')::date, $2) ON CONFLICT DO NOTHING`,
    [new Date(at), used],
  );
  await q.run(`DELETE FROM disk_days WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date`, [
    new Date(at - KEPT_DAYS * DAY_MS),
  ]);
}

export async function diskDays(q: Queryable): Promise<DiskDay[]> {
  const rows = await q.rows<{ day: string; used: number }>(
    'SELECT day, used_bytes AS used FROM disk_days ORDER BY day',
  );
  return rows.map(({ day, used }) => ({ day: Date.parse(day), used }));
}
