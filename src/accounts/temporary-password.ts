import { randomInt } from 'node:crypto';
import { brokenPasswordRule } from '../platform/config/password-rule.ts';
import type { PasswordChange, Role } from '../platform/http/principal.ts';

/** Without letters and digits that look alike: it may be read out over the telephone. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%^&*';
const LENGTH = 16;

export function temporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (brokenPasswordRule(password) === undefined) return password;
  }
}

interface PasswordState {
  readonly role: Role;
  /** Null for a password of the owner's own. */
  readonly temporaryUntil: Date | null;
  readonly passwordForDevices: boolean;
}

/** docs/contract.md, "Temporary passwords". An expired one serves nobody but wearables, whatever the setting says. */
export function passwordChangeOf(
  account: PasswordState,
  { isRequired, now }: { readonly isRequired: boolean; readonly now: number },
): PasswordChange {
  const { temporaryUntil } = account;
  if (temporaryUntil === null || !(isRequired || isExpired(account, now))) return 'none';
  return isForDevices(account) ? 'devices exempt' : 'required';
}

/** An expired password opens nothing, except to the wearables of a patient. */
export const isUsable = (account: PasswordState, now: number): boolean =>
  !isExpired(account, now) || isForDevices(account);

export const isExpired = ({ temporaryUntil }: Pick<PasswordState, 'temporaryUntil'>, now: number): boolean =>
  temporaryUntil !== null && temporaryUntil.getTime() <= now;

const isForDevices = ({ role, passwordForDevices }: PasswordState): boolean =>
  role === 'PATIENT' && passwordForDevices;
