import { randomUUID } from 'node:crypto';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Conflict, Unauthenticated } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import type { Principal, Role } from '../../platform/http/principal.ts';
import { isRecent } from '../../platform/time.ts';
import { deleteAccessTokensOf, saveTokenUse } from '../access-tokens/store.ts';
import { ROLE_CHANGED, SESSION_REVOKED, USER_CHANGED, USER_REVOKED } from '../cluster-events.ts';
import { passwordChangeOf } from '../passwords/temporary-password.ts';
import { isAccessToken } from '../vocabulary.ts';
import { saveLoginNetwork } from './network-store.ts';
import type { PasswordPolicy } from './password-policy.ts';
import * as store from './session-store.ts';
import type { Tokens } from './tokens.ts';

export interface Sessions {
  open(
    q: Queryable,
    user: { readonly id: string; readonly role: Role },
    opener: store.Opener,
    proof?: store.Proof,
  ): Promise<string>;
  /** Extends the session and issues a new token for it; the old token stays valid until it expires. */
  renew(session: Pick<Principal, 'userId' | 'role' | 'sessionId'>): Promise<Renewal>;
  /** Reads a previously verified token from memory: a reading must cost neither a promise nor a query. */
  recall(token: string): Principal | undefined;
  authenticate(token: string): Promise<Principal>;
  end(session: Pick<Principal, 'userId' | 'sessionId'>): Promise<void>;
  /** Ends these sessions in the transaction of the change that causes it. */
  endAmong(q: Queryable, ids: readonly string[]): Promise<Broadcast>;
  /** Announces that a session or an access token has ended, after the commit that ended it. */
  announceEndOf(session: Pick<Principal, 'userId' | 'sessionId'>): Promise<void>;
  /**
   * Ends every session of a user, except `kept`; run it in the transaction of the change that causes it. Access tokens
   * stay valid: see `TokenEnds`.
   */
  endAllOf(q: Queryable, userId: string, kept?: string, tokens?: TokenEnds): Promise<Broadcast>;
  /** At the start: those of people whom PASSWORD_LOGIN lets in no more. Returns their number. */
  endPasswordSessions(): Promise<number>;
  /** Writes in the background when sessions were last used, because a reading must cost no query. */
  saveUse(): Promise<void>;
}

/**
 * What happens to the user's access tokens (docs/tokens.md, "The end of a token"): their connections stay open, are
 * closed so that they get the user's new role, or end with the tokens.
 */
type TokenEnds = 'kept' | 'reconnected' | 'deleted';

interface Renewal {
  readonly token: string;
  readonly expiresAt: Date;
  /** Renewals cannot extend the session beyond this time. */
  readonly renewableUntil: Date;
}

interface Remembered {
  readonly principal: Principal;
  readonly since: number;
  usedAt: number;
  /** The `usedAt` stored in the database. */
  savedUse: number;
}

/** Call it after the commit: other instances find the change in the database only then. */
export type Broadcast = () => Promise<void>;

const MAX_REMEMBERED = 200_000;

/**
 * While this instance may miss revocations of other instances, it re-reads a session from the database after this
 * long.
 */
const FRESH_MS = 5_000;

const USE_BATCH = 2_000;

interface SessionDeps {
  readonly db: Queryable;
  readonly tokens: Tokens;
  /** Finds the principal of an access token; rejects with 401. */
  readonly ofAccessToken: (token: string) => Promise<Principal>;
  readonly cluster: Cluster;
  readonly now: () => number;
  readonly sessionSeconds: number;
  readonly sessionMaxDays: number;
  readonly passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>;
  /** The role that must have a second factor. */
  readonly requireTotp?: Role | undefined;
  /** Temporary passwords must be changed before anything else. */
  readonly requirePasswordChange?: boolean | undefined;
}

export function createSessions({
  db,
  tokens,
  ofAccessToken,
  cluster,
  now,
  sessionSeconds,
  sessionMaxDays,
  passwordPolicy,
  requireTotp,
  requirePasswordChange = false,
}: SessionDeps): Sessions {
  const sessionWithId = createDataLoader((ids) => store.findSessions(db, ids));
  const remembered = new Map<string, Remembered>();
  const tokensOf = new Map<string, Set<string>>();
  /** Incremented by every revocation: the result of a lookup that began before it must not be cached. */
  let revocations = 0;

  cluster.subscribe(SESSION_REVOKED, ({ userId, sessionId }) =>
    forgetWhere(userId, (session) => session === sessionId),
  );
  cluster.subscribe(USER_REVOKED, ({ userId, keptSession }) =>
    forgetWhere(userId, (session) => session !== keptSession),
  );
  for (const changed of [USER_CHANGED, ROLE_CHANGED])
    cluster.subscribe(changed, ({ userId }) => forgetWhere(userId, () => true));
  cluster.subscribe(RESYNC, () => {
    revocations += 1;
    remembered.clear();
    tokensOf.clear();
  });

  /** Drops the user's cached tokens of these sessions. */
  function forgetWhere(userId: string, isAffected: (sessionId: string | undefined) => boolean): void {
    revocations += 1;
    for (const token of [...(tokensOf.get(userId) ?? [])])
      if (isAffected(remembered.get(token)?.principal.sessionId)) forget(token);
  }

  function remember(token: string, principal: Principal): void {
    if (remembered.size >= MAX_REMEMBERED) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) forget(oldest);
    }
    remembered.set(token, { principal, since: now(), usedAt: now(), savedUse: 0 });
    const tokens = tokensOf.get(principal.userId);
    if (tokens === undefined) tokensOf.set(principal.userId, new Set([token]));
    else tokens.add(token);
  }

  function forget(token: string): void {
    const userId = remembered.get(token)?.principal.userId ?? '';
    remembered.delete(token);
    const tokens = tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(userId);
  }

  function recall(token: string): Principal | undefined {
    const entry = remembered.get(token);
    if (entry === undefined) return undefined;
    const { principal, since } = entry;
    const at = now();
    const mayBeStale = !cluster.isHealthy() && !isRecent(since, at, FRESH_MS);
    if (principal.expiresAt > at && !mayBeStale) {
      entry.usedAt = at;
      return principal;
    }
    forget(token);
    return undefined;
  }

  async function lookUp(token: string): Promise<Principal> {
    const before = revocations;
    const principal = await (isAccessToken(token) ? ofAccessToken(token) : ofSession(token));
    if (before === revocations) remember(token, principal);
    return principal;
  }

  async function ofSession(token: string): Promise<Principal> {
    const { userId, sessionId, expiresAt } = await tokens.verify(token);
    const session = await sessionWithId(sessionId);
    if (session === undefined || session.userId !== userId || session.revoked || session.status !== 'active')
      throw new Unauthenticated();
    if (!mayGoOn(session)) throw new Unauthenticated();
    return {
      userId,
      role: session.role,
      sessionId,
      expiresAt: expiresAt.getTime(),
      lacksSecondFactor: session.role === requireTotp && !session.hasSecondFactor,
      // No other person knows a passkey, as another person knows a temporary password.
      passwordChange: session.isWithoutPassword
        ? ('none' as const)
        : passwordChangeOf(session, { isRequired: requirePasswordChange, now: now() }),
    };
  }

  /** docs/single-sign-on.md, "Without passwords". */
  const mayGoOn = (session: Pick<store.SessionRow, 'byProvider' | 'role' | 'email'>): boolean =>
    session.byProvider || passwordPolicy.mayLogIn(session);

  /** Token times are whole seconds, and the row must expire together with its token. */
  function lifeFromNow(): { readonly issuedAt: Date; readonly expiresAt: Date } {
    const issuedAt = new Date(Math.floor(now() / 1000) * 1000);
    return { issuedAt, expiresAt: new Date(issuedAt.getTime() + sessionSeconds * 1000) };
  }

  const mayNotRenew = async (id: string): Promise<Conflict | undefined> =>
    (await store.isUnrenewable(db, id, new Date(now())))
      ? new Conflict('This session ends at its time; log in again', { code: 'LOGIN_AGAIN' })
      : undefined;

  return {
    recall,
    authenticate: async (token) => recall(token) ?? (await lookUp(token)),
    async open(q, user, opener, proof) {
      const id = proof?.provider?.sessionId ?? randomUUID();
      const { issuedAt, expiresAt } = lifeFromNow();
      await store.insertSession(q, { id, userId: user.id, now: issuedAt, expiresAt, opener, proof });
      await saveLoginNetwork(q, user.id, networkOf(opener.ip), issuedAt);
      return tokens.sign({ userId: user.id, role: user.role, sessionId: id, issuedAt, expiresAt });
    },
    async renew({ userId, role, sessionId }) {
      const session = await sessionWithId(sessionId);
      // What is remembered of it may be older than the address of its owner.
      if (session === undefined || !mayGoOn(session)) throw new Unauthenticated();
      const { issuedAt, expiresAt } = lifeFromNow();
      const renewal = { id: sessionId, now: new Date(now()), expiresAt, maxDays: sessionMaxDays };
      const renewed = await store.renewSession(db, renewal);
      if (renewed === undefined) throw (await mayNotRenew(sessionId)) ?? new Unauthenticated();
      const token = await tokens.sign({ userId, role, sessionId, issuedAt, expiresAt: renewed.expiresAt });
      return { token, ...renewed };
    },
    async end({ userId, sessionId }) {
      await store.revokeSession(db, sessionId, new Date(now()));
      await cluster.broadcast(SESSION_REVOKED, { userId, sessionId });
    },
    async endAmong(q, ids) {
      const ended = await store.revokeAmong(q, ids, new Date(now()));
      return async () => {
        for (const session of ended) await cluster.broadcast(SESSION_REVOKED, session);
      };
    },
    announceEndOf: ({ userId, sessionId }) => cluster.broadcast(SESSION_REVOKED, { userId, sessionId }),
    async endAllOf(q, userId, kept, tokens = 'kept') {
      await store.revokeSessionsOf(q, userId, new Date(now()), kept);
      if (tokens === 'deleted') await deleteAccessTokensOf(q, userId);
      const endsTokens = tokens !== 'kept';
      return () => cluster.broadcast(USER_REVOKED, { userId, keptSession: kept, endsTokens });
    },
    async endPasswordSessions() {
      const open = await store.passwordSessionsOfStaff(db, new Date(now()));
      const ids = open.filter((session) => !passwordPolicy.mayLogIn(session)).map(({ id }) => id);
      const ended = await store.revokeAmong(db, ids, new Date(now()));
      for (const session of ended) void cluster.broadcast(SESSION_REVOKED, session);
      return ended.length;
    },
    async saveUse() {
      const used = [...remembered.values()].filter(({ usedAt, savedUse }) => usedAt > savedUse);
      for (let from = 0; from < used.length; from += USE_BATCH) {
        const batch = used.slice(from, from + USE_BATCH);
        const uses = batch.map(({ principal, usedAt }) => ({
          id: principal.sessionId,
          at: new Date(usedAt),
        }));
        const isToken = batch.map(({ principal }) => principal.scopes !== undefined);
        await store.saveSessionUse(
          db,
          uses.filter((_, index) => !isToken[index]),
        );
        await saveTokenUse(
          db,
          uses.filter((_, index) => isToken[index]),
        );
        for (const [index, entry] of batch.entries())
          entry.savedUse = uses[index]?.at.getTime() ?? entry.savedUse;
      }
    },
  };
}
