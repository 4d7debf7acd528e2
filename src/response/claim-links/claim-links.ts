import type { Queryable } from '../../platform/database/database.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { insertClaimLinks } from './store.ts';

export const CLAIM_LINK_MS = 30 * MINUTE_MS;
/** Half the usual length: the link of an SMS should leave room for the name. */
const LINK_TOKEN_BYTES = 16;

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
      const token = newSecretToken(LINK_TOKEN_BYTES);
      return { id, token, fallId, personId, hash: hashOfSecretToken(token) };
    });
    if (links.length > 0) await insertClaimLinks(db, links, new Date(at.getTime() + CLAIM_LINK_MS));
    return new Map(links.map(({ id, token }) => [id, `${publicUrl()}/claim/${token}`]));
  };
