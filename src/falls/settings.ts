import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { wholeNumber } from '../platform/config/values.ts';

const rows = {
  fallsRetentionDays: setting({
    env: 'FALLS_RETENTION_DAYS',
    meaning:
      'retention of falls with their alerts, responses and timelines in days; at least 8, because a backlog can contain falls of the last 7 days; unresolved falls are never deleted',
    shown: 'none: unlimited',
    parse: wholeNumber(8, 36_500),
  }),
};

export type FallsConfig = ValuesOf<typeof rows>;

export const settings = { rows };
