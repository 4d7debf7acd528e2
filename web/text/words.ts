/** Plurals, durations and times of day, for any language. The texts are in en/, one file per page. */
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

const clockTime = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayAndTime = new Intl.DateTimeFormat(LANGUAGE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'long', year: 'numeric' });

/** `03:12` */
export const timeOfDay = (at: number | string | Date): string => clockTime.format(new Date(at));
/** `15 Nov 2026, 03:12` */
export const dateAndTime = (at: number | string | Date): string => dayAndTime.format(new Date(at));
export const date = (at: number | string | Date): string => day.format(new Date(at));

const shortDay = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });
/** `15 Nov` */
export const dayAndMonth = (at: number | string | Date): string => shortDay.format(new Date(at));

const clockTimeWithSeconds = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium', hourCycle: 'h23' });
/** `03:12:07` */
export const timeWithSeconds = (at: number | string | Date): string =>
  clockTimeWithSeconds.format(new Date(at));
