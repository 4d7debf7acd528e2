import { randomUUID } from 'node:crypto';
import type { Organisation } from '../../accounts/index.ts';
import type { Changed, EventLog, NewEvent } from '../../live/index.ts';
import type { StaffContent } from '../../notify/texts/content.ts';
import { leadsOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Conflict, type Details, Forbidden, InvalidInput, NotFound } from '../../platform/errors.ts';
import { DAY_MS } from '../../platform/time.ts';
import { addDays, type Day, dayOf, endOfDay, startOfDay } from '../../platform/zone.ts';
import { endStaffNotices, notifyStaff } from '../notices/staff-notices.ts';
import { activeAdmins } from '../notices/store.ts';
import { staffedSlots } from './duty-plan.ts';
import { keepDuty } from './keep-duty.ts';
import {
  exceptionsFor,
  presentAmong,
  type RosterException,
  type RosterMember,
  type RosterShift,
  regularCaregivers,
  rosteredOn,
  type Slot,
} from './slots.ts';
import * as store from './store.ts';
import {
  busyWith,
  currentSlot,
  FIELDS_OF_SLOT,
  FIELDS_OF_TARGET,
  type Locked,
  NOT_A_MEMBER,
  NOT_OVER,
  requireFree,
  requireOnSlot,
  slotsOf,
} from './turns.ts';
import { type WeekCopy, weekCopy } from './week-copy.ts';

interface RosterDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly organisation: Pick<Organisation, 'current' | 'holdTimeZone' | 'readerOf'>;
  readonly now: () => number;
}

interface Ward {
  readonly id: string;
  readonly name: string;
}

/** A shift as sent: without an id it is new. */
export type SentShift = Omit<RosterShift, 'id'> & { readonly id: string | null };

/** A slot in a calendar. */
export interface CalendarSlot extends Slot {
  readonly caregivers: readonly RosterMember[];
}

/** One caregiver's turn on a shift, and where it goes. */
export interface Move {
  readonly shiftId: string;
  readonly day: Day;
  readonly caregiverId: string;
  readonly toDay: Day;
  readonly toCaregiverId: string;
}

/** Rosters of wards, their exceptions and swaps (docs/home.md, "Rosters"). */
export class Rosters {
  readonly #deps: RosterDeps;

  constructor(deps: RosterDeps) {
    this.#deps = deps;
  }

  /** Caregivers who have left the ward are left out, so that clients can send it back. */
  async read(
    wardId: string,
  ): Promise<{ shifts: readonly RosterShift[]; exceptions: readonly store.ExceptionRow[] }> {
    const { db, organisation, now } = this.#deps;
    const yesterday = addDays(dayOf(new Date(now()), organisation.current().timeZone), -1);
    const [shifts, members, exceptions] = await Promise.all([
      store.shiftsOf(db, wardId),
      store.membersOf(db, [wardId]),
      store.exceptionsBetween(db, wardId, yesterday),
    ]);
    const isMember = (id: string): boolean => members.get(wardId)?.has(id) ?? false;
    return {
      shifts: shifts.map(({ extraDays: _, ...shift }) => ({
        ...shift,
        caregivers: shift.caregivers.filter(isMember),
      })),
      exceptions,
    };
  }

  /** Replaces the roster; a shift keeps its id, its exceptions and its swaps if the id is sent. */
  async replace(wardId: string, sent: readonly SentShift[]): Promise<void> {
    await this.#change(wardId, async (q, { shifts, members }) => {
      const known = new Set(shifts.map(({ id }) => id));
      const details = complaints(sent, known, members);
      if (Object.keys(details).length > 0) throw new InvalidInput(details);
      await store.replaceShifts(
        q,
        wardId,
        sent.map((shift) => ({
          ...shift,
          id: shift.id ?? randomUUID(),
          caregivers: [...new Set(shift.caregivers)],
        })),
      );
      return { result: undefined, events: [] };
    });
  }

  /** The slots of days, both inclusive, with the caregivers who will be there. */
  async calendar(
    wardIds: readonly string[],
    from: Day,
    to: Day,
  ): Promise<ReadonlyMap<string, readonly CalendarSlot[]>> {
    const { db, organisation } = this.#deps;
    const zone = organisation.current().timeZone;
    const range = { from: startOfDay(from, zone), to: endOfDay(to, zone) };
    const members = await store.membersOf(db, wardIds);
    const calendars = wardIds.map(async (wardId) => {
      const [shifts, exceptions] = await Promise.all([
        store.shiftsOf(db, wardId),
        store.exceptionsBetween(db, wardId, addDays(from, -2), addDays(to, 1)),
      ]);
      const slots = staffedSlots(shifts, exceptions, range, zone).map((slot) => ({
        ...slot,
        caregivers: presentAmong(slot.caregivers, members.get(wardId) ?? new Map(), slot),
      }));
      return [wardId, slots] as const;
    });
    return new Map(await Promise.all(calendars));
  }

  /** A caregiver is absent on one slot, another takes their place, or they join it. */
  except(wardId: string, exception: RosterException): Promise<store.ExceptionRow> {
    return this.#change(wardId, async (q, locked) => {
      const { shiftId, day, caregiverId, added } = exception;
      if (added) await requireFree(q, wardId, { shiftId, day, caregiverId }, locked, FIELDS_OF_SLOT);
      else await requireOnSlot(q, wardId, exception, locked);
      return { result: await store.insertException(q, wardId, exception, locked.at), events: [] };
    });
  }

  removeException(wardId: string, id: string): Promise<store.ExceptionRow> {
    return this.#change(wardId, async (q) => {
      const deleted = await store.deleteException(q, wardId, id);
      if (deleted === undefined) throw new NotFound('Exception');
      return { result: deleted, events: [] };
    });
  }

  /** Takes a caregiver from one slot, and them or another onto a slot of the same shift. */
  move(wardId: string, { shiftId, day, caregiverId, toDay, toCaregiverId }: Move): Promise<void> {
    return this.#change(wardId, async (q, locked) => {
      const from = { shiftId, day, caregiverId };
      const slot = await requireOnSlot(q, wardId, { ...from, replacedBy: null }, locked);
      if (slot.end <= locked.at) throw new InvalidInput({ date: NOT_OVER });
      const target = { shiftId, day: toDay, caregiverId: toCaregiverId };
      await requireFree(q, wardId, target, locked, FIELDS_OF_TARGET, slot);
      if (day === toDay) {
        await restaff(q, wardId, from, locked, (people) =>
          people.map((person) => (person === caregiverId ? toCaregiverId : person)),
        );
      } else {
        await restaff(q, wardId, from, locked, (people) => people.filter((person) => person !== caregiverId));
        await restaff(q, wardId, target, locked, (people) => [...people, toCaregiverId]);
      }
      return { result: undefined, events: [] };
    });
  }

  /** Who is on each slot of a week is on it in the next week, too. */
  copyWeek(wardId: string, monday: Day): Promise<WeekCopy> {
    return this.#change(wardId, async (q, locked) => {
      const exceptions = await store.exceptionsBetween(q, wardId, addDays(monday, -3), addDays(monday, 16));
      const copy = weekCopy({ ...locked, exceptions }, monday);
      for (const slot of copy.copied) await restaff(q, wardId, slot, locked, () => slot.caregivers);
      return { result: copy, events: [] };
    });
  }

  /** Asks a colleague to take over a slot; the colleague hears it. */
  askToSwap(ward: Ward, wanted: RosterException & { readonly replacedBy: string }): Promise<store.SwapRow> {
    return this.#change(ward.id, async (q, locked) => {
      const slot = await requireOnSlot(q, ward.id, wanted, locked);
      if (slot.end <= locked.at) throw new InvalidInput({ date: NOT_OVER });
      const swap = await store.insertSwap(q, ward.id, wanted, locked.at);
      if (swap === undefined) throw new Conflict('This swap is already pending');
      const content = { about: 'swap-asked', ...swapContent(ward, swap, slot, locked) } as const;
      const events = await this.#notifyOfSwap(
        q,
        ward,
        swap,
        content,
        [wanted.replacedBy],
        slot.end,
        locked.at,
      );
      return { result: swap, events };
    });
  }

  /** The colleague's answer. An accepted swap is an exception; the leads of the ward hear it, and who asked. */
  answer(ward: Ward, swapId: string, by: string, state: 'ACCEPTED' | 'DECLINED'): Promise<store.SwapRow> {
    return this.#change(ward.id, async (q, locked) => {
      const swap = await store.findSwap(q, ward.id, swapId);
      if (swap === undefined) throw new NotFound('Swap');
      if (swap.replacedBy !== by) throw new Forbidden('Only the colleague who was asked may answer');
      const answered = await store.answerSwap(q, swapId, state, locked.at);
      if (answered === undefined) throw new Conflict('This swap is answered already');
      const slot = await currentSlot(q, ward.id, swap, locked);
      if (state === 'ACCEPTED') {
        if (slot === undefined || slot.end <= locked.at || !locked.members.has(by))
          throw new Conflict('The slot has changed or is over; this swap is no longer possible');
        const busy = busyWith(slot, await slotsOf(q, ward.id, slot, by, locked));
        if (busy !== undefined) throw new Conflict(`This swap is no longer possible: the colleague ${busy}`);
        await store.insertException(q, ward.id, swap, locked.at);
      }
      // The request is answered: it leaves the colleague's board.
      await endStaffNotices(q, [swapSubject(swap)]);
      const leads = await leadsOf(q, [ward.id]);
      const recipients = [...(leads.length === 0 ? await activeAdmins(q) : leads), swap.caregiverId];
      const about = state === 'ACCEPTED' ? 'swap-accepted' : 'swap-declined';
      const content = { about, ...swapContent(ward, swap, slot, locked) } as const;
      const shownUntil = new Date(locked.at.getTime() + DAY_MS);
      const events = await this.#notifyOfSwap(q, ward, swap, content, recipients, shownUntil, locked.at);
      return { result: answered, events };
    });
  }

  #notifyOfSwap(
    q: Queryable,
    { id: wardId }: Ward,
    swap: store.SwapRow,
    content: StaffContent,
    recipients: readonly string[],
    shownUntil: Date,
    at: Date,
  ): Promise<readonly NewEvent[]> {
    const notice = { recipients, subject: swapSubject(swap), wardId, content, shownUntil };
    return notifyStaff(q, notice, this.#deps.organisation, at);
  }

  /** One change under the lock of the roster; the duty follows in the same transaction. */
  #change<T>(wardId: string, change: (q: Queryable, locked: Locked) => Promise<Changed<T>>): Promise<T> {
    const { events, organisation, now } = this.#deps;
    return events.transaction(async (q) => {
      const zone = await organisation.holdTimeZone(q);
      if ((await store.lockRosters(q, [wardId])).length === 0) throw new NotFound('Ward');
      const at = new Date(now());
      const shifts = await store.shiftsOf(q, wardId);
      const members = (await store.membersOf(q, [wardId])).get(wardId) ?? new Map();
      const changed = await change(q, { zone, shifts, members, at });
      await keepDuty(q, wardId, zone, at);
      return changed;
    });
  }
}

/** Whatever of a sent roster does not fit the ward, by its place. */
function complaints(
  sent: readonly SentShift[],
  known: ReadonlySet<string>,
  members: ReadonlyMap<string, RosterMember>,
): Details {
  const seen = new Set<string>();
  const details: Record<string, string> = {};
  for (const [i, { id, caregivers }] of sent.entries()) {
    if (id !== null && !known.has(id)) details[`shifts.${i}.id`] = 'must be a shift of this ward';
    else if (id !== null && seen.has(id)) details[`shifts.${i}.id`] = 'is sent twice';
    if (id !== null) seen.add(id);
    for (const [j, caregiver] of caregivers.entries())
      if (!members.has(caregiver)) details[`shifts.${i}.caregivers.${j}`] = NOT_A_MEMBER;
  }
  return details;
}

/** Changes who is on one slot, as exceptions to its shift. Former members, who are absent, may be without an account. */
async function restaff(
  q: Queryable,
  wardId: string,
  { shiftId, day }: Pick<Slot, 'shiftId' | 'day'>,
  { shifts, members, at }: Locked,
  change: (people: readonly string[]) => readonly string[],
): Promise<void> {
  const membersOf = (people: readonly string[]) => people.filter((id) => members.has(id));
  const shift = shifts.find(({ id }) => id === shiftId);
  const regular = shift === undefined ? [] : regularCaregivers(shift, day);
  const exceptions = (await store.exceptionsBetween(q, wardId, day, day)).filter(
    (exception) => exception.shiftId === shiftId,
  );
  const wanted = change(rosteredOn(regular, exceptions));
  await store.replaceExceptions(
    q,
    wardId,
    { shiftId, day },
    exceptionsFor(membersOf(regular), membersOf(wanted)),
    at,
  );
}

const swapContent = (
  { name: wardName }: Ward,
  { day, caregiverId, replacedBy }: RosterException,
  slot: Slot | undefined,
  { members }: Locked,
) => ({
  wardName,
  day,
  shiftName: slot?.name ?? null,
  fromName: members.get(caregiverId)?.name ?? null,
  toName: members.get(replacedBy ?? '')?.name ?? null,
});

const swapSubject = ({ id }: Pick<store.SwapRow, 'id'>): string => `roster-swap ${id}`;
