import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../platform/time.ts';

// RFC 6238 with the values that every authenticator app knows: SHA-1, six digits, thirty seconds.

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** Clocks of telephones go wrong, and people type slowly. */
const STEPS_EITHER_WAY = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, without padding: what apps take for a secret. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, buffer] = [0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(buffer >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + BASE32[(buffer << (5 - bits)) & 31];
}

/** RFC 4226, section 5.3, of one time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The time step whose code this is, of those near now; undefined when it is none of them. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  for (let distance = -STEPS_EITHER_WAY; distance <= STEPS_EITHER_WAY; distance++) {
    const step = stepAt(now) + distance;
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return undefined;
}

/** For the QR code that an app reads (Key Uri Format, google-authenticator). */
export function otpauthUrl(secret: Uint8Array, email: string): string {
  const label = `Vigil:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Vigil&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / SECOND_MS}`;
}

/** Whether a tidied code may be one that an app shows, and is no recovery code. */
export const isTotpCode = (code: string): boolean => /^\d+$/.test(code) && code.length === DIGITS;

/** As people type it: in groups, with blanks or dashes, in any case. */
export const tidyCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
