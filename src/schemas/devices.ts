import Type from 'typebox';
import { id, line, nullable, oneOf, optional, record, timestamp } from './primitives.ts';

export const deviceStatus = () => oneOf(['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED']);

export const Device = record('Device', {
  id: id(),
  userId: id(),
  macAddress: Type.String(),
  name: Type.String(),
  status: deviceStatus(),
  lastSeen: nullable(timestamp()),
  batteryLevel: nullable(Type.Number()),
  firmwareVersion: nullable(Type.String()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});

export const DeviceStatusView = record('DeviceStatusView', {
  deviceId: id(),
  status: deviceStatus(),
  batteryLevel: nullable(Type.Number()),
  signalStrength: nullable(Type.Integer()),
  lastDataPoint: nullable(timestamp()),
  sensorsInitialized: Type.Boolean(),
  wifiConnected: Type.Boolean(),
  bluetoothConnected: Type.Boolean(),
  uptime: nullable(Type.Integer()),
  firmwareVersion: nullable(Type.String()),
  updateAvailable: Type.Boolean(),
});

export const LOG_TYPES = ['error', 'warning', 'info'] as const;

export const DeviceLogEntry = record('DeviceLogEntry', {
  id: Type.String(),
  deviceId: id(),
  type: oneOf(['INFO', 'WARNING', 'ERROR']),
  message: Type.String(),
  timestamp: timestamp(),
});

export const deviceLogFilter = { logType: optional(oneOf(LOG_TYPES)) };

const HEX = '[0-9A-Fa-f]{2}';
const MAX_NAME_LENGTH = 100;

export const NewDevice = record('NewDevice', {
  macAddress: Type.String({
    pattern: `^(?:(?:${HEX}){6}|(?:${HEX}:){5}${HEX}|(?:${HEX}-){5}${HEX})$`,
    description: 'of the wearable, printed on it or shown by it',
    examples: ['AA:BB:CC:DD:EE:FF'],
    'x-says': 'must be a MAC address such as AA:BB:CC:DD:EE:FF',
  }),
  name: optional(line(MAX_NAME_LENGTH)),
});

export const DeviceMove = record('DeviceMove', { patientId: id() });

/** Shown once: only its hash is kept. */
const token = () =>
  Type.String({
    description: "the device's MQTT password, with its MAC address as the user name; shown this once",
  });

export const DeviceToken = record('DeviceToken', { token: token(), deviceId: id() });

export const DeviceWithToken = record('DeviceWithToken', { ...Device.properties, token: token() });
