import { randomUUID } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { findUser } from '../accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import { LOGIN_FLOW_MS } from '../platform/http/cookies.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { newSecretToken } from '../platform/secret-token.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { acrIn, shownText, shownTexts } from './attempts.ts';
import { type Claims, groupsIn, hasSecondFactor, personIn } from './claims.ts';
import { faultOf } from './faults.ts';
import { insertFlow, type TrialLogin } from './flow-store.ts';
import { type GroupMapping, grantsOf } from './groups.ts';
import { type JudgementDeps, judge } from './judgement.ts';
import type { Provided, Provider } from './provider.ts';
import type { ProviderWatch } from './provider-watch.ts';
import type { SignOnConfig } from './settings.ts';
import { finishTrial, outcomeOf, putTrial, type Trial, type TrialResult } from './trial-store.ts';

interface TrialDeps extends JudgementDeps {
  readonly config: SignOnConfig;
  readonly db: Database;
  readonly mapping: GroupMapping;
  readonly provider: Provider;
  readonly watch: ProviderWatch;
  readonly secretBox: SecretBox;
  readonly now: () => number;
}

const PAGE = '/admin/sign-on';
/** For the admin who began the test. */
const RESULT_MS = 10 * MINUTE_MS;
const MAX_CLAIMS = 60;
const MAX_NAME = 100;
const MAX_VALUE = 500;
/** Secrets and numbers of the protocol. */
const UNSHOWN = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'sid', 'session_state']);

/** docs/single-sign-on.md, "For admins": a login that opens no session and changes nothing. */
export class Trials {
  readonly #deps: TrialDeps;

  constructor(deps: TrialDeps) {
    this.#deps = deps;
  }

  /** The address at the provider and the cookie that binds the test to the browser; undefined if the provider has a fault. */
  async begin(userId: string, { again }: { readonly again: boolean }) {
    const { db, provider, watch, secretBox, now } = this.#deps;
    const id = randomUUID();
    const keep = (trial: Partial<Trial>) =>
      putTrial(db, secretBox, { userId, id }, this.#trial(trial), new Date(now() + RESULT_MS));
    const { fault, detail } = await watch.look();
    if (fault !== null) {
      await keep({ fault, detail });
      return undefined;
    }
    const { state, ...kept } = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    };
    const location = await provider.loginUrl({ state, ...kept }, { again, silent: false });
    const cookie = newSecretToken();
    const flow: TrialLogin = { kind: 'trial', ...kept, userId, trialId: id };
    await db.transaction(async (q) => {
      await putTrial(q, secretBox, { userId, id }, this.#trial({}), new Date(now() + LOGIN_FLOW_MS));
      await insertFlow(q, secretBox, { cookie, state, flow, expiresAt: new Date(now() + LOGIN_FLOW_MS) });
    });
    return { location, cookie: { state, value: cookie } };
  }

  /** Returns the page that shows the result to the admin who began the test, whoever has logged in at the provider. */
  async finish(query: URLSearchParams, flow: TrialLogin, state: string): Promise<string> {
    const { db, provider, secretBox, now } = this.#deps;
    const key = { userId: flow.userId, id: flow.trialId };
    const trial = await provider.finish(query, { ...flow, state }, false).then(
      async (provided) => ({ result: await this.#resultOf(provided) }),
      (error: unknown) => faultOf(error),
    );
    await finishTrial(db, secretBox, key, this.#trial(trial), new Date(now() + RESULT_MS));
    return PAGE;
  }

  #trial(given: Partial<Trial>): Trial {
    return {
      at: new Date(this.#deps.now()).toISOString(),
      result: null,
      fault: null,
      detail: null,
      ...given,
    };
  }

  /** The refresh token is forgotten, not revoked: some providers would end the person's other sessions. */
  async #resultOf(provided: Provided): Promise<TrialResult> {
    const { config, db, mapping, entry, directory } = this.#deps;
    const { claims, subject, refreshToken } = provided;
    const { email = null, isVerified } = personIn(claims);
    const groups = groupsIn(claims, config.oidcGroupsClaim);
    const { judgement, role, isManaged } = await db.transaction(async (q) => {
      const judgement = await judge(this.#deps, q, provided);
      const accountId = accountOf(judgement);
      const isManaged = accountId !== null && (await directory.managesGroupsOf(q, accountId));
      const role =
        accountId === null
          ? entry.grantsOf(provided).role
          : isManaged
            ? staffRole((await findUser(q, accountId))?.role)
            : await entry.roleOf(q, accountId, provided);
      return { judgement, role, isManaged };
    });
    return {
      outcome: outcomeOf(judgement),
      subject: shownText(subject),
      email,
      isEmailVerified: isVerified,
      accountId: accountOf(judgement),
      isManagedByDirectory: isManaged,
      hasGroupsClaim: groups !== undefined,
      groups: shownTexts(groups).map((name) => ({
        name,
        role: grantsOf(mapping, [name]).role ?? null,
        wards: mapping.wardsOf.get(name) ?? [],
      })),
      role: role ?? null,
      // Only caregivers are members of wards.
      wards: role === 'CAREGIVER' && !isManaged ? entry.grantsOf(provided).wards : [],
      hasSecondFactor: hasSecondFactor(claims),
      hasRefreshToken: refreshToken !== undefined,
      amr: shownTexts(claims.amr),
      acr: acrIn(claims),
      claims: claimsOf(claims),
    };
  }
}

const accountOf = (judgement: Awaited<ReturnType<typeof judge>>): string | null =>
  'userId' in judgement ? (judgement.userId ?? null) : null;

const staffRole = (role: string | undefined) => (role === 'ADMIN' || role === 'CAREGIVER' ? role : undefined);

const claimsOf = (claims: Claims) =>
  Object.entries(claims)
    .filter(([name]) => !UNSHOWN.has(name))
    .slice(0, MAX_CLAIMS)
    .map(([name, value]) => ({
      name: shownText(name, MAX_NAME),
      value: shownText(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE),
    }));
