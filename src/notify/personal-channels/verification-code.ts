import { randomInt, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../platform/time.ts';

/**
 * docs/response.md, "Notification channels": an address is verified once its owner has entered the code mailed to it.
 */
export const CODE_LIFETIME_MS = 30 * MINUTE_MS;
export const CODE_MAX_TRIES = 5;
/** Per person, over all addresses. */
export const CODES_PER_HOUR = 10;
const DIGITS = 6;

export interface IssuedCode {
  readonly code: string;
  readonly issuedAt: Date;
  /**
   * Attempts before this one. The statement that reads the number also increments it: otherwise parallel guesses would
   * be free.
   */
  readonly tries: number;
}

type CodeVerdict = 'right' | 'wrong' | 'expired' | 'used up';

export const newVerificationCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');

export function judgeCode(issued: IssuedCode, given: string, now: number): CodeVerdict {
  if (now - issued.issuedAt.getTime() >= CODE_LIFETIME_MS) return 'expired';
  if (issued.tries >= CODE_MAX_TRIES) return 'used up';
  const [expected, typed] = [Buffer.from(issued.code), Buffer.from(given)];
  return expected.length === typed.length && timingSafeEqual(expected, typed) ? 'right' : 'wrong';
}
