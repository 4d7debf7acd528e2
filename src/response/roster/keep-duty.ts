import type { Queryable } from '../../platform/database/database.ts';
import { addDays, type Day, dayOf, endOfDay } from '../../platform/zone.ts';
import { endStaffNotices } from '../notices/staff-notices.ts';
import { dutyChange, staffedSlots, withNotices } from './duty-plan.ts';
import { deleteHorizon, insertSlots, lockDuty, setHorizon, takeSlots, writeDuty } from './duty-store.ts';
import type { Slot } from './slots.ts';
import { exceptionsBetween, lockRosters, shiftsOf } from './store.ts';

/** How far ahead the duty is stored. Computed again every day, so that a week is always known. */
const DAYS_AHEAD = 8;
/** A slot that runs now began at most two days ago; see slotsBetween. */
const DAYS_BACK = 2;

export const lastDutyDay = (at: Date, zone: string): Day => addDays(dayOf(at, zone), DAYS_AHEAD);

/** The subject of the notice about a gap: the same if the roster is sent again with new shifts for the same times. */
export const gapSubject = (wardId: string, { start, end }: Pick<Slot, 'start' | 'end'>): string =>
  `roster-gap ${wardId} ${start.toISOString()} ${end.toISOString()}`;

/**
 * Stores who is on duty in a ward during the next days, so that escalation reads it as plain rows (src/response/roster/duty.ts).
 * Runs in the transaction that changes the roster, an exception or the zone, under lockRosters, and once a day.
 */
export async function keepDuty(q: Queryable, wardId: string, zone: string, at: Date): Promise<void> {
  const shifts = await shiftsOf(q, wardId);
  const today = dayOf(at, zone);
  const lastDay = lastDutyDay(at, zone);
  const exceptions = await exceptionsBetween(q, wardId, addDays(today, -DAYS_BACK), addDays(lastDay, 1));
  const wanted = staffedSlots(shifts, exceptions, { from: at, to: endOfDay(lastDay, zone) }, zone);
  const stored = await takeSlots(q, wardId, at);
  const slots = withNotices(stored, wanted, at);
  await insertSlots(q, wardId, slots);
  const subjects = new Set(slots.map((slot) => gapSubject(wardId, slot)));
  const over = stored.filter(({ warnedAt }) => warnedAt !== null).map((slot) => gapSubject(wardId, slot));
  await endStaffNotices(
    q,
    over.filter((subject) => !subjects.has(subject)),
  );
  await writeDuty(q, wardId, dutyChange(await lockDuty(q, wardId, at), wanted, at));
  if (shifts.length === 0) await deleteHorizon(q, wardId);
  else await setHorizon(q, wardId, lastDay, zone);
}

/** As keepDuty, for several wards and with its locks; the caller holds the zone. */
export async function lockAndKeepDuty(
  q: Queryable,
  wardIds: readonly string[],
  zone: string,
  at: Date,
): Promise<void> {
  for (const wardId of await lockRosters(q, wardIds)) await keepDuty(q, wardId, zone, at);
}
