import { pendingEmailOf } from '../accounts/index.ts';
import type { PatientState } from './patient-facts.ts';

export interface AssignedPatientRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  readonly room: string | null;
  readonly lastLogin: Date | null;
}

/** docs/contract.md, "People": `lastActive` is the last reading or the last login, whichever is later. */
export const assignedPatientOf = (patient: AssignedPatientRow, state: PatientState) => ({
  id: patient.id,
  name: patient.name,
  email: patient.email,
  ...pendingEmailOf(patient),
  room: patient.room,
  healthScore: state.healthScore,
  lastActive: laterOf(state.lastSeen, patient.lastLogin),
  devices: state.devices.length,
  recentFalls: state.recentFalls,
});

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  (one?.getTime() ?? 0) > (other?.getTime() ?? 0) ? one : other;
