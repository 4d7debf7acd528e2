import { Forbidden } from '../errors.ts';

/** Whether somebody uses a temporary password and must choose one; their wearables may be exempt. */
export type PasswordChange = 'none' | 'devices exempt' | 'required';

/** docs/contract.md, "Second factor": throws for whoever must set a second factor up before anything else. */
export function requireSecondFactor({ lacksSecondFactor }: { readonly lacksSecondFactor: boolean }): void {
  if (!lacksSecondFactor) return;
  const message = 'Set up a second factor first: POST /profile/totp';
  throw new Forbidden(message, { code: 'TOTP_SETUP_REQUIRED', details: { totp: 'must be set up first' } });
}

/**
 * docs/contract.md, "Temporary passwords": throws for whoever must choose a password first. `open`: what may be done all the same,
 * by everybody or by wearables.
 */
export function requireOwnPassword(
  { passwordChange }: { readonly passwordChange: PasswordChange },
  open?: 'everybody' | 'devices',
): void {
  if (passwordChange === 'none' || open === 'everybody') return;
  if (passwordChange === 'devices exempt' && open === 'devices') return;
  throw new Forbidden('Change your temporary password first', { code: 'PASSWORD_CHANGE_REQUIRED' });
}

export const ROLES = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;

export type Role = (typeof ROLES)[number];

/** Who is calling. */
export interface Principal {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Their role must have a second factor (REQUIRE_TOTP) and they have none yet: they may do nothing but set it up. */
  readonly lacksSecondFactor: boolean;
  readonly passwordChange: PasswordChange;
}

/** Finds the principal of a session's token. */
export interface Authenticator {
  /** The principal of a token that was authenticated lately, from memory; undefined where the token must be authenticated. */
  recall(token: string): Principal | undefined;
  /** Rejects with 401. */
  authenticate(token: string): Promise<Principal>;
}
