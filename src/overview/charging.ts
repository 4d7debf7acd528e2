// The pure rules of "Charge tonight" (docs/home.md, "Wearables: batteries and false alarms").

import { HOUR_MS } from '../platform/time.ts';
import { instantOf, localTimeOf, nextDay } from '../platform/zone.ts';

/** How far back the discharge is measured, in steps that a trend looks up once each. */
export const STEPS = { steps: 36, stepMinutes: 120 };
const STEP_HOURS = STEPS.stepMinutes / 60;

/** A battery that rises by more within a step is charged; less is noise. */
const CHARGED_ABOVE = 2;
/** A rate of fewer hours is a guess. */
const ENOUGH_HOURS = 6;
/** What must be left, in percent: the last points of a battery go fast. */
const RESERVE = 10;
/** Without a rate, half a battery is not enough for a night and a day. */
const ENOUGH_WITHOUT_RATE = 50;

const EVENING = '20:00';
/** Until this hour it is still the night of the day before. */
const NIGHT_ENDS = 6;

/** The evening after the coming or present night, until which a battery must last. */
export function eveningAfterNight(at: Date, zone: string): Date {
  const { day, hour } = localTimeOf(at, zone);
  return instantOf(hour < NIGHT_ENDS ? day : nextDay(day), EVENING, zone);
}

/** Percent an hour, while it was not charged; null if too little is known. By the levels at the end of each step. */
export function dischargeOf(levels: readonly (number | null)[]): number | null {
  let [hours, used] = [0, 0];
  for (const [i, level] of levels.entries()) {
    const before = levels[i - 1];
    if (before === undefined || before === null || level === null || level - before > CHARGED_ABOVE) continue;
    hours += STEP_HOURS;
    used += before - level;
  }
  return hours < ENOUGH_HOURS ? null : Math.max(0, used / hours);
}

interface Battery {
  readonly level: number;
  /** When it had that level. */
  readonly at: Date;
}

/** Whether a battery is below its reserve by then. One that is silent goes on discharging. */
export const mustCharge = ({ level, at }: Battery, perHour: number | null, until: Date): boolean =>
  perHour === null
    ? level < ENOUGH_WITHOUT_RATE
    : level - (perHour * (until.getTime() - at.getTime())) / HOUR_MS < RESERVE;

/** A battery that lasts for longer is as good as full. */
const MOST_HOURS = 24 * 365;

/** When it is empty at this rate; null if that is not known, or very far. */
export function emptyAt({ level, at }: Battery, perHour: number | null): Date | null {
  const hours = perHour === null || perHour === 0 ? Number.POSITIVE_INFINITY : level / perHour;
  return hours > MOST_HOURS ? null : new Date(at.getTime() + hours * HOUR_MS);
}
