import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Database } from '../../platform/database/database.ts';
import { Conflict, Unauthenticated } from '../../platform/errors.ts';
import type { Principal, Role, Scope } from '../../platform/http/principal.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import type { Sessions } from '../login/sessions.ts';
import type { Viewer } from '../permissions.ts';
import { lockUser } from '../store/users.ts';
import type { AuditLine, TokenCreation, TokenCreations } from '../vocabulary.ts';
import * as store from './store.ts';
import { groupedByToken } from './token-creations.ts';

export const MOST_TOKENS = 50;

/** A use within this time of the last one is not written. */
const USE_MS = MINUTE_MS;

export const newAccessToken = (): string => `vgl_${newSecretToken()}`;

interface LookUpDeps {
  readonly db: Database;
  /** The role that must have a second factor. */
  readonly requireTotp?: Role | undefined;
  readonly now: () => number;
}

/** Finds the principal of an access token; look-ups of the same moment are one query. Rejects with 401. */
export function createTokenLookUp({ db, requireTotp, now }: LookUpDeps) {
  const holderOf = createDataLoader((hashes) => store.findTokenHolders(db, hashes));
  return async (token: string): Promise<Principal> => {
    const holder = await holderOf(hashOfSecretToken(token).toString('hex'));
    const at = now();
    if (holder === undefined || holder.status !== 'active' || endOf(holder) <= at)
      throw new Unauthenticated();
    // A use that cannot be stored must not refuse the request; the next one is stored with those of sessions.
    if (at - (holder.lastUsedAt?.getTime() ?? 0) > USE_MS)
      await store.saveTokenUse(db, [{ id: holder.id, at: new Date(at) }]).catch(() => 0);
    return principalOf(holder, requireTotp);
  };
}

const endOf = ({ expiresAt }: store.TokenHolder): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

function principalOf(holder: store.TokenHolder, requireTotp: Role | undefined): Principal {
  const { id: sessionId, name, userId, role, scopes, wardIds } = holder;
  const common = {
    userId,
    sessionId,
    expiresAt: endOf(holder),
    // The owner made the token after a login: no other person knows it, as another person knows a temporary password.
    passwordChange: 'none',
    scopes: new Set(scopes),
    token: { id: sessionId, name },
  } as const;
  return role === 'SERVICE'
    ? {
        ...common,
        role: wardIds === null ? 'ADMIN' : 'CAREGIVER',
        lacksSecondFactor: false,
        service: { wardIds },
      }
    : { ...common, role, lacksSecondFactor: role === requireTotp && !holder.hasSecondFactor };
}

/** docs/tokens.md, "Personal access tokens". */
export interface AccessTokens {
  /** Newest first, each with what was made with it. */
  list(viewer: Viewer): Promise<readonly ListedToken[]>;
  /** The token is shown once; throws 409 beyond the limit. */
  create(userId: string, request: NewToken): Promise<ListedToken & { readonly token: string }>;
  /**
   * Ends the token on every instance, with its sockets and MQTT connections, and what was made with it if wanted. Returns
   * the audit lines of what else ended.
   */
  remove(
    viewer: Viewer,
    token: { readonly id: string; readonly userId: string },
    endCreated: boolean,
  ): Promise<readonly AuditLine[]>;
}

type ListedToken = store.AccessToken & { readonly created: readonly Omit<TokenCreation, 'tokenId'>[] };

interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
}

interface AccessTokenDeps {
  readonly db: Database;
  readonly sessions: Pick<Sessions, 'announceEndOf'>;
  readonly creations: TokenCreations;
  readonly now: () => number;
}

export const createAccessTokens = ({ db, sessions, creations, now }: AccessTokenDeps): AccessTokens => ({
  async list(viewer) {
    const tokens = await store.accessTokensOf(db, viewer.userId);
    const ids = tokens.map(({ id }) => id);
    const madeWith = groupedByToken(await creations.madeWith(db, viewer, ids));
    return tokens.map((token) => ({ ...token, created: madeWith(token.id) }));
  },

  create(userId, { name, scopes, expiresInDays }) {
    const token = newAccessToken();
    return db.transaction(async (q) => {
      // Two requests at once are counted one after the other.
      await lockUser(q, userId);
      if ((await store.countAccessTokens(q, userId)) >= MOST_TOKENS)
        throw new Conflict(`An account has at most ${MOST_TOKENS} access tokens; delete one first`, {
          code: 'TOKEN_LIMIT',
        });
      const at = now();
      const made = await store.insertAccessToken(q, {
        userId,
        name,
        hash: hashOfSecretToken(token),
        scopes,
        createdAt: new Date(at),
        expiresAt: new Date(at + expiresInDays * DAY_MS),
      });
      return { ...made, created: [], token };
    });
  },

  async remove(viewer, { id, userId }, endCreated) {
    const ended = await db.transaction(async (q) => {
      await store.lockAccessTokens(q, userId, id);
      const made = endCreated ? await creations.end(q, viewer, id) : undefined;
      await store.deleteAccessToken(q, id);
      return made;
    });
    await sessions.announceEndOf({ userId, sessionId: id });
    await ended?.announce();
    return ended?.lines ?? [];
  },
});
