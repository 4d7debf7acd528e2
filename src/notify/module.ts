import type { Module } from '../platform/module.ts';
import { openGateways } from './gateways.ts';
import { createNotifyMetrics } from './metrics.ts';
import { phoneHooks } from './phones/hooks.ts';
import { PHONE_HOOKS } from './phones/hooks-schema.ts';
import { retention } from './retention.ts';
import { channelRoutes } from './routes/personal-channels.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { profilePart } from './store/export.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';

export const module = {
  name: 'notify',
  routes: [channelRoutes, webhookRoutes],
  pages: [phoneHooks],
  open: openGateways,
  metrics: createNotifyMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  hooks: PHONE_HOOKS,
} as const satisfies Module<never>;
