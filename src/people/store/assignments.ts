import type { AssignedPatient } from '../../overview/wellbeing.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, type ListSource, list } from '../../platform/database/list.ts';
import { PENDING_EMAIL } from '../../accounts/store/users.ts';

export interface Assignment {
  readonly caregiverId: string;
  readonly patientId: string;
  readonly relationship: string | null;
  readonly createdAt: Date;
}

/**
 * Who is in the care team of whom, as a relation of `caregiver_id` and `patient_id`: the assigned caregivers. Whatever
 * being in a care team grants is asked of this relation; only what is said about assignments themselves is not.
 */
export const CARE_TEAMS = 'assignments';

/** A subquery: the patients whose care teams somebody is in. Takes an SQL expression. */
export const patientsInCareOf = (caregiver: string): string =>
  `SELECT t.patient_id FROM ${CARE_TEAMS} t WHERE t.caregiver_id = ${caregiver}`;

/** A condition: somebody is in a patient's care team. Takes SQL expressions. */
export const isInCareTeam = (caregiver: string, patient: string): string =>
  `EXISTS (SELECT FROM ${CARE_TEAMS} t WHERE t.caregiver_id = ${caregiver} AND t.patient_id = ${patient})`;

/** Whose patients a list shows: those of the care teams that a caregiver is in, or everybody's. */
export type PatientsOf = { readonly caregiverId: string } | 'everybody';

/** The condition for it; `patient` is an SQL expression. */
export const shownAmong = (of: PatientsOf, patient: string): Condition[] =>
  of === 'everybody' ? [] : [[`${patient} IN (${patientsInCareOf('$?')})`, of.caregiverId]];

/** Those of some patients whose care team the caregiver is in. */
export async function patientsInCareAmong(
  q: Queryable,
  caregiverId: string,
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await q.rows<{ id: string }>(
    `SELECT patient_id AS id FROM ${CARE_TEAMS} WHERE caregiver_id = $1 AND patient_id = ANY($2)`,
    [caregiverId, patientIds],
  );
  return new Set(rows.map((row) => row.id));
}

export interface Care {
  readonly caregiverId: string;
  readonly patientId: string;
  /** Whether the caregiver's account is. */
  readonly active: boolean;
}

/**
 * Who looks after some patients; until the transaction ends, neither that nor any of their accounts can end. Whoever
 * ends care deletes its events with it (sql/008), so events that are written under this lock are found and deleted.
 * Lock order: people before assignments, as when an account is deleted, and both in order of id. Falls, alerts and
 * conditions come after the patient (see holdPeopleAround), and before or after their caregivers.
 */
export async function holdCareOf(q: Queryable, patientIds: readonly string[]): Promise<readonly Care[]> {
  const held = await q.rows<{ id: string }>(
    `SELECT id FROM users
     WHERE id IN (SELECT unnest($1::uuid[])
                  UNION SELECT caregiver_id FROM assignments WHERE patient_id = ANY($1))
     ORDER BY id FOR KEY SHARE`,
    [patientIds],
  );
  // Care that has begun since is left out: its caregiver is not held.
  return q.rows<Care>(
    `SELECT a.caregiver_id AS "caregiverId", a.patient_id AS "patientId", u.status = 'active' AS active
     FROM assignments a JOIN users u ON u.id = a.caregiver_id
     WHERE a.patient_id = ANY($1) AND a.caregiver_id = ANY($2)
     ORDER BY a.caregiver_id, a.patient_id FOR KEY SHARE OF a`,
    [patientIds, held.map(({ id }) => id)],
  );
}

type Pair = Pick<Assignment, 'caregiverId' | 'patientId'>;

/** Those of some pairs that are care: a set of patients for each caregiver who has one. */
export async function careAmong(
  q: Queryable,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await q.rows<Pair>(
    `SELECT caregiver_id AS "caregiverId", patient_id AS "patientId" FROM ${CARE_TEAMS}
     WHERE (caregiver_id, patient_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [pairs.map((pair) => pair.caregiverId), pairs.map((pair) => pair.patientId)],
  );
  const patients = new Map<string, Set<string>>();
  for (const { caregiverId, patientId } of rows) {
    const assigned = patients.get(caregiverId);
    if (assigned === undefined) patients.set(caregiverId, new Set([patientId]));
    else assigned.add(patientId);
  }
  return patients;
}

/** False when they were assigned already. */
export const assign = async (q: Queryable, a: Assignment): Promise<boolean> =>
  (await q.run(
    `INSERT INTO assignments (caregiver_id, patient_id, relationship, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [a.caregiverId, a.patientId, a.relationship, a.createdAt],
  )) === 1;

/** False when there was nothing to end. */
export const unassign = async (q: Queryable, caregiverId: string, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM assignments WHERE caregiver_id = $1 AND patient_id = $2', [
    caregiverId,
    patientId,
  ])) === 1;

/** For a person whose role changes: care is given by caregivers and received by patients. Answers what ended. */
export const endAssignmentsOf = (q: Queryable, userId: string) =>
  q.rows<Pair>(
    // Locked in the order of holdCareOf before they are deleted in any order.
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
  list<AssignedPatient>(q, SOURCE, page, of(caregiverId));

export const allAssignedPatients = (q: Queryable, caregiverId: string) =>
  q.rows<AssignedPatient>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE a.caregiver_id = $1`, [
    caregiverId,
  ]);

export const countAssignments = async (q: Queryable): Promise<number> =>
  (await q.row<{ total: number }>('SELECT count(*) AS total FROM assignments'))?.total ?? 0;
