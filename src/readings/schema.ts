import Type from 'typebox';
import { heartRate, spo2 } from '../devices/schema.ts';
import { healthScore } from '../people/health-score-schema.ts';
import { details, errorCode } from '../platform/schema/envelope.ts';
import { macAddress } from '../platform/schema/mac.ts';
import * as t from '../platform/schema/primitives.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { BINS, MAX_SAMPLES } from './scoring/window.ts';

/** docs/contract.md, "Readings". */
const MAX_ACCEL = 400;

const MAX_GYRO = 10_000;

const accel = (axis: string, example: number) =>
  t.number(
    -MAX_ACCEL,
    MAX_ACCEL,
    'm/s²',
    `Acceleration along the device's ${axis} axis, including gravity (magnitude at rest about 9.81, not 1)`,
    example,
  );

const gyro = (axis: string, example: number) =>
  t.number(-MAX_GYRO, MAX_GYRO, '°/s', `Rotation about the device's ${axis} axis (not rad/s)`, example);

const absentGyro = (axis: string): string =>
  `Rotation about the device's ${axis} axis (not rad/s), in °/s; a wearable without a gyro sends null for all three`;

const MAX_SAMPLE_AGE_MS = MINUTE_MS;

const sampleTime = () =>
  t.number(-MAX_SAMPLE_AGE_MS, 0, 'ms', 'Time of the sample, relative to the reading', -20);

const sample = Type.Tuple(
  [
    sampleTime(),
    accel('x', 0.5),
    accel('y', 0.3),
    accel('z', 9.8),
    gyro('x', 0.1),
    gyro('y', 0.2),
    gyro('z', -0.05),
  ],
  { description: '[t_ms, accel x, y, z, gyro x, y, z]' },
);

const sampleWithoutGyro = Type.Tuple([sampleTime(), accel('x', 0.5), accel('y', 0.3), accel('z', 9.8)], {
  description: '[t_ms, accel x, y, z], without a gyro',
});

const size = (description: string, example: number) =>
  t.number(0, MAX_ACCEL * 2, 'm/s²', description, example);

const turning = (description: string, example: number) =>
  t.nullable(t.number(0, MAX_GYRO * 2, '°/s', `${description}; null without a gyro`, example));

/** A change over the whole range of both signs, in the shortest interval that counts: 1 ms of 25. */
const MAX_JERK = MAX_ACCEL * 4 * 25;
/** The vector is at most 1 long; the rest is room for rounding. */
const MAX_REST = 1.1;

const rest = (axis: string, example: number) =>
  t.number(-MAX_REST, MAX_REST, 'fraction', `Resting direction, ${axis}`, example);

const part = Type.Tuple(
  [
    size('Largest |a|', 9.9),
    size('Smallest |a|', 9.7),
    size('Mean of ||a| − 9.81|', 0.1),
    accel('x', 0.5),
    accel('y', 0.3),
    accel('z', 9.8),
    turning('Mean |ω|', 1.2),
    turning('Largest |ω|', 2.4),
    t.number(0, MAX_JERK, 'm/s²', 'Mean change of a since the sample before, per 25 ms', 0.1),
    rest('x', 0.05),
    rest('y', 0.03),
    rest('z', 0.99),
  ],
  {
    description:
      '[peak |a|, least |a|, mean ||a| − 9.81|, mean ax, ay, az, mean |ω|, peak |ω|, mean jerk, rest x, y, z]',
  },
);

/** The parts of the samples in docs/contract.md, "Parts", rounded as recommended there. */
const EXAMPLE_PARTS = [
  [9.9, 9.7, 0.1, 0.5, 0.3, 9.8, 3, 3.7, 0.1, 0.05, 0.03, 1],
  [8.7, 7.7, 1.6, 1.5, -0.6, 8, 40.4, 53.6, 0.4, 0.16, -0.07, 0.87],
  [12.6, 8.4, 2.1, 2.8, -0.3, 10.1, 59.7, 70.5, 0.7, 0.22, -0.06, 0.73],
  [11.6, 9.3, 1.2, 1.8, 0.7, 10.3, 17, 23.9, 0.5, 0.16, 0.06, 0.92],
  [9.9, 9.8, 0, 1.2, 0.4, 9.8, 2.8, 3.3, 0.1, 0.12, 0.04, 0.99],
];

/** A reading has `samples` or `parts`, so an example cannot show both. */
const EXAMPLE_READING = {
  device_id: 'AA:BB:CC:DD:EE:FF',
  accel_x: 1.2,
  accel_y: 0.4,
  accel_z: 9.7,
  gyro_x: 2,
  gyro_y: 1,
  gyro_z: 0,
  uptime_ms: 3_600_000,
  pressure: 1013.2,
  fsr: 0.4,
  heart_rate: 72,
  spo2: 97,
  battery_level: 87.5,
  wifi_connected: true,
  bluetooth_connected: false,
  sensors_initialized: true,
  charging: false,
  signal_strength: -61,
  firmware_version: '1.4.2',
  parts: EXAMPLE_PARTS,
};

const fallConfidence = () =>
  t.number(0, 1, 'fraction', "Detector's confidence that this is a fall, from 0 to 1", 0.04);

/** docs/contract.md, "Readings". */
const readingFields = {
  // platform/mac.ts checks the format: a pattern here would be matched for every reading.
  device_id: Type.String({
    minLength: 12,
    maxLength: 17,
    'x-message': t.annotationsOf(macAddress())['x-message'],
    'x-shown': macAddress(),
  }),
  accel_x: accel('x', 0.5),
  accel_y: accel('y', 0.3),
  accel_z: accel('z', 9.8),
  gyro_x: t.nullable(gyro('x', 0.1), absentGyro('x')),
  gyro_y: t.nullable(gyro('y', 0.2), absentGyro('y')),
  gyro_z: t.nullable(gyro('z', -0.05), absentGyro('z')),
  uptime_ms: t.integer(0, Number.MAX_SAFE_INTEGER, 'ms', 'Uptime of the device', 3_600_000),
  pressure: t.optional(t.number(0, 2000, 'hPa', 'Air pressure', 1013.2)),
  fsr: t.optional(t.number(0, 1, 'fraction', 'Pressure under the foot, from 0 (none) to 1 (maximum)', 0.4)),
  heart_rate: t.optional(t.integer(0, 300, 'bpm', 'Heart rate', 72)),
  spo2: t.optional(t.integer(0, 100, '%', 'Blood oxygen saturation', 97)),
  battery_level: t.optional(t.number(0, 100, '%', 'Battery level', 87.5)),
  wifi_connected: t.optional(t.boolean('True if connected by Wi-Fi')),
  bluetooth_connected: t.optional(t.boolean('True if connected by Bluetooth', false)),
  sensors_initialized: t.optional(t.boolean('True if the sensors work')),
  charging: t.optional(
    t.boolean(
      'True while the wearable is on a charger, where its stillness does not mean that it is not worn',
      false,
    ),
  ),
  signal_strength: t.optional(t.integer(-127, 0, 'dBm', 'Radio signal strength, stronger towards 0', -61)),
  firmware_version: t.optional(t.anyText(32, 'Firmware version', '1.4.2')),
  model: t.optional(t.anyText(32, 'Type of the wearable, for which firmware is made', 'bangle2', 1)),
  samples: t.optional(
    Type.Array(Type.Union([sample, sampleWithoutGyro]), {
      maxItems: MAX_SAMPLES,
      description:
        'Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses.',
      'x-message': `must be at most ${MAX_SAMPLES} rows [t_ms, ax, ay, az, gx, gy, gz], or [t_ms, ax, ay, az] without a gyro; t_ms ascending and not above 0`,
    }),
  ),
  parts: t.optional(
    Type.Array(part, {
      minItems: BINS,
      maxItems: BINS,
      description: `The samples since the last reading in ${BINS} parts of equal length, oldest first, instead of \`samples\`: as accurate, in a fifth of the bytes. docs/contract.md, "Parts", defines the numbers and computes the example.`,
      'x-message': `must be ${BINS} rows of 12 numbers [peak |a|, least |a|, mean ||a| − 9.81|, mean ax, ay, az, mean |ω|, peak |ω|, mean jerk, rest x, y, z]; both |ω| are null without a gyro`,
    }),
  ),
};

export const SensorReading = t.record(
  'SensorReading',
  'Reading of a wearable, once per second',
  readingFields,
  {
    examples: [EXAMPLE_READING],
  },
);

export type SensorReading = Type.Static<typeof SensorReading>;

/** docs/contract.md, "Backlog": a reading taken while the device was offline. */
export const MAX_BACKLOG = 600;

export const OLDEST_BACKLOG_DAYS = 7;

const EXAMPLE_TIME = '2026-01-31T08:00:00.000Z';

/** docs/contract.md, "Idempotency": where a reading has no header. */
export const idempotencyKey = () =>
  t.optional(
    t.anyText(
      100,
      'Idempotency key of the reading, of your choice. One with the key of an earlier reading of the device is a repetition: stored once.',
      'AA:BB:CC:DD:EE:FF-3600000',
      1,
    ),
  );

export const BacklogReading = t.record(
  'BacklogReading',
  'Reading taken while offline',
  {
    ...readingFields,
    idempotency_key: idempotencyKey(),
    device_id: t.optional(readingFields.device_id),
    recorded_at: t.time(
      `Time of the reading: at most ${OLDEST_BACKLOG_DAYS} days ago, not in the future`,
      EXAMPLE_TIME,
    ),
  },
  { examples: [{ ...EXAMPLE_READING, recorded_at: EXAMPLE_TIME }] },
);

/** Entries are validated one by one: an invalid entry does not fail the others. */
export const BacklogBody = Type.Array(BacklogReading, { minItems: 1, maxItems: MAX_BACKLOG });

/** Over HTTP and the live socket. */
export const Backlog = t.record('Backlog', 'Readings with their times', {
  readings: Type.Array(BacklogReading, {
    minItems: 1,
    maxItems: MAX_BACKLOG,
    description: 'Readings; an invalid one does not affect the others',
  }),
});

const RefusedEntry = t.record('RefusedEntry', 'Refused entry of a backlog', {
  index: t.integer(0, MAX_BACKLOG - 1, 'number', 'Index in the backlog, from 0', 3),
  error: t.string('Error message for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
});

export const BacklogOutcome = t.record('BacklogOutcome', 'Result of a backlog', {
  accepted: t.count('Number of readings stored now', 60),
  duplicates: t.count('Number of readings stored before, by device and recorded_at or idempotency_key', 0),
  refused: Type.Array(RefusedEntry, { description: 'Readings that were not stored' }),
});

export type BacklogOutcome = Type.Static<typeof BacklogOutcome>;

/** docs/contract.md, "Readings": the reply to a reading. */
export const Assessment = t.record('Assessment', 'Assessment of a stored reading', {
  deviceId: t.id('ID of the device'),
  timestamp: t.timestamp('Time of the reading, as stored'),
  fallDetected: t.boolean('True from level POTENTIAL', false),
  fallConfidence: fallConfidence(),
  healthScore: healthScore(),
  nextAllowedRequest: t.timestamp('Time of the next permitted reading; earlier readings may get 429'),
});

export type Assessment = Type.Static<typeof Assessment>;

const HISTORY_RESOLUTIONS = ['raw', 'minute', 'hour'] as const;

export const HistoryQuery = t.record('HistoryQuery', 'Readings of a chart', {
  from: t.optional(
    t.time(
      'Start, inclusive; default an hour, a day or 30 days before `to`, by resolution. Must be before `to`.',
      '2026-01-31T08:00:00Z',
    ),
  ),
  to: t.optional(t.time('End, exclusive; default now', '2026-01-31T09:00:00Z')),
  resolution: t.optional(
    t.oneOf(HISTORY_RESOLUTIONS, 'One point per reading (`raw`, the default), minute or hour'),
  ),
});

/** One point of a chart: a reading, or the mean (for impacts the maximum) of the readings in a minute or an hour. */
export const HistoryPoint = t.record(
  'HistoryPoint',
  'Reading, or the mean of a minute or an hour (for impacts the maximum)',
  {
    timestamp: t.timestamp('Time of the reading, or start of the minute or hour'),
    readings: t.count('Number of readings in the point', 1),
    accelMagnitude: t.number(0, MAX_ACCEL * 2, 'm/s²', 'Magnitude of the acceleration', 9.82),
    accelMagnitudeMax: t.number(0, MAX_ACCEL * 2, 'm/s²', 'Greatest magnitude of the acceleration', 9.82),
    gyroMagnitude: t.nullable(
      t.number(0, MAX_GYRO * 2, '°/s', 'Magnitude of the rotation; null without a gyro', 0.23),
    ),
    fallConfidence: fallConfidence(),
    healthScore: healthScore(),
    heartRate: t.nullable(heartRate()),
    spo2: t.nullable(spo2()),
    pressure: t.nullable(t.number(0, 2000, 'hPa', 'Air pressure; null if not measured', 1013.2)),
    batteryLevel: t.nullable(t.number(0, 100, '%', 'Battery level; null if not measured', 87.5)),
  },
);
