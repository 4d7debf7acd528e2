import { MINUTE_MS } from '../platform/time.ts';
import type { FallLevel } from './levels.ts';

/** A fall reported this late comes from a backlog, and the message says how old it is. */
const LATE_MS = 2 * MINUTE_MS;

/** docs/contract.md, "Fall levels": from POTENTIAL up caregivers are notified; CONFIRMED is named an emergency. */
export function fallMessage(fall: { level: FallLevel; patientName: string; at: Date }, now: number): string {
  const prefix = {
    NO_FALL: 'No fall of',
    SUSPICIOUS: 'Possible fall of',
    POTENTIAL: 'Likely fall of',
    HIGH: 'Fall detected:',
    CONFIRMED: 'EMERGENCY: confirmed fall of',
  }[fall.level];
  const age = now - fall.at.getTime();
  return `${prefix} ${fall.patientName}${age >= LATE_MS ? `, ${Math.round(age / MINUTE_MS)} minutes ago` : ''}`;
}

/** The wearer has said it themself. */
export const helpMessage = (patientName: string): string => `EMERGENCY: ${patientName} calls for help`;

/** docs/response.md, "Floods". */
export const FLOOD_ALERT = { type: 'REPORT_FLOOD', severity: 'HIGH' } as const;

export const floodMessage = (patientName: string): string =>
  `Flood of reports from ${patientName}: further ones are recorded without alerts`;

/** What can be wrong with a wearable: while it does not measure, falls go unnoticed. */
export type DeviceAlertType = 'DEVICE_INACTIVE' | 'DEVICE_OFFLINE' | 'DEVICE_BATTERY_LOW';

/** When caregivers are alerted to a wearable: the settings', or a patient's own. */
export interface DeviceLimits {
  readonly deviceSilentMinutes: number;
  readonly batteryLowPercent: number;
}

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

const DEVICE_ALERTS: Readonly<
  Record<DeviceAlertType, { severity: string; condition: (limits: DeviceLimits) => string }>
> = {
  DEVICE_INACTIVE: {
    severity: 'MEDIUM',
    condition: ({ deviceSilentMinutes }) => `has sent nothing for ${minutes(deviceSilentMinutes)}`,
  },
  DEVICE_OFFLINE: { severity: 'HIGH', condition: () => 'has sent nothing for 24 hours' },
  DEVICE_BATTERY_LOW: {
    severity: 'LOW',
    condition: ({ batteryLowPercent }) => `has less than ${batteryLowPercent} % battery left`,
  },
};

export function deviceAlert(
  type: DeviceAlertType,
  { name, ownerName }: { readonly name: string; readonly ownerName: string },
  limits: DeviceLimits,
): { readonly severity: string; readonly message: string } {
  const { severity, condition } = DEVICE_ALERTS[type];
  return { severity, message: `${name} of ${ownerName} ${condition(limits)}` };
}
