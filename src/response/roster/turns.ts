// Who is on which slot, and what a caregiver needs to join one.

import type { Queryable } from '../../platform/database/database.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { addDays } from '../../platform/zone.ts';
import {
  type RosterException,
  type RosterMember,
  type RosterShift,
  regularCaregivers,
  rosteredOn,
  type Slot,
  slotOn,
} from './slots.ts';
import * as store from './store.ts';
import { overlap, slotsAround } from './week-copy.ts';

/** Everything that a change of a roster reads under its lock. */
export interface Locked {
  readonly zone: string;
  readonly shifts: readonly RosterShift[];
  readonly members: ReadonlyMap<string, RosterMember>;
  readonly at: Date;
}

export const NOT_A_MEMBER = 'must be a member of this ward';
export const NOT_OVER = 'must be a slot that is not over';

/** The fields of a request that name a slot and its caregiver. */
export const FIELDS_OF_SLOT = { day: 'date', caregiver: 'caregiverId' } as const;
export const FIELDS_OF_TARGET = { day: 'toDate', caregiver: 'toCaregiverId' } as const;

/** The slot of an exception, if its caregiver is on it. */
export async function currentSlot(
  q: Queryable,
  wardId: string,
  { shiftId, day, caregiverId }: RosterException,
  { shifts, zone }: Locked,
): Promise<Slot | undefined> {
  const shift = shifts.find(({ id }) => id === shiftId);
  const slot = shift && slotOn(shift, day, zone);
  if (shift === undefined || slot === undefined) return undefined;
  const exceptions = (await store.exceptionsBetween(q, wardId, day, day)).filter(
    (one) => one.shiftId === shiftId,
  );
  return rosteredOn(regularCaregivers(shift, day), exceptions).includes(caregiverId) ? slot : undefined;
}

/** The slots of the ward at the time of a slot that a caregiver is on. */
export async function slotsOf(
  q: Queryable,
  wardId: string,
  slot: Slot,
  caregiverId: string,
  locked: Locked,
): Promise<readonly Slot[]> {
  const { day } = slot;
  const exceptions = await store.exceptionsBetween(q, wardId, addDays(day, -3), addDays(day, 3));
  return slotsAround({ ...locked, exceptions }, day, day).filter(
    (other) => overlap(slot, other) && other.caregivers.includes(caregiverId),
  );
}

/** Why a caregiver who is on those slots at that time cannot join the slot; `left` they leave for it. */
export function busyWith(slot: Slot, taken: readonly Slot[], left?: Slot): string | undefined {
  const isOn = (one: Slot | undefined) => (other: Slot) =>
    other.shiftId === one?.shiftId && other.day === one.day;
  if (taken.some(isOn(slot))) return 'is on this slot already';
  return taken.every(isOn(left)) ? undefined : 'is on another shift at that time';
}

/** 400 by field unless the caregiver is on that slot, and the replacement is a member who is free. */
export async function requireOnSlot(
  q: Queryable,
  wardId: string,
  exception: RosterException,
  locked: Locked,
): Promise<Slot> {
  const { shiftId, day, caregiverId, replacedBy } = exception;
  const shift = locked.shifts.find(({ id }) => id === shiftId);
  if (shift === undefined) throw new InvalidInput({ shiftId: 'must be a shift of this ward' });
  const slot = slotOn(shift, day, locked.zone);
  const details: Record<string, string> = {};
  if (slot === undefined) details.date = 'must be a day on which the shift begins';
  else if ((await currentSlot(q, wardId, exception, locked)) === undefined)
    details.caregiverId = 'must be on this slot';
  if (replacedBy !== null && !locked.members.has(replacedBy)) details.replacedBy = NOT_A_MEMBER;
  else if (replacedBy === caregiverId) details.replacedBy = 'must be another caregiver';
  else if (replacedBy !== null && slot !== undefined) {
    const busy = busyWith(slot, await slotsOf(q, wardId, slot, replacedBy, locked));
    if (busy !== undefined) details.replacedBy = busy;
  }
  if (slot === undefined || Object.keys(details).length > 0) throw new InvalidInput(details);
  return slot;
}

/**
 * 400 by field unless the caregiver can join the slot: a member, who is not on it, nor on another slot of the ward at that
 * time, other than the one that they leave for it.
 */
export async function requireFree(
  q: Queryable,
  wardId: string,
  { shiftId, day, caregiverId }: Omit<RosterException, 'replacedBy'>,
  locked: Locked,
  fields: typeof FIELDS_OF_SLOT | typeof FIELDS_OF_TARGET,
  left?: Slot,
): Promise<void> {
  const shift = locked.shifts.find(({ id }) => id === shiftId);
  if (shift === undefined) throw new InvalidInput({ shiftId: 'must be a shift of this ward' });
  if (!locked.members.has(caregiverId)) throw new InvalidInput({ [fields.caregiver]: NOT_A_MEMBER });
  const slot = slotOn({ ...shift, extraDays: [day] }, day, locked.zone);
  if (slot === undefined) throw new InvalidInput({ [fields.day]: 'must be a day of the shift' });
  if (slot.end <= locked.at) throw new InvalidInput({ [fields.day]: NOT_OVER });
  const busy = busyWith(slot, await slotsOf(q, wardId, slot, caregiverId, locked), left);
  if (busy !== undefined) throw new InvalidInput({ [fields.caregiver]: busy });
}
