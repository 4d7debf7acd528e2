import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts credentials that the database stores (docs/security.md, "Encrypted secrets"). A sealed text is `enc:v1:<key
 * id>:<nonce, ciphertext and tag in base64url>`. `place` names the table, row and field: a sealed text that was copied
 * into another row cannot be opened there.
 */
export interface SecretBox {
  seal(secret: string, place: string): string;
  /** Undefined when none of the box's keys opens it. Returns unsealed text unchanged: it is sealed at start. */
  open(stored: string, place: string): string | undefined;
  /** Whether it is sealed with the current key. */
  isCurrent(stored: string): boolean;
}

interface SecretKeys {
  readonly current: Buffer;
  /** Previous keys: they open secrets, and never seal new ones. */
  readonly old: readonly Buffer[];
}

export const SECRETS_KEY_BYTES = 32;
const PREFIX = 'enc:v1:';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX);

/** RFC 5869. */
export const keyFromJwtSecret = (jwtSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', 'vigil: secrets at rest', SECRETS_KEY_BYTES));

/** Distinguishes keys without revealing anything about them. */
const keyIdOf = (key: Buffer): string =>
  createHmac('sha256', key).update('vigil: key id').digest('hex').slice(0, KEY_ID_LENGTH);

export function createSecretBox({ current, old }: SecretKeys): SecretBox {
  const currentId = keyIdOf(current);
  const keys = new Map([...old, current].map((key) => [keyIdOf(key), key]));
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${PREFIX}${currentId}:${sealed.toString('base64url')}`;
    },

    open(stored, place) {
      if (!isSealed(stored)) return stored;
      const [keyId = '', text = ''] = stored.slice(PREFIX.length).split(':');
      const key = keys.get(keyId);
      const sealed = Buffer.from(text, 'base64url');
      if (key === undefined || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const secret = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString('utf8');
      } catch {
        // The tag does not match: the text was altered, or moved from another row.
        return undefined;
      }
    },

    isCurrent: (stored) => stored.startsWith(`${PREFIX}${currentId}:`),
  };
}
