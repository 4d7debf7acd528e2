import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AuditLine, TokenCreation, TokenCreations } from '../vocabulary.ts';
import { holdAccessToken } from './store.ts';

/** What was made with each token, or by another key of the tokens. */
export function groupedByToken(
  made: readonly TokenCreation[],
  keyOf: (tokenId: string) => string = (tokenId) => tokenId,
): (key: string) => readonly Omit<TokenCreation, 'tokenId'>[] {
  const madeWith = groupedBy(made, ({ tokenId }) => keyOf(tokenId));
  return (key) => madeWith(key).map(({ tokenId: _, ...shown }) => shown);
}

/** All kinds as one. */
export const allCreations = (kinds: readonly TokenCreations[]): TokenCreations => ({
  madeWith: async (q, viewer, tokenIds) =>
    (await Promise.all(kinds.map((kind) => kind.madeWith(q, viewer, tokenIds)))).flat(),
  async end(q, viewer, tokenId) {
    const lines: AuditLine[] = [];
    const announcements: (() => Promise<void>)[] = [];
    for (const kind of kinds) {
      const ended = await kind.end(q, viewer, tokenId);
      lines.push(...ended.lines);
      announcements.push(ended.announce);
    }
    return { lines, announce: async () => void (await Promise.all(announcements.map((one) => one()))) };
  },
});

/**
 * For a transaction that makes something with the caller's access token: until it ends, the token cannot be deleted.
 * Returns the token's ID; null for a session. Lock order: users, then access tokens, then what is made.
 */
export async function holdTokenOf(q: Queryable, { token }: Pick<Principal, 'token'>): Promise<string | null> {
  if (token === undefined) return null;
  if (!(await holdAccessToken(q, token.id))) throw new Unauthenticated();
  return token.id;
}
