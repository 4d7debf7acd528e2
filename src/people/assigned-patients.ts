import { pendingEmailOf } from '../accounts/user.ts';
import { time, type Wellbeing } from '../overview/wellbeing.ts';

export interface AssignedPatient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  readonly room: string | null;
  readonly lastLogin: Date | null;
}

/** docs/contract.md, "People": active is who wears a wearable that sends, or logs in. */
export const assignedPatientOf = (patient: AssignedPatient, wellbeing: Wellbeing, devices: number) => ({
  id: patient.id,
  name: patient.name,
  email: patient.email,
  ...pendingEmailOf(patient),
  room: patient.room,
  healthScore: wellbeing.healthScore,
  lastActive: time(wellbeing.lastSeen) > time(patient.lastLogin) ? wellbeing.lastSeen : patient.lastLogin,
  devices,
  recentFalls: wellbeing.recentFalls,
});
