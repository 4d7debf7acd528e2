import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { HOUR_MS, SECOND_MS } from '../../../platform/time.ts';
import { base64urlBytes, P256_PUBLIC_BYTES } from './vapid-key-pair.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** RFC 8292, section 2: at most 24 h ahead; half of that tolerates a push service whose clock differs. */
const LIFETIME_MS = 12 * HOUR_MS;
const REUSED_FOR_MS = 11 * HOUR_MS;
/** Audiences come from subscriptions, which any user can forge. */
const MAX_AUDIENCES = 100;

/** The `Authorization` header for an endpoint (RFC 8292, section 3); one signature serves a push service for hours. */
export function createVapidHeader(
  { publicKey, privateKey, subject }: VapidKeys,
  now: () => number,
): (endpoint: string) => Promise<string> {
  const key = signingKey(publicKey, privateKey);
  const signed = new Map<string, { readonly at: number; readonly header: string }>();

  return async (endpoint) => {
    const audience = new URL(endpoint).origin;
    const at = now();
    const known = signed.get(audience);
    // A creation time in the future means that the clock was set back: the token may expire later than allowed.
    if (known !== undefined && at >= known.at && at < known.at + REUSED_FOR_MS) return known.header;
    const token = await new SignJWT({
      aud: audience,
      exp: Math.floor((at + LIFETIME_MS) / SECOND_MS),
      sub: subject,
    })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .sign(key);
    const header = `vapid t=${token}, k=${publicKey}`;
    if (signed.size >= MAX_AUDIENCES) signed.clear();
    signed.set(audience, { at, header });
    return header;
  };
}

function signingKey(publicKey: string, privateKey: string): KeyObject {
  const point = base64urlBytes(publicKey, P256_PUBLIC_BYTES) ?? Buffer.alloc(P256_PUBLIC_BYTES);
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}
