import type { PlatformConfig } from '../platform/config/settings.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import { adminWarnings } from './first-admin.ts';
import { createAccountMetrics } from './metrics.ts';
import { retention } from './retention.ts';
import { accessTokenRoutes } from './routes/access-tokens.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { auditRoute } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { emailPages } from './routes/email-pages.ts';
import { exportRoutes } from './routes/exports.ts';
import { organisationRoutes } from './routes/organisation.ts';
import { ownAccountRoutes } from './routes/own-account.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { passwordResetRoutes } from './routes/password-resets.ts';
import { profileRoutes } from './routes/profile.ts';
import { reauthenticationRoutes } from './routes/reauthentication.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { serviceAccountRoutes } from './routes/service-accounts.ts';
import { setupRoute } from './routes/setup.ts';
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
    setupRoute,
  ],
  pages: [emailPages],
  metrics: createAccountMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  checks: async ({ config, db }: { readonly config: PlatformConfig; readonly db: Queryable }) =>
    adminWarnings(config, await activeAdminExists(db)),
} as const satisfies Module<never>;
