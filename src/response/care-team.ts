import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { StepTarget } from './vocabulary.ts';

interface AssignedCaregiver {
  readonly caregiverId: string;
  readonly patientId: string;
  /** Whether the caregiver's account is active. */
  readonly active: boolean;
}

/**
 * The caregivers of some patients. Until the transaction ends, neither the assignments nor the accounts can end. Ending
 * an assignment deletes its events (sql/008), so events written under this lock are found and deleted. Lock order:
 * people before assignments, as when an account is deleted, both ordered by id. Falls, alerts and conditions come after
 * the patient (see lockCareTeams), and before or after their caregivers.
 */
export async function lockCaregiversOf(
  q: Queryable,
  patientIds: readonly string[],
): Promise<readonly AssignedCaregiver[]> {
  const held = await q.rows<{ id: string }>(
    `SELECT id FROM users
     WHERE id IN (SELECT unnest($1::uuid[])
                  UNION SELECT caregiver_id FROM assignments WHERE patient_id = ANY($1))
     ORDER BY id FOR KEY SHARE`,
    [patientIds],
  );
  // Leaves out assignments created since: their caregivers are not locked.
  return q.rows<AssignedCaregiver>(
    `SELECT a.caregiver_id AS "caregiverId", a.patient_id AS "patientId", u.status = 'active' AS active
     FROM assignments a JOIN users u ON u.id = a.caregiver_id
     WHERE a.patient_id = ANY($1) AND a.caregiver_id = ANY($2)
     ORDER BY a.caregiver_id, a.patient_id FOR KEY SHARE OF a`,
    [patientIds, held.map(({ id }) => id)],
  );
}

/** The caregivers and admins of a patient at the time of a step. */
export interface CareTeam {
  readonly assigned: readonly string[];
  /** The assigned caregivers who are on duty. */
  readonly onDuty: readonly string[];
  readonly admins: readonly string[];
}

/** A fall of a patient without caregivers goes to the admins. */
export function recipientsOf(
  targets: readonly StepTarget[],
  { assigned, onDuty, admins }: CareTeam,
): string[] {
  if (assigned.length === 0) return [...admins];
  const byTarget: Readonly<Record<StepTarget, readonly string[]>> = {
    on_duty: onDuty.length === 0 ? assigned : onDuty,
    assigned,
    admins,
  };
  return [...new Set(targets.flatMap((target) => byTarget[target]))];
}

/**
 * Until the transaction ends, no person whom a change of these patients' responses may affect is deleted, and no
 * assignment of these patients ends. Lock order: people, assignments, falls, responses, as when an account is deleted
 * or care ends (whose trigger reads claims). Each is locked in one order, so that no deadlock occurs.
 */
export async function lockCareTeams(q: Queryable, patientIds: readonly string[]): Promise<void> {
  const held = await q.rows<{ id: string }>(
    `SELECT id FROM users WHERE id = ANY(array(
       SELECT unnest($1::uuid[])
       UNION SELECT caregiver_id FROM assignments WHERE patient_id = ANY($1)
       UNION SELECT id FROM users WHERE role = 'ADMIN'
       UNION SELECT unnest(array[claimed_by, offered_to]) FROM responses
             WHERE patient_id = ANY($1) AND state <> 'RESOLVED'
     )) ORDER BY id FOR KEY SHARE`,
    [patientIds],
  );
  await q.run(
    `SELECT FROM assignments WHERE patient_id = ANY($1) AND caregiver_id = ANY($2)
     ORDER BY caregiver_id, patient_id FOR KEY SHARE`,
    [patientIds, held.map(({ id }) => id)],
  );
}

/**
 * The care teams of some patients: assigned caregivers, those on duty, and the admins; active accounts only. Events
 * written to them must not outlive their care (sql/008), so all of them are locked: most by lockCareTeams before.
 * Assignments created since are locked without waiting, to keep the lock order.
 */
export async function careTeamsOf(q: Queryable, patientIds: readonly string[], at: Date) {
  const [care, admins] = [
    await q.rows<{ patientId: string; caregiverId: string; onDuty: boolean }>(
      `SELECT a.patient_id AS "patientId", a.caregiver_id AS "caregiverId", s.caregiver_id IS NOT NULL AS "onDuty"
       FROM assignments a
         JOIN users u ON u.id = a.caregiver_id AND u.status = 'active'
         LEFT JOIN shifts s ON s.caregiver_id = a.caregiver_id AND s.until > $2
       WHERE a.patient_id = ANY($1) ORDER BY a.created_at, a.caregiver_id FOR KEY SHARE OF a, u SKIP LOCKED`,
      [patientIds, at],
    ),
    await q.rows<{ id: string }>(
      `SELECT id FROM users WHERE role = 'ADMIN' AND status = 'active' ORDER BY id FOR KEY SHARE SKIP LOCKED`,
    ),
  ];
  const careOf = groupedBy(care, (row) => row.patientId);
  const adminIds = admins.map((row) => row.id);
  return (patientId: string) => {
    const own = careOf(patientId);
    return {
      assigned: own.map((row) => row.caregiverId),
      onDuty: own.filter((row) => row.onDuty).map((row) => row.caregiverId),
      admins: adminIds,
    };
  };
}
