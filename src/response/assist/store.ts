import type { Queryable } from '../../platform/database/database.ts';

/** docs/response.md, "Help from another ward": how long an assist lasts after the resolution. As in sql/093. */
const LASTS = '1 hour';

/** SQL: whether a caregiver assists with a fall of a patient at a time. Takes SQL expressions. */
export const isAssistingSql = (caregiver: string, patient: string, at: string): string =>
  `EXISTS (SELECT FROM fall_assists a JOIN responses r USING (fall_id)
     WHERE a.caregiver_id = ${caregiver} AND a.patient_id = ${patient}
       AND (r.resolved_at IS NULL OR r.resolved_at > ${at}::timestamptz - interval '${LASTS}'))`;

/** Puts an active caregiver into the care team. False if they assist already. */
export const insertAssist = async (
  q: Queryable,
  fall: { readonly id: string; readonly userId: string },
  caregiverId: string,
  at: Date,
): Promise<boolean> =>
  (await q.run(
    `INSERT INTO fall_assists (fall_id, caregiver_id, patient_id, at)
     SELECT $1, id, $3, $4 FROM people_public WHERE id = $2 AND role = 'CAREGIVER' AND status = 'active'
     ON CONFLICT DO NOTHING`,
    [fall.id, caregiverId, fall.userId, at],
  )) === 1;

/** An assist whose hour is over. */
export interface OverdueAssist {
  readonly fallId: string;
  readonly caregiverId: string;
  readonly patientId: string;
}

export const overdueAssists = (q: Queryable, at: Date, most: number) =>
  q.rows<OverdueAssist>(
    `SELECT a.fall_id AS "fallId", a.caregiver_id AS "caregiverId", a.patient_id AS "patientId"
     FROM fall_assists a JOIN responses r USING (fall_id)
     WHERE r.resolved_at <= $1::timestamptz - interval '${LASTS}' ORDER BY r.resolved_at LIMIT $2`,
    [at, most],
  );

/** False if another instance has ended it. */
export const deleteAssist = async (
  q: Queryable,
  { fallId, caregiverId }: Pick<OverdueAssist, 'fallId' | 'caregiverId'>,
): Promise<boolean> =>
  (await q.run('DELETE FROM fall_assists WHERE fall_id = $1 AND caregiver_id = $2', [
    fallId,
    caregiverId,
  ])) === 1;

/** For a user whose role changes: only caregivers give and only patients receive care. */
export const deleteAssistsOf = (q: Queryable, userId: string) =>
  q.run('DELETE FROM fall_assists WHERE caregiver_id = $1 OR patient_id = $1', [userId]);
