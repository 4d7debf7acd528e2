import { createECDH } from 'node:crypto';

/**
 * RFC 8292: an application server's key pair on P-256, as base64url of the bare scalar and of the uncompressed point.
 */
export interface VapidKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

export const P256 = 'prime256v1';
export const P256_PRIVATE_BYTES = 32;
export const P256_PUBLIC_BYTES = 65;

/** The bytes of base64url without padding; undefined when the text is not base64url or has another length. */
export function base64urlBytes(text: string, length: number): Buffer | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length ? bytes : undefined;
}

export function newVapidKeyPair(): VapidKeyPair {
  const ecdh = createECDH(P256);
  const publicKey = ecdh.generateKeys('base64url');
  // Padded: a scalar with leading zeros is exported shorter.
  const privateKey = Buffer.alloc(P256_PRIVATE_BYTES);
  const scalar = ecdh.getPrivateKey();
  scalar.copy(privateKey, P256_PRIVATE_BYTES - scalar.length);
  return { privateKey: privateKey.toString('base64url'), publicKey };
}

/** A push service would refuse every message signed by a key other than the one that the browsers got. */
export function isVapidKeyPair({ privateKey, publicKey }: VapidKeyPair): boolean {
  const secret = base64urlBytes(privateKey, P256_PRIVATE_BYTES);
  const point = base64urlBytes(publicKey, P256_PUBLIC_BYTES);
  if (secret === undefined || point === undefined) return false;
  const ecdh = createECDH(P256);
  try {
    ecdh.setPrivateKey(secret);
    return ecdh.getPublicKey().equals(point);
  } catch {
    // Zero, or not below the order of the curve.
    return false;
  }
}
