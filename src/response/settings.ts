import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { wholeNumber } from '../platform/config/values.ts';

const rows = {
  okWindowSeconds: setting({
    env: 'OK_WINDOW_SECONDS',
    meaning:
      'seconds in which a wearer can say "I\'m OK" before caregivers are notified; 0 disables the window',
    fallback: 30,
    parse: wholeNumber(0, 300),
  }),
  receiptSeconds: setting({
    env: 'RECEIPT_SECONDS',
    meaning:
      'seconds after which an escalation step that nobody has received is followed by the next one; 0: steps do not wait for receipts',
    fallback: 20,
    parse: wholeNumber(0, 300),
  }),
  alertsRetentionDays: setting({
    env: 'ALERTS_RETENTION_DAYS',
    meaning:
      'retention of alerts in days; alerts of unresolved falls and of lasting conditions are never deleted',
    shown: 'none: unlimited',
    parse: wholeNumber(1, 36_500),
  }),
  responseLogRetentionDays: setting({
    env: 'RESPONSE_LOG_RETENTION_DAYS',
    meaning: 'retention of the timelines of resolved falls in days',
    shown: 'none: unlimited',
    parse: wholeNumber(1, 36_500),
  }),
};

export type ResponseConfig = ValuesOf<typeof rows>;

export const settings = { rows };
