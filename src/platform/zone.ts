// Days and wall-clock times in a time zone (docs/home.md, "The organisation"). Pure: the zone is an argument.
// A day is text, `2026-11-16`, so that it compares and sorts as text. Its length is 24 hours, except when summer time
// begins or ends (23 or 25), and on a day that the zone skipped (0).

import { type Language, LOCALES } from './languages.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** `2026-11-16` */
export type Day = string;

/** ISO: 1 is Monday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface LocalTime {
  readonly day: Day;
  readonly hour: number;
  readonly minute: number;
  readonly weekday: Weekday;
}

/**
 * More than there are time zones and kinds of formatters; other spellings (europe/BERLIN) must not grow the cache
 * without limit.
 */
const MAX_FORMATTERS = 2_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a hundred times as long as using it. */
function formatterOf(kind: keyof typeof FORMATS, locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const formatter = new Intl.DateTimeFormat(locale, { ...FORMATS[kind], timeZone });
  formatters.set(key, formatter);
  return formatter;
}

/** The one form of a date, as in the console: with the month as a word. */
export const DATE_FORM = { day: 'numeric', month: 'short', year: 'numeric' } as const;

const FORMATS = {
  // With the hour alone it takes a third of the time that it takes with the date.
  offset: { timeZoneName: 'longOffset', hour: 'numeric', hourCycle: 'h23' },
  dateTime: { ...DATE_FORM, hour: '2-digit', minute: '2-digit' },
  date: DATE_FORM,
  time: { timeStyle: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/**
 * Intl also accepts abbreviations that are no IANA names: its BST is in Bangladesh, PostgreSQL's in Britain. These
 * three letters are IANA names.
 */
const ABBREVIATIONS = /^(?:UTC|GMT|UCT|CET|EET|MET|WET|EST|MST|HST|PRC|ROC|ROK)$/i;

/** True for an IANA name that Intl knows, in any case. */
export function isZone(name: string): boolean {
  // Newer versions of Node also accept offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z][\w+\-/]*$/.test(name) || /^SystemV\//i.test(name)) return false;
  if (/^[A-Za-z]{3}$/.test(name) && !ABBREVIATIONS.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The usual spelling of a zone given in another case. */
export function canonicalZone(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions();
  // Intl also replaces new names by the old ones, such as Kyiv by Kiev: those stay as they were given.
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

/** The zone of this machine; UTC if it has none. */
export const machineZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
};

/** Local time minus UTC, in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
  const shown = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(formatterOf('offset', 'en-US', zone).format(ms));
  if (shown === null) return 0;
  const [, sign, hours, minutes, seconds = '0'] = shown;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -size : size;
}

/** The day on the calendar of the zone. */
export const dayOf = (instant: Date, zone: string): Day => {
  const ms = instant.getTime();
  return dayAt(ms + offsetAt(ms, zone));
};

export function localTimeOf(instant: Date, zone: string): LocalTime {
  const ms = instant.getTime();
  const wall = ms + offsetAt(ms, zone);
  const clock = new Date(wall);
  return {
    day: dayAt(wall),
    hour: clock.getUTCHours(),
    minute: clock.getUTCMinutes(),
    weekday: weekdayAt(wall),
  };
}

/**
 * The instant at which the clocks of the zone show that time, `HH:MM`. A time that the clock skips moves forward by
 * the gap; of a time that is shown twice it is the first.
 */
export const instantOf = (day: Day, time: string, zone: string): Date =>
  atWall(
    midnightOf(day) + Number(time.slice(0, 2)) * 60 * MINUTE_MS + Number(time.slice(3)) * MINUTE_MS,
    zone,
  );

/** The first instant of the day. A day that the zone skipped starts, and ends, with the next. */
export const startOfDay = (day: Day, zone: string): Date => atWall(midnightOf(day), zone);

/** The first instant after the day. */
export const endOfDay = (day: Day, zone: string): Date => atWall(midnightOf(day) + DAY_MS, zone);

/** `wall`: the time on the clock, as if the zone were UTC. */
function atWall(wall: number, zone: string): Date {
  // No zone is a day from UTC, so that the two surround the instant; no zone changes twice in two days.
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const first = wall - before;
  if (before === after || offsetAt(first, zone) === before) return new Date(first);
  const second = wall - after;
  return new Date(offsetAt(second, zone) === after ? second : first);
}

export const nextDay = (day: Day): Day => addDays(day, 1);

/** `days` may be negative. */
export const addDays = (day: Day, days: number): Day => dayAt(midnightOf(day) + days * DAY_MS);

export const weekdayOf = (day: Day): Weekday => weekdayAt(midnightOf(day));

/** ISO 8601, such as `2026-W47`: a week belongs to the year of its Thursday. */
export function isoWeekOf(day: Day): string {
  const thursday = addDays(day, 4 - weekdayOf(day));
  const year = thursday.slice(0, 4);
  const week = Math.floor((midnightOf(thursday) - midnightOf(`${year}-01-01`)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** `16 Nov 2026, 06:17` */
export const formatDateTime = (instant: Date, zone: string, language: Language): string =>
  formatterOf('dateTime', LOCALES[language], zone).format(instant);

/** `16 Nov 2026` */
export const formatDate = (instant: Date, zone: string, language: Language): string =>
  formatterOf('date', LOCALES[language], zone).format(instant);

/** `06:17` */
export const formatTime = (instant: Date, zone: string, language: Language): string =>
  formatterOf('time', LOCALES[language], zone).format(instant);

const midnightOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const dayAt = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);

const weekdayAt = (wall: number): Weekday => (((new Date(wall).getUTCDay() + 6) % 7) + 1) as Weekday;

/** From `from` until just before `to`, `HH:MM` in the local time of the zone; may span midnight. */
export function isWithinHours(
  { from, to }: { readonly from: string; readonly to: string },
  zone: string,
  at: Date,
): boolean {
  const { hour, minute } = localTimeOf(at, zone);
  const now = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  // `HH:MM` compares as text.
  return from <= to ? from <= now && now < to : now >= from || now < to;
}
