import type { User } from '../accounts/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { findAbsence } from './absence/store.ts';
import { findCheckIn } from './check-in/store.ts';
import type { PatientFacts } from './patient-facts.ts';
import { patientOf } from './records.ts';
import { caregiversOf } from './store/assignments.ts';

/** A patient's record, with caregivers, devices, check-in and absence. */
export async function patientProfile(
  q: Queryable,
  facts: Pick<PatientFacts, 'deviceSummariesOf'>,
  patient: User,
) {
  const [caregivers, devices, checkIn, absence] = await Promise.all([
    caregiversOf(q, patient.id),
    facts.deviceSummariesOf(patient.id),
    findCheckIn(q, patient.id),
    findAbsence(q, patient.id),
  ]);
  return patientOf(patient, {
    caregivers,
    devices,
    checkIn: checkIn ?? null,
    absence: absence ?? null,
  });
}
