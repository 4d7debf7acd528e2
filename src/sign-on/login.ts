import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { User } from '../accounts/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { repeated } from '../platform/database/repeated.ts';
import { AppError } from '../platform/errors.ts';
import { LOGIN_FLOW_MS } from '../platform/http/cookies.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { RecordAuditLine } from '../platform/http/route.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { newSecretToken } from '../platform/secret-token.ts';
import type { Attempts } from './attempts.ts';
import { personIn } from './claims.ts';
import { nothing, type Opener, type ProviderAccounts } from './core.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import type { FailureLog } from './failure-log.ts';
import { type BegunLogin, insertFlow, takeFlow, type WaitingLogin } from './flow-store.ts';
import { judge } from './judgement.ts';
import type { Provided, Provider } from './provider.ts';
import { providerCode, providerError, verdictOf } from './provider-errors.ts';
import type { ProviderWatch } from './provider-watch.ts';
import { returnPath } from './return-path.ts';
import type { SignOnConfig } from './settings.ts';
import { findIdentity } from './store.ts';
import type { Trials } from './trials.ts';

export interface LoginDeps {
  readonly config: SignOnConfig;
  readonly issuer: string;
  readonly db: Database;
  readonly provider: Provider;
  readonly entry: Entry;
  readonly providerAccounts: ProviderAccounts;
  readonly directory: Directory;
  readonly secretBox: SecretBox;
  /** Counts what a stranger could have sent as a failed login of the address; throws 429. */
  readonly countFailed: (client: Client) => Promise<void>;
  /** Records recent authentication of a session. */
  readonly noteProof: (q: Queryable, session: { readonly sessionId: string }) => Promise<unknown>;
  /** Of each login, for admins. */
  readonly attempts: Pick<Attempts, 'note'>;
  readonly trials: Pick<Trials, 'finish'>;
  readonly watch: Pick<ProviderWatch, 'contact' | 'reach'>;
  /** Asks a new person to confirm an address that the provider has not verified. */
  readonly askForAddress: (user: User, sessionId: string, email: string) => Promise<void>;
  readonly now: () => number;
  readonly failures: Pick<FailureLog, 'note'>;
}

export interface Client extends Opener {
  readonly knownBrowser: string;
  readonly loginFlow: (state: string) => string;
}

interface Wanted {
  readonly returnTo: string | undefined;
  /** The person who proves who they are once more. */
  readonly proving: Principal | undefined;
  readonly silent: boolean;
}

/** Where the browser goes on after the callback. */
export type Finished =
  | { readonly kind: 'entered'; readonly user: User; readonly token: string; readonly location: string }
  | { readonly kind: 'proved' | 'tried'; readonly location: string }
  /** Something is missing, which `POST /auth/oidc/link` brings. */
  | { readonly kind: 'waiting'; readonly cookie: string; readonly location: string };

/** The provider's clock may be this far behind. */
const CLOCK_TOLERANCE_MS = 20_000;

const refusal = (code: keyof typeof REFUSALS) => new AppError(code, REFUSALS[code]);

const REFUSALS = {
  OIDC_FLOW_EXPIRED: 'The login took too long, was used, or was begun in another browser',
  OIDC_NO_GROUP: 'The groups of the person give no role here',
  OIDC_TOO_MANY_GROUPS: 'The person is in too many groups: the provider sends none of them',
  OIDC_OTHER_PERSON: 'Another person logged in at the provider',
  OIDC_NOT_RECENT: 'The provider has not asked the person to log in again',
  ACCOUNT_DEACTIVATED: 'The account is deactivated',
  OIDC_NOT_STAFF: 'The account with this e-mail address is that of a patient',
} as const;

/** docs/single-sign-on.md, "Login". */
export class SignOnLogin {
  readonly #deps: LoginDeps;

  constructor(deps: LoginDeps) {
    this.#deps = deps;
  }

  /** Returns the address at the provider, and the cookie that binds the login to the browser. */
  async begin({ returnTo, proving, silent }: Wanted, record: RecordAuditLine) {
    const { db, provider, attempts, watch, failures, secretBox, now } = this.#deps;
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const location = await watch
      .reach()
      .then(() => provider.loginUrl(secrets, { again: proving !== undefined, silent }))
      .catch(async (error: unknown) => {
        const refused = providerError(error);
        failures.note(error, 'single sign-on: a login could not begin');
        // Everybody tries again while the provider is away: a line a minute says it.
        if (refused.code === 'OIDC_AWAY') watch.contact(false);
        if (await attempts.note({ outcome: providerCode(error) }))
          record({ action: 'login.failed', outcome: 'failed', message: refused.message });
        throw refused;
      });
    const { state, ...kept } = secrets;
    const flow: BegunLogin = {
      kind: 'begun',
      ...kept,
      returnTo: returnPath(returnTo),
      ...(proving && { proves: { sessionId: proving.sessionId, userId: proving.userId } }),
      startedAt: Date.now(),
    };
    const cookie = newSecretToken();
    const expiresAt = new Date(now() + LOGIN_FLOW_MS);
    await insertFlow(db, secretBox, { cookie, state, flow, expiresAt });
    return { location, cookie: { state, value: cookie } };
  }

  /** The answer of the provider, which the browser brings. */
  async finish(query: URLSearchParams, client: Client, record: RecordAuditLine): Promise<Finished> {
    const { db, secretBox, now, countFailed, attempts, trials } = this.#deps;
    const state = query.get('state') ?? '';
    const flow = await takeFlow(db, secretBox, { cookie: client.loginFlow(state), state }, new Date(now()));
    if (flow?.kind === 'trial') return { kind: 'tried', location: await trials.finish(query, flow, state) };
    if (flow?.kind !== 'begun') {
      await attempts.note({ outcome: 'OIDC_FLOW_EXPIRED' });
      await countFailed(client);
      record({ action: 'login.failed', outcome: 'failed', message: REFUSALS.OIDC_FLOW_EXPIRED });
      throw refusal('OIDC_FLOW_EXPIRED');
    }
    const provided = await this.#provided(query, { ...flow, state }, client, record);
    if (flow.proves !== undefined) return this.#prove(flow, provided, record);
    return this.#enter(flow, provided, client, record);
  }

  async #provided(
    query: URLSearchParams,
    flow: BegunLogin & { readonly state: string },
    client: Client,
    record: RecordAuditLine,
  ): Promise<Provided> {
    try {
      return await this.#deps.provider.finish(query, flow, flow.proves !== undefined);
    } catch (error) {
      const refused = providerError(error);
      const verdict = verdictOf(error);
      if (verdict === 'invalid' || verdict === 'away')
        this.#deps.failures.note(error, 'single sign-on: the provider gave no valid answer to a login');
      if (verdict === 'invalid') await this.#deps.countFailed(client);
      await this.#deps.attempts.note({ outcome: providerCode(error) });
      record({ action: 'login.failed', outcome: 'failed', message: refused.message });
      throw refused;
    }
  }

  /** The session stays the same: its cookie is not even here, on the way back from another site. */
  async #prove(flow: BegunLogin, { subject, claims }: Provided, record: RecordAuditLine): Promise<Finished> {
    const { db, issuer, noteProof } = this.#deps;
    const { sessionId, userId } = flow.proves ?? { sessionId: '', userId: '' };
    const identity = await findIdentity(db, issuer, subject);
    const line = { action: 'reauthentication', subjectId: userId, actorId: userId } as const;
    const fail = (code: 'OIDC_OTHER_PERSON' | 'OIDC_NOT_RECENT'): never => {
      record({ ...line, level: 'warning', outcome: 'failed', message: REFUSALS[code] });
      throw refusal(code);
    };
    if (identity?.userId !== userId) return fail('OIDC_OTHER_PERSON');
    const at = Number(claims.auth_time) * 1000;
    if (!(at >= flow.startedAt - CLOCK_TOLERANCE_MS)) return fail('OIDC_NOT_RECENT');
    await noteProof(db, { sessionId });
    record({ ...line, message: 'Logged in again at the provider' });
    return { kind: 'proved', location: flow.returnTo };
  }

  async #enter(
    flow: BegunLogin,
    provided: Provided,
    client: Client,
    record: RecordAuditLine,
  ): Promise<Finished> {
    const { db, providerAccounts, attempts, askForAddress } = this.#deps;
    const passwordHash = await providerAccounts.unknownPassword();
    const attempt = () =>
      repeated(() => db.transaction((q) => this.#decided(q, provided, client, passwordHash)));
    // Two tabs of a new person: the second one finds the account of the first.
    const outcome = await attempt().catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return attempt();
    });
    await outcome.announce();
    await attempts.note({ outcome: outcome.attempt, provided, userId: outcome.userId });
    const about = { actorId: outcome.userId, subjectId: outcome.userId };
    switch (outcome.kind) {
      case 'refused': {
        const { message } = outcome.error;
        record({ ...about, action: 'login.failed', outcome: 'refused', message });
        throw outcome.error;
      }
      case 'waiting':
        return this.#wait(outcome.flow);
      case 'entered': {
        const isNew = outcome.attempt === 'CREATED';
        if (isNew) record({ ...about, action: 'account.created', message: 'The provider opened an account' });
        record({ ...about, action: 'login', message: 'Logged in at the provider' });
        const { email, isVerified } = personIn(provided.claims);
        if (isNew && email !== undefined && !isVerified)
          await askForAddress(outcome.user, outcome.sessionId, email);
        return { kind: 'entered', user: outcome.user, token: outcome.token, location: flow.returnTo };
      }
    }
  }

  async #decided(q: Queryable, provided: Provided, client: Client, passwordHash: string) {
    const { entry, providerAccounts } = this.#deps;
    const judgement = await judge(this.#deps, q, provided);
    switch (judgement.kind) {
      case 'refuse': {
        const { code, userId, isLinked } = judgement;
        const hasLeft = code === 'OIDC_NO_GROUP' && isLinked && userId !== undefined;
        const announce = hasLeft ? await entry.endAll(q, userId, provided) : nothing;
        return { kind: 'refused', attempt: code, error: refusal(code), userId, announce } as const;
      }
      case 'create': {
        const person = personIn(provided.claims);
        const email = person.isVerified ? person.email : undefined;
        const user = await providerAccounts.insert(q, { ...person, ...judgement, email, passwordHash });
        const entered = await entry.open(q, user.id, { provided, isLinked: false }, client);
        return { kind: 'entered', attempt: 'CREATED', ...entered, userId: user.id } as const;
      }
      case 'ask': {
        const { userId, needs, isLinked } = judgement;
        const flow = { kind: 'waiting', userId, needs, provided, isLinked } as const;
        const attempt = needs === 'password' ? 'ASKED_PASSWORD' : 'ASKED_CODE';
        return { kind: 'waiting', attempt, userId, announce: nothing, flow } as const;
      }
      case 'enter': {
        const { userId, unused, isLinked } = judgement;
        if (unused) await providerAccounts.voidPassword(q, userId, passwordHash);
        const entered = await entry.open(q, userId, { provided, isLinked }, client);
        const attempt = isLinked ? 'ENTERED' : 'LINKED';
        return { kind: 'entered', attempt, ...entered, userId } as const;
      }
    }
  }

  async #wait(flow: WaitingLogin): Promise<Finished> {
    const { db, secretBox, now } = this.#deps;
    const cookie = newSecretToken();
    await insertFlow(db, secretBox, { cookie, flow, expiresAt: new Date(now() + LOGIN_FLOW_MS) });
    return { kind: 'waiting', cookie, location: `/login?link=${flow.needs}` };
  }
}
