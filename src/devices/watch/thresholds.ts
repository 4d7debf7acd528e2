import { deviceMessage } from '../../notify/texts/alerts.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { OFFLINE_AFTER_MS } from '../status.ts';

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
  Record<DeviceAlertType, { severity: string; limit: (limits: AlertLimits, silentMs: number) => number }>
> = {
  DEVICE_INACTIVE: {
    severity: 'MEDIUM',
    limit: ({ deviceSilentMinutes }, silentMs) =>
      Math.max(deviceSilentMinutes, Math.floor(silentMs / MINUTE_MS)),
  },
  DEVICE_OFFLINE: {
    severity: 'HIGH',
    limit: (_, silentMs) => Math.floor(Math.max(OFFLINE_AFTER_MS, silentMs) / HOUR_MS),
  },
  DEVICE_BATTERY_LOW: { severity: 'LOW', limit: ({ batteryLowPercent }) => batteryLowPercent },
  DEVICE_NOT_WORN: { severity: 'MEDIUM', limit: ({ notWornMinutes }) => notWornMinutes },
};

/** `silentMs`: since the last reading. An alert may wait, so that it is more than the limit, and the text says how much. */
export function deviceAlert(
  condition: DeviceAlertType,
  {
    name,
    ownerName,
    silentMs,
  }: { readonly name: string; readonly ownerName: string; readonly silentMs: number },
  limits: AlertLimits,
) {
  const { severity, limit } = DEVICE_ALERTS[condition];
  const content = { condition, deviceName: name, patientName: ownerName, limit: limit(limits, silentMs) };
  return { severity, message: deviceMessage(content), content: { about: 'device', ...content } as const };
}
