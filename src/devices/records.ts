import { type OtherUnits, unitWarnings } from './reading-units.ts';
import { deviceStatus, isOlderFirmware } from './status.ts';

/** A device as it is stored, as much of it as its views show. */
export interface DeviceRecord extends OtherUnits {
  readonly id: string;
  readonly userId: string;
  readonly macAddress: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly lastSeen: Date | null;
  readonly uptimeMs: number | null;
  readonly batteryLevel: number | null;
  readonly signalStrength: number | null;
  readonly firmwareVersion: string | null;
  readonly sensorsInitialized: boolean | null;
  readonly wifiConnected: boolean | null;
  readonly bluetoothConnected: boolean | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** docs/contract.md, "Devices". */
export const deviceOf = (device: DeviceRecord, now: number) => ({
  id: device.id,
  userId: device.userId,
  macAddress: device.macAddress,
  name: device.name,
  status: deviceStatus(device, now),
  lastSeen: device.lastSeen,
  batteryLevel: device.batteryLevel,
  firmwareVersion: device.firmwareVersion,
  createdAt: device.createdAt,
  updatedAt: device.updatedAt,
});

/** With what it last said of itself, for a page that shows all of somebody's devices. */
export const deviceOverviewOf = (device: DeviceRecord, now: number) => ({
  ...deviceOf(device, now),
  signalStrength: device.signalStrength,
  sensorsInitialized: device.sensorsInitialized ?? false,
  wifiConnected: device.wifiConnected ?? false,
});

/** docs/contract.md, "Devices". */
export const statusViewOf = (device: DeviceRecord, now: number, latestFirmware: string | undefined) => ({
  deviceId: device.id,
  status: deviceStatus(device, now),
  batteryLevel: device.batteryLevel,
  signalStrength: device.signalStrength,
  lastDataPoint: device.lastSeen,
  sensorsInitialized: device.sensorsInitialized ?? false,
  wifiConnected: device.wifiConnected ?? false,
  bluetoothConnected: device.bluetoothConnected ?? false,
  uptime: device.uptimeMs,
  firmwareVersion: device.firmwareVersion,
  updateAvailable:
    latestFirmware !== undefined &&
    device.firmwareVersion !== null &&
    isOlderFirmware(device.firmwareVersion, latestFirmware),
  warnings: unitWarnings(device),
});
