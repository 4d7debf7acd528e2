import { randomUUID } from 'node:crypto';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { type Database, isDuplicate, isOrphan, type Queryable } from '../platform/database/database.ts';
import { Conflict, InvalidInput, NotFound } from '../platform/errors.ts';
import type { Scope } from '../platform/http/principal.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { newAccessToken } from './access-tokens.ts';
import { USER_REVOKED } from './cluster-events.ts';
import type { Sessions } from './sessions.ts';
import { deleteAccessTokensOf, insertAccessToken } from './store/access-tokens.ts';
import {
  deleteServiceAccount,
  findServiceAccount,
  findServiceAccountNamed,
  insertServiceAccount,
  type ServiceAccount,
} from './store/service-accounts.ts';
import { lockUser } from './store/users.ts';

type WithToken = ServiceAccount & { readonly token: string };

/** docs/tokens.md, "Service accounts". */
export interface ServiceAccounts {
  /** The token is shown once. */
  create(request: NewServiceAccount): Promise<WithToken>;
  /** Replaces the token; the old one ends at once. */
  renew(id: string): Promise<WithToken>;
  /** Ends the account, with its sockets and MQTT connections. Its claims end, too. */
  remove(id: string): Promise<void>;
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
  readonly now: () => number;
}

export function createServiceAccounts({ db, sessions, cluster, now }: ServiceAccountDeps): ServiceAccounts {
  async function giveToken(q: Queryable, id: string): Promise<WithToken> {
    const account = await findServiceAccount(q, id);
    if (account === undefined) throw new NotFound('Service account');
    const token = newAccessToken();
    const { name, scopes } = account;
    const hash = hashOfSecretToken(token);
    await insertAccessToken(q, {
      userId: id,
      name,
      hash,
      scopes,
      createdAt: new Date(now()),
      expiresAt: null,
    });
    return { ...account, lastUsedAt: null, token };
  }

  return {
    create: (request) =>
      db
        .transaction(async (q) => {
          const id = randomUUID();
          await insertServiceAccount(q, { id, ...request, createdAt: new Date(now()) });
          return giveToken(q, id);
        })
        .catch((error: unknown) => {
          if (isDuplicate(error))
            throw new Conflict('A service account with this name exists already', {
              code: 'SERVICE_NAME_TAKEN',
            });
          if (isOrphan(error)) throw new InvalidInput({ wardIds: 'must be IDs of wards' });
          throw error;
        }),

    async renew(id) {
      const { renewed, ended } = await db.transaction(async (q) => {
        await lockUser(q, id);
        const ended = await deleteAccessTokensOf(q, id);
        return { renewed: await giveToken(q, id), ended };
      });
      for (const sessionId of ended) await sessions.announceEndOf({ userId: id, sessionId });
      return renewed;
    },

    async remove(id) {
      if (!(await deleteServiceAccount(db, id))) throw new NotFound('Service account');
      await cluster.broadcast(USER_REVOKED, { userId: id, endsTokens: true });
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
  const known = await findServiceAccountNamed(db, name);
  if (known !== undefined) return known;
  const id = randomUUID();
  try {
    await db.transaction((q) => insertServiceAccount(q, { id, name, scopes, wardIds: null, createdAt: at }));
    return { id, name };
  } catch (error) {
    // Another instance was faster.
    const made = isDuplicate(error) ? await findServiceAccountNamed(db, name) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}
