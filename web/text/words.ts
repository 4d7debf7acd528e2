/** Plurals, durations and times of day, for any language. The texts are in en/, one file per page. */

import { signal } from '@preact/signals';

export const LANGUAGE = 'en';

const rules = new Intl.PluralRules(LANGUAGE);
const numbers = new Intl.NumberFormat(LANGUAGE);

/** `plural(3, { one: 'fall', other: 'falls' })` is `3 falls`. */
export const plural = (count: number, forms: { readonly one: string; readonly other: string }): string =>
  `${numbers.format(count)} ${rules.select(count) === 'one' ? forms.one : forms.other}`;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** As short as possible: `12 s`, `4 min`, `3 h 05 min`, `2 days`. */
export function duration(ms: number): string {
  const positive = Math.max(0, ms);
  if (positive < MINUTE) return `${Math.floor(positive / SECOND)} s`;
  if (positive < HOUR) return `${Math.floor(positive / MINUTE)} min`;
  if (positive < DAY) {
    const minutes = Math.floor((positive % HOUR) / MINUTE);
    return `${Math.floor(positive / HOUR)} h ${String(minutes).padStart(2, '0')} min`;
  }
  return plural(Math.floor(positive / DAY), { one: 'day', other: 'days' });
}

export const ago = (ms: number): string => (ms < SECOND ? 'just now' : `${duration(ms)} ago`);

/** `03:12` */
export const timeOfDay = (at: number | string | Date): string => shown('time', at);
/** `15 Nov 2026, 03:12` */
export const dateAndTime = (at: number | string | Date): string => shown('dateAndTime', at);
/** `15 November 2026` */
export const date = (at: number | string | Date): string => shown('date', at);
/** `15 Nov` */
export const dayAndMonth = (at: number | string | Date): string => shown('dayAndMonth', at);
/** `03:12:07` */
export const timeWithSeconds = (at: number | string | Date): string => shown('exactTime', at);
/** A day of the calendar, such as a date of birth (`1948-03-17`): the same in every zone. */
export const calendarDate = (day: string): string => formatterOf('date', 'UTC').format(new Date(day));

/** `17 Mar`, of a day of the calendar. */
export const calendarDayAndMonth = (day: string): string =>
  formatterOf('dayAndMonth', 'UTC').format(new Date(day));

export type Language = 'en' | 'de';

/** docs/home.md, "The organisation": the zone of all times, and the language of dates. */
export interface Reader {
  readonly timeZone: string;
  readonly language: Language;
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Until the session has begun, that of the device. Components that show times follow it. */
export const reader = signal<Reader>({ timeZone: deviceZone(), language: LANGUAGE });

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

const FORMATS = {
  time: { hour: '2-digit', minute: '2-digit' },
  exactTime: { timeStyle: 'medium' },
  dateAndTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayAndMonth: { day: 'numeric', month: 'short' },
  offset: { timeZoneName: 'longOffset' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a hundred times as long as using it. */
function formatterOf(kind: keyof typeof FORMATS, timeZone: string): Intl.DateTimeFormat {
  const locale = LOCALES[reader.value.language];
  const key = `${kind} ${locale} ${timeZone}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...FORMATS[kind], timeZone, hourCycle: 'h23' });
  formatters.set(key, formatter);
  return formatter;
}

const shown = (kind: keyof typeof FORMATS, at: number | string | Date): string =>
  formatterOf(kind, reader.value.timeZone).format(new Date(at));

/** Whether clocks differ between the two zones at this time, or half a year later. */
export const clocksDiffer = (one: string, other: string, at: number): boolean =>
  [at, at + (365 / 2) * DAY].some((time) => {
    const [first, second] = [one, other].map((zone) => formatterOf('offset', zone).format(time));
    return first !== second;
  });

/** The present day in the zone: `2026-11-16`. */
export const today = (at: number): string =>
  // This language writes dates like this.
  new Intl.DateTimeFormat('sv-SE', { timeZone: reader.value.timeZone }).format(at);
