import { countUsers } from '../accounts/store/user-lists.ts';
import { type PatientsOf, patientsInCareOf } from '../people/care-team.ts';
import type { Queryable } from '../platform/database/database.ts';

/** `$1` is the caregiver. */
const mine = (of: PatientsOf, person: string): string =>
  of === 'everybody' ? '$1::uuid IS NULL' : `${person} IN (${patientsInCareOf('$1')})`;

const caregiverOf = (of: PatientsOf): string | null => (of === 'everybody' ? null : of.caregiverId);

const PATIENTS = `users u WHERE u.role = 'PATIENT' AND u.status = 'active'`;

/** At most so many, and how many there are. */
export async function boardPeople(q: Queryable, of: PatientsOf, most: number) {
  const people = await q.rows<{ id: string; name: string; room: string | null }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.room FROM ${PATIENTS} AND ${mine(of, 'u.id')}
     ORDER BY u.last_name, u.first_name, u.id LIMIT $2`,
    [caregiverOf(of), most],
  );
  return { people, total: people.length < most ? people.length : await countPeople(q, of) };
}

async function countPeople(q: Queryable, of: PatientsOf): Promise<number> {
  if (of === 'everybody') return countUsers(q, { role: 'PATIENT', status: 'active' });
  const sql = `SELECT count(*)::int AS total FROM ${PATIENTS} AND ${mine(of, 'u.id')}`;
  return (await q.row<{ total: number }>(sql, [of.caregiverId]))?.total ?? 0;
}

/** Falls that are not resolved, and those after which their wearer has said since `okSince` that they are OK. */
export const boardFallIds = async (q: Queryable, of: PatientsOf, okSince: Date, most: number) =>
  (
    await q.rows<{ id: string }>(
      // Of very many, the newest that need somebody. Each part has a limit of its own, so that it is read from its index.
      `(SELECT fall_id AS id, 0 AS place, created_at FROM responses r
        WHERE state <> 'RESOLVED' AND ${mine(of, 'r.patient_id')} ORDER BY created_at DESC LIMIT $3)
       UNION ALL
       (SELECT fall_id, 1, created_at FROM responses r
        WHERE outcome = 'CANCELLED_BY_PATIENT' AND resolved_at >= $2 AND ${mine(of, 'r.patient_id')}
        ORDER BY resolved_at DESC LIMIT $3)
       ORDER BY place, created_at DESC LIMIT $3`,
      [caregiverOf(of), okSince, most],
    )
  ).map(({ id }) => id);
