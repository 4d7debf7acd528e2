import type { PlatformConfig } from '../platform/config/settings.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import { adminWarnings } from './first-admin.ts';
import { createAccountMetrics } from './metrics.ts';
import { retention } from './retention.ts';
import { profilePart } from './store/export.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';
import { activeAdminExists } from './store/users.ts';

export const module = {
  name: 'accounts',
  metrics: createAccountMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  checks: async ({ config, db }: { readonly config: PlatformConfig; readonly db: Queryable }) =>
    adminWarnings(config, await activeAdminExists(db)),
} as const satisfies Module<never>;
