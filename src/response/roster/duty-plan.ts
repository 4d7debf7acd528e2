import { groupedBy } from '../../platform/batching/group-by.ts';
import {
  isNeeded,
  type RosterException,
  type RosterShift,
  regularCaregivers,
  rosteredOn,
  type Slot,
  slotsBetween,
} from './slots.ts';

/** A slot with its caregivers, after exceptions. */
export interface StaffedSlot extends Slot {
  readonly caregivers: readonly string[];
}

/** The slots of a range with their caregivers. */
export function staffedSlots(
  shifts: readonly RosterShift[],
  exceptions: readonly RosterException[],
  range: { readonly from: Date; readonly to: Date },
  zone: string,
): readonly StaffedSlot[] {
  const shiftOf = new Map(shifts.map((shift) => [shift.id, shift]));
  const exceptionsOf = groupedBy(exceptions, ({ shiftId, day }) => `${shiftId} ${day}`);
  return slotsBetween(shifts, range, zone).flatMap((slot) => {
    const shift = shiftOf.get(slot.shiftId);
    if (shift === undefined) return [];
    const exceptionsHere = exceptionsOf(`${slot.shiftId} ${slot.day}`);
    const caregivers = rosteredOn(regularCaregivers(shift, slot.day), exceptionsHere);
    return isNeeded(shift, slot.day, caregivers) ? [{ ...slot, caregivers }] : [];
  });
}

/** A slot as stored, with the notices that leads and admins got of it. */
export interface SlotRow extends Slot {
  readonly warnedAt: Date | null;
  readonly alarmedAt: Date | null;
}

interface Duty {
  readonly shiftId: string;
  readonly day: string;
  readonly caregiverId: string;
  readonly start: Date;
  readonly end: Date;
  /** When the caregiver ended it early. */
  readonly endedAt: Date | null;
}

export interface DutyRow extends Duty {
  readonly id: number;
}

export interface DutyChange {
  readonly deleted: readonly number[];
  readonly updated: readonly Pick<DutyRow, 'id' | 'start' | 'end'>[];
  readonly inserted: readonly Duty[];
}

const sameTime = (a: Pick<Slot, 'start' | 'end'>, b: Pick<Slot, 'start' | 'end'>): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime();

const isRunning = ({ start, end }: Pick<Slot, 'start' | 'end'>, at: Date): boolean => start <= at && end > at;

/**
 * How the stored duty of a ward becomes the wanted one. A caregiver who is on duty and no longer wanted ends now, and the
 * end is announced as every end of a slot is; what has not begun is deleted. An early end stays with its caregiver, even
 * if the roster was sent with new shifts for the same times.
 */
export function dutyChange(stored: readonly DutyRow[], wanted: readonly StaffedSlot[], at: Date): DutyChange {
  const keyOf = ({ shiftId, day, caregiverId }: Omit<Duty, 'start' | 'end' | 'endedAt'>): string =>
    `${shiftId} ${day} ${caregiverId}`;
  const missing = new Map(
    wanted.flatMap(({ shiftId, day, start, end, caregivers }) =>
      caregivers.map((caregiverId) => {
        const duty: Duty = { shiftId, day, caregiverId, start, end, endedAt: null };
        return [keyOf(duty), duty] as const;
      }),
    ),
  );
  const deleted: number[] = [];
  const updated: Pick<DutyRow, 'id' | 'start' | 'end'>[] = [];
  for (const row of stored) {
    const duty = missing.get(keyOf(row));
    const endsNow = isRunning(row, at) && (duty === undefined || !isRunning(duty, at));
    if (endsNow) updated.push({ id: row.id, start: row.start, end: at });
    else if (duty === undefined) deleted.push(row.id);
    else {
      missing.delete(keyOf(row));
      if (!sameTime(row, duty)) updated.push({ id: row.id, start: duty.start, end: duty.end });
    }
  }
  const inserted = [...missing.values()].map((duty) => {
    const before = stored.find((row) => row.caregiverId === duty.caregiverId && sameTime(row, duty));
    return { ...duty, endedAt: before?.endedAt ?? null };
  });
  return { deleted, updated, inserted };
}

/** The wanted slots, each with the notices that leads and admins got of it, or of a former slot at the same time. */
export function withNotices(
  stored: readonly SlotRow[],
  wanted: readonly StaffedSlot[],
  at: Date,
): readonly SlotRow[] {
  return wanted.map(({ caregivers: _, ...slot }) => {
    const before =
      stored.find(({ shiftId, day }) => shiftId === slot.shiftId && day === slot.day) ??
      stored.find((row) => sameTime(row, slot));
    const hasBegun = slot.start <= at;
    return {
      ...slot,
      warnedAt: before?.warnedAt ?? null,
      alarmedAt: hasBegun ? (before?.alarmedAt ?? null) : null,
    };
  });
}
