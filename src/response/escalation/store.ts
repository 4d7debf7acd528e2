import type { ChannelKind } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { DEFAULT_POLICY } from './escalation.ts';
import type { StepNotification } from './receipts.ts';
import type { EscalationPolicy } from './schema.ts';

interface SentNotification extends StepNotification {
  readonly fallId: string;
  readonly kind: ChannelKind;
}

/** The notifications of people since the last step of each fall. Those that were dropped unsent do not count. */
export const notificationsSince = (
  q: Queryable,
  steps: readonly { readonly fallId: string; readonly since: Date }[],
) =>
  q.rows<SentNotification>(
    `SELECT m.fall_id AS "fallId", m.kind, m.state = 'FAILED' OR m.failed_at IS NOT NULL AS "hasFailed",
            m.accepted_at IS NOT NULL AS "isAccepted", m.received_at IS NOT NULL AS "isReceived", m.send_at AS "sendAt",
            c.gives_receipts AS "givesReceipts"
     FROM unnest($1::uuid[], $2::timestamptz[]) AS s (fall_id, since) JOIN receipts_public m ON m.fall_id = s.fall_id
       JOIN channels_public c ON c.id = m.channel_id
     WHERE m.fall_id = ANY($1) AND m.created_at >= s.since AND m.person_id IS NOT NULL AND m.state <> 'DROPPED'`,
    [steps.map(({ fallId }) => fallId), steps.map(({ since }) => since)],
  );

/** Each patient's own policy, else their ward's, else the organisation's, else the default. */
export async function policiesFor(
  q: Queryable,
  patientIds: readonly string[],
): Promise<(patientId: string) => EscalationPolicy> {
  const rows = await q.rows<{ patientId: string; policy: EscalationPolicy | null }>(
    `SELECT p.id AS "patientId", coalesce(own.policy, ward.policy, organisation.policy) AS policy
     FROM people_public p
       LEFT JOIN escalation_policies own ON own.patient_id = p.id
       LEFT JOIN ward_escalation_policies ward ON ward.ward_id = p.ward_id
       LEFT JOIN escalation_policies organisation ON organisation.patient_id IS NULL
     WHERE p.id = ANY($1)`,
    [patientIds],
  );
  const policies = new Map(rows.map(({ patientId, policy }) => [patientId, policy]));
  return (patientId) => policies.get(patientId) ?? DEFAULT_POLICY;
}

export const policyFor = async (q: Queryable, patientId: string): Promise<EscalationPolicy> =>
  (await policiesFor(q, [patientId]))(patientId);

/** The policy of one patient, or of the organisation (null); undefined where none was set. */
export const findPolicy = (q: Queryable, patientId: string | null) =>
  q.value<EscalationPolicy>(
    'SELECT policy FROM escalation_policies WHERE patient_id IS NOT DISTINCT FROM $1',
    [patientId],
  );

export const setPolicy = (q: Queryable, patientId: string | null, policy: EscalationPolicy, at: Date) =>
  q.run(
    `INSERT INTO escalation_policies (patient_id, policy, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (patient_id) DO UPDATE SET policy = excluded.policy, updated_at = excluded.updated_at`,
    [patientId, JSON.stringify(policy), at],
  );

/** False when the patient had no policy of their own. */
export const deletePolicy = async (q: Queryable, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM escalation_policies WHERE patient_id = $1', [patientId])) === 1;

/** Undefined where the ward has no policy of its own. */
export const findWardPolicy = (q: Queryable, wardId: string) =>
  q.value<EscalationPolicy>('SELECT policy FROM ward_escalation_policies WHERE ward_id = $1', [wardId]);

/** False when the ward was deleted since it was looked up. */
export const setWardPolicy = async (q: Queryable, wardId: string, policy: EscalationPolicy, at: Date) =>
  (await q.run(
    `INSERT INTO ward_escalation_policies (ward_id, policy, updated_at)
     SELECT id, $2, $3 FROM wards_public WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (ward_id) DO UPDATE SET policy = excluded.policy, updated_at = excluded.updated_at`,
    [wardId, JSON.stringify(policy), at],
  )) === 1;

/** False when the ward had no policy of its own. */
export const deleteWardPolicy = async (q: Queryable, wardId: string): Promise<boolean> =>
  (await q.run('DELETE FROM ward_escalation_policies WHERE ward_id = $1', [wardId])) === 1;
