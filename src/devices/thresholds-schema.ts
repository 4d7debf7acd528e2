import { boolean, change, clearable, integer, record } from '../platform/schema/primitives.ts';

const deviceSilentMinutes = () =>
  integer(1, 24 * 60, 'minutes', 'Time without readings after which caregivers are alerted', 30);

const batteryLowPercent = () =>
  integer(0, 100, '%', 'Battery level below which caregivers are alerted; 0: never', 10);

export const LimitsChange = change(
  'LimitsChange',
  'Changed thresholds; null resets a threshold to the setting',
  {
    deviceSilentMinutes: clearable(deviceSilentMinutes()),
    batteryLowPercent: clearable(batteryLowPercent()),
  },
);

export const PatientLimits = record('PatientLimits', "Thresholds for alerts about a patient's wearable", {
  deviceSilentMinutes: deviceSilentMinutes(),
  batteryLowPercent: batteryLowPercent(),
  inherited: boolean('True if the patient has no thresholds of their own and the settings apply'),
});
