import { WAKING_HOURS } from '../devices/vocabulary.ts';
import { daysOf, type Period } from '../platform/period.ts';
import { HOUR_MS, MINUTE_MS, minuteOf } from '../platform/time.ts';
import { type Day, dayOf, instantOf } from '../platform/zone.ts';
import { difference, intersection, longestOf, minutesOf, type Spans, union } from './spans.ts';

/** What is known of a resident's minutes; spans of several days. */
export interface KnownMinutes {
  /** Of each wearable. */
  readonly wearables: readonly {
    readonly connected: Spans;
    readonly late: Spans;
    readonly notWorn: Spans;
  }[];
  readonly absent: Spans;
}

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

const MINUTES = ['connectedMinutes', 'wornMinutes', 'blindMinutes', 'lateMinutes', 'absentMinutes'] as const;

export type Coverage = Readonly<Record<(typeof MINUTES)[number] | 'longestBlindMinutes', number>>;

export interface HourOfCoverage extends Omit<Coverage, 'longestBlindMinutes'> {
  /** Of the clock, in the organisation's zone. */
  readonly hour: number;
}

export interface DayOfCoverage extends Coverage {
  readonly date: Day;
}

/** The waking minutes of a day: the same for all residents. */
export interface WakingDay {
  readonly date: Day;
  readonly from: number;
  readonly until: number;
  /** Until now. The running minute counts once it has a reading: it is not over. */
  readonly passed: Spans;
}

/** The days of a period, none of the future. */
export function wakingDays(period: Period, now: number): readonly WakingDay[] {
  const today = dayOf(new Date(now), period.zone);
  const past: Spans = [[0, minuteOf(now) + 1]];
  return daysOf(period)
    .filter((date) => date <= today)
    .map((date) => {
      const from = minuteOf(instantOf(date, WAKING_HOURS.from, period.zone).getTime());
      const until = minuteOf(instantOf(date, WAKING_HOURS.until, period.zone).getTime());
      return { date, from, until, passed: intersection([[from, until]], past) };
    });
}

/** The kinds of minutes are disjoint, except that worn ones are connected, too. */
export interface KindsOfMinutes {
  readonly connected: Spans;
  readonly worn: Spans;
  readonly late: Spans;
  readonly blind: Spans;
  readonly absent: Spans;
}

export function kindsOf({ wearables, absent }: KnownMinutes, waking: Spans, now: number): KindsOfMinutes {
  const present = difference(waking, absent);
  const within = (spans: Spans) => intersection(present, spans);
  const connected = within(union(...wearables.map((one) => one.connected)));
  const late = difference(within(union(...wearables.map((one) => one.late))), connected);
  const running = minuteOf(now);
  return {
    connected,
    worn: within(union(...wearables.map((one) => difference(one.connected, one.notWorn)))),
    late,
    blind: difference(difference(difference(present, connected), late), [[running, running + 1]]),
    absent: intersection(waking, absent),
  };
}

export const coverageIn = (kinds: KindsOfMinutes): Coverage => ({
  connectedMinutes: minutesOf(kinds.connected),
  wornMinutes: minutesOf(kinds.worn),
  blindMinutes: minutesOf(kinds.blind),
  longestBlindMinutes: longestOf(kinds.blind),
  lateMinutes: minutesOf(kinds.late),
  absentMinutes: minutesOf(kinds.absent),
});

/** Each hour of the waking day, also hours that are still to come. */
export function hoursOf(kinds: KindsOfMinutes, day: WakingDay): readonly HourOfCoverage[] {
  return Array.from({ length: Math.ceil((day.until - day.from) / HOUR_MINUTES) }, (_, index) => {
    const from = day.from + index * HOUR_MINUTES;
    const within = (spans: Spans) => intersection(spans, [[from, from + HOUR_MINUTES]]);
    const { longestBlindMinutes: _longest, ...minutes } = coverageIn({
      connected: within(kinds.connected),
      worn: within(kinds.worn),
      late: within(kinds.late),
      blind: within(kinds.blind),
      absent: within(kinds.absent),
    });
    return { hour: Number(WAKING_HOURS.from.slice(0, 2)) + index, ...minutes };
  });
}

export function totalOf(days: readonly Coverage[]): Coverage {
  const sum = (name: (typeof MINUTES)[number]) => days.reduce((total, day) => total + day[name], 0);
  return {
    connectedMinutes: sum('connectedMinutes'),
    wornMinutes: sum('wornMinutes'),
    blindMinutes: sum('blindMinutes'),
    longestBlindMinutes: Math.max(0, ...days.map((day) => day.longestBlindMinutes)),
    lateMinutes: sum('lateMinutes'),
    absentMinutes: sum('absentMinutes'),
  };
}
