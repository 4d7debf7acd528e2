import type { Module } from '../platform/module.ts';
import { createNotifyMetrics } from './metrics.ts';
import { PHONE_HOOKS } from './phones/hooks-schema.ts';
import { retention } from './retention.ts';
import { profilePart } from './store/export.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';

export const module = {
  name: 'notify',
  metrics: createNotifyMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
  hooks: PHONE_HOOKS,
} as const satisfies Module<never>;
