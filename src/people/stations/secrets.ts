import { randomInt } from 'node:crypto';
import { newSecretToken } from '../../platform/secret-token.ts';
import { CODE_DIGITS } from './rules.ts';

const CODES = 10 ** CODE_DIGITS;
/** Tells an unlock's token from a session's, which is a JWT, without a look-up. */
const UNLOCK = 'unlock_';

export const newUnlockToken = (): string => UNLOCK + newSecretToken();
export const isUnlockToken = (token: string): boolean => token.startsWith(UNLOCK);

export const newCode = (): string => String(randomInt(CODES)).padStart(CODE_DIGITS, '0');
