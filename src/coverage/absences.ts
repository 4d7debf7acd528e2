import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { minuteOf } from '../platform/time.ts';
import { type Spans, union } from './spans.ts';

interface StoredAbsence {
  readonly patientId: string;
  readonly from: Date;
  readonly until: Date;
}

/** The minutes of a period in which residents were away. */
export async function absencesOf(
  q: Queryable,
  patientIds: readonly string[],
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<(patientId: string) => Spans> {
  const of = groupedBy(
    await q.rows<StoredAbsence>(
      `SELECT patient_id AS "patientId", began_at AS from, coalesce(ended_at, until_at) AS until FROM absences_public
       WHERE patient_id = ANY($1) AND began_at < $3 AND coalesce(ended_at, until_at) > $2`,
      [patientIds, start, end],
    ),
    ({ patientId }) => patientId,
  );
  return (patientId) =>
    union(of(patientId).map(({ from, until }) => [minuteOf(from.getTime()), minuteOf(until.getTime())]));
}
