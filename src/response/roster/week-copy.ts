// The pure rules of copying a week of a roster to the next (docs/home.md, "Exceptions and swaps").

import { addDays, type Day, endOfDay, startOfDay } from '../../platform/zone.ts';
import { type StaffedSlot, staffedSlots } from './duty-plan.ts';
import {
  presentAmong,
  type RosterException,
  type RosterMember,
  type RosterShift,
  type Slot,
  slotOn,
} from './slots.ts';

/**
 * Why a slot is not copied: the next week was changed by hand, one of its caregivers is on another shift then, nobody is left
 * to copy, the slot has begun, or the shift has none on that day.
 */
export const SKIP_REASONS = ['CHANGED', 'BUSY', 'NOBODY', 'BEGUN', 'NO_SLOT'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

interface Plan {
  readonly shifts: readonly RosterShift[];
  readonly exceptions: readonly RosterException[];
  readonly members: ReadonlyMap<string, RosterMember>;
  readonly zone: string;
  readonly at: Date;
}

export interface WeekCopy {
  /** Slots of the next week, with those who shall be on them. */
  readonly copied: readonly StaffedSlot[];
  /** How many slots have the same caregivers already. */
  readonly unchanged: number;
  readonly skipped: readonly (Pick<Slot, 'shiftId' | 'name' | 'day'> & { readonly reason: SkipReason })[];
}

const DAYS_A_WEEK = 7;

export const overlap = (a: Pick<Slot, 'start' | 'end'>, b: Pick<Slot, 'start' | 'end'>): boolean =>
  a.start < b.end && b.start < a.end;

const keyOf = ({ shiftId, day }: Pick<Slot, 'shiftId' | 'day'>): string => `${shiftId} ${day}`;

/** The slots from the day before the week to the day after it: those of a night reach into the next day. */
export const slotsAround = (
  { shifts, exceptions, zone }: Pick<Plan, 'shifts' | 'exceptions' | 'zone'>,
  first: Day,
  last: Day,
): readonly StaffedSlot[] =>
  staffedSlots(
    shifts,
    exceptions,
    { from: startOfDay(addDays(first, -1), zone), to: endOfDay(addDays(last, 1), zone) },
    zone,
  );

/** What the next week has of its own stays: copying the same week again changes nothing more. */
export function weekCopy(plan: Plan, monday: Day): WeekCopy {
  const { shifts, exceptions, members, zone, at } = plan;
  const nextMonday = addDays(monday, DAYS_A_WEEK);
  const next = new Map(
    slotsAround(plan, nextMonday, addDays(nextMonday, DAYS_A_WEEK - 1)).map((slot) => [keyOf(slot), slot]),
  );
  const changed = new Set(exceptions.map(keyOf));
  const skipped: WeekCopy['skipped'][number][] = [];
  const same: string[] = [];
  let wanted: StaffedSlot[] = [];
  for (const source of slotsAround(plan, monday, addDays(monday, DAYS_A_WEEK - 1))) {
    if (source.day < monday || source.day >= nextMonday) continue;
    const day = addDays(source.day, DAYS_A_WEEK);
    const shift = shifts.find(({ id }) => id === source.shiftId);
    const slot = shift && slotOn({ ...shift, extraDays: [day] }, day, zone);
    const skip = (reason: SkipReason) =>
      skipped.push({ shiftId: source.shiftId, name: source.name, day, reason });
    if (slot === undefined) {
      skip('NO_SLOT');
      continue;
    }
    const presentOn = (people: readonly string[]) => presentAmong(people, members, slot).map(({ id }) => id);
    const caregivers = presentOn(source.caregivers);
    const current = presentOn(next.get(keyOf(slot))?.caregivers ?? []);
    if (caregivers.length === current.length && caregivers.every((id) => current.includes(id)))
      same.push(keyOf(slot));
    else if (slot.start <= at) skip('BEGUN');
    else if (caregivers.length === 0) skip('NOBODY');
    else if (changed.has(keyOf(slot))) skip('CHANGED');
    else wanted.push({ ...slot, caregivers });
  }
  // A slot that is not copied keeps its caregivers, who may be wanted on another: again until nobody is.
  for (;;) {
    const free = wanted.filter((slot) => !isBusy(slot, next, new Set([...wanted.map(keyOf), ...same])));
    if (free.length === wanted.length) break;
    for (const { shiftId, name, day } of wanted.filter((slot) => !free.includes(slot)))
      skipped.push({ shiftId, name, day, reason: 'BUSY' });
    wanted = free;
  }
  skipped.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  return { copied: wanted, unchanged: same.length, skipped };
}

/** Whether one who joins the slot is on another slot of the next week at that time; the copied ones are as in the week before. */
function isBusy(
  slot: StaffedSlot,
  next: ReadonlyMap<string, StaffedSlot>,
  copied: ReadonlySet<string>,
): boolean {
  const joining = slot.caregivers.filter((id) => !next.get(keyOf(slot))?.caregivers.includes(id));
  return [...next.values()].some(
    (other) =>
      !copied.has(keyOf(other)) &&
      overlap(slot, other) &&
      joining.some((id) => other.caregivers.includes(id)),
  );
}
