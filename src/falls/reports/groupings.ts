import { type Language, LOCALES } from '../../platform/languages.ts';
import { daysOf, offsetsOf, type Period } from '../../platform/period.ts';
import { addDays, DATE_FORM, type Day, isoWeekOf, startOfDay, weekdayOf } from '../../platform/zone.ts';
import { fallTexts } from '../texts/index.ts';

/** docs/home.md, "Reports". */
export const GROUPINGS = [
  'day',
  'week',
  'month',
  'hour',
  'weekday',
  'weekday-hour',
  'shift',
  'ward',
  'patient',
  'room',
  'source',
  'outcome',
] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** The key of falls without a ward, a room or an outcome. */
export const NONE = 'NONE';

/** Groups of falls by the column that they share. */
export type ColumnGrouping = Exclude<Grouping, TimeGrouping>;

export type TimeGrouping = 'day' | 'week' | 'month' | 'hour' | 'weekday' | 'weekday-hour' | 'shift';

/** The shifts of a home, from 06:00, 14:00 and 22:00, in the order of their numbers. */
export const SHIFTS = ['EARLY', 'LATE', 'NIGHT'] as const;
export const SHIFT_HOURS = 8;
export const FIRST_SHIFT = 6;

export const isByTime = (grouping: Grouping): grouping is TimeGrouping =>
  !['ward', 'patient', 'room', 'source', 'outcome'].includes(grouping);

interface Group {
  readonly key: string;
  readonly label: string;
}

/** How the database numbers the groups of a period, and what the numbers mean. */
export type TimeGroups =
  | {
      /** The number of a group is its place, from 1. */
      readonly by: 'start';
      readonly starts: readonly Date[];
      readonly groupOf: (number: number) => Group;
    }
  | {
      /** The number of a group is an hour of the week, from Monday's first, or a part of it. */
      readonly by: 'hour of the week';
      readonly unit: 'hour' | 'weekday' | 'weekday-hour' | 'shift';
      readonly changes: readonly Date[];
      readonly offsets: readonly number[];
      readonly groupOf: (number: number) => Group;
    };

export function timeGroups(grouping: TimeGrouping, period: Period, language: Language): TimeGroups {
  const locale = LOCALES[language];
  if (grouping === 'day' || grouping === 'week' || grouping === 'month') {
    const { keyOf, labelOf } = CALENDAR[grouping];
    const days = daysOf(period);
    const firsts = days.filter((day, i) => i === 0 || keyOf(day) !== keyOf(days[i - 1] as Day));
    return {
      by: 'start',
      starts: firsts.map((day) => startOfDay(day, period.zone)),
      groupOf(number) {
        const day = firsts[number - 1] as Day;
        return { key: keyOf(day), label: labelOf(day, locale) };
      },
    };
  }
  const offsets = offsetsOf(period);
  return {
    by: 'hour of the week',
    unit: grouping,
    changes: offsets.map(({ at }) => at),
    offsets: offsets.map(({ offsetSeconds }) => offsetSeconds),
    groupOf: (number) => CLOCK[grouping](number, locale, language),
  };
}

const CALENDAR = {
  day: { keyOf: (day: Day) => day, labelOf: (day: Day, locale: string) => dateOf(day, locale) },
  week: {
    keyOf: isoWeekOf,
    labelOf(day: Day, locale: string) {
      const monday = addDays(day, 1 - weekdayOf(day));
      // Intl puts thin spaces around the dash, or none, by its version.
      const range = DATE(locale).formatRange(noonOf(monday), noonOf(addDays(monday, 6)));
      return range.replaceAll(/\s*–\s*/gu, ' – ');
    },
  },
  month: {
    keyOf: (day: Day) => day.slice(0, 7),
    labelOf: (day: Day, locale: string) =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        noonOf(day),
      ),
  },
};

const CLOCK = {
  hour: (hour: number): Group => ({ key: String(hour), label: hourLabel(hour) }),
  weekday: (weekday: number, locale: string): Group => ({
    key: String(weekday + 1),
    label: weekdayLabel(weekday, locale),
  }),
  'weekday-hour'(number: number, locale: string): Group {
    const [weekday, hour] = [Math.floor(number / 24), number % 24];
    return { key: `${weekday + 1}-${hour}`, label: `${weekdayLabel(weekday, locale)}, ${hourLabel(hour)}` };
  },
  shift(number: number, _locale: string, language: Language): Group {
    const key = SHIFTS[number] as (typeof SHIFTS)[number];
    const from = (FIRST_SHIFT + number * SHIFT_HOURS) % 24;
    const hours = `${twoDigits(from)}:00–${twoDigits((from + SHIFT_HOURS) % 24)}:00`;
    return { key, label: `${fallTexts(language).report.shifts[key]}, ${hours}` };
  },
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const hourLabel = (hour: number): string => `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00`;

/** A Monday; the zone of labels is UTC, because a day and a weekday are the same in every zone. */
const SOME_MONDAY = '2026-01-05';

const weekdayLabel = (weekday: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    noonOf(addDays(SOME_MONDAY, weekday)),
  );

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`);

const DATE = (locale: string) => new Intl.DateTimeFormat(locale, { ...DATE_FORM, timeZone: 'UTC' });

const dateOf = (day: Day, locale: string): string => DATE(locale).format(noonOf(day));
