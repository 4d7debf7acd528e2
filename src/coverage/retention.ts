import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeCovered } from './store.ts';

/** As long as the falls of reports. */
export const retention = ({
  config,
}: {
  readonly config: { readonly fallsRetentionDays?: number | undefined };
}): readonly RetentionTask[] => [
  { name: 'purge_coverage', keptDays: config.fallsRetentionDays, purge: purgeCovered },
];
