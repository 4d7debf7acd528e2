import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { deviceName, deviceStatus } from '../people/device-summary-schema.ts';
import { macAddress, SOME_MAC } from '../platform/schema/mac.ts';
import * as t from '../platform/schema/primitives.ts';
import { SENDS } from './sensor-health/sensors.ts';
import { shakeTestState } from './shake-test/schema.ts';
import { PAUSE_REASONS } from './vocabulary.ts';

export const batteryLevel = () => t.number(0, 100, '%', 'Battery level; null until reported', 87.5);

export const heartRate = () => t.integer(0, 300, 'bpm', 'Heart rate; null until reported', 72);

export const spo2 = () => t.integer(0, 100, '%', 'Blood oxygen saturation; null until reported', 97);

const reason = () =>
  t.vocabulary(
    'PauseReason',
    'Why a wearable does not measure for now: `screen_off`, a phone that is locked or shows another page',
    PAUSE_REASONS,
  );

/** What a wearable, its status view and a board say of a pause. */
export const pause = {
  paused: t.nullable(reason(), 'Reason; null unless the wearable has said that it does not measure for now'),
  pausedAt: t.nullable(t.timestamp('Time since which it does not measure; null unless paused')),
};

const model = () => t.string('Type of the wearable, as it reports it; null if it reports none', 'bangle2');
const firmwareVersion = () => t.string('Firmware version; null until reported', '1.4.2');

export const Device = t.record('Device', 'Wearable', {
  id: t.id('ID of the device'),
  userId: t.id('ID of the wearer'),
  macAddress: Type.String({
    pattern: '^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$',
    description: 'MAC address, uppercase with colons',
    examples: [SOME_MAC],
  }),
  name: deviceName(),
  status: deviceStatus(),
  lastSeen: t.nullable(t.timestamp('Time of the last reading; null before the first')),
  batteryLevel: t.nullable(batteryLevel()),
  firmwareVersion: t.nullable(firmwareVersion()),
  model: t.nullable(model()),
  ...pause,
  createdAt: t.timestamp('Time of the registration'),
  updatedAt: t.timestamp('Time of the last change'),
});

const Sensors = t.record('Sensors', 'Sensors of a wearable, as its readings show them', {
  gyro: t.nullable(
    t.boolean(
      'True if the wearable sends a rotation rate; false also if it is 0 in 60 readings; null until known',
    ),
  ),
  rateHz: t.nullable(
    t.number(
      0,
      10_000,
      'Hz',
      'Sampling rate; null until known, and for wearables that send no `samples`',
      40,
    ),
  ),
  rangeG: t.nullable(
    t.integer(
      2,
      64,
      'g',
      'Smallest usual range of an accelerometer that contains all values so far; null until known',
      8,
    ),
  ),
  sends: t.nullable(t.oneOf(SENDS, 'What each message contains; null before the first')),
});

export const DevicePause = t.record('DevicePause', 'Pause of a wearable', {
  reason: t.nullable(reason(), 'Reason; null: it measures again'),
});

export const DeviceStatusView = t.record('DeviceStatusView', 'Last status report of a wearable', {
  deviceId: t.id('ID of the device'),
  status: deviceStatus(),
  batteryLevel: t.nullable(batteryLevel()),
  signalStrength: t.nullable(
    t.integer(-127, 0, 'dBm', 'Radio signal strength, stronger towards 0; null until reported', -61),
  ),
  lastDataPoint: t.nullable(t.timestamp('Time of the last reading; null before the first')),
  sensorsInitialized: t.boolean('True if the sensors work; false until reported'),
  wifiConnected: t.boolean('True if connected by Wi-Fi; false until reported'),
  bluetoothConnected: t.boolean('True if connected by Bluetooth; false until reported', false),
  uptime: t.nullable(
    t.integer(0, Number.MAX_SAFE_INTEGER, 'ms', 'Uptime of the wearable; null until reported', 3_600_000),
  ),
  firmwareVersion: t.nullable(firmwareVersion()),
  model: t.nullable(model()),
  updateAvailable: t.boolean(
    'True if newer firmware is available (LATEST_FIRMWARE), or offered to it',
    false,
  ),
  sensors: Sensors,
  warnings: Type.Array(
    t.string('Firmware warning', 'Readings look like other units: acceleration in g, not m/s²'),
    {
      description:
        'Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty',
    },
  ),
  shakeTest: t.nullable(
    t.record('LastShakeTest', 'Last shake test of the present wearer', {
      startedAt: t.timestamp('Time of the start'),
      state: t.nullable(shakeTestState(), 'Result; null if no client asked for it'),
    }),
    'Last shake test; null without one',
  ),
  ...pause,
});

const Wearer = t.record('Wearer', 'Wearer of a device', {
  id: t.id('ID of the patient'),
  name: shownName('the wearer'),
  room: shownRoom(),
  wardId: t.nullable(t.id('ID of the ward; null without one')),
});

/** docs/contract.md, "All wearables". */
export const FleetDevice = t.record('FleetDevice', 'Wearable with its wearer', {
  ...Device.properties,
  updateAvailable: t.boolean(
    'True if newer firmware is available (LATEST_FIRMWARE), or offered to it',
    false,
  ),
  warnings: DeviceStatusView.properties.warnings,
  wearer: Wearer,
});

const MAX_SEARCH_LENGTH = 200;

export const fleetFilter = {
  status: t.optional(deviceStatus(), 'Only devices of this status'),
  wardId: t.optional(t.id('Only devices of patients of this ward')),
  search: t.optional(
    t.line(
      MAX_SEARCH_LENGTH,
      'Only devices whose name or MAC address, or whose wearer’s name or room contains this',
      'klein',
    ),
  ),
};

const LOG_TYPES = ['error', 'warning', 'info'] as const;

export const DeviceLogEntry = t.record('DeviceLogEntry', "Entry of a wearable's log", {
  id: t.string('ID of the entry', '4711'),
  deviceId: t.id('ID of the device'),
  type: t.oneOf(['INFO', 'WARNING', 'ERROR'], 'Severity'),
  message: t.string('Message text', 'Battery below 20 %'),
  timestamp: t.timestamp('Time'),
});

export const deviceLogFilter = { logType: t.optional(t.oneOf(LOG_TYPES, 'Only entries of this type')) };

const MAX_NAME_LENGTH = 100;

export const NewDevice = t.record('NewDevice', 'New wearable', {
  macAddress: macAddress(),
  name: t.optional(t.line(MAX_NAME_LENGTH, 'Name; default made from the MAC address', 'Left wrist')),
});

export const DeviceMove = t.record('DeviceMove', 'New wearer of a wearable', {
  patientId: t.id('ID of the patient'),
});

/** Shown once: the database keeps only its hash. */
const token = () =>
  t.string(
    'MQTT password of the device, with its MAC address as the user name; shown only once',
    'vdt_5cXW0hJq2nTz8rKb3mYpL6sG9fDa1eUo',
  );

const broker = () =>
  t.nullable(
    t.string(
      'MQTT address for wearables, at the host of PUBLIC_URL; null if both MQTT ports are closed',
      'mqtts://vigil.example.org:8883',
    ),
  );

/** What the wearable needs beside its token, as the console's QR code has it. */
const reach = {
  broker: broker(),
  phoneUrls: Type.Array(t.string('URL without a path', 'https://192.168.1.5:3443'), {
    description: 'Where a phone opens the service over HTTPS, the most likely first; empty without HTTPS',
  }),
  updateKey: t.nullable(
    t.string(
      'Public key of firmware updates (FIRMWARE_PUBLIC_KEY), 32 bytes in base64; null without',
      'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=',
    ),
  ),
};

export const DeviceToken = t.record('DeviceToken', 'Token of a wearable', {
  token: token(),
  ...reach,
  deviceId: t.id('ID of the device'),
  macAddress: Device.properties.macAddress,
});

export const DeviceWithToken = t.record('DeviceWithToken', 'Wearable with its token', {
  ...Device.properties,
  token: token(),
  ...reach,
});
