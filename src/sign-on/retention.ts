import type { RetentionTask } from '../platform/database/retention.ts';
import { purgeAttempts } from './attempts.ts';
import { purgeFlows } from './flow-store.ts';
import { purgeLogoutTokens } from './store.ts';
import { purgeTrials } from './trial-store.ts';

const ATTEMPT_DAYS = 30;

/** Attempts after a month, the others by their own ends. Sessions at the provider go with the sessions here. */
export const retention = (): readonly RetentionTask[] => [
  { name: 'purge_login_flows', keptDays: 0, purge: purgeFlows },
  { name: 'purge_logout_tokens', keptDays: 0, purge: purgeLogoutTokens },
  { name: 'purge_login_attempts', keptDays: ATTEMPT_DAYS, purge: purgeAttempts },
  { name: 'purge_login_trials', keptDays: 0, purge: purgeTrials },
];
