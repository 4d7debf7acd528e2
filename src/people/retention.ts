import type { RetentionTask } from '../platform/database/retention.ts';
import type { PeopleConfig } from './settings.ts';
import { purgeUnlocks } from './stations/store.ts';
import { countMessagesBefore, purgeMessages } from './store/messages.ts';

export const retention = ({ config }: { readonly config: PeopleConfig }): readonly RetentionTask[] => [
  {
    name: 'purge_messages',
    keptDays: config.messagesRetentionDays,
    purge: purgeMessages,
    report: { name: 'deletedMessages', count: countMessagesBefore },
  },
  { name: 'purge_station_unlocks', keptDays: 0, purge: purgeUnlocks },
];
