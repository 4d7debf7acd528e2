import { servesSql } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isInCareTeam } from '../care-team.ts';
import type { Actor, Person } from '../person.ts';

const IN_CARE_TEAM = isInCareTeam('u.id', '$2');

/** An account that may respond to a patient's falls: an active caregiver of the care team, an admin, or a service account. */
export const findResponder = (q: Queryable, personId: string, patientId: string) =>
  q.row<Actor>(
    `SELECT u.id, rtrim(u.first_name || ' ' || u.last_name) AS name, u.role = 'ADMIN' AS "isAdmin" FROM people_public u
     WHERE u.id = $1 AND u.status = 'active' AND (u.role = 'ADMIN' OR ${IN_CARE_TEAM} OR ${servesSql('u.id', '$2')})`,
    [personId, patientId],
  );

export const mayActFor = async (q: Queryable, personId: string, patientId: string): Promise<boolean> =>
  (await findResponder(q, personId, patientId)) !== undefined;

/** A caregiver to whom a claim may be handed over. */
export const findCaregiverOf = (q: Queryable, personId: string, patientId: string) =>
  q.row<Person>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM people_public u
     WHERE u.id = $1 AND u.status = 'active' AND ${IN_CARE_TEAM}`,
    [personId, patientId],
  );
