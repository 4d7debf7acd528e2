import { boolean, change, clearable, integer, record } from '../platform/schema/primitives.ts';

const deviceSilentMinutes = () =>
  integer(1, 24 * 60, 'minutes', 'Silence of a wearable after which caregivers are alerted', 30);

const batteryLowPercent = () =>
  integer(0, 100, '%', 'Charge of the battery below which caregivers are alerted (0: never)', 10);

export const LimitsChange = change(
  'LimitsChange',
  'What is to change of when caregivers are alerted; null takes the setting again',
  {
    deviceSilentMinutes: clearable(deviceSilentMinutes()),
    batteryLowPercent: clearable(batteryLowPercent()),
  },
);

export const PatientLimits = record('PatientLimits', "When caregivers are alerted to a patient's wearable", {
  deviceSilentMinutes: deviceSilentMinutes(),
  batteryLowPercent: batteryLowPercent(),
  inherited: boolean('As the settings say, because the patient has none of their own'),
});
