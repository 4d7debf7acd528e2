import type { Queryable } from '../../platform/database/database.ts';
import { DEFAULT_POLICY } from '../escalation.ts';
import type { EscalationPolicy } from '../schema/escalation.ts';

/** Each patient's own policy, else the organisation's, else the default. */
export async function policiesFor(
  q: Queryable,
  patientIds: readonly string[],
): Promise<(patientId: string) => EscalationPolicy> {
  const rows = await q.rows<{ patientId: string | null; policy: EscalationPolicy }>(
    `SELECT patient_id AS "patientId", policy FROM escalation_policies
     WHERE patient_id = ANY($1) OR patient_id IS NULL`,
    [patientIds],
  );
  const policies = new Map(rows.map(({ patientId, policy }) => [patientId, policy]));
  return (patientId) => policies.get(patientId) ?? policies.get(null) ?? DEFAULT_POLICY;
}

export const policyFor = async (q: Queryable, patientId: string): Promise<EscalationPolicy> =>
  (await policiesFor(q, [patientId]))(patientId);

/** The policy of one patient, or of the organisation (null); undefined where none was set. */
export const findPolicy = async (
  q: Queryable,
  patientId: string | null,
): Promise<EscalationPolicy | undefined> =>
  (
    await q.row<{ policy: EscalationPolicy }>(
      'SELECT policy FROM escalation_policies WHERE patient_id IS NOT DISTINCT FROM $1',
      [patientId],
    )
  )?.policy;

export const setPolicy = (q: Queryable, patientId: string | null, policy: EscalationPolicy, at: Date) =>
  q.run(
    `INSERT INTO escalation_policies (patient_id, policy, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (patient_id) DO UPDATE SET policy = excluded.policy, updated_at = excluded.updated_at`,
    [patientId, JSON.stringify(policy), at],
  );

/** False when the patient had no policy of their own. */
export const deletePolicy = async (q: Queryable, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM escalation_policies WHERE patient_id = $1', [patientId])) === 1;
