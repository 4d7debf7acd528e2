import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { minuteOf } from '../platform/time.ts';
import { absencesOf } from './absences.ts';
import { utcDayOf } from './coverage.ts';
import { kindsOf } from './report.ts';
import type { Spans } from './spans.ts';
import { coveredDaysOf, residentsOf } from './store.ts';

export interface BlindSpans {
  readonly patientId: string;
  /** Minutes without a reading, absences left out. */
  readonly blind: Spans;
}

/** The blind minutes of a ward's residents until now, also outside the waking hours. */
export async function blindSpansOf(
  q: Queryable,
  wardId: string,
  { start, end, keptSince, now }: Readonly<Record<'start' | 'end' | 'keptSince', Date>> & { now: number },
  most: number,
): Promise<readonly BlindSpans[]> {
  const residents = await residentsOf(q, { wardId, patientId: null, keptSince }, most);
  const ids = residents.map(({ id }) => id);
  const [stored, absentOf] = await Promise.all([
    coveredDaysOf(q, ids, [utcDayOf(start), utcDayOf(end)]),
    absencesOf(q, ids, { start, end }),
  ]);
  const storedOf = groupedBy(stored, ({ patientId }) => patientId);
  return residents.map(({ id, knownSince }) => {
    const from = minuteOf(Math.max(start.getTime(), knownSince.getTime()));
    const until = minuteOf(Math.min(end.getTime(), now));
    const known: Spans = from < until ? [[from, until]] : [];
    return {
      patientId: id,
      blind: kindsOf({ wearables: storedOf(id), absent: absentOf(id) }, known, now).blind,
    };
  });
}
