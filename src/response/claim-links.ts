import { randomBytes } from 'node:crypto';
import type { Queryable } from '../platform/database/database.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { hashClaimToken } from './claim-tokens.ts';
import { insertClaimLinks } from './store/claim-links.ts';

export const CLAIM_LINK_MS = 30 * MINUTE_MS;
const CLAIM_TOKEN_BYTES = 32;

/**
 * Creates one link per message and returns the URLs by message id. A link is single use and bound to the person; the
 * table keeps only the hash of its token.
 */
export const createClaimLinks =
  ({ db, publicUrl }: { readonly db: Queryable; readonly publicUrl: () => string }) =>
  async (
    messages: readonly { readonly id: string; readonly fallId: string; readonly personId: string }[],
    at: Date,
  ): Promise<ReadonlyMap<string, string>> => {
    const links = messages.map(({ id, fallId, personId }) => {
      const token = randomBytes(CLAIM_TOKEN_BYTES).toString('base64url');
      return { id, token, fallId, personId, hash: hashClaimToken(token) };
    });
    if (links.length > 0) await insertClaimLinks(db, links, new Date(at.getTime() + CLAIM_LINK_MS));
    return new Map(links.map(({ id, token }) => [id, `${publicUrl()}/claim/${token}`]));
  };
