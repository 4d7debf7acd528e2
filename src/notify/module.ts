import type { Module } from '../platform/module.ts';
import { createNotifyMetrics } from './metrics.ts';
import { channelRoutes } from './personal-channels/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { retention } from './retention.ts';
import { profilePart } from './store/export.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';
import { wardRingRoutes } from './ward-rings/routes.ts';
import { publishAuditHead } from './webhooks/audit-head.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export const module = {
  name: 'notify',
  routes: [channelRoutes, webhookRoutes, receiptRoutes, wardRingRoutes],
  metrics: createNotifyMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  open: publishAuditHead,
} as const satisfies Module<never>;
