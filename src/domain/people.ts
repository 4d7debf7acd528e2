import type { Role } from '../schemas/accounts.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
  readonly avatar: string | null;
  readonly emergencyContact: string | null;
  readonly specialization: string | null;
  readonly organization: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
}

/** Contract, section 4.1: what a login answers. The other views of a person begin with it. */
export const identityOf = ({ id, email, firstName, lastName, role }: User) => ({
  id,
  email,
  firstName,
  lastName,
  role,
});

export const newAccountOf = (user: User) => ({ ...identityOf(user), createdAt: user.createdAt });

/** Contract, section 4.9. */
export const currentUserOf = (user: User) => ({ ...newAccountOf(user), lastLogin: user.lastLogin });

/** Contract, section 4.7. */
export const profileOf = (user: User) => ({
  ...identityOf(user),
  dateOfBirth: user.dateOfBirth,
  phone: user.phone,
  avatar: user.avatar,
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
});
