import { USER_CHANGED, USER_REVOKED } from '../accounts/cluster-events.ts';
import { createDataLoader } from '../platform/batching/data-loader.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { RESYNC } from '../platform/cluster/events.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Unauthenticated } from '../platform/errors.ts';
import type { Authenticator, Principal } from '../platform/http/principal.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { isRecent } from '../platform/time.ts';
import { DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED } from './cluster-events.ts';
import { findDevicesByToken } from './store/tokens.ts';

interface DeviceAuthenticationDeps {
  readonly db: Queryable;
  readonly cluster: Cluster;
  /** Of all other tokens. */
  readonly sessions: Authenticator;
  readonly now: () => number;
}

interface Remembered {
  readonly principal: Principal;
  readonly since: number;
}

/** As `newSecretToken` makes them. A session token has dots, and an access token a prefix. */
const DEVICE_TOKEN = /^[A-Za-z0-9_-]{43}$/;

const MAX_REMEMBERED = 100_000;

/** While this instance may miss announcements of other instances, it reads a token again after this long. */
const FRESH_MS = 5_000;

/** Authenticates device tokens, and passes all other tokens to `sessions`. */
export function createDeviceAuthentication({
  db,
  cluster,
  sessions,
  now,
}: DeviceAuthenticationDeps): Authenticator {
  const holderOf = createDataLoader((hashes) => findDevicesByToken(db, hashes));
  const remembered = new Map<string, Remembered>();
  /** Incremented by every revocation: the result of a look-up that began before it must not be cached. */
  let revocations = 0;

  for (const kind of [DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED])
    cluster.subscribe(kind, ({ macAddress }) =>
      forgetWhere(({ device }) => device?.macAddress === macAddress),
    );
  for (const kind of [USER_REVOKED, USER_CHANGED])
    cluster.subscribe(kind, ({ userId }) => forgetWhere((principal) => principal.userId === userId));
  cluster.subscribe(RESYNC, () => forgetWhere(() => true));

  /** Looks at every token: such events are rare. */
  function forgetWhere(isAffected: (principal: Principal) => boolean): void {
    revocations += 1;
    for (const [token, { principal }] of remembered) if (isAffected(principal)) remembered.delete(token);
  }

  function recall(token: string): Principal | undefined {
    const entry = remembered.get(token);
    if (entry === undefined) return undefined;
    if (cluster.isHealthy() || isRecent(entry.since, now(), FRESH_MS)) return entry.principal;
    remembered.delete(token);
    return undefined;
  }

  async function lookUp(token: string): Promise<Principal> {
    const before = revocations;
    const holder = await holderOf(hashOfSecretToken(token).toString('hex'));
    if (holder?.status !== 'active') throw new Unauthenticated();
    const { userId, role, id, macAddress, name } = holder;
    const principal: Principal = {
      userId,
      role,
      sessionId: id,
      expiresAt: Number.POSITIVE_INFINITY,
      // A device token needs no second factor, and nobody else knows it, as another person knows a temporary password.
      lacksSecondFactor: false,
      passwordChange: 'none',
      device: { id, macAddress, name },
    };
    if (before === revocations) remember(token, principal);
    return principal;
  }

  function remember(token: string, principal: Principal): void {
    const [oldest] = remembered.size >= MAX_REMEMBERED ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, { principal, since: now() });
  }

  return {
    recall: (token) => recall(token) ?? sessions.recall(token),
    authenticate: async (token) =>
      DEVICE_TOKEN.test(token) ? (recall(token) ?? (await lookUp(token))) : sessions.authenticate(token),
  };
}
