import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Nobody can guess 256 random bits, so one quick hash is enough: a reconnecting wearable must not cost an argon2. */
export const makeDeviceToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashDeviceToken = (token: Uint8Array | string): Buffer =>
  createHash('sha256').update(token).digest();

export const isDeviceToken = (token: Uint8Array, hash: Buffer): boolean =>
  timingSafeEqual(hashDeviceToken(token), hash);
