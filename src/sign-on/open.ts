import type { Authentication, User } from '../accounts/index.ts';
import type { AccountsConfig } from '../accounts/settings.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { Log } from '../platform/log.ts';
import type { Running } from '../platform/module.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import { adminRoutes } from './admin-routes.ts';
import { Attempts } from './attempts.ts';
import type { Broadcast, ProviderAccounts } from './core.ts';
import type { Directory } from './directory.ts';
import { Entry } from './entry.ts';
import { FailureLog } from './failure-log.ts';
import { createGrantRules, type GrantDeps } from './grants.ts';
import { mappingOf } from './groups.ts';
import { identityRoutes } from './identity-routes.ts';
import { type LinkDeps, Linking } from './linking.ts';
import { SignOnLogin } from './login.ts';
import { loginRoutes } from './login-routes.ts';
import { SignOnLogout } from './logout.ts';
import { SignOnNotices } from './notices.ts';
import type { SignOnParts } from './parts.ts';
import { Provider } from './provider.ts';
import { ProviderWatch } from './provider-watch.ts';
import { Renewal } from './renewal.ts';
import type { SignOnConfig } from './settings.ts';
import { identitiesOf } from './store.ts';
import { Trials } from './trials.ts';

interface LoginClient {
  readonly ip: string;
  readonly knownBrowser?: string;
}

interface OpenDeps extends GrantDeps {
  readonly config: SignOnConfig & Pick<AccountsConfig, 'passwordLogin' | 'breakGlassAdmins'>;
  readonly db: Database;
  readonly publicUrl: () => string;
  readonly providerAccounts: ProviderAccounts;
  readonly directory: Directory;
  readonly authentication: Pick<Authentication, 'openSession'>;
  readonly refusedLogin: LinkDeps['refused'];
  readonly secondFactors: LinkDeps['secondFactors'];
  readonly recentAuthentication: {
    require(session: Principal): Promise<void>;
    note(q: Queryable, session: { readonly sessionId: string }): Promise<unknown>;
  };
  readonly logins: {
    countRequest(client: LoginClient, email: string | undefined): Promise<void>;
    countUnproven(client: LoginClient, email: string | undefined): Promise<void>;
  };
  readonly loginHooks: LoginHooks;
  readonly hasOwnLogin: (userId: string) => Promise<boolean>;
  readonly passwordOf: (userId: string) => Promise<{ readonly mayUse: boolean; readonly isOwn: boolean }>;
  readonly emailChanges: {
    request(q: Queryable, userId: string, email: string, by: Principal): Promise<Broadcast>;
  };
  /** Undefined when mail is not configured. */
  readonly resets: object | undefined;
  readonly knownBrowsers: { withLogin(cookie: string, email: string): string };
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end'>;
  readonly secretBox: SecretBox;
  readonly audit: AuditTrail;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
  readonly now: () => number;
  readonly log: Log;
}

interface OwnSignOn {
  readonly name: string;
  readonly isLinked: boolean;
  readonly hasPassword: boolean;
  readonly mayUsePasskey: boolean;
}

/** As accounts declares it; set here. */
interface LoginHooks {
  onBreakGlass(user: Pick<User, 'id' | 'firstName' | 'lastName'>): void;
  endSessionUrlOf(sessionId: string): Promise<string | undefined>;
  signOnOf(q: Queryable, userId: string): Promise<OwnSignOn | undefined>;
  mayChoosePassword(q: Queryable, userId: string): Promise<boolean>;
}

const RENEWAL_CHECK_MS = 5 * SECOND_MS;

export function openSignOn(deps: OpenDeps): Running {
  const { config, db, adminNotices, loginHooks, hasOwnLogin, now, log } = deps;
  const notices = new SignOnNotices({ adminNotices, offlineHours: config.oidcOfflineHours, now });
  loginHooks.onBreakGlass = (user) => {
    notices.passwordUsed(user).catch((error: unknown) => {
      log.error({ err: error }, 'single sign-on: the admins were not told of a login with a password');
    });
  };
  const parts = openParts(deps, notices);
  const passwordLogin = config.passwordLogin === 'on';
  const shared = { ...deps, parts, name: config.oidcName, passwordLogin };
  return {
    routes: [
      ...loginRoutes(shared),
      ...identityRoutes({ ...shared, db, hasAnotherLogin: hasOwnLogin }),
      ...adminRoutes(shared),
    ],
  };
}

function openParts(deps: OpenDeps, notices: SignOnNotices): SignOnParts | undefined {
  const { config, db, providerAccounts, authentication, recentAuthentication, logins, loginHooks } = deps;
  const { secretBox, closeLater, now, log } = deps;
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  const failures = new FailureLog(log);
  const provider = new Provider(deps, issuer, clientId);
  const mapping = mappingOf(config);
  const entry = new Entry({ ...deps, issuer, mapping, grantRules: createGrantRules(deps) });
  const watch = new ProviderWatch({ provider, groupsClaim: config.oidcGroupsClaim, now });
  const attempts = new Attempts({ ...deps, entry });
  const trials = new Trials({ ...deps, issuer, mapping, provider, watch, entry });
  const renewal = new Renewal({
    ...deps,
    provider,
    entry,
    onContact(isThere) {
      watch.contact(isThere);
      return notices.contact(isThere);
    },
  });
  const renewals = startPeriodic({
    everyMs: Math.min(RENEWAL_CHECK_MS, config.oidcRefreshSeconds * SECOND_MS),
    now,
    work: () => renewal.renewDue(),
    failed: (error) => log.error({ err: error }, 'single sign-on: renewing sessions failed, retrying'),
  });
  closeLater('renewals at the provider', () => renewals.close());
  const logout = new SignOnLogout({ ...deps, issuer, provider, failures });
  loginHooks.endSessionUrlOf = (sessionId) =>
    logout.urlOf(sessionId).catch((error: unknown) => {
      log.warn({ err: error }, 'single sign-on: a logout does not go on at the provider');
      return undefined;
    });
  loginHooks.signOnOf = async (q, userId) => {
    const [{ mayUse, isOwn }, identities] = await Promise.all([
      deps.passwordOf(userId),
      identitiesOf(q, userId),
    ]);
    const isLinked = identities.length > 0;
    // Nobody knows the password of an account that the provider opened.
    const hasPassword = mayUse && (isOwn || !isLinked);
    return { name: config.oidcName, isLinked, hasPassword, mayUsePasskey: mayUse };
  };
  loginHooks.mayChoosePassword = async (q, userId) =>
    (await deps.hasOwnLogin(userId)) || (await identitiesOf(q, userId)).length === 0;
  const login = new SignOnLogin({
    ...deps,
    issuer,
    provider,
    entry,
    attempts,
    trials,
    watch,
    failures,
    countFailed: (client) => logins.countUnproven(client, undefined),
    noteProof: (q, session) => recentAuthentication.note(q, session),
    askForAddress: (user, sessionId, email) => askForAddress(deps, user, sessionId, email),
  });
  const linking = new Linking({
    db,
    entry,
    attempts,
    providerAccounts,
    authentication,
    secondFactors: deps.secondFactors,
    requireRecentAuthentication: (session) => recentAuthentication.require(session),
    countLogin: (client, email) => logins.countRequest(client, email),
    refused: deps.refusedLogin,
    secretBox,
    now,
  });
  return { login, linking, logout, watch, trials };
}

/** Without mail, nobody can confirm it: the account stays without an address. */
async function askForAddress(
  { db, emailChanges, providerAccounts, resets }: OpenDeps,
  user: User,
  sessionId: string,
  email: string,
): Promise<void> {
  if (resets === undefined) return;
  try {
    const by = providerAccounts.asPrincipal(user, sessionId);
    const announce = await db.transaction((q) => emailChanges.request(q, user.id, email, by));
    await announce();
  } catch (error) {
    // Another account has the address: the person has none until they give another.
    if (!(error instanceof AppError)) throw error;
  }
}
