import { deviceMessage } from '../notify/alert-texts.ts';
import { HOUR_MS } from '../platform/time.ts';
import { OFFLINE_AFTER_MS } from './status.ts';

/** Conditions that alert caregivers: while a wearable does not measure, falls go unnoticed. */
export type DeviceAlertType = 'DEVICE_INACTIVE' | 'DEVICE_OFFLINE' | 'DEVICE_BATTERY_LOW' | 'DEVICE_NOT_WORN';

/** Limits at which caregivers are alerted to a wearable: the server's settings or a patient's own. */
export interface DeviceThresholds {
  readonly deviceSilentMinutes: number;
  readonly batteryLowPercent: number;
}

/** With the limit that no patient can have of their own. */
export interface AlertLimits extends DeviceThresholds {
  /** 0: never. */
  readonly notWornMinutes: number;
}

const DEVICE_ALERTS: Readonly<
  Record<DeviceAlertType, { severity: string; limit: (limits: AlertLimits) => number }>
> = {
  DEVICE_INACTIVE: { severity: 'MEDIUM', limit: ({ deviceSilentMinutes }) => deviceSilentMinutes },
  DEVICE_OFFLINE: { severity: 'HIGH', limit: () => OFFLINE_AFTER_MS / HOUR_MS },
  DEVICE_BATTERY_LOW: { severity: 'LOW', limit: ({ batteryLowPercent }) => batteryLowPercent },
  DEVICE_NOT_WORN: { severity: 'MEDIUM', limit: ({ notWornMinutes }) => notWornMinutes },
};

export function deviceAlert(
  condition: DeviceAlertType,
  { name, ownerName }: { readonly name: string; readonly ownerName: string },
  limits: AlertLimits,
) {
  const { severity, limit } = DEVICE_ALERTS[condition];
  const content = { condition, deviceName: name, patientName: ownerName, limit: limit(limits) };
  return { severity, message: deviceMessage(content), content: { about: 'device', ...content } as const };
}
