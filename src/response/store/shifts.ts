import { groupedBy } from '../../platform/batching/batcher.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A second one replaces the first. */
export const startShift = (q: Queryable, caregiverId: string, until: Date, at: Date) =>
  q.run(
    `INSERT INTO shifts (caregiver_id, until, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (caregiver_id) DO UPDATE SET until = excluded.until, created_at = excluded.created_at`,
    [caregiverId, until, at],
  );

/** False when there was none, or it was over. */
export const deleteShift = async (q: Queryable, caregiverId: string, at: Date): Promise<boolean> =>
  (await q.run('DELETE FROM shifts WHERE caregiver_id = $1 AND until > $2', [caregiverId, at])) === 1;

export const onDuty = (q: Queryable, at: Date) =>
  q.rows<{ id: string; name: string; until: Date }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, s.until
     FROM shifts s JOIN users u ON u.id = s.caregiver_id AND u.status = 'active' AND u.role = 'CAREGIVER'
     WHERE s.until > $1 ORDER BY s.until, u.id`,
    [at],
  );

/** Shifts that are over; not held yet. */
export const overdueShifts = async (q: Queryable, at: Date, most: number): Promise<readonly string[]> =>
  (
    await q.rows<{ id: string }>(
      'SELECT caregiver_id AS id FROM shifts WHERE until <= $1 ORDER BY until LIMIT $2',
      [at, most],
    )
  ).map(({ id }) => id);

/** Each is ended by one instance alone; a shift that was prolonged meanwhile is not. */
export const endShifts = (q: Queryable, caregiverIds: readonly string[], at: Date) =>
  q.rows<{ id: string; name: string }>(
    `WITH ended AS (
       DELETE FROM shifts WHERE until <= $2 AND caregiver_id IN (
         SELECT caregiver_id FROM shifts WHERE caregiver_id = ANY($1) FOR UPDATE SKIP LOCKED
       ) RETURNING caregiver_id
     )
     SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM ended e JOIN users u ON u.id = e.caregiver_id`,
    [caregiverIds, at],
  );

/**
 * The people around some patients: who looks after them, who of those is on duty, and the admins. Active ones alone.
 * Events that are written to them must not outlive their care (sql/008), so all are held: most by holdPeopleAround
 * before, and care that has begun since without waiting, for the order of locks.
 */
export async function circlesOf(q: Queryable, patientIds: readonly string[], at: Date) {
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
