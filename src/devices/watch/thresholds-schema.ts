import * as t from '../../platform/schema/primitives.ts';
import { detectionLimits, detectionLimitsChange, ownDetectionLimits } from '../../response/limits/schema.ts';

const deviceSilentMinutes = () =>
  t.integer(1, 24 * 60, 'minutes', 'Time without readings after which caregivers are alerted', 30);

const batteryLowPercent = () =>
  t.integer(0, 100, '%', 'Battery level below which caregivers are alerted; 0: never', 10);

export const LimitsChange = t.change(
  'LimitsChange',
  'Changed limits; null resets a limit to that of the ward, the organisation or the settings',
  {
    deviceSilentMinutes: t.clearable(deviceSilentMinutes()),
    batteryLowPercent: t.clearable(batteryLowPercent()),
    ...detectionLimitsChange(),
  },
);

export const WardLimitsChange = t.change(
  'WardLimitsChange',
  'Changed limits; null resets a limit to that of the organisation or the settings',
  { deviceSilentMinutes: t.clearable(deviceSilentMinutes()), ...detectionLimitsChange() },
);

export const WardLimits = t.record('WardLimits', 'Limits of a ward', {
  ...detectionLimits(),
  deviceSilentMinutes: deviceSilentMinutes(),
  own: t.record('OwnWardLimits', 'Limits that are not inherited', {
    ...ownDetectionLimits(),
    deviceSilentMinutes: t.nullable(deviceSilentMinutes()),
  }),
  inherited: t.boolean('True if they are those of the organisation and the settings'),
});

export const PatientLimits = t.record('PatientLimits', "Limits for alerts of a patient's wearable", {
  deviceSilentMinutes: deviceSilentMinutes(),
  batteryLowPercent: batteryLowPercent(),
  ...detectionLimits(),
  inherited: t.boolean('True if the patient has no limits of their own'),
});
