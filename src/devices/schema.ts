import Type from 'typebox';
import { deviceName, deviceStatus } from '../people/index.ts';
import { macAddress, SOME_MAC } from '../platform/schema/mac.ts';
import {
  boolean,
  id,
  integer,
  line,
  nullable,
  number,
  oneOf,
  optional,
  record,
  string,
  timestamp,
} from '../platform/schema/primitives.ts';

export const batteryLevel = () => number(0, 100, '%', 'Charge of the battery; null until reported', 87.5);

export const heartRate = () => integer(0, 300, 'bpm', 'Heart rate; null until reported', 72);

export const spo2 = () => integer(0, 100, '%', 'Oxygen saturation of the blood; null until reported', 97);

const firmwareVersion = () => string('Version of the firmware; null until reported', '1.4.2');

export const Device = record('Device', 'A wearable', {
  id: id('Of the device'),
  userId: id('Of whoever wears it'),
  macAddress: Type.String({
    pattern: '^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$',
    description: 'MAC address, uppercase with colons',
    examples: [SOME_MAC],
  }),
  name: deviceName(),
  status: deviceStatus(),
  lastSeen: nullable(timestamp('When its last reading came; null before the first')),
  batteryLevel: nullable(batteryLevel()),
  firmwareVersion: nullable(firmwareVersion()),
  createdAt: timestamp('When it was registered'),
  updatedAt: timestamp('When it last changed'),
});

export const DeviceStatusView = record('DeviceStatusView', 'What a wearable last said of itself', {
  deviceId: id('Of the device'),
  status: deviceStatus(),
  batteryLevel: nullable(batteryLevel()),
  signalStrength: nullable(
    integer(
      -127,
      0,
      'dBm',
      'Strength of the radio signal, the nearer to 0 the better; null until reported',
      -61,
    ),
  ),
  lastDataPoint: nullable(timestamp('When its last reading came; null before the first')),
  sensorsInitialized: boolean('Its sensors work; false until reported'),
  wifiConnected: boolean('It is connected by Wi-Fi; false until reported'),
  bluetoothConnected: boolean('It is connected by Bluetooth; false until reported', false),
  uptime: nullable(
    integer(0, Number.MAX_SAFE_INTEGER, 'ms', 'How long it has been running; null until reported', 3_600_000),
  ),
  firmwareVersion: nullable(firmwareVersion()),
  updateAvailable: boolean('There is newer firmware (LATEST_FIRMWARE)', false),
  warnings: Type.Array(
    string('What looks wrong, in words', 'Readings look like other units: acceleration in g, not m/s²'),
    {
      description: 'Firmware warnings, such as readings that appear to be in g or rad/s; usually empty',
    },
  ),
});

const LOG_TYPES = ['error', 'warning', 'info'] as const;

export const DeviceLogEntry = record('DeviceLogEntry', 'Something that happened to a wearable', {
  id: string('Of the entry', '4711'),
  deviceId: id('Of the device'),
  type: oneOf(['INFO', 'WARNING', 'ERROR'], 'How bad it is'),
  message: string('What happened', 'Battery below 20 %'),
  timestamp: timestamp('When'),
});

export const deviceLogFilter = { logType: optional(oneOf(LOG_TYPES, 'Only entries of this type')) };

const MAX_NAME_LENGTH = 100;

export const NewDevice = record('NewDevice', 'A wearable that is yet to send', {
  macAddress: macAddress(),
  name: optional(
    line(MAX_NAME_LENGTH, 'What people call it; made from the MAC address if not given', 'Left wrist'),
  ),
});

export const DeviceMove = record('DeviceMove', 'Who wears it from now on', {
  patientId: id('Of the patient'),
});

/** Shown once: the database keeps only its hash. */
const token = () =>
  string(
    "The device's MQTT password, with its MAC address as the user name; shown this once",
    'vdt_5cXW0hJq2nTz8rKb3mYpL6sG9fDa1eUo',
  );

export const DeviceToken = record('DeviceToken', 'What a wearable comes in with', {
  token: token(),
  deviceId: id('Of the device'),
});

export const DeviceWithToken = record('DeviceWithToken', 'A wearable, and what it comes in with', {
  ...Device.properties,
  token: token(),
});
