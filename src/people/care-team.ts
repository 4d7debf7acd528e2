import { patientsServedBy } from '../accounts/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Condition } from '../platform/database/list.ts';
import type { ServiceAccount } from '../platform/http/principal.ts';
import { patientsOfWardsAmong } from './stations/store.ts';
import { CARE_TEAMS } from './vocabulary.ts';

export interface Assignment {
  readonly caregiverId: string;
  readonly patientId: string;
  readonly relationship: string | null;
  readonly createdAt: Date;
}

/** A subquery: the patients whose care teams a caregiver is in. Takes an SQL expression. */
const patientsInCareOf = (caregiver: string): string =>
  `SELECT t.patient_id FROM ${CARE_TEAMS} t WHERE t.caregiver_id = ${caregiver}`;

/** A condition: a caregiver is in a patient's care team. Takes SQL expressions. */
export const isInCareTeam = (caregiver: string, patient: string): string =>
  `EXISTS (SELECT FROM ${CARE_TEAMS} t WHERE t.caregiver_id = ${caregiver} AND t.patient_id = ${patient})`;

/** The patients that a list shows: those of a caregiver's care teams, of a ward, of a service account's wards, or all. */
export type PatientsOf =
  | { readonly caregiverId: string }
  | { readonly wardId: string }
  | { readonly serviceAccountId: string }
  | 'everybody';

function patientsOf(of: Exclude<PatientsOf, 'everybody'>, id: string): string {
  if ('wardId' in of) return `SELECT id FROM people_public WHERE ward_id = ${id}`;
  return 'caregiverId' in of ? patientsInCareOf(id) : patientsServedBy(id);
}

/** The list condition for `of`; `patient` is an SQL expression. */
export const shownAmong = (of: PatientsOf, patient: string): Condition[] =>
  of === 'everybody' ? [] : [[`${patient} IN (${patientsOf(of, '$?')})`, shownFor(of)]];

/** The same condition with `$1`, set to `shownFor(of)`, for statements with numbered parameters. */
export const isShown = (of: PatientsOf, patient: string): string =>
  of === 'everybody' ? '$1::uuid IS NULL' : `${patient} IN (${patientsOf(of, '$1')})`;

/** The caregiver, the ward or the service account; null for all. */
export function shownFor(of: PatientsOf): string | null {
  if (of === 'everybody') return null;
  if ('wardId' in of) return of.wardId;
  return 'caregiverId' in of ? of.caregiverId : of.serviceAccountId;
}

/** The given patients whose care team the caregiver is in. */
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

/** Whether a caregiver is in the care team for good, not only to help with a fall (docs/response.md, "Help from another ward"). */
export const isLastingMember = async (q: Queryable, { caregiverId, patientId }: Pair): Promise<boolean> =>
  (await q.value<boolean>(
    `SELECT assigned OR in_ward FROM ${CARE_TEAMS} WHERE caregiver_id = $1 AND patient_id = $2`,
    [caregiverId, patientId],
  )) === true;

/** The given people whom a service account serves. */
export const patientsServedAmong = async (
  q: Queryable,
  { wardIds }: ServiceAccount,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => (wardIds === null ? new Set(ids) : patientsOfWardsAmong(q, wardIds, ids));

export type Pair = Pick<Assignment, 'caregiverId' | 'patientId'>;

/** The given pairs in which the caregiver is in the patient's care team, as a set of patients per caregiver. */
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
 * Whether a caregiver is now in the care team of the patient of an alert `a`. An alert outlives the assignment, as a
 * row of the delivery ledger, and belongs to its caregiver again when they are reassigned. `IS TRUE` keeps the
 * planner from turning it into a join: it estimates that such a join returns almost no rows, and sorts all alerts of
 * a caregiver for one page of them.
 */
export const inCareOf = (caregiver: string): string =>
  `(a.patient_id IN (${patientsInCareOf(caregiver)})) IS TRUE`;
