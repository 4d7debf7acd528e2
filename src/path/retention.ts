import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeTests } from './store.ts';

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_path_tests', keptDays: 1, purge: purgeTests },
];
