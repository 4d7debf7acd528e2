import type { User } from '../accounts/index.ts';
import type { Grants } from './groups.ts';

/** An account that may be that of the person. */
export interface Candidate extends Pick<User, 'id' | 'role' | 'status' | 'lastLogin'> {
  readonly isFromDirectory: boolean;
}

export type Decision =
  /** The account of the person, or theirs from now on; `unused`: whoever made it knows its password. */
  | { readonly kind: 'enter'; readonly userId: string; readonly unused: boolean }
  | { readonly kind: 'create' }
  /** Only after the password of this account. */
  | { readonly kind: 'ask'; readonly userId: string }
  | { readonly kind: 'refuse'; readonly code: 'ACCOUNT_DEACTIVATED' | 'OIDC_NOT_STAFF' };

/**
 * docs/single-sign-on.md, "Linking": issuer and subject say who a person is. An equal e-mail address alone is no proof: a
 * provider may give it to another person, and whoever opened the account may not have been its owner.
 */
export function decide({
  linked,
  sameEmail,
  role,
}: {
  /** The account with this issuer and subject. */
  readonly linked: Candidate | undefined;
  /** The account with the e-mail address that the provider has verified. */
  readonly sameEmail: Candidate | undefined;
  readonly role: Grants['role'];
}): Decision {
  const account = linked ?? sameEmail;
  if (account === undefined) return { kind: 'create' };
  const { id: userId, status, lastLogin, isFromDirectory } = account;
  if (account.role === 'PATIENT') return { kind: 'refuse', code: 'OIDC_NOT_STAFF' };
  if (status !== 'active') return { kind: 'refuse', code: 'ACCOUNT_DEACTIVATED' };
  if (linked !== undefined) return { kind: 'enter', userId, unused: false };
  const isUnused = lastLogin === null;
  if (isFromDirectory) return { kind: 'enter', userId, unused: isUnused };
  return isUnused && account.role === role
    ? { kind: 'enter', userId, unused: true }
    : { kind: 'ask', userId };
}
