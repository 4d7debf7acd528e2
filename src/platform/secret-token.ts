import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A random token: for a link, a wearable, a cookie. The database keeps its hash. */
export const newSecretToken = (bytes = TOKEN_BYTES): string => randomBytes(bytes).toString('base64url');

/** 128 random bits or more cannot be guessed, so one fast hash is enough: argon2 would cost too much for each request. */
export const hashOfSecretToken = (token: Uint8Array | string): Buffer =>
  createHash('sha256').update(token).digest();
