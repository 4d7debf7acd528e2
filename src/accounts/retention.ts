import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeIdempotencyKeys } from '../platform/http/idempotency.ts';
import { purgeAccessTokens } from './access-tokens/store.ts';
import { countAuditLinesBefore, purgeAuditTrail } from './audit/store.ts';
import { purgeEmailChanges } from './email/store.ts';
import { purgeSessions } from './login/session-store.ts';
import { purgePinTries } from './passwords/pin-store.ts';
import type { AccountsConfig } from './settings.ts';

export const retention = ({ config }: { readonly config: AccountsConfig }): readonly RetentionTask[] => [
  { name: 'purge_idempotency_keys', keptDays: 1, purge: purgeIdempotencyKeys },
  { name: 'purge_sessions', keptDays: 0, purge: purgeSessions },
  // Listed as expired for some time, so that their owners see why a program no longer works.
  { name: 'purge_access_tokens', keptDays: 30, purge: purgeAccessTokens },
  { name: 'purge_email_changes', keptDays: 0, purge: purgeEmailChanges },
  { name: 'purge_pin_tries', keptDays: 1, purge: purgePinTries },
  {
    name: 'purge_audit',
    keptDays: config.auditRetentionDays,
    purge: purgeAuditTrail(config.auditRetentionDays),
    report: { name: 'deletedAuditLines', count: countAuditLinesBefore },
  },
];
