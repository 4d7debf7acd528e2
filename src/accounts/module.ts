import type { PlatformConfig } from '../platform/config/settings.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import { serviceAccountRoutes } from './access-tokens/service-account-routes.ts';
import { adminWarnings, breakGlassWarnings } from './admin/first-admin.ts';
import { adminUserRoutes } from './admin/routes.ts';
import { auditRoute } from './audit/routes.ts';
import { emailPages } from './email/pages.ts';
import { reauthenticationRoutes } from './login/reauthentication-routes.ts';
import { authRoutes } from './login/routes.ts';
import { createAccountMetrics } from './metrics.ts';
import { organisationRoutes } from './organisation/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordResetRoutes } from './passwords/reset-routes.ts';
import { retention } from './retention.ts';
import { exportRoutes } from './routes/exports.ts';
import { ownAccountRoutes } from './routes/own-account.ts';
import { profileRoutes } from './routes/profile.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import type { AccountsConfig } from './settings.ts';
import { profilePart } from './store/export.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';
import { activeAdminExists } from './store/users.ts';

export const module = {
  name: 'accounts',
  routes: [
    accessTokenRoutes,
    adminUserRoutes,
    auditRoute,
    authRoutes,
    exportRoutes,
    organisationRoutes,
    ownAccountRoutes,
    passkeyRoutes,
    passwordResetRoutes,
    profileRoutes,
    reauthenticationRoutes,
    secondFactorRoutes,
    serviceAccountRoutes,
  ],
  pages: [emailPages],
  metrics: createAccountMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  checks: async ({
    config,
    db,
  }: {
    readonly config: PlatformConfig & AccountsConfig;
    readonly db: Queryable;
  }) => [...adminWarnings(config, await activeAdminExists(db)), ...(await breakGlassWarnings(config, db))],
} as const satisfies Module<never>;
