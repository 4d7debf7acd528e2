import { randomUUID } from 'node:crypto';
import { findUser, type User } from '../accounts/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Overtaken } from '../platform/database/repeated.ts';
import { AppError, Forbidden, NotFound } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { SECOND_MS } from '../platform/time.ts';
import { authenticatedAt, groupsIn, hasSecondFactor, hasTooManyGroups, personIn } from './claims.ts';
import { type Broadcast, nothing, type Opener, type ProviderAccounts } from './core.ts';
import type { Directory } from './directory.ts';
import type { GrantRules } from './grants.ts';
import { type GroupMapping, grantsOf } from './groups.ts';
import type { Provided } from './provider.ts';
import { insertSession } from './session-store.ts';
import type { SignOnConfig } from './settings.ts';
import { noteLogin, putIdentity, wasLoggedOut } from './store.ts';

export interface EntryDeps {
  readonly config: SignOnConfig;
  readonly db: Queryable;
  readonly issuer: string;
  readonly mapping: GroupMapping;
  readonly grantRules: GrantRules;
  readonly directory: Directory;
  readonly providerAccounts: ProviderAccounts;
  readonly secretBox: SecretBox;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly now: () => number;
}

/** What happens in the transaction, and the broadcast to make after the commit. */
interface Entered {
  readonly user: User;
  readonly token: string;
  readonly sessionId: string;
  readonly announce: Broadcast;
}

/** What a login, and a renewal, makes of the account of a person whom the provider has named. */
export class Entry {
  readonly #deps: EntryDeps;

  constructor(deps: EntryDeps) {
    this.#deps = deps;
  }

  grantsOf({ claims }: Provided) {
    const { mapping, config } = this.#deps;
    return grantsOf(mapping, groupsIn(claims, config.oidcGroupsClaim) ?? []);
  }

  /** The provider says nothing about the groups: role and wards stay as they are. */
  lacksGroups({ claims }: Provided): boolean {
    return hasTooManyGroups(claims, this.#deps.config.oidcGroupsClaim);
  }

  /** Whether a login may go on with the groups of the provider, or of the directory. */
  async mayEnter(q: Queryable, userId: string, provided: Provided): Promise<boolean> {
    return (
      (await this.#deps.directory.managesGroupsOf(q, userId)) ||
      (await this.roleOf(q, userId, provided)) !== undefined
    );
  }

  /** The role of the account after a login with the groups of the provider; undefined if they give none. */
  roleOf(q: Queryable, userId: string, provided: Provided) {
    return this.#deps.grantRules.roleOf(q, userId, this.grantsOf(provided), this.#options());
  }

  /** The provider lets the person in, and their groups do not: their sessions and tokens end, and the wards of the groups. */
  async endAll(q: Queryable, userId: string, provided: Provided): Promise<Broadcast> {
    const { grantRules, providerAccounts } = this.#deps;
    const left = await grantRules.apply(q, userId, this.grantsOf(provided), this.#options());
    const ended = await providerAccounts.endAllOf(q, userId);
    return async () => {
      await ended();
      await left();
    };
  }

  /** Role, wards, names and e-mail address as the provider gives them now. */
  async follow(q: Queryable, userId: string, provided: Provided): Promise<Broadcast> {
    const { directory, grantRules, providerAccounts, audit } = this.#deps;
    // First, because it takes the lock of the admins before that of the account (docs/architecture.md, "Lock order").
    const announce =
      this.lacksGroups(provided) || (await directory.managesGroupsOf(q, userId))
        ? nothing
        : await grantRules.apply(q, userId, this.grantsOf(provided), this.#options());
    const user = await findUser(q, userId);
    if (user === undefined) throw new NotFound('User');
    const { email, isVerified, ...names } = personIn(provided.claims);
    const person = { ...names, email: isVerified ? email : undefined };
    const changed = await providerAccounts.follow(q, user, person);
    if (changed.length === 0) return announce;
    return async () => {
      const message = `The provider changed ${changed.join(', ')} of an account`;
      void audit.recordAuditLine({ action: 'account.changed', message, subjectId: userId });
      await announce();
    };
  }

  /** Links the person to the account, unless it is theirs already, and opens a session. */
  async open(
    q: Queryable,
    userId: string,
    { provided, isLinked }: { readonly provided: Provided; readonly isLinked: boolean },
    opener: Opener,
  ): Promise<Entered> {
    const { config, issuer, providerAccounts, secretBox, now } = this.#deps;
    const announce = await this.follow(q, userId, provided);
    const at = new Date(now());
    const user = await findUser(q, userId);
    if (user === undefined) throw new NotFound('User');
    if (user.status !== 'active')
      throw new Forbidden('The account is deactivated', { code: 'ACCOUNT_DEACTIVATED' });
    const { subject, sid, claims, idToken, refreshToken } = provided;
    const { email } = personIn(claims);
    const login = { userId, issuer, subject, email, now: at };
    const identityId = await (isLinked ? noteLogin(q, login) : putIdentity(q, login));
    if (identityId === undefined) throw new Overtaken();
    const sessionId = randomUUID();
    const token = await providerAccounts.openSession(q, user, opener, {
      sessionId,
      hasSecondFactor: config.oidcSecondFactor && hasSecondFactor(claims),
      authenticatedAt: authenticatedAt(claims),
      isRenewable: refreshToken !== undefined,
    });
    const dueAt = refreshToken === undefined ? null : nextRefresh(config, now());
    const tokens = { idToken, refreshToken };
    await insertSession(q, secretBox, { sessionId, identityId, sid, tokens, now: at, dueAt });
    return { user, token, sessionId, announce: () => this.#entered(provided, sessionId, announce) };
  }

  /** After the commit, so that a logout there sees the session, or this sees the logout (logout.ts). */
  async #entered({ sid, subject, claims }: Provided, sessionId: string, announce: Broadcast): Promise<void> {
    const { db, issuer, providerAccounts } = this.#deps;
    await announce();
    const at = (Number(claims.iat) || 0) * SECOND_MS;
    if (sid === undefined || !(await wasLoggedOut(db, { issuer, sid, subject, at }))) return;
    const ended = await providerAccounts.endSessions(db, [sessionId]);
    await ended();
    throw new AppError('OIDC_REFUSED', 'The provider has ended the session of this login');
  }

  #options() {
    return { additive: this.#deps.config.oidcRoles === 'additive' };
  }
}

/** Spread out: a shift logs in within minutes. */
export const nextRefresh = ({ oidcRefreshSeconds }: SignOnConfig, now: number): Date =>
  new Date(now + oidcRefreshSeconds * SECOND_MS * (0.8 + 0.2 * Math.random()));
