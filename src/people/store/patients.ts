import { countUsers } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type NewestAbsence, shownAbsence } from '../absence/rules.ts';
import { newestAbsence } from '../absence/store.ts';
import { isShown, type PatientsOf, shownFor } from '../care-team.ts';
import type { Person, Ward } from '../person.ts';

const ACTIVE = `people_public u WHERE u.role = 'PATIENT' AND u.status = 'active'`;

/** Patients with an active account, with their absences, ordered by name, at most `most`; `total` counts all of them. */
export async function activePatients(q: Queryable, of: PatientsOf, most: number, at: Date) {
  const rows = await q.rows<ActivePatient>(
    `SELECT u.*, n.* FROM (
       SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.room, u.last_name, u.first_name,
              (SELECT json_build_object('id', w.id, 'name', w.name) FROM wards w WHERE w.id = u.ward_id) AS ward
       FROM ${ACTIVE} AND ${isShown(of, 'u.id')} ORDER BY u.last_name, u.first_name, u.id LIMIT $2
     ) u LEFT JOIN LATERAL ${newestAbsence('u.id')} n ON true ORDER BY u.last_name, u.first_name, u.id`,
    [shownFor(of), most],
  );
  const patients = rows.map(({ id, name, room, ward, ...newest }) => ({
    id,
    name,
    room,
    ward,
    ...shownAbsence(newest, at),
  }));
  return { patients, total: rows.length < most ? rows.length : await countActive(q, of) };
}

interface ActivePatient extends NewestAbsence<Person> {
  readonly id: string;
  readonly name: string;
  readonly room: string | null;
  readonly ward: Ward | null;
}

async function countActive(q: Queryable, of: PatientsOf): Promise<number> {
  if (of === 'everybody') return countUsers(q, { role: 'PATIENT', status: 'active' });
  const sql = `SELECT count(*)::int AS total FROM ${ACTIVE} AND ${isShown(of, 'u.id')}`;
  return (await q.value<number>(sql, [shownFor(of)])) ?? 0;
}

/** The ward in which a patient lives; null without one. */
export const wardOf = async (q: Queryable, patientId: string): Promise<Ward | null> =>
  (await q.row<Ward>(
    'SELECT w.id, w.name FROM people_public u JOIN wards w ON w.id = u.ward_id WHERE u.id = $1',
    [patientId],
  )) ?? null;
