import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { RecordAuditLine } from '../platform/http/route.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { HOUR_MS, SECOND_MS } from '../platform/time.ts';
import { type Claims, isName } from './claims.ts';
import { nothing, type ProviderAccounts } from './core.ts';
import type { FailureLog } from './failure-log.ts';
import type { Provider } from './provider.ts';
import { providerError } from './provider-errors.ts';
import { findSession, sessionsOf, sessionsWithSid, tokensOf } from './session-store.ts';
import { findIdentity, markLoggedOut, useLogoutToken } from './store.ts';

export interface LogoutDeps {
  readonly issuer: string;
  readonly db: Database;
  readonly provider: Provider;
  readonly providerAccounts: Pick<ProviderAccounts, 'endSessions'>;
  readonly secretBox: SecretBox;
  readonly failures: Pick<FailureLog, 'note'>;
  readonly now: () => number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Longer than a token may be old. */
const REPLAY_MS = HOUR_MS;

/** docs/single-sign-on.md, "Leaving": logouts that begin at the provider, and those that go on there. */
export class SignOnLogout {
  readonly #deps: LogoutDeps;

  constructor(deps: LogoutDeps) {
    this.#deps = deps;
  }

  /** OpenID Connect Back-Channel Logout 1.0. Throws 400 unless the provider has signed the token, and it is new. */
  async byProvider(token: string, record: RecordAuditLine): Promise<void> {
    const { db, issuer, provider, failures, now } = this.#deps;
    const claims = await provider.logoutClaims(token).catch((error: unknown) => {
      failures.note(error, 'single sign-on: a logout could not be checked');
      throw providerError(error);
    });
    const named = claims && namedIn(claims);
    if (named === undefined) throw invalid();
    const { jti, sub: subject, sid, at } = named;
    const until = new Date(now() + REPLAY_MS);
    const ended = await db.transaction(async (q) => {
      // In the transaction: a token whose effect failed may come again.
      if (!(await useLogoutToken(q, hashOfSecretToken(`${issuer} ${jti}`), until))) throw invalid();
      if (sid !== undefined) await markLoggedOut(q, { issuer, sid, subject, at });
      return this.#endNamed(q, named);
    });
    await ended.announce();
    // A login was committed meanwhile: it did not see the mark, and this did not see its session.
    if (sid !== undefined) await (await this.#endNamed(db, named)).announce();
    record({ action: 'logout', message: 'Logged out by the provider', subjectId: ended.userId });
  }

  async #endNamed(q: Queryable, { sub, sid }: Named) {
    const { issuer, providerAccounts } = this.#deps;
    const identity = sub === undefined ? undefined : await findIdentity(q, issuer, sub);
    if (sub !== undefined && identity === undefined) return { userId: undefined, announce: nothing };
    const ids =
      identity === undefined
        ? await sessionsWithSid(q, issuer, sid ?? '')
        : await sessionsOf(q, identity.id, sid);
    return { userId: identity?.userId, announce: await providerAccounts.endSessions(q, ids) };
  }

  /** Where the browser ends the session at the provider, too. */
  async urlOf(sessionId: string): Promise<string | undefined> {
    const { db, provider, secretBox } = this.#deps;
    const session = await findSession(db, sessionId);
    return session && provider.endSessionUrl(tokensOf(secretBox, session).idToken);
  }
}

interface Named {
  readonly jti: string;
  readonly sub: string | undefined;
  readonly sid: string | undefined;
  /** By the clock of the provider. */
  readonly at: number;
}

/** Whom a verified token logs out; undefined if it is none of a logout. */
function namedIn({ sub, sid, jti, iat, events, nonce }: Claims): Named | undefined {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  const isRight = (value: unknown) => value === undefined || isName(value);
  if (!isEvent || nonce !== undefined || typeof jti !== 'string' || !isRight(sub) || !isRight(sid))
    return undefined;
  if (sub === undefined && sid === undefined) return undefined;
  const at = Number(iat) * SECOND_MS;
  return { jti, sub: sub as string | undefined, sid: sid as string | undefined, at };
}

const invalid = (): AppError =>
  new AppError('OIDC_LOGOUT_INVALID', 'The logout token is not valid, or was used');
