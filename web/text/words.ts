/** Durations and times of day. The texts are in en/ and de/, one file per page. */

import { signal } from '@preact/signals';
import { time } from './en/time.ts';
import { LOCALE } from './plural.ts';
import type { Texts } from './texts.ts';

export { decimal, listed, number, plural } from './plural.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function spanIn(words: Texts<typeof time.span>, ms: number): string {
  const positive = Math.max(0, ms);
  if (positive < MINUTE) return words.seconds(Math.floor(positive / SECOND));
  if (positive < HOUR) return words.minutes(Math.floor(positive / MINUTE));
  if (positive < DAY) {
    const minutes = Math.floor((positive % HOUR) / MINUTE);
    return words.hours(Math.floor(positive / HOUR), String(minutes).padStart(2, '0'));
  }
  return words.days(Math.floor(positive / DAY));
}

export const durationIn = (words: Texts<typeof time>, ms: number): string => spanIn(words.span, ms);
export const agoIn = (words: Texts<typeof time>, ms: number): string =>
  ms < SECOND ? words.ago.now : spanIn(words.ago, ms);

/** As short as possible: `12 s`, `4 min`, `3 h 05 min`, `2 days`. */
export const duration = (ms: number): string => durationIn(time, ms);

/** To the second below an hour: whether 1 min or 1 min 59 s makes a difference for a response. */
export function exactDuration(seconds: number | null): string {
  if (seconds === null) return '–';
  const isMinutes = seconds >= 60 && seconds < 3600;
  return isMinutes ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : duration(seconds * 1000);
}

export const ago = (ms: number): string => agoIn(time, ms);

/** `03:12` */
export const timeOfDay = (at: number | string | Date): string => shown('time', at);
/** `15 Nov 2026, 03:12` */
export const dateAndTime = (at: number | string | Date): string => shown('dateAndTime', at);
/** `15 Nov, 03:12` */
export const dayAndTime = (at: number | string | Date): string => shown('dayAndTime', at);
/** `15 Nov 2026` */
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

/** `16 – 22 Nov 2026`, days of the calendar. */
export const calendarRange = (from: string, to: string): string =>
  formatterOf('date', 'UTC')
    .formatRange(new Date(from), new Date(to))
    // Intl puts thin spaces around the dash, or none, by its version.
    .replaceAll(/\s*–\s*/gu, ' – ');

/** docs/home.md, "The organisation": the zone of all times. */
export interface Reader {
  readonly timeZone: string;
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Until the session has begun, that of the device. Components that show times follow it. */
export const reader = signal<Reader>({ timeZone: deviceZone() });

/** One form of a date per language: with the year where it matters, and always with the month as a word. */
const FORMATS = {
  time: { hour: '2-digit', minute: '2-digit' },
  exactTime: { timeStyle: 'medium' },
  dateAndTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dayAndMonth: { day: 'numeric', month: 'short' },
  offset: { timeZoneName: 'longOffset' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a hundred times as long as using it. */
function formatterOf(kind: keyof typeof FORMATS, timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...FORMATS[kind], timeZone });
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

/** Whether the clocks of the zone show 00:00. */
export const isMidnight = (at: number): boolean => clock(at) === '00:00';

/** What the clocks of the zone show, to compare: `06:17`. */
export const clock = (at: number): string => wallOf('clock', at);

/** The present day in the zone: `2026-11-16`. */
export const today = (at: number): string => wallOf('day', at);

const WALLS = {
  day: {},
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const walls = new Map<string, Intl.DateTimeFormat>();

/** Not for people: Swedish writes 2026-11-16 and 06:17. */
function wallOf(kind: keyof typeof WALLS, at: number): string {
  const { timeZone } = reader.value;
  const key = `${kind} ${timeZone}`;
  const formatter = walls.get(key) ?? new Intl.DateTimeFormat('sv-SE', { ...WALLS[kind], timeZone });
  walls.set(key, formatter);
  return formatter.format(at);
}
