import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits cannot be guessed, so one fast hash is enough: argon2 would cost too much per reconnect. */
export const makeDeviceToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashDeviceToken = (token: Uint8Array | string): Buffer =>
  createHash('sha256').update(token).digest();

export const isDeviceToken = (token: Uint8Array, hash: Buffer): boolean =>
  timingSafeEqual(hashDeviceToken(token), hash);
