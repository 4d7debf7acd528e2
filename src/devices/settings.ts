import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { text, wholeNumber } from '../platform/config/values.ts';

const rows = {
  latestFirmware: setting<string | undefined>({
    env: 'LATEST_FIRMWARE',
    meaning: 'devices that report an older version show `updateAvailable`',
    shown: 'none',
    fallback: undefined,
    parse: text,
  }),
  deviceSilentMinutes: setting({
    env: 'DEVICE_SILENT_MINUTES',
    meaning:
      'minutes of silence of a wearable after which caregivers are alerted; an admin can set it per patient',
    shown: '30',
    fallback: 30,
    parse: wholeNumber(1, 1440),
  }),
  batteryLowPercent: setting({
    env: 'BATTERY_LOW_PERCENT',
    meaning:
      'battery level in % below which caregivers are alerted; 0 disables it; an admin can set it per patient',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(0, 100),
  }),
  notWornMinutes: setting({
    env: 'NOT_WORN_MINUTES',
    meaning:
      'minutes without a movement, between 07:00 and 22:00, after which caregivers are alerted that a wearable is not worn; 0 disables it',
    shown: '120',
    fallback: 120,
    parse: wholeNumber(0, 1440),
  }),
};

export type DevicesConfig = ValuesOf<typeof rows>;

export const settings = { rows };
