import Type from 'typebox';
import { id, nullable, oneOf, optional, timestamp } from './primitives.ts';

export const deviceStatus = () => oneOf(['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED']);

export const Device = Type.Object({
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

export const DeviceStatusView = Type.Object({
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

export const DeviceLogEntry = Type.Object({
  id: Type.String(),
  deviceId: id(),
  type: oneOf(['INFO', 'WARNING', 'ERROR']),
  message: Type.String(),
  timestamp: timestamp(),
});

export const deviceLogFilter = { logType: optional(oneOf(LOG_TYPES)) };

/** Shown once: only its hash is kept. */
export const DeviceToken = Type.Object({ token: Type.String(), deviceId: id() });
