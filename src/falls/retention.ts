import type { RetentionTask } from '../platform/database/retention.ts';
import type { FallsConfig } from './settings.ts';
import { countPurgeableFalls, purgeFalls } from './store/falls.ts';

/** Deleting a fall also deletes its alerts, timeline and messages. */
const FALLS_BATCH = 500;

export const retention = ({ config }: { readonly config: FallsConfig }): readonly RetentionTask[] => [
  {
    name: 'purge_falls',
    keptDays: config.fallsRetentionDays,
    purge: (db, before, most) => db.transaction((q) => purgeFalls(q, before, most)),
    batchSize: FALLS_BATCH,
    report: { name: 'deletedFalls', count: countPurgeableFalls },
  },
];
