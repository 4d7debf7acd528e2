import type { RetentionTask } from '../platform/database/retention.ts';
import { purgePastHandovers } from './handover-store.ts';

/** Handovers name falls, and are kept no longer. */
export const retention = ({
  config,
}: {
  readonly config: { readonly fallsRetentionDays?: number | undefined };
}): readonly RetentionTask[] => [
  { name: 'purge_handovers', keptDays: config.fallsRetentionDays, purge: purgePastHandovers },
];
