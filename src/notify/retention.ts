import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeOutbox } from './outbox/store.ts';

/** Long enough to find out why a message did not arrive; the timeline keeps the record that it was sent. */
const OUTBOX_DAYS = 30;

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_outbox', keptDays: OUTBOX_DAYS, purge: purgeOutbox },
];
