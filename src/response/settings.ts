import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { wholeNumber } from '../platform/config/values.ts';

const rows = {
  okWindowSeconds: setting({
    env: 'OK_WINDOW_SECONDS',
    meaning:
      'seconds in which a wearer can say "I\'m OK" before caregivers are notified; 0 disables the window',
    shown: '30',
    fallback: 30,
    parse: wholeNumber(0, 300),
  }),
  alertsRetentionDays: setting<number | undefined>({
    env: 'ALERTS_RETENTION_DAYS',
    meaning:
      'retention of alerts in days; alerts of unresolved falls and of lasting conditions are never deleted',
    shown: 'none: unlimited',
    fallback: undefined,
    parse: wholeNumber(1, 36_500),
  }),
  responseLogRetentionDays: setting<number | undefined>({
    env: 'RESPONSE_LOG_RETENTION_DAYS',
    meaning: 'retention of the timelines of resolved falls in days',
    shown: 'none: unlimited',
    fallback: undefined,
    parse: wholeNumber(1, 36_500),
  }),
};

export type ResponseConfig = ValuesOf<typeof rows>;

export const settings = { rows };
