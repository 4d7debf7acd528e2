import { pendingEmailOf, personOf, type User } from '../accounts/index.ts';
import { CAREGIVER_FIELDS, mapFields, PATIENT_FIELDS } from '../accounts/role-fields.ts';
import type { DeviceSummary } from './device-summary-schema.ts';

/** The parts of a patient profile that come from assignments and devices. */
interface PatientCare {
  readonly caregivers: readonly {
    readonly id: string;
    readonly name: string;
    readonly relationship: string | null;
    readonly phone: string | null;
  }[];
  readonly devices: readonly DeviceSummary[];
}

/** docs/contract.md, "People". */
export const patientOf = (user: User, { caregivers, devices }: PatientCare) => ({
  ...personOf(user),
  status: user.status,
  phone: user.phone,
  dateOfBirth: user.dateOfBirth,
  ...mapFields(PATIENT_FIELDS, (name) => user[name]),
  createdAt: user.createdAt,
  caregivers,
  devices,
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
