// The night of a home (docs/home.md, "The night"). Pure: the zone is an argument.

import { addDays, type Day, dayOf, instantOf, nextDay } from './zone.ts';

const [STARTS, ENDS] = ['18:00', '06:00'];

export interface NightPeriod {
  readonly date: Day;
  readonly start: Date;
  readonly end: Date;
}

export const nightOf = (date: Day, zone: string): NightPeriod => ({
  date,
  start: instantOf(date, STARTS, zone),
  end: instantOf(nextDay(date), ENDS, zone),
});

/** The latest night that has begun. */
export function lastNight(now: Date, zone: string): NightPeriod {
  const today = nightOf(dayOf(now, zone), zone);
  return today.start <= now ? today : nightOf(addDays(today.date, -1), zone);
}
