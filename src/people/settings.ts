import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { wholeNumber } from '../platform/config/values.ts';

const rows = {
  messagesRetentionDays: setting({
    env: 'MESSAGES_RETENTION_DAYS',
    meaning: 'retention of messages between people in days, read or not',
    shown: 'none: unlimited',
    parse: wholeNumber(1, 36_500),
  }),
};

export type PeopleConfig = ValuesOf<typeof rows>;

export const settings = { rows };
