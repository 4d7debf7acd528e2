import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { text, wholeNumber } from '../platform/config/values.ts';

const rows = {
  latestFirmware: setting({
    env: 'LATEST_FIRMWARE',
    meaning: 'devices that report an older version show `updateAvailable`',
    parse: text,
  }),
  deviceQuietSeconds: setting({
    env: 'DEVICE_QUIET_SECONDS',
    meaning: 'seconds without a reading after which the board shows a wearable as quiet; no one is alerted',
    fallback: 60,
    parse: wholeNumber(10, 3600),
  }),
  deviceSilentMinutes: setting({
    env: 'DEVICE_SILENT_MINUTES',
    meaning:
      'minutes of silence of a wearable after which caregivers are alerted; a ward and a patient can have their own',
    fallback: 30,
    parse: wholeNumber(1, 1440),
  }),
  batteryLowPercent: setting({
    env: 'BATTERY_LOW_PERCENT',
    meaning:
      'battery level in % below which caregivers are alerted; 0 disables it; an admin can set it per patient',
    fallback: 10,
    parse: wholeNumber(0, 100),
  }),
  notWornMinutes: setting({
    env: 'NOT_WORN_MINUTES',
    meaning:
      'minutes without a movement, between 07:00 and 22:00, after which caregivers are alerted that a wearable is not worn; 0 disables it',
    fallback: 120,
    parse: wholeNumber(0, 1440),
  }),
};

export type DevicesConfig = ValuesOf<typeof rows>;

export const settings = { rows };
