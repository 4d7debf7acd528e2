import { pendingEmailOf, personOf, type User } from '../accounts/index.ts';
import { CAREGIVER_FIELDS, mapFields, PATIENT_FIELDS } from '../accounts/role-fields.ts';
import type { Absence } from './absence/store.ts';
import type { CheckInRow } from './check-in/store.ts';
import type { DeviceSummary } from './device-summary-schema.ts';
import type { Person } from './person.ts';

/** A member of a patient's care team. */
export interface CaregiverOfPatient extends Person {
  readonly relationship: string | null;
  readonly phone: string | null;
  /** `assignment` for a caregiver who is also in the patient's ward. */
  readonly via: 'assignment' | 'ward' | 'assist';
}

/** The parts of a patient profile that are not in the account. */
interface PatientCare {
  readonly caregivers: readonly CaregiverOfPatient[];
  readonly devices: readonly DeviceSummary[];
  readonly checkIn: CheckInRow | null;
  readonly absence: Absence | null;
}

/** docs/contract.md, "People". */
export const patientOf = (user: User, { caregivers, devices, checkIn, absence }: PatientCare) => ({
  ...personOf(user),
  status: user.status,
  phone: user.phone,
  dateOfBirth: user.dateOfBirth,
  ...mapFields(PATIENT_FIELDS, (name) => user[name]),
  wardId: user.wardId,
  shareWithHome: user.shareWithHome,
  createdAt: user.createdAt,
  caregivers,
  devices,
  checkIn,
  absence,
});

/** A row of GET /patients; fields that only the patient's care team and admins may see are null for other viewers. */
export const listedPatientOf = (user: User, healthScore: number | undefined) => ({
  id: user.id,
  email: user.email,
  ...(healthScore === undefined ? {} : pendingEmailOf(user)),
  firstName: user.firstName,
  lastName: user.lastName,
  status: user.status,
  dateOfBirth: healthScore === undefined ? null : user.dateOfBirth,
  ...mapFields(PATIENT_FIELDS, (name) => (healthScore === undefined ? null : user[name])),
  wardId: healthScore === undefined ? null : user.wardId,
  healthScore: healthScore ?? null,
  createdAt: user.createdAt,
});

export interface Caregiver extends User {
  readonly patients: number;
  readonly activeAlerts: number;
}

/** docs/contract.md, "People". */
export const caregiverOf = (caregiver: Caregiver) => ({
  ...personOf(caregiver),
  status: caregiver.status,
  phone: caregiver.phone,
  ...mapFields(CAREGIVER_FIELDS, (name) => caregiver[name]),
  patients: caregiver.patients,
  activeAlerts: caregiver.activeAlerts,
  createdAt: caregiver.createdAt,
});
