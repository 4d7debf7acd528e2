import type { Role } from './schema.ts';
import type { DeviceStatus } from '../devices/status.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  /** An address that waits for its owner to confirm it. */
  readonly pendingEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
  readonly avatar: string | null;
  readonly emergencyContact: string | null;
  /** Where a patient is found. */
  readonly room: string | null;
  readonly specialization: string | null;
  readonly organization: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
}

/** docs/contract.md, "Accounts": what a login answers. */
export const identityOf = ({ id, email, firstName, lastName, role }: User) => ({
  id,
  email,
  firstName,
  lastName,
  role,
});

/** In records only while an address waits for its owner to confirm it. */
export const pendingEmailOf = ({ pendingEmail }: Pick<User, 'pendingEmail'>) =>
  pendingEmail === null ? {} : { pendingEmail };

/** What every record of a person begins with. */
const personOf = (user: User) => ({ ...identityOf(user), ...pendingEmailOf(user) });

export const newAccountOf = (user: User) => ({ ...identityOf(user), createdAt: user.createdAt });

/** Whoever asks: `GET /me`. */
export const currentUserOf = (user: User) => ({
  ...personOf(user),
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
});

/** The parts of a patient profile that come from assignments and devices. */
export interface Care {
  readonly caregivers: readonly {
    readonly id: string;
    readonly name: string;
    readonly relationship: string | null;
    readonly phone: string | null;
  }[];
  readonly devices: readonly { readonly id: string; readonly name: string; readonly status: DeviceStatus }[];
}

/** docs/contract.md, "People". */
export const patientOf = (user: User, { caregivers, devices }: Care) => ({
  ...personOf(user),
  status: user.status,
  phone: user.phone,
  dateOfBirth: user.dateOfBirth,
  emergencyContact: user.emergencyContact,
  room: user.room,
  createdAt: user.createdAt,
  caregivers,
  devices,
});

/** A row of GET /patients; what only those who care for the patient may know is null for others. */
export const listedPatientOf = (user: User, healthScore: number | undefined) => ({
  id: user.id,
  email: user.email,
  ...(healthScore === undefined ? {} : pendingEmailOf(user)),
  firstName: user.firstName,
  lastName: user.lastName,
  status: user.status,
  dateOfBirth: healthScore === undefined ? null : user.dateOfBirth,
  emergencyContact: healthScore === undefined ? null : user.emergencyContact,
  room: healthScore === undefined ? null : user.room,
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
  specialization: caregiver.specialization,
  organization: caregiver.organization,
  patients: caregiver.patients,
  activeAlerts: caregiver.activeAlerts,
  createdAt: caregiver.createdAt,
});

/** Everybody's own: `GET /profile/me`. */
export const profileOf = (user: User) => ({
  ...personOf(user),
  dateOfBirth: user.dateOfBirth,
  phone: user.phone,
  avatar: user.avatar,
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
});

/** Everything that is kept of an account, for admins. */
export const accountOf = (user: User) => ({
  ...profileOf(user),
  status: user.status,
  emergencyContact: user.emergencyContact,
  room: user.room,
  specialization: user.specialization,
  organization: user.organization,
  updatedAt: user.updatedAt,
});
