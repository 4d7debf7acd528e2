// The pure rules of rosters (docs/home.md, "Rosters"): which slots a shift has, and who is on them.

import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { addDays, type Day, dayOf, instantOf, startOfDay, weekdayOf } from '../../platform/zone.ts';

/** A recurring shift, in wall-clock times of the organisation's zone. */
export interface RosterShift {
  readonly id: string;
  readonly name: string;
  /** ISO: 1 is Monday. Weekdays of the day on which a slot begins. */
  readonly weekdays: readonly number[];
  /** `HH:MM` */
  readonly start: string;
  /** Before `start`: on the next day. Equal: a whole day. */
  readonly end: string;
  readonly caregivers: readonly string[];
  /** Both inclusive. */
  readonly from: Day;
  readonly until: Day | null;
  /** Every so many weeks, counted from the week of `from`. */
  readonly everyWeeks: number;
  /** Days on which it has a slot because somebody was added to it. */
  readonly extraDays?: readonly Day[];
}

/** One occurrence of a shift. */
export interface Slot {
  readonly shiftId: string;
  readonly name: string;
  /** The day on which it begins. */
  readonly day: Day;
  readonly start: Date;
  readonly end: Date;
}

/** On one slot, a caregiver is absent, another takes their place, or they are there although the shift does not name them. */
export interface RosterException {
  readonly shiftId: string;
  readonly day: Day;
  readonly caregiverId: string;
  readonly replacedBy: string | null;
  readonly added?: boolean;
}

const DAYS_A_WEEK = 7;

const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));

const weeksBetween = (from: Day, day: Day): number =>
  Math.round((Date.parse(mondayOf(day)) - Date.parse(mondayOf(from))) / (DAYS_A_WEEK * DAY_MS));

/** Days of other centuries have more digits, and do not sort as text. */
export const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2999-12-31'] as const;

const isRegular = ({ weekdays, from, everyWeeks }: RosterShift, day: Day): boolean =>
  weekdays.includes(weekdayOf(day)) && (everyWeeks === 1 || weeksBetween(from, day) % everyWeeks === 0);

const hasSlotOn = (shift: RosterShift, day: Day): boolean =>
  day >= FIRST_DAY &&
  day <= LAST_DAY &&
  day >= shift.from &&
  (shift.until === null || day <= shift.until) &&
  (isRegular(shift, day) || (shift.extraDays?.includes(day) ?? false));

/** Whom the shift puts on its slot of a day. An additional slot has only those who were added to it. */
export const regularCaregivers = (shift: RosterShift, day: Day): readonly string[] =>
  isRegular(shift, day) ? shift.caregivers : [];

/** Without caregivers, an additional slot is no gap: there is none. */
export const isNeeded = (shift: RosterShift, day: Day, caregivers: readonly string[]): boolean =>
  caregivers.length > 0 || isRegular(shift, day);

/** The instants of times on a day, and on the day after it. */
type Instants = (time: string, daysLater: 0 | 1) => Date;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * While no clock changes, a time is so many minutes after the start of its day: a calendar has thousands of slots, and
 * asking Intl for each of them would take most of a second.
 */
function instantsFrom(day: Day, zone: string): Instants {
  const start = startOfDay(day, zone).getTime();
  const isEven = startOfDay(addDays(day, 2), zone).getTime() - start === 2 * DAY_MS;
  return (time, daysLater) =>
    isEven
      ? new Date(start + daysLater * DAY_MS + minutesOf(time) * MINUTE_MS)
      : instantOf(addDays(day, daysLater), time, zone);
}

/**
 * The slot that begins on a day; undefined if there is none. The clock may skip all of it: from 02:30 until 03:00, on
 * the day on which summer time begins at 02:00, is no time at all.
 */
export const slotOn = (shift: RosterShift, day: Day, zone: string): Slot | undefined =>
  hasSlotOn(shift, day) ? slotAt(shift, day, instantsFrom(day, zone)) : undefined;

function slotAt(shift: RosterShift, day: Day, instantAt: Instants): Slot | undefined {
  const { id: shiftId, name } = shift;
  const start = instantAt(shift.start, 0);
  const end = instantAt(shift.end, shift.end > shift.start ? 0 : 1);
  return start < end ? { shiftId, name, day, start, end } : undefined;
}

/** A slot that overlaps an instant begins at most on the day before; one more, where a zone has skipped a day. */
const DAYS_BACK = 2;

/** The slots that overlap a range of instants, in the order of their start, then of the roster. */
export function slotsBetween(
  shifts: readonly RosterShift[],
  { from, to }: { readonly from: Date; readonly to: Date },
  zone: string,
): readonly Slot[] {
  const slots: Slot[] = [];
  const last = dayOf(to, zone);
  for (let day = addDays(dayOf(from, zone), -DAYS_BACK); day <= last; day = addDays(day, 1)) {
    const begun = shifts.filter((shift) => hasSlotOn(shift, day));
    if (begun.length === 0) continue;
    const instantAt = instantsFrom(day, zone);
    for (const shift of begun) {
      const slot = slotAt(shift, day, instantAt);
      if (slot !== undefined && slot.start < to && slot.end > from) slots.push(slot);
    }
  }
  return slots.sort((a, b) => a.start.getTime() - b.start.getTime());
}

/**
 * The caregivers of a slot, after its exceptions in the order in which they were made: a caregiver who takes over may
 * be replaced in turn. An exception for a caregiver who is not on the slot changes nothing.
 */
export function rosteredOn(
  caregivers: readonly string[],
  exceptions: readonly Pick<RosterException, 'caregiverId' | 'replacedBy' | 'added'>[],
): readonly string[] {
  let people = [...new Set(caregivers)];
  for (const { caregiverId, replacedBy, added = false } of exceptions) {
    if (people.includes(caregiverId) === added) continue;
    if (added) {
      people.push(caregiverId);
      continue;
    }
    const instead = replacedBy === null || people.includes(replacedBy) ? [] : [replacedBy];
    people = people.flatMap((person) => (person === caregiverId ? instead : [person]));
  }
  return people;
}

/** The exceptions that make of the caregivers of a shift those who are wanted on one slot. */
export function exceptionsFor(
  caregivers: readonly string[],
  wanted: readonly string[],
): readonly Required<Omit<RosterException, 'shiftId' | 'day'>>[] {
  const without = (people: readonly string[], others: readonly string[]) =>
    [...new Set(people)].filter((person) => !others.includes(person));
  const leaving = without(caregivers, wanted);
  const joining = without(wanted, caregivers);
  return [
    ...leaving.map((caregiverId, i) => ({ caregiverId, replacedBy: joining[i] ?? null, added: false })),
    ...joining.slice(leaving.length).map((caregiverId) => ({ caregiverId, replacedBy: null, added: true })),
  ];
}

/** A caregiver of a ward. Whoever is not among them has left it, or was deleted. */
export interface RosterMember {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** When the membership ends by itself. */
  readonly until: Date | null;
}

/** The caregivers of a slot who will be there: whoever left the ward, leaves it before, or is deactivated is absent. */
export const presentAmong = (
  people: readonly string[],
  members: ReadonlyMap<string, RosterMember>,
  slot: Pick<Slot, 'start'>,
): readonly RosterMember[] =>
  people.flatMap((id) => {
    const member = members.get(id);
    const isThere = member?.isActive && (member.until === null || member.until > slot.start);
    return member !== undefined && isThere ? [member] : [];
  });
