import { createHash, randomBytes } from 'node:crypto';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { DAY_MS } from '../../platform/time.ts';

/** docs/response.md, "Receipts": how long after its first attempt a message takes receipts. */
export const RECEIPT_MS = DAY_MS;

const ID_BYTES = 16;
const SECRET_BYTES = 32;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** A random key from which the messages that are sent together get their secrets. It is not stored. */
export const newReceiptKey = (): Buffer => randomBytes(SECRET_BYTES);

/** The receipt of a message: its id, by which it is found, and its secret. */
export const receiptOf = (key: Buffer, messageId: string): string => {
  const id = bytesOf(messageId);
  const secret = createHash('sha256').update(key).update(id).digest();
  return Buffer.concat([id, secret]).toString('base64url');
};

/** SQL: the hash of the secret of a message. */
export const receiptHash = (key: string, messageId: string): string =>
  `sha256(sha256(${key}::bytea || uuid_send(${messageId})))`;

export interface GivenReceipt {
  readonly messageId: string;
  readonly hash: Buffer;
}

/** Undefined for what cannot be a receipt. */
export function readReceipt(receipt: string): GivenReceipt | undefined {
  const bytes = Buffer.from(receipt, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES) return undefined;
  return {
    messageId: bytes.toString('hex', 0, ID_BYTES),
    hash: hashOfSecretToken(bytes.subarray(ID_BYTES)),
  };
}
