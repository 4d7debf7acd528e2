import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeOutbox } from './store/outbox.ts';
import { purgePhoneHooks } from './store/phone-hooks.ts';

/** Long enough to find out why a message did not arrive; the timeline keeps the record that it was sent. */
const OUTBOX_DAYS = 30;

/** A hook is used within minutes; a reply that the gateway repeats comes within hours. */
const PHONE_HOOK_DAYS = 2;

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_outbox', keptDays: OUTBOX_DAYS, purge: purgeOutbox },
  { name: 'purge_phone_hooks', keptDays: PHONE_HOOK_DAYS, purge: purgePhoneHooks },
];
