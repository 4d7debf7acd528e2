import type { RetentionTask } from '../platform/database/retention.ts';
import { MAX_DAYS } from '../platform/period.ts';
import { purgePastHandovers } from './handover-store.ts';

/** Handovers name residents and falls: they are kept no longer than falls, nor than a night can be asked for. */
export const retention = ({
  config,
}: {
  readonly config: { readonly fallsRetentionDays?: number | undefined };
}): readonly RetentionTask[] => [
  { name: 'purge_handovers', keptDays: config.fallsRetentionDays || MAX_DAYS, purge: purgePastHandovers },
];
