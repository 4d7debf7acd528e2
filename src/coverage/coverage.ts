import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { instantsOf, type Period } from '../platform/period.ts';
import { DAY_MS, MINUTE_MS } from '../platform/time.ts';
import { dayOf } from '../platform/zone.ts';
import { absencesOf } from './absences.ts';
import {
  coverageIn,
  type DayOfCoverage,
  type HourOfCoverage,
  hoursOf,
  kindsOf,
  totalOf,
  type WakingDay,
  wakingDays,
} from './report.ts';
import type { Span, Spans } from './spans.ts';
import { coveredDaysOf, type Resident, type StoredDay } from './store.ts';

export interface CoverageRequest {
  readonly period: Period;
  readonly by: 'day' | 'hour';
  readonly now: number;
}

export interface ResidentCoverage extends Resident {
  readonly days: readonly (DayOfCoverage & { readonly hours?: readonly HourOfCoverage[] })[];
}

/** A year of so many residents is some megabytes. */
const AT_ONCE = 20;
const DAY_MINUTES = DAY_MS / MINUTE_MS;

export const utcDayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

/** Residents one after the other: readings are handled in between. */
export async function coverageOf(q: Queryable, residents: readonly Resident[], request: CoverageRequest) {
  const { start, end } = instantsOf(request.period);
  const calendar = wakingDays(request.period, request.now);
  const found: (ResidentCoverage & { readonly totals: ReturnType<typeof totalOf> })[] = [];
  for (let from = 0; from < residents.length; from += AT_ONCE) {
    const some = residents.slice(from, from + AT_ONCE);
    const ids = some.map(({ id }) => id);
    const [stored, absentOf] = await Promise.all([
      coveredDaysOf(q, ids, [utcDayOf(start), utcDayOf(end)]),
      absencesOf(q, ids, { start, end }),
    ]);
    const storedOf = groupedBy(stored, ({ patientId }) => patientId);
    for (const resident of some) {
      const days = daysOfResident(resident, storedOf(resident.id), absentOf(resident.id), calendar, request);
      found.push({ ...resident, days, totals: totalOf(days) });
      await nextTurn();
    }
  }
  return found;
}

function daysOfResident(
  { knownSince }: Resident,
  stored: readonly StoredDay[],
  absent: Spans,
  calendar: readonly WakingDay[],
  { period, by, now }: CoverageRequest,
): ResidentCoverage['days'] {
  const storedAt = groupedBy(stored, ({ day }) => String(day));
  const first = dayOf(knownSince, period.zone);
  return calendar
    .filter(({ date }) => first <= date)
    .map((day) => {
      const wearables = day.passed.flatMap(utcDays).flatMap((utcDay) => storedAt(String(utcDay)));
      const kinds = kindsOf({ wearables, absent }, day.passed, now);
      const minutes = { date: day.date, ...coverageIn(kinds) };
      return by === 'day' ? minutes : { ...minutes, hours: hoursOf(kinds, day) };
    });
}

/** The days of UTC that a span touches. */
function utcDays([from, until]: Span): number[] {
  const [first, last] = [Math.floor(from / DAY_MINUTES), Math.floor((until - 1) / DAY_MINUTES)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
