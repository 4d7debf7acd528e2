import { webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { Unauthenticated } from '../../platform/errors.ts';
import type { Role } from '../../platform/http/principal.ts';
import { isUuid } from '../../platform/schema/primitives.ts';

const ALGORITHM = 'HS256';

/** docs/contract.md, "Tokens and sessions": the claims of a token. `jti` is the session id. */
interface Claims {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** Throws Unauthenticated unless this service issued the token and it has not expired. */
  verify(token: string): Promise<Pick<Claims, 'userId' | 'sessionId' | 'expiresAt'>>;
}

export async function createTokens(secret: string, now: () => number): Promise<Tokens> {
  // Imported once: verification is three times as fast as with raw bytes each time.
  const key = await webcrypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  return {
    sign: (claims) =>
      new SignJWT({ role: claims.role })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(claims.userId)
        .setJti(claims.sessionId)
        .setIssuedAt(claims.issuedAt)
        .setExpirationTime(claims.expiresAt)
        .sign(key),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        });
        const [userId, sessionId] = [String(payload.sub), String(payload.jti)];
        // Checked although the signature is valid: other software may use the same key.
        if (!isUuid(userId) || !isUuid(sessionId)) throw new Unauthenticated();
        return { userId, sessionId, expiresAt: new Date(Number(payload.exp) * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new Unauthenticated();
        throw error;
      }
    },
  };
}
