import type { Device } from 'fhir/r4.js';
import { deviceStatus } from '../../devices/index.ts';
import { concept, identifierSystem, quantity, referenceTo } from '../systems.ts';

/** A wearable, with its newest report. */
export interface Wearable {
  readonly id: string;
  readonly userId: string;
  readonly macAddress: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly lastSeen: Date | null;
  readonly batteryLevel: number | null;
  readonly firmwareVersion: string | null;
  readonly updatedAt: Date;
}

/** http://terminology.hl7.org/CodeSystem/device-status-reason, by the status in the API. */
const REASONS = {
  ACTIVE: { code: 'online', display: 'Online' },
  INACTIVE: { code: 'offline', display: 'Offline' },
  OFFLINE: { code: 'offline', display: 'Offline' },
  UNREGISTERED: { code: 'not-ready', display: 'Not Ready' },
  DISABLED: { code: 'off', display: 'Off' },
} as const;

/** docs/fhir.md, "Device". */
export function deviceResource(base: string, device: Wearable, now: number): Device {
  const { id, name, disabled, batteryLevel, firmwareVersion } = device;
  return {
    resourceType: 'Device',
    id,
    meta: { lastUpdated: device.updatedAt.toISOString() },
    identifier: [{ system: identifierSystem(base, 'mac-address'), value: device.macAddress }],
    status: disabled ? 'inactive' : 'active',
    statusReason: [
      concept({
        system: 'http://terminology.hl7.org/CodeSystem/device-status-reason',
        ...REASONS[deviceStatus(device, now)],
      }),
    ],
    ...(name && { deviceName: [{ name, type: 'user-friendly-name' }] }),
    type: { text: 'Fall detection wearable' },
    ...(firmwareVersion && { version: [{ type: { text: 'Firmware' }, value: firmwareVersion }] }),
    ...(batteryLevel !== null && {
      property: [
        { type: { text: 'Battery level' }, valueQuantity: [quantity(Math.round(batteryLevel), '%')] },
      ],
    }),
    patient: referenceTo('Patient', device.userId),
  };
}
