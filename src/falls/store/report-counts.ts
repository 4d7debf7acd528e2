import type { Queryable } from '../../platform/database/database.ts';
import { type CountedReport, countReport, type ReportCounts } from '../raise/flood.ts';

/**
 * Counts a report of this person. Their reports are serialised across instances until the transaction ends. The caller
 * must have locked the person (see lockCareTeams).
 */
export async function takeReport(q: Queryable, userId: string, at: Date): Promise<CountedReport> {
  const before = await q.row<ReportCounts>(
    `INSERT INTO report_counts AS c (user_id, minute_from, minute_count, hour_from, hour_count)
     VALUES ($1, $2, 0, $2, 0) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
     RETURNING minute_from AS "minuteFrom", minute_count AS "minuteCount", hour_from AS "hourFrom",
               hour_count AS "hourCount", notified_at AS "notifiedAt"`,
    [userId, at],
  );
  const counted = countReport(before as ReportCounts, at);
  const { minuteFrom, minuteCount, hourFrom, hourCount, notifiedAt } = counted.counts;
  await q.run(
    `UPDATE report_counts SET minute_from = $2, minute_count = $3, hour_from = $4, hour_count = $5, notified_at = $6
     WHERE user_id = $1`,
    [userId, minuteFrom, minuteCount, hourFrom, hourCount, notifiedAt],
  );
  return counted;
}
