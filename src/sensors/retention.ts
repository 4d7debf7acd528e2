import type { RetentionTask } from '../platform/database/retention.ts';
import type { ResponseConfig } from '../response/settings.ts';
import { OLDEST_EVENT_DAYS } from './schema.ts';
import { purgeEvents } from './store/events.ts';

export const retention = ({
  config: { alertsRetentionDays: days },
}: {
  readonly config: ResponseConfig;
}): readonly RetentionTask[] => [
  {
    name: 'purge_sensor_events',
    // At least as long as its time is accepted, so that a repeat is recognised.
    keptDays: days === undefined ? undefined : Math.max(days, OLDEST_EVENT_DAYS + 1),
    purge: purgeEvents,
  },
];
