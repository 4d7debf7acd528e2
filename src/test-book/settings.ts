import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { wholeNumber } from '../platform/config/values.ts';

const days = (env: string, what: string, fallback: number) =>
  setting({
    env,
    meaning: `days after which the test of ${what} is due again; 0: never`,
    fallback,
    parse: wholeNumber(0, 365),
  });

const rows = {
  testWearableDays: days('TEST_WEARABLE_DAYS', 'a wearable and of its help button', 30),
  testChannelDays: days('TEST_CHANNEL_DAYS', 'a notification channel', 30),
  testStationDays: days('TEST_STATION_DAYS', 'a station', 7),
};

export type TestBookConfig = ValuesOf<typeof rows>;

export const settings = { rows };
