import { isSelf, mayRespondTo, type Viewer } from '../../accounts/permissions.ts';
import type { EventLog } from '../../live/index.ts';
import { isAllowed } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { StationName } from '../../platform/http/principal.ts';
import { type AlertRow, acknowledgeAlert, alertsOfSameOccurrence, findAlert } from '../alerts/store.ts';
import { type CareTeam, careTeamsOf, lockCareTeams } from '../care-team.ts';
import { markResponded, setAlertOutcome } from '../fall/outcomes-store.ts';
import type { ResponseMetrics } from '../metrics.ts';
import type { Outcome } from '../vocabulary.ts';
import { acknowledgement } from './acknowledgement.ts';
import type { SentChanges } from './record-changes.ts';
import type { Responses } from './responses.ts';

export { acknowledgement };

export interface AcknowledgeDeps {
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
  { events, responses, metrics }: AcknowledgeDeps,
  alert: { readonly id: string; readonly fallId: string | null; readonly patientId: string },
  by: string,
  at: Date,
  outcome?: Outcome | undefined,
  station?: StationName,
): Promise<AlertRow | undefined> {
  const { acknowledged, seconds, note, afterCommit } = await events.transaction(
    async (q) => {
      const { careTeam, claimed } = await lockAndClaim(q, responses, alert, { by, at, station });
      const { all, admins } = careTeam;
      const [seconds, afterCommit, count, beside] = await Promise.all([
        alert.fallId === null ? undefined : markResponded(q, alert.fallId, at),
        outcome && alert.fallId !== null
          ? responses.setOutcome(q, { fallId: alert.fallId, patientId: alert.patientId, outcome, at })
          : undefined,
        acknowledgeAlert(q, alert.id, by, at),
        alertsOfSameOccurrence(q, alert.id, [...all, ...admins]),
        outcome && setAlertOutcome(q, alert.id, outcome),
        claimed.written,
      ]);
      const isFirst = count === 1;
      return {
        result: findAlert(q, alert.id).then((acknowledged) => ({
          acknowledged,
          seconds,
          note: claimed.note,
          afterCommit,
        })),
        events: [
          ...claimed.events,
          ...(isFirst ? beside : []).map(({ id, caregiverId }) => ({
            recipientId: caregiverId,
            aboutId: alert.patientId,
            type: 'alert.acknowledged' as const,
            data: acknowledgement({ id, fallId: alert.fallId }, by, at),
          })),
        ],
      };
    },
    { urgent: true },
  );
  note?.();
  if (seconds !== undefined) metrics.acknowledged(seconds);
  await afterCommit?.();
  return acknowledged;
}

/**
 * People before the fall, as when an account is deleted, and the fall before its alerts, as when it is raised. Another
 * order could deadlock.
 */
async function lockAndClaim(
  q: Queryable,
  responses: AcknowledgeDeps['responses'],
  { fallId, patientId }: { readonly fallId: string | null; readonly patientId: string },
  { by, at, station }: { readonly by: string; readonly at: Date; readonly station: StationName | undefined },
): Promise<{ readonly careTeam: CareTeam; readonly claimed: SentChanges }> {
  if (fallId !== null) {
    const { locked, ...claimed } = await responses.claimByAcknowledging(
      q,
      { id: fallId, userId: patientId },
      by,
      station,
    );
    if (locked !== undefined) return { careTeam: locked.careTeam, claimed };
  }
  const [, careTeamOf] = await Promise.all([lockCareTeams(q, [patientId]), careTeamsOf(q, [patientId], at)]);
  return { careTeam: careTeamOf(patientId), claimed: NO_CHANGES };
}

const NO_CHANGES: SentChanges = { events: [], written: Promise.resolve() };
