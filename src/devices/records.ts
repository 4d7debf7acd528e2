import type { Queryable } from '../platform/database/database.ts';
import { type OtherUnits, unitWarnings } from './sensor-health/reading-units.ts';
import { type SensorFacts, sensorWarnings } from './sensor-health/sensors.ts';
import type { ShakeState } from './shake-test/shake-test.ts';
import { deviceStatus } from './status.ts';
import type { FleetRow } from './store/fleet.ts';
import { isOlderFirmware, type Pausable, pauseOf, SHAKE_TEST_MS } from './vocabulary.ts';

/** The stored fields of a device that its views show. */
interface DeviceRecord extends OtherUnits, SensorFacts, Pausable {
  readonly id: string;
  readonly userId: string;
  readonly macAddress: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly uptimeMs: number | null;
  readonly batteryLevel: number | null;
  readonly signalStrength: number | null;
  readonly firmwareVersion: string | null;
  readonly model: string | null;
  readonly sensorsInitialized: boolean | null;
  readonly wifiConnected: boolean | null;
  readonly bluetoothConnected: boolean | null;
  readonly shakeTestAt: Date | null;
  readonly shakeTestState: ShakeState | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** By ID of the device: the firmware that it is offered. */
type OfferedVersions = ReadonlyMap<string, string>;

/** The firmware that wearables should have. */
export interface WantedFirmware {
  /** LATEST_FIRMWARE */
  readonly latest: string | undefined;
  readonly offeredTo: (q: Queryable, deviceIds: readonly string[]) => Promise<OfferedVersions>;
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
  model: device.model,
  ...pauseOf(device),
  createdAt: device.createdAt,
  updatedAt: device.updatedAt,
});

/** Includes the device's last report, for a page that shows all devices of a person. */
export const deviceOverviewOf = (device: DeviceRecord, now: number) => ({
  ...deviceOf(device, now),
  signalStrength: device.signalStrength,
  sensorsInitialized: device.sensorsInitialized ?? false,
  wifiConnected: device.wifiConnected ?? false,
  warnings: warningsOf(device),
});

/** docs/contract.md, "All wearables". */
export const fleetDeviceOf = (
  device: DeviceRecord,
  wearer: FleetRow['wearer'],
  now: number,
  latestFirmware: string | undefined,
  offered: OfferedVersions,
) => ({
  ...deviceOf(device, now),
  updateAvailable: hasUpdate(device, latestFirmware, offered),
  warnings: warningsOf(device),
  wearer,
});

/** docs/contract.md, "Devices". */
export const statusViewOf = (
  device: DeviceRecord,
  now: number,
  latestFirmware: string | undefined,
  offered: OfferedVersions,
) => ({
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
  model: device.model,
  updateAvailable: hasUpdate(device, latestFirmware, offered),
  sensors: {
    gyro: device.hasGyro,
    rateHz: device.sampleRateHz,
    rangeG: device.rangeG,
    sends: device.sends,
  },
  warnings: warningsOf(device),
  shakeTest: lastShakeTest(device, now),
  ...pauseOf(device),
});

function hasUpdate(
  { id, firmwareVersion }: DeviceRecord,
  latest: string | undefined,
  offered: OfferedVersions,
): boolean {
  const offer = offered.get(id);
  if (offer !== undefined && (firmwareVersion === null || isOlderFirmware(firmwareVersion, offer)))
    return true;
  return latest !== undefined && firmwareVersion !== null && isOlderFirmware(firmwareVersion, latest);
}

const warningsOf = (device: DeviceRecord): string[] => [...unitWarnings(device), ...sensorWarnings(device)];

const lastShakeTest = ({ shakeTestAt, shakeTestState }: DeviceRecord, now: number) =>
  shakeTestAt && {
    startedAt: shakeTestAt,
    state: now < shakeTestAt.getTime() + SHAKE_TEST_MS ? (shakeTestState ?? 'running') : shakeTestState,
  };
