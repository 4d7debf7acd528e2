import { isSelf, mayRespondTo, type Viewer } from '../accounts/permissions.ts';
import type { EventLog } from '../live/index.ts';
import { isAllowed } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { Forbidden } from '../platform/errors.ts';
import type { StationName } from '../platform/http/principal.ts';
import { acknowledgement } from './acknowledgement.ts';
import { careTeamsOf, lockCareTeams } from './care-team.ts';
import type { ResponseMetrics } from './metrics.ts';
import type { Responses } from './responses.ts';
import { type AlertRow, acknowledgeAlert, alertsOfSameOccurrence, findAlert } from './store/alerts.ts';
import { markResponded, type Outcome, setAlertOutcome } from './store/outcomes.ts';

export { acknowledgement };

export interface AcknowledgeDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly responses: Pick<Responses, 'claimByAcknowledging' | 'setOutcome'>;
  readonly metrics: Pick<ResponseMetrics, 'acknowledged'>;
}

/**
 * docs/contract.md, "Alerts": the alert belongs to the person, and they still look after the patient. An admin may have
 * alerts, too.
 */
export async function requireOwnAlert(
  q: Queryable,
  alert: { readonly caregiverId: string; readonly patientId: string },
  caregiver: Viewer,
): Promise<void> {
  if (!isSelf(caregiver, alert.caregiverId)) throw new Forbidden('This alert is for another caregiver');
  if (!(await isAllowed(q, mayRespondTo, caregiver, alert.patientId)))
    throw new Forbidden('The patient of this alert is no longer assigned to you', {
      code: 'NOT_IN_CARE_TEAM',
    });
}

/** The same audit line for every transport. */
export const acknowledgedAuditLine = (alert: { readonly patientId: string }) => ({
  action: 'alert.acknowledged',
  message: 'Acknowledged an alert',
  subjectId: alert.patientId,
});

/**
 * The first acknowledgement of any alert of a fall counts as the response to the fall. Every alerted caregiver gets an
 * event that names the person who responded. A repetition sends no event; it may add the outcome.
 */
export async function acknowledge(
  { db, events, responses, metrics }: AcknowledgeDeps,
  alert: { readonly id: string; readonly fallId: string | null; readonly patientId: string },
  by: string,
  at: Date,
  outcome?: Outcome | undefined,
  station?: StationName,
): Promise<AlertRow | undefined> {
  const { acknowledged, appended, seconds, afterCommit } = await db.transaction(async (q) => {
    // People before the fall, as when an account is deleted, and the fall before its alerts, as when it is raised. Another
    // order could deadlock.
    await lockCareTeams(q, [alert.patientId]);
    const { all, admins } = (await careTeamsOf(q, [alert.patientId], at))(alert.patientId);
    const claimed =
      alert.fallId === null ? [] : await responses.claimByAcknowledging(q, alert.fallId, by, station);
    const seconds = alert.fallId === null ? undefined : await markResponded(q, alert.fallId, at);
    const afterCommit =
      outcome && alert.fallId !== null
        ? await responses.setOutcome(q, { fallId: alert.fallId, patientId: alert.patientId, outcome, at })
        : undefined;
    const isFirst = (await acknowledgeAlert(q, alert.id, by, at)) === 1;
    if (outcome) await setAlertOutcome(q, alert.id, outcome);
    const beside = isFirst ? await alertsOfSameOccurrence(q, alert.id, [...all, ...admins]) : [];
    const appended = await events.append(q, [
      ...claimed,
      ...beside.map(({ id, caregiverId }) => ({
        recipientId: caregiverId,
        aboutId: alert.patientId,
        type: 'alert.acknowledged' as const,
        data: acknowledgement({ id, fallId: alert.fallId }, by, at),
      })),
    ]);
    return { acknowledged: await findAlert(q, alert.id), appended, seconds, afterCommit };
  });
  events.broadcast(appended);
  if (seconds !== undefined) metrics.acknowledged(seconds);
  await afterCommit?.();
  return acknowledged;
}
