import type { Queryable } from '../../platform/database/database.ts';
import { shownAbsence } from './rules.ts';
import { type Absence, endAbsence, endOverdue, putAbsence } from './store.ts';

export interface AbsenceDeps {
  readonly events: AbsenceEvents;
  /** Locks the care teams of patients until the transaction ends. */
  readonly lockCaregiversOf: (
    q: Queryable,
    patientIds: readonly string[],
  ) => Promise<readonly { readonly caregiverId: string; readonly active: boolean }[]>;
  readonly now: () => number;
}

/** Tells the boards. */
interface AbsenceEvents {
  transaction<T>(
    work: (q: Queryable) => Promise<{ readonly result: T; readonly events: readonly AbsenceEvent[] }>,
  ): Promise<T>;
}

interface AbsenceEvent {
  readonly recipientId: string;
  readonly aboutId: string;
  readonly type: 'absence';
  readonly data: object;
}

const HERE = { until: null, endedAt: null, reason: null, by: null };

/** Undefined if the account was deleted meanwhile. */
export const setAbsence = (
  deps: AbsenceDeps,
  patientId: string,
  absence: { readonly until: Date; readonly reason: string | null; readonly byId: string },
): Promise<Absence | undefined> =>
  announced(deps, patientId, async (q, at) => {
    const set = await putAbsence(q, patientId, absence, at);
    return { result: set, shown: set && { ...set, endedAt: null } };
  });

/** A person ends it before its time. False if the patient is not absent. */
export const endAbsenceEarly = (deps: AbsenceDeps, patientId: string): Promise<boolean> =>
  announced(deps, patientId, async (q, at) => {
    const isEnded = await endAbsence(q, patientId, at);
    return { result: isEnded, shown: isEnded ? { ...HERE, endedAt: at } : undefined };
  });

/** False if another instance has ended it. */
export const endAbsenceInTime = (deps: AbsenceDeps, patientId: string): Promise<boolean> =>
  announced(deps, patientId, async (q, at) => {
    const endedAt = await endOverdue(q, patientId, at);
    return {
      result: endedAt !== undefined,
      shown: endedAt === undefined ? undefined : { ...HERE, endedAt },
    };
  });

interface Change<T> {
  readonly result: T;
  /** The absence as it now is; undefined if nothing has changed. */
  readonly shown: Parameters<typeof shownAbsence>[0] | undefined;
}

/** The patient and the care team get the change; admins and stations by the overview. */
function announced<T>(
  { events, lockCaregiversOf, now }: AbsenceDeps,
  patientId: string,
  change: (q: Queryable, at: Date) => Promise<Change<T>>,
): Promise<T> {
  return events.transaction(async (q) => {
    const at = new Date(now());
    // Before the absence, as when the account is deleted.
    const team = await lockCaregiversOf(q, [patientId]);
    const { result, shown } = await change(q, at);
    if (shown === undefined) return { result, events: [] };
    const data = { patientId, ...shownAbsence(shown, at) };
    const recipients = [
      patientId,
      ...team.filter(({ active }) => active).map(({ caregiverId }) => caregiverId),
    ];
    return {
      result,
      events: recipients.map((recipientId) => ({ recipientId, aboutId: patientId, type: 'absence', data })),
    };
  });
}
