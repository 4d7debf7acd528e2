import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeFlows } from './flow-store.ts';
import { purgeLogoutTokens } from './store.ts';

/** Both by their own ends. Sessions at the provider go with the sessions here. */
export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_login_flows', keptDays: 0, purge: purgeFlows },
  { name: 'purge_logout_tokens', keptDays: 0, purge: purgeLogoutTokens },
];
