import type { Queryable } from '../platform/database/database.ts';
import { DAY_MS, MINUTE_MS, minuteOf } from '../platform/time.ts';
import type { Movement } from '../readings/vocabulary.ts';
import { absencesOf } from './absences.ts';
import { utcDayOf } from './coverage.ts';
import { bandOf, mostMovement } from './day.ts';
import { coveredDaysOf, knownSince } from './store.ts';

/** How wearables moved in the minutes of a time, by the stored readings. */
export type MovementByMinute = (
  deviceKeys: readonly number[],
  range: { readonly from: Date; readonly to: Date },
) => Promise<readonly { readonly minute: number; readonly movement: Movement | null }[]>;

const timeOf = (minute: number): Date => new Date(minute * MINUTE_MS);

/** docs/home.md, "A resident's day". */
export async function patientDayOf(
  q: Queryable,
  movementByMinute: MovementByMinute,
  patientId: string,
  now: number,
) {
  const since = (await knownSince(q, patientId))?.getTime() ?? now;
  const start = new Date(Math.max(since, now - DAY_MS));
  const end = new Date(now);
  const [wearables, absentOf] = await Promise.all([
    coveredDaysOf(q, [patientId], [utcDayOf(start), utcDayOf(end)]),
    absencesOf(q, [patientId], { start, end }),
  ]);
  const range = [minuteOf(start.getTime()), minuteOf(now) + 1] as const;
  const moved = await movementByMinute([...new Set(wearables.map(({ deviceKey }) => deviceKey))], {
    from: timeOf(range[0]),
    to: timeOf(range[1]),
  });
  const spans = bandOf(range, { wearables, absent: absentOf(patientId) }, mostMovement(moved), now);
  return {
    from: timeOf(range[0]),
    until: end,
    spans: spans.map(({ kind, from, until }) => ({ kind, from: timeOf(from), until: timeOf(until) })),
  };
}
