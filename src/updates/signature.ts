import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { InvalidValue } from '../platform/config/values.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** RFC 8410: what comes before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo, as `openssl pkey -pubout -outform DER` writes it. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The raw 32 bytes in base64, or the same with the header of OpenSSL. */
export const publicKeyIn = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, rawIn(text)]), format: 'der', type: 'spki' });

/** As wearables take it. */
export const rawKeyIn = (text: string): string => rawIn(text).toString('base64');

function rawIn(text: string): Buffer {
  const given = Buffer.from(text, 'base64');
  const isSpki =
    given.length === SPKI_PREFIX.length + KEY_BYTES &&
    given.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX);
  const raw = isSpki ? given.subarray(SPKI_PREFIX.length) : given;
  if (raw.length !== KEY_BYTES || !/^[\w+/-]+={0,2}$/.test(text))
    throw new InvalidValue('must be an Ed25519 public key: 32 bytes in base64');
  return raw;
}

/** In a query, a `+` that is not encoded arrives as a blank. Undefined for what is no signature. */
export function signatureIn(text: string): Buffer | undefined {
  const base64 = text.replaceAll(' ', '+');
  const bytes = Buffer.from(base64, 'base64');
  return /^[\w+/-]+={0,2}$/.test(base64) && bytes.length === SIGNATURE_BYTES ? bytes : undefined;
}

interface Signed {
  readonly version: string;
  readonly size: number;
  /** Hexadecimal, in lower case. */
  readonly sha256: string;
}

/** docs/updates.md, "Sign an image". */
export const isSigned = ({ version, size, sha256 }: Signed, signature: Buffer, key: KeyObject): boolean =>
  verify(null, Buffer.from(`vigil-update ${version} ${size} ${sha256}`), key, signature);
