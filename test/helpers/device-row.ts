import { UNKNOWN_SENSORS } from '../../src/devices/sensor-health/sensors.ts';
import type { Device } from '../../src/readings/registry/device.ts';

/** A wearable that has sent nothing yet. */
export const DEVICE_ROW: ConstructorParameters<typeof Device>[0] = {
  id: 'd',
  key: 1,
  userId: 'u',
  macAddress: 'AA:BB:CC:DD:EE:FF',
  name: 'Wearable',
  disabled: false,
  wornSince: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  lastSeen: null,
  uptimeMs: null,
  batteryLevel: null,
  signalStrength: null,
  heartRate: null,
  heartRateJitter: null,
  spo2: null,
  firmwareVersion: null,
  sensorsInitialized: null,
  wifiConnected: null,
  bluetoothConnected: null,
  movedAt: null,
  stillSince: null,
  charging: false,
  accelInG: false,
  gyroInRadians: false,
  ...UNKNOWN_SENSORS,
  shakeTestAt: null,
  shakeTestState: null,
};
