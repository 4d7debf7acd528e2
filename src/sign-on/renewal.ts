import { endsOfSessions } from '../accounts/index.ts';
import { chunksOf } from '../platform/batching/chunks.ts';
import type { Database } from '../platform/database/database.ts';
import { repeated } from '../platform/database/repeated.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Log } from '../platform/log.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import type { ProviderAccounts } from './core.ts';
import { type Entry, nextRefresh } from './entry.ts';
import type { Provided, Provider } from './provider.ts';
import { reasonOf, renewalVerdictOf } from './provider-errors.ts';
import * as sessions from './session-store.ts';
import type { SignOnConfig } from './settings.ts';
import { findIdentityById } from './store.ts';

export interface RenewalDeps {
  readonly config: SignOnConfig;
  readonly db: Database;
  readonly provider: Provider;
  readonly entry: Entry;
  readonly providerAccounts: ProviderAccounts;
  readonly secretBox: SecretBox;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  /** The provider has answered, or not. */
  readonly onContact: (isThere: boolean) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

type Due = Awaited<ReturnType<typeof sessions.leaseDue>>[number];

const BATCH = 20;
/** At once: a renewal must not load the provider, nor hold all connections of the database. */
const AT_ONCE = 5;
/** Longer than a batch takes, each request with its time limit. */
const LEASE_MS = 6 * MINUTE_MS;
const RETRY_MS = 30 * SECOND_MS;

/** docs/single-sign-on.md, "Leaving": asks the provider whether sessions may go on. Each is leased to one instance. */
export class Renewal {
  readonly #deps: RenewalDeps;
  #isAway = false;

  constructor(deps: RenewalDeps) {
    this.#deps = deps;
  }

  async renewDue(): Promise<void> {
    const { db, now } = this.#deps;
    for (;;) {
      const at = now();
      const due = await sessions.leaseDue(db, new Date(at), new Date(at + LEASE_MS), BATCH);
      if (due.length === 0) return;
      if (!(await this.#renewAll(due))) return;
    }
  }

  /** False: the provider is away, and is not asked about the others now. */
  async #renewAll(due: readonly Due[]): Promise<boolean> {
    const { db, now, onContact } = this.#deps;
    const ends = await endsOfSessions(
      db,
      due.map(({ sessionId }) => sessionId),
    );
    const isOpen = ({ sessionId }: Due) => (ends.get(sessionId) ?? 0) > now();
    for (const { sessionId } of due.filter((session) => !isOpen(session)))
      await sessions.postpone(db, sessionId, null);
    let isThere = true;
    for (const some of chunksOf(due.filter(isOpen), AT_ONCE)) {
      if (!isThere) await Promise.all(some.map((session) => this.#keep(session)));
      else isThere = (await Promise.all(some.map((session) => this.#tried(session)))).every(Boolean);
      await onContact(isThere);
    }
    return isThere;
  }

  /** A session that cannot be renewed must not keep the others from it; it is due again after its lease. */
  #tried(session: Due): Promise<boolean> {
    return this.#renew(session).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'single sign-on: renewing a session failed, retrying');
      return true;
    });
  }

  /** False if the provider does not answer. */
  async #renew(session: Due): Promise<boolean> {
    const { config, db, secretBox, provider, now, log } = this.#deps;
    const tokens = sessions.tokensOf(secretBox, session);
    const identity = await findIdentityById(db, session.identityId);
    if (identity === undefined) return true;
    let provided: Provided;
    try {
      // Its tokens cannot be decrypted with the key of the service: only a new login brings others.
      if (tokens.refreshToken === undefined) throw new Error('the refresh token cannot be decrypted');
      provided = await provider.refresh(tokens, identity.subject, (refreshToken) =>
        sessions.saveTokens(db, secretBox, session.sessionId, { ...tokens, refreshToken }),
      );
    } catch (error) {
      const verdict = renewalVerdictOf(error);
      if (verdict === 'no' || verdict === 'not logged in') {
        await this.#end(session, identity.userId, 'The provider ended a session');
        return true;
      }
      const isAway = verdict === 'away';
      // One line when it begins: hundreds of sessions wait for it.
      if (!isAway || !this.#isAway)
        log.warn(reasonOf(error), 'single sign-on: the provider did not renew a session, retrying');
      if (isAway) this.#isAway = true;
      await this.#keep(session);
      return !isAway;
    }
    this.#isAway = false;
    await this.#goOn(identity.userId, provided);
    const { idToken, refreshToken } = provided;
    const { sessionId } = session;
    const dueAt = nextRefresh(config, now());
    const at = new Date(now());
    await sessions.saveRefreshed(db, secretBox, {
      sessionId,
      tokens: { idToken, refreshToken },
      now: at,
      dueAt,
    });
    return true;
  }

  async #goOn(userId: string, provided: Provided): Promise<void> {
    const { db, entry } = this.#deps;
    const { claims } = provided;
    // Neither an ID token nor userinfo: the provider says that the session goes on, and nothing about the person.
    if (Object.keys(claims).length === 0) return;
    const { mayGoOn, announce } = await repeated(() =>
      db.transaction(async (q) => {
        // Too many groups for a token say nothing about those that count here.
        const mayGoOn = entry.lacksGroups(provided) || (await entry.mayEnter(q, userId, provided));
        const announce = await (mayGoOn
          ? entry.follow(q, userId, provided)
          : entry.endAll(q, userId, provided));
        return { mayGoOn, announce };
      }),
    );
    await announce();
    if (!mayGoOn) this.#note(userId, 'The groups of a person give no role any more');
  }

  /** While the provider is away: a night without Internet must not silence a board. */
  async #keep(session: Due): Promise<void> {
    const { config, db, now } = this.#deps;
    const identity = await findIdentityById(db, session.identityId);
    if (session.checkedAt.getTime() + config.oidcOfflineHours * HOUR_MS > now() || identity === undefined)
      await sessions.postpone(db, session.sessionId, new Date(now() + this.#retryMs()));
    else await this.#end(session, identity.userId, 'Ended a session: the provider was away for too long');
  }

  async #end({ sessionId }: Due, userId: string, message: string): Promise<void> {
    const { db, providerAccounts } = this.#deps;
    const announce = await db.transaction(async (q) => {
      await sessions.postpone(q, sessionId, null);
      return providerAccounts.endSessions(q, [sessionId]);
    });
    await announce();
    this.#note(userId, message);
  }

  #retryMs(): number {
    return Math.min(RETRY_MS, this.#deps.config.oidcRefreshSeconds * SECOND_MS);
  }

  #note(subjectId: string, message: string): void {
    void this.#deps.audit.recordAuditLine({ level: 'warning', action: 'logout', message, subjectId });
  }
}
