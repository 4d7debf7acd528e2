import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { base64urlBytes, P256, P256_PUBLIC_BYTES } from './vapid-key-pair.ts';

/** The browser's keys from its PushSubscription. */
interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const AUTH_BYTES = 16;
const SALT_BYTES = 16;
/** RFC 8291, section 4: a push service accepts bodies of 4096 bytes, and a message is one record. */
const RECORD_BYTES = 4_096;
/** RFC 8188, section 2: delimits the last record, before any padding. */
const LAST_RECORD = Buffer.of(2);

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291 (Web Push), in the content coding `aes128gcm` of RFC 8188. Throws for invalid keys. */
export function encryptPush(plaintext: Buffer, { p256dh, auth }: SubscriptionKeys): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH(P256);
  const ours = ecdh.generateKeys();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = hkdf(ecdh.computeSecret(theirs), Buffer.from(auth, 'base64url'), keyInfo, 32);

  const salt = randomBytes(SALT_BYTES);
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);

  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([
    salt,
    head,
    ours,
    cipher.update(plaintext),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Whether a browser could have created these keys: an uncompressed point on the curve, and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = base64urlBytes(p256dh, P256_PUBLIC_BYTES);
  if (point === undefined || base64urlBytes(auth, AUTH_BYTES) === undefined) return false;
  const ecdh = createECDH(P256);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
