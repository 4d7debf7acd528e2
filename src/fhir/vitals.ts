import { HOUR_MS } from '../platform/time.ts';
import {
  type NamedVital,
  type Vital,
  type VitalKind,
  vitalEnd,
  vitalId,
} from './resources/vital-observation.ts';
import { boundsOf, type InstantFilter } from './search/instants.ts';
import { comesAfter } from './search/paging.ts';
import type { Cursor, SearchRequest } from './search/request.ts';

type HourOfVitals = { readonly hour: Date } & Readonly<Record<VitalKind, number | null>>;

/** A patient's readings by the hour; the readings module implements it. */
export interface VitalReadings {
  /** The newest hours that begin at `since` or later and end by `before`, newest first. */
  readonly walk: (
    patientId: string,
    range: { readonly before: Date; readonly since: Date | undefined; readonly hours: number },
  ) => Promise<{
    readonly hours: readonly HourOfVitals[];
    /** Older hours have not been looked at; undefined if there are none. */
    readonly lookedUntil: Date | undefined;
  }>;
  readonly at: (patientId: string, hours: readonly Date[]) => Promise<readonly HourOfVitals[]>;
}

interface FoundVitals {
  /** Newest first. */
  readonly vitals: readonly Vital[];
  /** Vital signs before this have not been looked for; undefined if there are none. */
  readonly lookedUntil: Date | undefined;
}

/** A wearable that measures rarely has hours without vital signs: so many pages of hours are looked at for one reply. */
const MAX_WALKS = 4;

/** The newest vital signs of a patient, at least `count` + 1 where as many are found soon. */
export async function findVitals(
  { walk }: VitalReadings,
  patientId: string,
  kinds: readonly VitalKind[],
  { count, after, dates, lastUpdated }: Pick<SearchRequest, 'count' | 'after' | 'dates' | 'lastUpdated'>,
  now: number,
): Promise<FoundVitals> {
  if (kinds.length === 0) return { vitals: [], lookedUntil: undefined };
  const { since, befores } = hoursWithin(dates, lastUpdated);
  const ends = [now, ...befores, ...(after ? [Number(after.place) / 1000 + HOUR_MS] : [])];
  const vitals: Vital[] = [];
  let before: Date | undefined = new Date(Math.floor(Math.min(...ends) / HOUR_MS) * HOUR_MS);
  for (let walks = 0; walks < MAX_WALKS && vitals.length <= count && before !== undefined; walks++) {
    const hours = Math.ceil((count + 1) / kinds.length) + 1;
    const walked = await walk(patientId, { before, since, hours });
    const some = walked.hours.flatMap((hour) => vitalsOf(patientId, kinds, hour));
    vitals.push(
      ...some.filter((vital) => isWithin(vital, dates, lastUpdated) && comesAfter(cursorOf(vital), after)),
    );
    before = walked.lookedUntil;
  }
  return { vitals, lookedUntil: before };
}

/** In the order of their ids. */
export const vitalsOf = (
  patientId: string,
  kinds: readonly VitalKind[],
  { hour, ...values }: HourOfVitals,
): Vital[] =>
  kinds.flatMap((kind) => {
    const value = values[kind];
    return value === null ? [] : [{ patientId, kind, hour, value }];
  });

export const cursorOf = (vital: NamedVital): Cursor => ({
  place: String(placeOf(vital.hour)),
  id: vitalId(vital),
});

/** Microseconds since 1970. */
export const placeOf = (at: Date): number => at.getTime() * 1000;

/** The hours that the filters can match: those that begin at `since` or later and end by all of `befores`. */
function hoursWithin(dates: readonly InstantFilter[], lastUpdated: readonly InstantFilter[]) {
  const times = boundsOf(dates);
  const updates = boundsOf(lastUpdated);
  const sinces = [times.since, updates.since].filter((at) => at !== undefined);
  return {
    since: sinces.length === 0 ? undefined : new Date(Math.max(...sinces.map(Number)) - HOUR_MS),
    befores: [
      ...(times.before ? [times.before.getTime() + HOUR_MS] : []),
      ...(updates.before ? [updates.before.getTime()] : []),
    ],
  };
}

/** The same rules as `isDuring` and `isAt` of store/conditions.ts. */
export function isWithin(
  vital: Pick<Vital, 'hour'>,
  dates: readonly InstantFilter[],
  lastUpdated: readonly InstantFilter[],
): boolean {
  const [start, end] = [vital.hour, vitalEnd(vital)];
  const { since, before } = boundsOf(lastUpdated);
  const isUpdated = (since === undefined || end >= since) && (before === undefined || end < before);
  return isUpdated && dates.every((filter) => isDuringHour(filter, start, end));
}

function isDuringHour({ prefix, from, until }: InstantFilter, start: Date, end: Date): boolean {
  switch (prefix) {
    case 'eq':
      return start >= from && end <= until;
    case 'ge':
      return end > from;
    case 'gt':
      return end > until;
    case 'le':
      return start < until;
    case 'lt':
      return start < from;
  }
}
