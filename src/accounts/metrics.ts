import type { Metrics } from '../platform/metrics.ts';

export interface AccountMetrics {
  /** An audit entry could not be written for too long. */
  dropped(what: 'audit_entry'): void;
}

export const createAccountMetrics = (metrics: Metrics): AccountMetrics => ({
  dropped: metrics.drops('audit_entry'),
});
