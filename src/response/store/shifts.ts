import type { Queryable } from '../../platform/database/database.ts';

/** A second shift replaces the first. */
export const startShift = (q: Queryable, caregiverId: string, until: Date, at: Date) =>
  q.run(
    `INSERT INTO shifts (caregiver_id, until, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (caregiver_id) DO UPDATE SET until = excluded.until, created_at = excluded.created_at`,
    [caregiverId, until, at],
  );

/** False when there was no shift or it was over. */
export const deleteShift = async (q: Queryable, caregiverId: string, at: Date): Promise<boolean> =>
  (await q.run('DELETE FROM shifts WHERE caregiver_id = $1 AND until > $2', [caregiverId, at])) === 1;

export const onDuty = (q: Queryable, at: Date) =>
  q.rows<{ id: string; name: string; until: Date }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, s.until
     FROM shifts s JOIN users u ON u.id = s.caregiver_id AND u.status = 'active' AND u.role = 'CAREGIVER'
     WHERE s.until > $1 ORDER BY s.until, u.id`,
    [at],
  );

/** Shifts that are over, not locked yet. */
export const overdueShifts = async (q: Queryable, at: Date, most: number): Promise<readonly string[]> =>
  (
    await q.rows<{ id: string }>(
      'SELECT caregiver_id AS id FROM shifts WHERE until <= $1 ORDER BY until LIMIT $2',
      [at, most],
    )
  ).map(({ id }) => id);

/** Each shift is ended by one instance only; a shift that was extended in the meantime is kept. */
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
