import type { Role } from '../platform/http/principal.ts';

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
export const personOf = (user: User) => ({ ...identityOf(user), ...pendingEmailOf(user) });

export const newAccountOf = (user: User) => ({ ...identityOf(user), createdAt: user.createdAt });

/** Whoever asks: `GET /me`. */
export const currentUserOf = (user: User) => ({
  ...personOf(user),
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
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
