import { string, vocabulary } from '../platform/schema/primitives.ts';

const DEVICE_STATUSES = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const;

export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** A device, as shown in its wearer's record. */
export interface DeviceSummary {
  readonly id: string;
  readonly name: string;
  readonly status: DeviceStatus;
}

export const deviceStatus = () =>
  vocabulary(
    'DeviceStatus',
    'ACTIVE sends; INACTIVE has sent nothing for 30 minutes, OFFLINE for 24 hours; DISABLED by an admin; UNREGISTERED has never sent',
    DEVICE_STATUSES,
  );

export const deviceName = () => string('Name of the wearable', 'Wearable EE:FF');
