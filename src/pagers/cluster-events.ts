import { defineEvent } from '../platform/cluster/events.ts';
import { isBoolean } from '../platform/cluster/messages.ts';

/** Whether the instance that has the connection to the pager server is connected; repeated, so one may be missed. */
export const PAGER_STATE = defineEvent<{ readonly isConnected: boolean }>(
  'pager.state',
  { isConnected: isBoolean },
  { viaRedisOnly: true },
);
