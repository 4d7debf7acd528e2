import type { RosterShift } from '../../src/response/roster/slots.ts';

/**
 * A second, naive account of wall clocks, which shares nothing with the service: it walks through the instants in steps
 * of 15 minutes, asks Intl what the clock shows, and remembers when it showed each time first.
 */
export interface WallClock {
  /** What the clock shows at an instant, `2026-11-16 22:00`. */
  shown(instant: number): string;
  /** When it shows a time first; a time that it skips moves forward by the gap. */
  instantOf(day: string, time: string): number;
}

export const STEP_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

export function wallClock(zone: string, fromDay: string, days: number): WallClock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const first = new Map<string, number>();
  const begin = Date.parse(`${fromDay}T00:00:00Z`) - 2 * DAY_MS;
  for (let at = begin; at < begin + (days + 4) * DAY_MS; at += STEP_MS) {
    const shown = format.format(at);
    if (!first.has(shown)) first.set(shown, at);
  }
  return {
    shown: (instant) => format.format(instant),
    instantOf(day, time) {
      // Back from a time that was never shown to one that was, and as far ahead again.
      for (let steps = 0; steps < 200; steps++) {
        const wall = new Date(Date.parse(`${day}T${time}:00Z`) - steps * STEP_MS).toISOString();
        const at = first.get(`${wall.slice(0, 10)} ${wall.slice(11, 16)}`);
        if (at !== undefined) return at + steps * STEP_MS;
      }
      throw new Error(`no such time: ${day} ${time} in ${zone}`);
    },
  };
}

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Walks through the days one by one and counts Mondays. */
export function naiveSlots(
  shift: RosterShift,
  clock: WallClock,
  fromDay: string,
  days: number,
): { readonly day: string; readonly start: number; readonly end: number }[] {
  const slots: { day: string; start: number; end: number }[] = [];
  let week = 0;
  // The week of `from` is the first: begin on its Monday.
  let at = Date.parse(shift.from);
  while (new Date(at).getUTCDay() !== 1) at -= DAY_MS;
  const end = Date.parse(fromDay) + days * DAY_MS;
  for (let count = 0; at < end; at += DAY_MS, count++) {
    const day = dayAt(at);
    if (count > 0 && new Date(at).getUTCDay() === 1) week += 1;
    const weekday = new Date(at).getUTCDay() || 7;
    if (day < fromDay || day < shift.from || (shift.until !== null && day > shift.until)) continue;
    if (!shift.weekdays.includes(weekday) || week % shift.everyWeeks !== 0) continue;
    const lastDay = shift.end > shift.start ? day : dayAt(at + DAY_MS);
    const slot = { day, start: clock.instantOf(day, shift.start), end: clock.instantOf(lastDay, shift.end) };
    if (slot.start < slot.end) slots.push(slot);
  }
  return slots;
}

/** A generator of numbers from 0 to `below`, the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Any shift whose times are quarters of an hour, many of them between 00:00 and 04:00, where clocks change. */
export function anyShift(random: (below: number) => number, fromDay: string, days: number): RosterShift {
  const time = (): string => {
    const quarters = random(random(2) === 0 ? 16 : 96);
    return `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
  };
  const start = time();
  const first = Date.parse(fromDay) + random(days) * DAY_MS;
  return {
    id: 'shift',
    name: 'Shift',
    weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random(2) === 0),
    start,
    end: random(6) === 0 ? start : time(),
    caregivers: [],
    from: dayAt(first),
    until: random(3) === 0 ? dayAt(first + random(days) * DAY_MS) : null,
    everyWeeks: 1 + random(random(2) === 0 ? 1 : 8),
  };
}
