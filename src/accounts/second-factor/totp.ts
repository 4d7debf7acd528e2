import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../platform/time.ts';

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds.

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** Tolerates inaccurate phone clocks and slow typing. */
const STEPS_EITHER_WAY = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, without padding: the form of a secret that apps accept. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, buffer] = [0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(buffer >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + BASE32[(buffer << (5 - bits)) & 31];
}

/** RFC 4226, section 5.3, for one time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The time step near now that the code belongs to; undefined when it matches none. */
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

/** Whether a normalized code is a TOTP code rather than a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d+$/.test(code) && code.length === DIGITS;

/** Normalizes typed codes: removes spaces and dashes, and ignores case. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
