import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeLiveEvents } from './store.ts';

/** A client that was away longer reads the lists instead of resuming. */
const LIVE_EVENT_DAYS = 7;

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_events', keptDays: LIVE_EVENT_DAYS, purge: purgeLiveEvents },
];
