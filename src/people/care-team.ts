import type { Queryable } from '../platform/database/database.ts';
import type { Condition } from '../platform/database/list.ts';

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

/** The same condition with `$1`, which is `caregiverIn(of)`, for statements that number their parameters. */
export const isShown = (of: PatientsOf, patient: string): string =>
  of === 'everybody' ? '$1::uuid IS NULL' : `${patient} IN (${patientsInCareOf('$1')})`;

export const caregiverIn = (of: PatientsOf): string | null => (of === 'everybody' ? null : of.caregiverId);

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

export type Pair = Pick<Assignment, 'caregiverId' | 'patientId'>;

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

/**
 * Whether a caregiver looks after the patient of an alert `a` now. An alert outlives the assignment, as a line of the
 * delivery ledger, and is its caregiver's again when they are assigned again. `IS TRUE` keeps the planner from making a
 * join of it: it takes such a join to find next to nothing, and sorts all of a caregiver's alerts for one page of them.
 */
export const inCareOf = (caregiver: string): string =>
  `(a.patient_id IN (${patientsInCareOf(caregiver)})) IS TRUE`;
