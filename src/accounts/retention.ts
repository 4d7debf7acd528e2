import type { RetentionTask } from '../platform/database/retention.ts';
import { countAuditLinesBefore, purgeAuditTrail } from './store/audit.ts';
import { purgeEmailChanges } from './store/email-changes.ts';
import { purgePinTries } from './store/pins.ts';
import { purgeSessions } from './store/sessions.ts';

export const retention: readonly RetentionTask[] = [
  { name: 'purge_sessions', keptDays: () => 0, purge: purgeSessions },
  { name: 'purge_email_changes', keptDays: () => 0, purge: purgeEmailChanges },
  { name: 'purge_pin_tries', keptDays: () => 1, purge: purgePinTries },
  {
    name: 'purge_audit',
    keptDays: (config) => config.auditRetentionDays,
    purge: purgeAuditTrail,
    report: { name: 'deletedAuditLines', count: countAuditLinesBefore },
  },
];
