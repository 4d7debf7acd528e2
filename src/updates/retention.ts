import type { RetentionTask } from '../platform/database/retention.ts';
import { deleteUnfinished } from './store.ts';

export const retention = (): readonly RetentionTask[] => [
  // No upload takes longer than five minutes.
  { name: 'purge_unfinished_firmware', keptDays: 1, purge: deleteUnfinished, batchSize: 500 },
];
