import type { Role } from '../platform/http/principal.ts';
import type { Language } from '../platform/languages.ts';
import { mapFields, ROLE_FIELDS, type RoleFieldName } from './role-fields.ts';

export interface User extends Readonly<Record<RoleFieldName, string | null>> {
  readonly id: string;
  readonly email: string;
  /** A new address that the owner has not confirmed yet. */
  readonly pendingEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
  readonly avatar: string | null;
  /** Null for that of the organisation. */
  readonly language: Language | null;
  /** The ward of a patient; null for other roles. */
  readonly wardId: string | null;
  /** Whether the home's own broker may show the patient (docs/smart-home.md). */
  readonly shareWithHome: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
}

/** A user or a service account. */
export type Account = Omit<User, 'role'> & { readonly role: Role | 'SERVICE' };

/** docs/contract.md, "Accounts": the user in a login response. */
export const identityOf = <R extends Account['role']>({
  id,
  email,
  firstName,
  lastName,
  role,
}: Omit<User, 'role'> & { readonly role: R }) => ({
  id,
  email,
  firstName,
  lastName,
  role,
});

/** Part of a record only while a new address is unconfirmed. */
export const pendingEmailOf = ({ pendingEmail }: Pick<User, 'pendingEmail'>) =>
  pendingEmail === null ? {} : { pendingEmail };

/** Common fields of every record of a person. */
export const personOf = <R extends Account['role']>(user: Omit<User, 'role'> & { readonly role: R }) => ({
  ...identityOf(user),
  ...pendingEmailOf(user),
});

export const newAccountOf = (user: User) => ({ ...identityOf(user), createdAt: user.createdAt });

/** The current user: `GET /me`. */
export const currentUserOf = (user: Account) => ({
  ...personOf(user),
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
  language: user.language,
});

/** The user's own profile: `GET /profile/me`. */
export const profileOf = (user: User) => ({
  ...personOf(user),
  dateOfBirth: user.dateOfBirth,
  phone: user.phone,
  avatar: user.avatar,
  language: user.language,
  createdAt: user.createdAt,
  lastLogin: user.lastLogin,
});

/** The full account record, for admins. */
export const accountOf = (user: User) => ({
  ...profileOf(user),
  status: user.status,
  ...mapFields(ROLE_FIELDS, (name) => user[name]),
  updatedAt: user.updatedAt,
});
