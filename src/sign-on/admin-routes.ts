import type { AccountsConfig } from '../accounts/settings.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { SignOnStatus, TrialChoice, TrialStart } from './admin-schema.ts';
import { lastAttempts } from './attempts.ts';
import type { ProviderAccounts, WardMemberships } from './core.ts';
import { wardGroupOf } from './groups.ts';
import { configured, type LoginRouteDeps } from './login-routes.ts';
import { CALLBACK_PATH } from './provider.ts';
import type { SignOnConfig } from './settings.ts';
import { findTrial } from './trial-store.ts';

interface AdminRouteDeps extends Pick<LoginRouteDeps, 'parts'>, Pick<WardMemberships, 'wardIdsNamed'> {
  readonly config: SignOnConfig & Pick<AccountsConfig, 'passwordLogin' | 'breakGlassAdmins'>;
  readonly db: Queryable;
  readonly publicUrl: () => string;
  readonly providerAccounts: Pick<ProviderAccounts, 'findByEmail'>;
  readonly hasOwnLogin: (userId: string) => Promise<boolean>;
  readonly secretBox: SecretBox;
  readonly now: () => number;
}

/** docs/single-sign-on.md, "For admins". */
export function adminRoutes(deps: AdminRouteDeps): readonly Route[] {
  const { db, parts, publicUrl, secretBox, now } = deps;
  return [
    route({
      operation: 'getSignOnStatus',
      at: 'GET /admin/sign-on',
      access: ['ADMIN'],
      summary: 'Get the settings of single sign-on, the state of the provider, and what logins brought',
      reply: success(SignOnStatus),
      async handle({ principal }) {
        const [settings, provider, attempts, trial] = await Promise.all([
          settingsOf(deps),
          parts?.watch.look(),
          lastAttempts(db),
          findTrial(db, secretBox, principal.userId, new Date(now())),
        ]);
        const own = publicUrl();
        const addresses = {
          redirect: `${own}${CALLBACK_PATH}`,
          logoutRedirect: `${own}/login`,
          backChannelLogout: `${own}/api/auth/oidc/backchannel-logout`,
        };
        const isConfigured = parts !== undefined;
        const data = { isConfigured, settings, addresses, provider: provider ?? null, attempts };
        return { data: { ...data, trial: trial ?? null } };
      },
    }),

    route({
      operation: 'trySignOn',
      at: 'POST /admin/sign-on/trial',
      access: ['ADMIN'],
      summary:
        'Begin a login as a test: it opens no session and changes nothing. Its result is in the status, for you alone.',
      body: TrialChoice,
      setsCookie: true,
      reply: success(TrialStart),
      async handle({ body, principal, record }) {
        const begun = await configured(parts).trials.begin(principal.userId, { again: body.again === true });
        record({ action: 'login.tested', message: 'Tested single sign-on' });
        if (begun === undefined) return { data: { location: null } };
        return { data: { location: begun.location }, loginFlowCookie: begun.cookie };
      },
    }),
  ];
}

async function settingsOf({ config, db, providerAccounts, hasOwnLogin, wardIdsNamed }: AdminRouteDeps) {
  const wardGroups = config.oidcWardGroups.flatMap((entry) => wardGroupOf(entry) ?? []);
  return {
    issuer: config.oidcIssuer ?? null,
    clientId: config.oidcClientId ?? null,
    hasSecret: config.oidcClientSecret !== undefined,
    scopes: config.oidcScopes,
    prompt: config.oidcPrompt ?? null,
    name: config.oidcName,
    groupsClaim: config.oidcGroupsClaim,
    adminGroups: config.oidcAdminGroups,
    caregiverGroups: config.oidcCaregiverGroups,
    wardGroups: await Promise.all(
      wardGroups.map(async ({ group, ward }) => ({
        group,
        ward,
        exists: (await wardIdsNamed(db, [ward])).length > 0,
      })),
    ),
    roles: config.oidcRoles,
    secondFactor: config.oidcSecondFactor,
    refreshSeconds: config.oidcRefreshSeconds,
    offlineHours: config.oidcOfflineHours,
    passwordLogin: config.passwordLogin === 'on',
    breakGlassAdmins: await Promise.all(
      config.breakGlassAdmins.map(async (email) => {
        const user = await providerAccounts.findByEmail(db, email);
        const isAdmin = user?.role === 'ADMIN' && user.status === 'active';
        return { email, isAdmin, canLogIn: isAdmin && (await hasOwnLogin(user.id)) };
      }),
    ),
  };
}
