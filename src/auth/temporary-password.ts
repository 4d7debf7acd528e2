import { randomInt } from 'node:crypto';
import { brokenPasswordRule } from '../domain/password.ts';

/** Without letters and digits that look alike: it may be read out over the telephone. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%^&*';
const LENGTH = 16;

export function temporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (brokenPasswordRule(password) === undefined) return password;
  }
}
