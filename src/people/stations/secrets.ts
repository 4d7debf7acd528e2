import { randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { newSecretToken } from '../../platform/secret-token.ts';
import { CODE_DIGITS } from './rules.ts';

const CODES = 10 ** CODE_DIGITS;
/** Tells an unlock's token from a session's, which is a JWT, without a look-up. */
const UNLOCK = 'unlock_';

export const newUnlockToken = (): string => UNLOCK + newSecretToken();
export const isUnlockToken = (token: string): boolean => token.startsWith(UNLOCK);

export const newCode = (): string => String(randomInt(CODES)).padStart(CODE_DIGITS, '0');

const slowHash = promisify<string, string, number, Buffer>(scrypt);

/**
 * A code has few digits: with a fast hash, a reader of the database could try all of them while the code is valid.
 * Without a salt of its own, because the code is looked up by its hash.
 */
export const hashOfCode = (code: string): Promise<Buffer> => slowHash(code, 'vigil enrolment code', 32);
