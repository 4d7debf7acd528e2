import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { deviceName, deviceStatus } from '../people/device-summary-schema.ts';
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
import { SENDS } from './sensors.ts';
import { shakeTestState } from './shake-test-schema.ts';

export const batteryLevel = () => number(0, 100, '%', 'Battery level; null until reported', 87.5);

export const heartRate = () => integer(0, 300, 'bpm', 'Heart rate; null until reported', 72);

export const spo2 = () => integer(0, 100, '%', 'Blood oxygen saturation; null until reported', 97);

const firmwareVersion = () => string('Firmware version; null until reported', '1.4.2');

export const Device = record('Device', 'Wearable', {
  id: id('ID of the device'),
  userId: id('ID of the wearer'),
  macAddress: Type.String({
    pattern: '^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$',
    description: 'MAC address, uppercase with colons',
    examples: [SOME_MAC],
  }),
  name: deviceName(),
  status: deviceStatus(),
  lastSeen: nullable(timestamp('Time of the last reading; null before the first')),
  batteryLevel: nullable(batteryLevel()),
  firmwareVersion: nullable(firmwareVersion()),
  createdAt: timestamp('Time of the registration'),
  updatedAt: timestamp('Time of the last change'),
});

const Sensors = record('Sensors', 'Sensors of a wearable, as its readings show them', {
  gyro: nullable(
    boolean(
      'True if the wearable sends a rotation rate; false also if it is 0 in 60 readings; null until known',
    ),
  ),
  rateHz: nullable(
    number(0, 10_000, 'Hz', 'Sampling rate; null until known, and for wearables that send no `samples`', 40),
  ),
  rangeG: nullable(
    integer(
      2,
      64,
      'g',
      'Smallest usual range of an accelerometer that contains all values so far; null until known',
      8,
    ),
  ),
  sends: nullable(oneOf(SENDS, 'What each message contains; null before the first')),
});

export const DeviceStatusView = record('DeviceStatusView', 'Last status report of a wearable', {
  deviceId: id('ID of the device'),
  status: deviceStatus(),
  batteryLevel: nullable(batteryLevel()),
  signalStrength: nullable(
    integer(-127, 0, 'dBm', 'Radio signal strength, stronger towards 0; null until reported', -61),
  ),
  lastDataPoint: nullable(timestamp('Time of the last reading; null before the first')),
  sensorsInitialized: boolean('True if the sensors work; false until reported'),
  wifiConnected: boolean('True if connected by Wi-Fi; false until reported'),
  bluetoothConnected: boolean('True if connected by Bluetooth; false until reported', false),
  uptime: nullable(
    integer(0, Number.MAX_SAFE_INTEGER, 'ms', 'Uptime of the wearable; null until reported', 3_600_000),
  ),
  firmwareVersion: nullable(firmwareVersion()),
  updateAvailable: boolean('True if newer firmware is available (LATEST_FIRMWARE)', false),
  sensors: Sensors,
  warnings: Type.Array(
    string('Firmware warning', 'Readings look like other units: acceleration in g, not m/s²'),
    {
      description:
        'Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty',
    },
  ),
  shakeTest: nullable(
    record('LastShakeTest', 'Last shake test of the present wearer', {
      startedAt: timestamp('Time of the start'),
      state: nullable(shakeTestState(), 'Result; null if no client asked for it'),
    }),
    'Last shake test; null without one',
  ),
});

const Wearer = record('Wearer', 'Wearer of a device', {
  id: id('ID of the patient'),
  name: shownName('the wearer'),
  room: shownRoom(),
  wardId: nullable(id('ID of the ward; null without one')),
});

/** docs/contract.md, "All wearables". */
export const FleetDevice = record('FleetDevice', 'Wearable with its wearer', {
  ...Device.properties,
  updateAvailable: boolean('True if newer firmware is available (LATEST_FIRMWARE)', false),
  warnings: DeviceStatusView.properties.warnings,
  wearer: Wearer,
});

const MAX_SEARCH_LENGTH = 200;

export const fleetFilter = {
  status: optional(deviceStatus(), 'Only devices of this status'),
  wardId: optional(id('Only devices of patients of this ward')),
  search: optional(
    line(
      MAX_SEARCH_LENGTH,
      'Only devices whose name or MAC address, or whose wearer’s name or room contains this',
      'klein',
    ),
  ),
};

const LOG_TYPES = ['error', 'warning', 'info'] as const;

export const DeviceLogEntry = record('DeviceLogEntry', "Entry of a wearable's log", {
  id: string('ID of the entry', '4711'),
  deviceId: id('ID of the device'),
  type: oneOf(['INFO', 'WARNING', 'ERROR'], 'Severity'),
  message: string('Message text', 'Battery below 20 %'),
  timestamp: timestamp('Time'),
});

export const deviceLogFilter = { logType: optional(oneOf(LOG_TYPES, 'Only entries of this type')) };

const MAX_NAME_LENGTH = 100;

export const NewDevice = record('NewDevice', 'New wearable', {
  macAddress: macAddress(),
  name: optional(line(MAX_NAME_LENGTH, 'Name; default made from the MAC address', 'Left wrist')),
});

export const DeviceMove = record('DeviceMove', 'New wearer of a wearable', {
  patientId: id('ID of the patient'),
});

/** Shown once: the database keeps only its hash. */
const token = () =>
  string(
    'MQTT password of the device, with its MAC address as the user name; shown only once',
    'vdt_5cXW0hJq2nTz8rKb3mYpL6sG9fDa1eUo',
  );

const broker = () =>
  nullable(
    string(
      'MQTT address for wearables, at the host of PUBLIC_URL; null if both MQTT ports are closed',
      'mqtts://vigil.example.org:8883',
    ),
  );

export const DeviceToken = record('DeviceToken', 'Token of a wearable', {
  token: token(),
  broker: broker(),
  deviceId: id('ID of the device'),
  macAddress: Device.properties.macAddress,
});

export const DeviceWithToken = record('DeviceWithToken', 'Wearable with its token', {
  ...Device.properties,
  token: token(),
  broker: broker(),
});
