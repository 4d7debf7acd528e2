import type { RetentionTask } from '../platform/database/retention.ts';
import { countPurgeableAlerts, type IsLasting, purgeAlerts } from './alerts/store.ts';
import { purgeClaimLinks } from './claim-links/store.ts';
import { purgeStaffNotices } from './notices/store.ts';
import { purgeExceptions, purgeSwaps } from './roster/store.ts';
import type { ResponseConfig } from './settings.ts';
import { countPurgeableResponseLog, purgeResponseLog } from './store/response-log.ts';

/** Until then the page says that the link has expired; afterwards, that it does not exist. */
const EXPIRED_CLAIM_LINK_DAYS = 1;

/** Calendars show the past with its exceptions for about as long as reports reach back. */
const PAST_ROSTER_DAYS = 400;
/** Notices that no board shows any more. */
const ENDED_NOTICE_DAYS = 1;

interface RetentionDeps {
  readonly config: ResponseConfig;
  readonly isLasting: IsLasting;
}

export const retention = ({ config, isLasting }: RetentionDeps): readonly RetentionTask[] => [
  { name: 'purge_claim_links', keptDays: EXPIRED_CLAIM_LINK_DAYS, purge: purgeClaimLinks },
  { name: 'purge_roster_exceptions', keptDays: PAST_ROSTER_DAYS, purge: purgeExceptions },
  { name: 'purge_roster_swaps', keptDays: PAST_ROSTER_DAYS, purge: purgeSwaps },
  { name: 'purge_staff_notices', keptDays: ENDED_NOTICE_DAYS, purge: purgeStaffNotices },
  {
    name: 'purge_alerts',
    keptDays: config.alertsRetentionDays,
    purge: (db, before, most) => purgeAlerts(db, isLasting, before, most),
    report: { name: 'deletedAlerts', count: (q, before) => countPurgeableAlerts(q, isLasting, before) },
  },
  {
    name: 'purge_response_log',
    keptDays: config.responseLogRetentionDays,
    purge: purgeResponseLog,
    report: { name: 'deletedResponseLogEntries', count: countPurgeableResponseLog },
  },
];
