import { isNoPathTest, PENDING_EMAIL } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { AssignedPatientRow } from '../assigned-patients.ts';
import type { Assignment, Pair } from '../care-team.ts';
import type { CaregiverOfPatient } from '../records.ts';
import { CARE_TEAMS } from '../vocabulary.ts';

/** False when the caregiver was already assigned. */
export const assign = async (q: Queryable, a: Assignment): Promise<boolean> =>
  (await q.run(
    `INSERT INTO assignments (caregiver_id, patient_id, relationship, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [a.caregiverId, a.patientId, a.relationship, a.createdAt],
  )) === 1;

/** False when there was no assignment. */
export const unassign = async (q: Queryable, caregiverId: string, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM assignments WHERE caregiver_id = $1 AND patient_id = $2', [
    caregiverId,
    patientId,
  ])) === 1;

/** The care of these caregivers and of these patients, also where its membership is over and must be ended. */
export const pairsOf = (q: Queryable, userIds: readonly string[]) =>
  q.rows<Pair>(
    `SELECT caregiver_id AS "caregiverId", patient_id AS "patientId" FROM care_teams
     WHERE caregiver_id = ANY($1) OR patient_id = ANY($1)`,
    [userIds],
  );

/** For a user whose role changes: only caregivers give and only patients receive care. */
export const endAssignmentsOf = (q: Queryable, userId: string) =>
  q.run(
    // Locks rows in the order of lockCaregiversOf, because the deletion has no defined order.
    `WITH ended AS (
       SELECT caregiver_id, patient_id FROM assignments WHERE caregiver_id = $1 OR patient_id = $1
       ORDER BY caregiver_id, patient_id FOR UPDATE
     )
     DELETE FROM assignments a USING ended e WHERE a.caregiver_id = e.caregiver_id AND a.patient_id = e.patient_id`,
    [userId],
  );

/** SQL: how a caregiver is in a care team `t`; the lasting way first. */
export const VIA = `CASE WHEN t.assigned THEN 'assignment' WHEN t.in_ward THEN 'ward' ELSE 'assist' END`;

/** docs/contract.md, "People". */
export const caregiversOf = (q: Queryable, patientId: string) =>
  q.rows<CaregiverOfPatient>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, a.relationship, u.phone,
            ${VIA} AS via
     FROM ${CARE_TEAMS} t JOIN people_public u ON u.id = t.caregiver_id
       LEFT JOIN assignments a ON a.caregiver_id = t.caregiver_id AND a.patient_id = t.patient_id
     WHERE t.patient_id = $1 ORDER BY t.since, u.id`,
    [patientId],
  );

const SOURCE: ListSource = {
  columns: `u.id, u.first_name || ' ' || u.last_name AS name, u.email, ${PENDING_EMAIL}, u.room, u.last_login AS "lastLogin"`,
  from: `${CARE_TEAMS} t JOIN people_public u ON u.id = t.patient_id`,
  counted: `${CARE_TEAMS} t`,
  sortable: { name: `u.first_name || ' ' || u.last_name`, email: 'u.email', room: 'u.room' },
  time: 't.since',
  id: 't.patient_id',
};

export const ASSIGNED_SORTS = Object.keys(SOURCE.sortable);

const of = (caregiverId: string): Condition[] => [['t.caregiver_id = $?', caregiverId]];

export const listAssignedPatients = (q: Queryable, caregiverId: string, page: Page) =>
  list<AssignedPatientRow>(q, SOURCE, page, of(caregiverId));

export const allAssignedPatients = (q: Queryable, caregiverId: string) =>
  q.rows<AssignedPatientRow>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE t.caregiver_id = $1`, [
    caregiverId,
  ]);

export const countAssignments = async (q: Queryable): Promise<number> =>
  (await q.value<number>(`SELECT count(*) AS total FROM assignments WHERE ${isNoPathTest('patient_id')}`)) ??
  0;
