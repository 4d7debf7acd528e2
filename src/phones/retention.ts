import type { RetentionTask } from '../platform/database/retention.ts';
import { purgePhoneHooks } from './store/hooks.ts';

/** A hook is used within minutes; a reply that the gateway repeats comes within hours. */
const HOOK_DAYS = 2;

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_phone_hooks', keptDays: HOOK_DAYS, purge: purgePhoneHooks },
];
