import { randomInt } from 'node:crypto';
import type { RequiredPasswordChange, Role } from '../../platform/http/principal.ts';
import { brokenPasswordRule } from './password-rule.ts';

/** Leaves out letters and digits that look alike: the password may be read out over the phone. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%^&*';
const LENGTH = 16;

export function createTemporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (brokenPasswordRule(password) === undefined) return password;
  }
}

interface PasswordState {
  readonly role: Role;
  /** Null for a password that the owner has chosen. */
  readonly temporaryUntil: Date | null;
  readonly passwordForDevices: boolean;
}

/** docs/contract.md, "Temporary passwords". Only wearables can use an expired password, whatever the setting. */
export function passwordChangeOf(
  account: PasswordState,
  { isRequired, now }: { readonly isRequired: boolean; readonly now: number },
): RequiredPasswordChange {
  const { temporaryUntil } = account;
  if (temporaryUntil === null || !(isRequired || isExpired(account, now))) return 'none';
  return isForDevices(account) ? 'devices exempt' : 'required';
}

/** An expired password is rejected, except from the wearables of a patient. */
export const isUsable = (account: PasswordState, now: number): boolean =>
  !isExpired(account, now) || isForDevices(account);

export const isExpired = ({ temporaryUntil }: Pick<PasswordState, 'temporaryUntil'>, now: number): boolean =>
  temporaryUntil !== null && temporaryUntil.getTime() <= now;

const isForDevices = ({ role, passwordForDevices }: PasswordState): boolean =>
  role === 'PATIENT' && passwordForDevices;
