import type { Actor, Person } from '../domain/response.ts';
import type { Queryable } from './database.ts';

const ASSIGNED = 'EXISTS (SELECT FROM assignments a WHERE a.caregiver_id = u.id AND a.patient_id = $2)';

/** Somebody who may answer for a patient's falls: an active caregiver assigned to them, or an admin. */
export const findResponder = (q: Queryable, personId: string, patientId: string) =>
  q.row<Actor>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role = 'ADMIN' AS "isAdmin" FROM users u
     WHERE u.id = $1 AND u.status = 'active' AND (u.role = 'ADMIN' OR ${ASSIGNED})`,
    [personId, patientId],
  );

/** Somebody a claim may be handed to. */
export const findCaregiverOf = (q: Queryable, personId: string, patientId: string) =>
  q.row<Person>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM users u
     WHERE u.id = $1 AND u.status = 'active' AND ${ASSIGNED}`,
    [personId, patientId],
  );
