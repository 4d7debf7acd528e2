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

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

const DEVICE_ALERTS: Readonly<
  Record<DeviceAlertType, { severity: string; condition: (limits: AlertLimits) => string }>
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
  DEVICE_NOT_WORN: {
    severity: 'MEDIUM',
    condition: ({ notWornMinutes }) =>
      `has not moved for ${minutes(notWornMinutes)} and is probably not worn`,
  },
};

export function deviceAlert(
  type: DeviceAlertType,
  { name, ownerName }: { readonly name: string; readonly ownerName: string },
  limits: AlertLimits,
): { readonly severity: string; readonly message: string } {
  const { severity, condition } = DEVICE_ALERTS[type];
  return { severity, message: `${name} of ${ownerName} ${condition(limits)}` };
}
