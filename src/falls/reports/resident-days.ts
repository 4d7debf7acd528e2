// Resident days (docs/home.md, "For an inspector"): what falls are divided by. Pure.

import type { Period } from '../../platform/period.ts';
import { DAY_MS } from '../../platform/time.ts';
import { type Day, dayOf, endOfDay, startOfDay } from '../../platform/zone.ts';

/** Of one resident; null while it lasts. */
export interface Span {
  readonly patientId: string;
  readonly from: Date;
  readonly until: Date | null;
}

/**
 * A day counts for each resident who lived in the home at any time of it, and was not away for the whole of it. Days that
 * are still to come do not count.
 */
export function residentDays(
  stays: readonly Span[],
  absences: readonly Span[],
  { from, to, zone }: Period,
  now: Date,
): number {
  const last = Math.min(numberOf(to), numberOf(dayOf(now, zone)));
  const days = new Map<string, Set<number>>();
  for (const { patientId, from: began, until } of stays) {
    const end = until === null ? last : Math.min(last, numberOf(dayOf(until, zone)));
    const counted = days.get(patientId) ?? new Set();
    for (let day = Math.max(numberOf(from), numberOf(dayOf(began, zone))); day <= end; day++)
      counted.add(day);
    days.set(patientId, counted);
  }
  for (const { patientId, from: began, until } of absences) {
    const end = until === null ? last : Math.min(last, lastWholeDay(until, zone));
    const counted = days.get(patientId);
    for (let day = Math.max(numberOf(from), firstWholeDay(began, zone)); day <= end; day++)
      counted?.delete(day);
  }
  return [...days.values()].reduce((sum, counted) => sum + counted.size, 0);
}

const numberOf = (day: Day): number => Date.parse(day) / DAY_MS;

function firstWholeDay(began: Date, zone: string): number {
  const day = dayOf(began, zone);
  return numberOf(day) + Number(startOfDay(day, zone) < began);
}

function lastWholeDay(until: Date, zone: string): number {
  const day = dayOf(until, zone);
  return numberOf(day) - Number(until < endOfDay(day, zone));
}
