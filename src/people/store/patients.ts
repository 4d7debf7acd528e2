import { countUsers } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isShown, type PatientsOf, shownFor } from '../care-team.ts';
import type { Ward } from '../person.ts';

const ACTIVE = `people_public u WHERE u.role = 'PATIENT' AND u.status = 'active'`;

/** Patients with an active account, ordered by name, at most `most`; `total` counts all of them. */
export async function activePatients(q: Queryable, of: PatientsOf, most: number) {
  const patients = await q.rows<{ id: string; name: string; room: string | null; ward: Ward | null }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.room,
            (SELECT json_build_object('id', w.id, 'name', w.name) FROM wards w WHERE w.id = u.ward_id) AS ward
     FROM ${ACTIVE} AND ${isShown(of, 'u.id')} ORDER BY u.last_name, u.first_name, u.id LIMIT $2`,
    [shownFor(of), most],
  );
  return { patients, total: patients.length < most ? patients.length : await countActive(q, of) };
}

async function countActive(q: Queryable, of: PatientsOf): Promise<number> {
  if (of === 'everybody') return countUsers(q, { role: 'PATIENT', status: 'active' });
  const sql = `SELECT count(*)::int AS total FROM ${ACTIVE} AND ${isShown(of, 'u.id')}`;
  return (await q.row<{ total: number }>(sql, [shownFor(of)]))?.total ?? 0;
}

/** The ward in which a patient lives; null without one. */
export const wardOf = async (q: Queryable, patientId: string): Promise<Ward | null> =>
  (await q.row<Ward>(
    'SELECT w.id, w.name FROM people_public u JOIN wards w ON w.id = u.ward_id WHERE u.id = $1',
    [patientId],
  )) ?? null;
