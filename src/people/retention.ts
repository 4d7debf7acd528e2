import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeUnlocks } from './stations/store.ts';
import { countMessagesBefore, purgeMessages } from './store/messages.ts';

export const retention: readonly RetentionTask[] = [
  {
    name: 'purge_messages',
    keptDays: (config) => config.messagesRetentionDays,
    purge: purgeMessages,
    report: { name: 'deletedMessages', count: countMessagesBefore },
  },
  { name: 'purge_station_unlocks', keptDays: () => 0, purge: purgeUnlocks },
];
