import { Forbidden } from '../errors.ts';
import type { EventLog } from '../live/events.ts';
import { type AlertRow, acknowledgeAlert, alertsBeside, findAlert, holdPatient } from '../storage/alerts.ts';
import { isAssigned } from '../storage/assignments.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { markResponded } from '../storage/falls.ts';
import { type Outcome, setAlertOutcome, setFallOutcome } from '../storage/outcomes.ts';
import { acknowledgement } from './acknowledgement.ts';

export { acknowledgement };

export interface AcknowledgeParts {
  readonly db: Database;
  readonly events: EventLog;
  /** Told how many seconds after a fall it was first acknowledged. */
  readonly onFirstResponse: (secondsAfterFall: number) => void;
}

/** Contract, 4.5, "assigned caregiver": it is theirs, and they still look after the patient. */
export async function requireOwnAlert(
  q: Queryable,
  alert: { readonly caregiverId: string; readonly patientId: string },
  caregiverId: string,
): Promise<void> {
  if (alert.caregiverId !== caregiverId) throw new Forbidden('This alert is for another caregiver');
  if (!(await isAssigned(q, caregiverId, alert.patientId)))
    throw new Forbidden('The patient of this alert is no longer assigned to you');
}

/** What the audit trail says of it, by whichever way it came. */
export const acknowledgedAuditLine = (alert: { readonly patientId: string }) => ({
  action: 'alert.acknowledged',
  message: 'Acknowledged an alert',
  subjectId: alert.patientId,
});

/**
 * The first acknowledgement of any of its alerts answers for the fall, and every caregiver who was alerted hears who
 * took it on. Again is harmless, and tells nobody; it may add what was found.
 */
export async function acknowledge(
  { db, events, onFirstResponse }: AcknowledgeParts,
  alert: { readonly id: string; readonly fallId: string | null; readonly patientId: string },
  by: string,
  at: Date,
  outcome?: Outcome | undefined,
): Promise<AlertRow | undefined> {
  const { acknowledged, told, seconds } = await db.transaction(async (q) => {
    // The patient before the fall, as when they are deleted, and the fall before its alerts, as when it is raised:
    // whoever locks in another order may wait in a circle.
    await holdPatient(q, alert.patientId);
    const seconds = alert.fallId === null ? undefined : await markResponded(q, alert.fallId, at);
    if (outcome && alert.fallId !== null) await setFallOutcome(q, alert.fallId, outcome);
    const isFirst = (await acknowledgeAlert(q, alert.id, by, at)) === 1;
    if (outcome) await setAlertOutcome(q, alert.id, outcome);
    const told = isFirst
      ? await events.append(
          q,
          (await alertsBeside(q, alert.id)).map(({ id, caregiverId }) => ({
            recipientId: caregiverId,
            aboutId: alert.patientId,
            type: 'alert.acknowledged' as const,
            data: acknowledgement({ id, fallId: alert.fallId }, by, at),
          })),
        )
      : [];
    return { acknowledged: await findAlert(q, alert.id), told, seconds };
  });
  events.broadcast(told);
  if (seconds !== undefined) onFirstResponse(seconds);
  return acknowledged;
}
