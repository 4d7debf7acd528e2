// A browser that has subscribed to Web Push.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

export interface Browser {
  readonly keys: SubscriptionKeys;
  /** The receipt in an encrypted message; undefined without one. */
  receiptIn(body: Buffer): string | undefined;
}

const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, size of a record, length of the key. */
const HEADER_BYTES = SALT_BYTES + 4 + 1;

export function createBrowser(): Browser {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(AUTH_BYTES);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    receiptIn(body) {
      // RFC 8291, 3.4; RFC 8188, 2.1.
      const keyEnd = HEADER_BYTES + body.readUInt8(HEADER_BYTES - 1);
      const sender = body.subarray(HEADER_BYTES, keyEnd);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const salt = body.subarray(0, SALT_BYTES);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(body.subarray(keyEnd, -TAG_BYTES)), decipher.final()]);
      // The last byte is a delimiter.
      return (JSON.parse(text.subarray(0, -1).toString('utf8')) as { readonly receipt?: string }).receipt;
    },
  };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
