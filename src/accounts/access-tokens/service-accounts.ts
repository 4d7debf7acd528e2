import { randomUUID } from 'node:crypto';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isDuplicate, isOrphan } from '../../platform/database/errors.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/http/principal.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { USER_REVOKED } from '../cluster-events.ts';
import type { Sessions } from '../login/sessions.ts';
import type { Viewer } from '../permissions.ts';
import { lockUser } from '../store/users.ts';
import type { AuditLine, TokenCreation, TokenCreations } from '../vocabulary.ts';
import { newAccessToken } from './access-tokens.ts';
import * as store from './service-account-store.ts';
import { insertAccessToken, lockAccessTokens, renewAccessToken, tokensOf } from './store.ts';
import { groupedByToken } from './token-creations.ts';

type ListedAccount = store.ServiceAccount & { readonly created: readonly Omit<TokenCreation, 'tokenId'>[] };
type WithToken = ListedAccount & { readonly token: string };

/** docs/tokens.md, "Service accounts". */
export interface ServiceAccounts {
  /** With what was made with their tokens. */
  withCreated(viewer: Viewer, accounts: readonly store.ServiceAccount[]): Promise<readonly ListedAccount[]>;
  /** The token is shown once. */
  create(request: NewServiceAccount): Promise<WithToken>;
  /** Replaces the token; the old one ends at once, and what was made with it stays. */
  renew(viewer: Viewer, id: string): Promise<WithToken>;
  /**
   * Ends the account, with its sockets and MQTT connections. Its claims end, too, and what was made with its token if
   * wanted. Returns the audit lines of what else ended.
   */
  remove(viewer: Viewer, id: string, endCreated: boolean): Promise<readonly AuditLine[]>;
}

interface NewServiceAccount {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the whole organisation. */
  readonly wardIds: readonly string[] | null;
}

interface ServiceAccountDeps {
  readonly db: Database;
  readonly sessions: Pick<Sessions, 'announceEndOf'>;
  readonly cluster: Pick<Cluster, 'broadcast'>;
  readonly creations: TokenCreations;
  readonly now: () => number;
}

export function createServiceAccounts(deps: ServiceAccountDeps): ServiceAccounts {
  const { db, sessions, cluster, creations, now } = deps;

  /** Returns the ID of the token that the new one replaces. */
  async function giveToken(q: Queryable, id: string) {
    const account = await store.findServiceAccount(q, id);
    if (account === undefined) throw new NotFound('Service account');
    const token = newAccessToken();
    const { name, scopes } = account;
    const hash = hashOfSecretToken(token);
    const at = new Date(now());
    const ended = await renewAccessToken(q, id, { id: randomUUID(), hash, at });
    if (ended === undefined)
      await insertAccessToken(q, { userId: id, name, hash, scopes, createdAt: at, expiresAt: null });
    return { account: { ...account, lastUsedAt: null }, token, ended };
  }

  async function withCreated(viewer: Viewer, accounts: readonly store.ServiceAccount[]) {
    const tokens = await tokensOf(
      db,
      accounts.map(({ id }) => id),
    );
    const ownerOf = new Map(tokens.map(({ id, userId }) => [id, userId]));
    const made = await creations.madeWith(db, viewer, [...ownerOf.keys()]);
    const madeBy = groupedByToken(made, (tokenId) => ownerOf.get(tokenId) ?? '');
    return accounts.map((account) => ({ ...account, created: madeBy(account.id) }));
  }

  return {
    withCreated,

    create: (request) =>
      db
        .transaction(async (q) => {
          const id = randomUUID();
          await store.insertServiceAccount(q, { id, ...request, createdAt: new Date(now()) });
          const { account, token } = await giveToken(q, id);
          return { ...account, created: [], token };
        })
        .catch((error: unknown) => {
          if (isDuplicate(error))
            throw new Conflict('A service account with this name exists already', {
              code: 'SERVICE_NAME_TAKEN',
            });
          if (isOrphan(error)) throw new InvalidInput({ wardIds: 'must be IDs of wards' });
          throw error;
        }),

    async renew(viewer, id) {
      const { account, token, ended } = await db.transaction(async (q) => {
        await lockUser(q, id);
        return giveToken(q, id);
      });
      if (ended !== undefined) await sessions.announceEndOf({ userId: id, sessionId: ended });
      const [renewed = { ...account, created: [] }] = await withCreated(viewer, [account]);
      return { ...renewed, token };
    },

    async remove(viewer, id, endCreated) {
      const ended = await db.transaction(async (q) => {
        await lockUser(q, id);
        const [tokenId] = await lockAccessTokens(q, id, null);
        const made =
          endCreated && tokenId !== undefined ? await creations.end(q, viewer, tokenId) : undefined;
        if (!(await store.deleteServiceAccount(q, id))) throw new NotFound('Service account');
        return made;
      });
      await cluster.broadcast(USER_REVOKED, { userId: id, endsTokens: true });
      await ended?.announce();
      return ended?.lines ?? [];
    },
  };
}

/**
 * The service account as which a part of the service itself acts, such as the connection to a smart home: it has no token
 * until an admin renews it, and covers the whole organisation. An account of this name that an admin has made is used.
 */
export async function builtInServiceAccount(
  db: Database,
  { name, scopes, at }: { readonly name: string; readonly scopes: readonly Scope[]; readonly at: Date },
): Promise<{ readonly id: string; readonly name: string }> {
  const known = await store.findServiceAccountNamed(db, name);
  if (known !== undefined) return known;
  const id = randomUUID();
  try {
    await db.transaction((q) =>
      store.insertServiceAccount(q, { id, name, scopes, wardIds: null, createdAt: at }),
    );
    return { id, name };
  } catch (error) {
    // Another instance was faster.
    const made = isDuplicate(error) ? await store.findServiceAccountNamed(db, name) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}
