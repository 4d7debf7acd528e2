import { addDays, startOfDay } from '../../platform/zone.ts';

const PREFIXES = ['eq', 'ge', 'le', 'gt', 'lt'] as const;

/** A value of `date` or `_lastUpdated`: a prefix and the time it names, from `from` to before `until`. */
export interface InstantFilter {
  readonly prefix: (typeof PREFIXES)[number];
  readonly from: Date;
  readonly until: Date;
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];
const VALUE =
  /^([a-z]{2})?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d))?)?)?$/;

export const INSTANT_RULE =
  'must be a date or a time with its zone, such as 2026-11-17 or ge2026-11-17T08:00:00Z; prefixes are eq, ge, le, gt, lt';

/** A year, month or day is that of the organisation's zone. Undefined if the value is not valid. */
export function readInstant(text: string, zone: string): InstantFilter | undefined {
  const [, prefix = 'eq', year, month, day, hour] = VALUE.exec(text) ?? [];
  if (year === undefined || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined;
  const known = PREFIXES.find((one) => one === prefix);
  const range =
    hour === undefined ? rangeOfDays({ year, month, day }, zone) : rangeOfTime(text.replace(/^[a-z]+/, ''));
  return known && range && { prefix: known, ...range };
}

function rangeOfDays(
  { year, month, day }: { year: string; month: string | undefined; day: string | undefined },
  zone: string,
) {
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (!isDay(first)) return undefined;
  const next = day !== undefined ? addDays(first, 1) : firstOfNext(Number(year), month);
  return { from: startOfDay(first, zone), until: startOfDay(next, zone) };
}

function firstOfNext(year: number, month: string | undefined): string {
  if (month === undefined || month === '12') return `${year + 1}-01-01`;
  return `${year}-${String(Number(month) + 1).padStart(2, '0')}-01`;
}

/** February has no 30th, although a Date would take it for a day of March. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function rangeOfTime(text: string) {
  const from = new Date(text.replace(/\.(\d{3})\d+/, '.$1'));
  if (Number.isNaN(from.getTime()) || !isDay(text.slice(0, 10))) return undefined;
  const lengthMs = text.includes('.') ? 1 : /T\d\d:\d\d:\d\d/.test(text) ? 1_000 : 60_000;
  return { from, until: new Date(from.getTime() + lengthMs) };
}

/** The bounds for a time: at or after `since`, before `before`. */
export function boundsOf(filters: readonly InstantFilter[]): {
  since: Date | undefined;
  before: Date | undefined;
} {
  const sinces = filters.flatMap(({ prefix, from, until }) =>
    prefix === 'gt' ? [until] : prefix === 'eq' || prefix === 'ge' ? [from] : [],
  );
  const befores = filters.flatMap(({ prefix, from, until }) =>
    prefix === 'lt' ? [from] : prefix === 'eq' || prefix === 'le' ? [until] : [],
  );
  return {
    since: sinces.length === 0 ? undefined : new Date(Math.max(...sinces.map(Number))),
    before: befores.length === 0 ? undefined : new Date(Math.min(...befores.map(Number))),
  };
}
