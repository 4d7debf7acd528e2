import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeTestBook } from './store.ts';

/** docs/home.md, "Test book": as long as auditors of a home usually look back. */
const KEPT_DAYS = 3 * 365;

export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_test_book', keptDays: KEPT_DAYS, purge: purgeTestBook },
];
