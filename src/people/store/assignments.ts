import { PENDING_EMAIL } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { AssignedPatientRow } from '../assigned-patients.ts';
import type { Assignment, Pair } from '../care-team.ts';

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

/** For a user whose role changes: only caregivers give and only patients receive care. Returns the ended assignments. */
export const endAssignmentsOf = (q: Queryable, userId: string) =>
  q.rows<Pair>(
    // Locks rows in the order of lockCaregiversOf, because the deletion has no defined order.
    `WITH ended AS (
       SELECT caregiver_id, patient_id FROM assignments WHERE caregiver_id = $1 OR patient_id = $1
       ORDER BY caregiver_id, patient_id FOR UPDATE
     )
     DELETE FROM assignments a USING ended e WHERE a.caregiver_id = e.caregiver_id AND a.patient_id = e.patient_id
     RETURNING a.caregiver_id AS "caregiverId", a.patient_id AS "patientId"`,
    [userId],
  );

/** docs/contract.md, "People". */
export const caregiversOf = (q: Queryable, patientId: string) =>
  q.rows<{ id: string; name: string; relationship: string | null; phone: string | null }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, a.relationship, u.phone
     FROM assignments a JOIN users u ON u.id = a.caregiver_id WHERE a.patient_id = $1 ORDER BY a.created_at, u.id`,
    [patientId],
  );

const SOURCE: ListSource = {
  columns: `u.id, u.first_name || ' ' || u.last_name AS name, u.email, ${PENDING_EMAIL}, u.room, u.last_login AS "lastLogin"`,
  from: 'assignments a JOIN users u ON u.id = a.patient_id',
  counted: 'assignments a',
  sortable: { name: `u.first_name || ' ' || u.last_name`, email: 'u.email', room: 'u.room' },
  time: 'a.created_at',
  id: 'a.patient_id',
};

export const ASSIGNED_SORTS = Object.keys(SOURCE.sortable);

const of = (caregiverId: string): Condition[] => [['a.caregiver_id = $?', caregiverId]];

export const listAssignedPatients = (q: Queryable, caregiverId: string, page: Page) =>
  list<AssignedPatientRow>(q, SOURCE, page, of(caregiverId));

export const allAssignedPatients = (q: Queryable, caregiverId: string) =>
  q.rows<AssignedPatientRow>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE a.caregiver_id = $1`, [
    caregiverId,
  ]);

export const countAssignments = async (q: Queryable): Promise<number> =>
  (await q.row<{ total: number }>('SELECT count(*) AS total FROM assignments'))?.total ?? 0;
