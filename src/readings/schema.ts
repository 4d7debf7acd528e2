import Type from 'typebox';
import { heartRate, spo2 } from '../devices/schema.ts';
import { healthScore } from '../people/health-score-schema.ts';
import { details, errorCode } from '../platform/schema/envelope.ts';
import { macAddress } from '../platform/schema/mac.ts';
import {
  annotationsOf,
  anyText,
  boolean,
  count,
  id,
  integer,
  nullable,
  number,
  oneOf,
  optional,
  record,
  string,
  time,
  timestamp,
} from '../platform/schema/primitives.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { MAX_SAMPLES } from './scoring/window.ts';

/** docs/contract.md, "Readings". */
const MAX_ACCEL = 400;

const MAX_GYRO = 10_000;

const accel = (axis: string, example: number) =>
  number(
    -MAX_ACCEL,
    MAX_ACCEL,
    'm/s²',
    `Acceleration along the device's ${axis} axis, including gravity (magnitude at rest about 9.81, not 1)`,
    example,
  );

const gyro = (axis: string, example: number) =>
  number(-MAX_GYRO, MAX_GYRO, '°/s', `Rotation about the device's ${axis} axis (not rad/s)`, example);

const MAX_SAMPLE_AGE_MS = MINUTE_MS;

const sample = Type.Tuple(
  [
    number(-MAX_SAMPLE_AGE_MS, 0, 'ms', 'Time of the sample, relative to the reading', -20),
    accel('x', 0.5),
    accel('y', 0.3),
    accel('z', 9.8),
    gyro('x', 0.1),
    gyro('y', 0.2),
    gyro('z', -0.05),
  ],
  { description: '[t_ms, accel x, y, z, gyro x, y, z]' },
);

const fallConfidence = () =>
  number(0, 1, 'fraction', "Detector's confidence that this is a fall, from 0 to 1", 0.04);

/** docs/contract.md, "Readings". */
export const SensorReading = record('SensorReading', 'Reading of a wearable, once per second', {
  // platform/mac.ts checks the format: a pattern here would be matched for every reading.
  device_id: Type.String({
    minLength: 12,
    maxLength: 17,
    'x-says': annotationsOf(macAddress())['x-says'],
    'x-shown': macAddress(),
  }),
  accel_x: accel('x', 0.5),
  accel_y: accel('y', 0.3),
  accel_z: accel('z', 9.8),
  gyro_x: gyro('x', 0.1),
  gyro_y: gyro('y', 0.2),
  gyro_z: gyro('z', -0.05),
  uptime_ms: integer(0, Number.MAX_SAFE_INTEGER, 'ms', 'Uptime of the device', 3_600_000),
  pressure: optional(number(0, 2000, 'hPa', 'Air pressure', 1013.2)),
  fsr: optional(number(0, 1, 'fraction', 'Pressure under the foot, from 0 (none) to 1 (maximum)', 0.4)),
  heart_rate: optional(integer(0, 300, 'bpm', 'Heart rate', 72)),
  spo2: optional(integer(0, 100, '%', 'Blood oxygen saturation', 97)),
  battery_level: optional(number(0, 100, '%', 'Battery level', 87.5)),
  wifi_connected: optional(boolean('True if connected by Wi-Fi')),
  bluetooth_connected: optional(boolean('True if connected by Bluetooth', false)),
  sensors_initialized: optional(boolean('True if the sensors work')),
  signal_strength: optional(integer(-127, 0, 'dBm', 'Radio signal strength, stronger towards 0', -61)),
  firmware_version: optional(anyText(32, 'Firmware version', '1.4.2')),
  samples: optional(
    Type.Array(sample, {
      maxItems: MAX_SAMPLES,
      description:
        'Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses.',
      'x-says': `must be at most ${MAX_SAMPLES} rows [t_ms, ax, ay, az, gx, gy, gz], t_ms ascending and not above 0`,
    }),
  ),
});

export type SensorReading = Type.Static<typeof SensorReading>;

/** docs/contract.md, "Backlog": a reading taken while the device was offline. */
export const MAX_BACKLOG = 600;

export const OLDEST_BACKLOG_DAYS = 7;

export const BacklogReading = record('BacklogReading', 'Reading taken while offline', {
  ...SensorReading.properties,
  device_id: optional(SensorReading.properties.device_id),
  recorded_at: time(
    `Time of the reading: at most ${OLDEST_BACKLOG_DAYS} days ago, not in the future`,
    '2026-01-31T08:00:00.000Z',
  ),
});

/** Entries are validated one by one: an invalid entry does not fail the others. */
export const BacklogBody = Type.Array(BacklogReading, { minItems: 1, maxItems: MAX_BACKLOG });

const RefusedEntry = record('RefusedEntry', 'Refused entry of a backlog', {
  index: integer(0, MAX_BACKLOG - 1, 'number', 'Index in the backlog, from 0', 3),
  error: string('Error message for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
});

export const BacklogOutcome = record('BacklogOutcome', 'Result of a backlog', {
  accepted: count('Number of readings stored now', 60),
  duplicates: count('Number of readings stored before, by device and recorded_at', 0),
  refused: Type.Array(RefusedEntry, { description: 'Readings that were not stored' }),
});

export type BacklogOutcome = Type.Static<typeof BacklogOutcome>;

/** docs/contract.md, "Readings": the answer to a reading. */
export const Assessment = record('Assessment', 'Assessment of a stored reading', {
  deviceId: id('ID of the device'),
  timestamp: timestamp('Time of the reading, as stored'),
  fallDetected: boolean('True from level POTENTIAL', false),
  fallConfidence: fallConfidence(),
  healthScore: healthScore(),
  nextAllowedRequest: timestamp('Time of the next permitted reading; earlier readings may get 429'),
});

export type Assessment = Type.Static<typeof Assessment>;

const HISTORY_RESOLUTIONS = ['raw', 'minute', 'hour'] as const;

export const HistoryQuery = record('HistoryQuery', 'Readings of a chart', {
  from: optional(
    time(
      'Start, inclusive; default an hour, a day or 30 days before `to`, by resolution. Must be before `to`.',
      '2026-01-31T08:00:00Z',
    ),
  ),
  to: optional(time('End, exclusive; default now', '2026-01-31T09:00:00Z')),
  resolution: optional(
    oneOf(HISTORY_RESOLUTIONS, 'One point per reading (`raw`, the default), minute or hour'),
  ),
});

/** One point of a chart: a reading, or the mean (for impacts the maximum) of the readings in a minute or an hour. */
export const HistoryPoint = record(
  'HistoryPoint',
  'Reading, or the mean of a minute or an hour (for impacts the maximum)',
  {
    timestamp: timestamp('Time of the reading, or start of the minute or hour'),
    readings: count('Number of readings in the point', 1),
    accelMagnitude: number(0, MAX_ACCEL * 2, 'm/s²', 'Magnitude of the acceleration', 9.82),
    accelMagnitudeMax: number(0, MAX_ACCEL * 2, 'm/s²', 'Greatest magnitude of the acceleration', 9.82),
    gyroMagnitude: number(0, MAX_GYRO * 2, '°/s', 'Magnitude of the rotation', 0.23),
    fallConfidence: fallConfidence(),
    healthScore: healthScore(),
    heartRate: nullable(heartRate()),
    spo2: nullable(spo2()),
    pressure: nullable(number(0, 2000, 'hPa', 'Air pressure; null if not measured', 1013.2)),
    batteryLevel: nullable(number(0, 100, '%', 'Battery level; null if not measured', 87.5)),
  },
);
