import { timingSafeEqual } from 'node:crypto';
import { hashOfSecretToken } from '../platform/secret-token.ts';

export const isDeviceToken = (token: Uint8Array, hash: Buffer): boolean =>
  timingSafeEqual(hashOfSecretToken(token), hash);
