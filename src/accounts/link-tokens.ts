import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token for a link in a mail. 256 random bits cannot be guessed, so one fast hash is enough. */
export function newLinkToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOfLinkToken(token) };
}

export const hashOfLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();
