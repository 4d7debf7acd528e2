import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { StepTarget } from './vocabulary.ts';

export interface Care {
  readonly caregiverId: string;
  readonly patientId: string;
  /** Whether the caregiver's account is. */
  readonly active: boolean;
}

/**
 * Who looks after some patients; until the transaction ends, neither that nor any of their accounts can end. Whoever
 * ends care deletes its events with it (sql/008), so events that are written under this lock are found and deleted.
 * Lock order: people before assignments, as when an account is deleted, and both in order of id. Falls, alerts and
 * conditions come after the patient (see lockCareTeams), and before or after their caregivers.
 */
export async function lockCaregiversOf(
  q: Queryable,
  patientIds: readonly string[],
): Promise<readonly Care[]> {
  const held = await q.rows<{ id: string }>(
    `SELECT id FROM users
     WHERE id IN (SELECT unnest($1::uuid[])
                  UNION SELECT caregiver_id FROM assignments WHERE patient_id = ANY($1))
     ORDER BY id FOR KEY SHARE`,
    [patientIds],
  );
  // Care that has begun since is left out: its caregiver is not held.
  return q.rows<Care>(
    `SELECT a.caregiver_id AS "caregiverId", a.patient_id AS "patientId", u.status = 'active' AS active
     FROM assignments a JOIN users u ON u.id = a.caregiver_id
     WHERE a.patient_id = ANY($1) AND a.caregiver_id = ANY($2)
     ORDER BY a.caregiver_id, a.patient_id FOR KEY SHARE OF a`,
    [patientIds, held.map(({ id }) => id)],
  );
}

/** The people around a patient, as they are when a step is taken. */
export interface CareTeam {
  readonly assigned: readonly string[];
  /** Those of the assigned who are on duty. */
  readonly onDuty: readonly string[];
  readonly admins: readonly string[];
}

/** Nobody's fall is nobody's business: without any caregiver it is the admins'. */
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
 * Until the transaction ends, nobody whom a change of these patients' responses may touch is deleted, and no care of
 * them ends. Lock order: people, assignments, falls, responses, as when an account is deleted or care ends (whose
 * trigger looks at claims), and each in one order: nobody waits in a careTeam.
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
 * The people around some patients: who looks after them, who of those is on duty, and the admins. Active ones alone.
 * Events that are written to them must not outlive their care (sql/008), so all are held: most by lockCareTeams
 * before, and care that has begun since without waiting, for the order of locks.
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
