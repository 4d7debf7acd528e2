import Type from 'typebox';
import { MINUTE_MS } from '../time.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  number,
  oneOf,
  optional,
  text,
  time,
  timestamp,
} from './primitives.ts';

export const MAX_SAMPLES = 128;
/** docs/contract.md, "Requests": the sensor stream alone may have a body of this size. */
export const READING_BYTES = 256 * 1024;

/** docs/contract.md, "Readings". */
const accel = () => number(-400, 400);
const gyro = () => number(-10_000, 10_000);

const MAX_SAMPLE_AGE_MS = MINUTE_MS;
const sample = Type.Tuple([number(-MAX_SAMPLE_AGE_MS, 0), accel(), accel(), accel(), gyro(), gyro(), gyro()]);

/** docs/contract.md, "Readings". */
export const SensorReading = Type.Object({
  device_id: Type.String({
    minLength: 12,
    maxLength: 17,
    'x-says': 'must be a MAC address such as AA:BB:CC:DD:EE:FF',
    description: 'MAC address; with colons, with hyphens or plain',
  }),
  accel_x: accel(),
  accel_y: accel(),
  accel_z: accel(),
  gyro_x: gyro(),
  gyro_y: gyro(),
  gyro_z: gyro(),
  uptime_ms: integer(0, Number.MAX_SAFE_INTEGER),
  pressure: optional(number(0, 2000)),
  fsr: optional(number(0, 1)),
  heart_rate: optional(integer(0, 300)),
  spo2: optional(integer(0, 100)),
  battery_level: optional(number(0, 100)),
  wifi_connected: optional(boolean()),
  bluetooth_connected: optional(boolean()),
  sensors_initialized: optional(boolean()),
  signal_strength: optional(integer(-127, 0)),
  firmware_version: optional(text(32)),
  samples: optional(
    Type.Array(sample, {
      maxItems: MAX_SAMPLES,
      'x-says': `must be at most ${MAX_SAMPLES} rows [t_ms, ax, ay, az, gx, gy, gz], t_ms ascending and not above 0`,
    }),
  ),
});

export type SensorReading = Type.Static<typeof SensorReading>;

/** docs/contract.md, "Backlog": a reading taken while the device was offline. */
export const MAX_BACKLOG = 600;
export const OLDEST_BACKLOG_DAYS = 7;
export const BacklogReading = Type.Object({
  ...SensorReading.properties,
  device_id: optional(SensorReading.properties.device_id),
  recorded_at: time('2026-01-31T08:00:00.000Z'),
});
/** Entries are checked one by one: a bad one does not fail the others. */
export const BacklogBody = Type.Array(BacklogReading, { minItems: 1, maxItems: MAX_BACKLOG });

export const BacklogOutcome = Type.Object({
  accepted: Type.Integer({ minimum: 0, description: 'stored now' }),
  duplicates: Type.Integer({ minimum: 0, description: 'stored before, by device and recorded_at' }),
  refused: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      error: Type.String(),
      details: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  ),
});
export type BacklogOutcome = Type.Static<typeof BacklogOutcome>;

/** docs/contract.md, "Readings": the answer to a reading. */
export const Assessment = Type.Object({
  deviceId: id(),
  timestamp: timestamp(),
  fallDetected: Type.Boolean(),
  fallConfidence: Type.Number({ minimum: 0, maximum: 1 }),
  healthScore: Type.Integer({ minimum: 0, maximum: 100 }),
  nextAllowedRequest: timestamp(),
});
export type Assessment = Type.Static<typeof Assessment>;

export const RESOLUTIONS = ['raw', 'minute', 'hour'] as const;

export const HistoryQuery = Type.Object({
  from: optional(time('2026-01-31T08:00:00Z')),
  to: optional(time('2026-01-31T09:00:00Z')),
  resolution: optional(oneOf(RESOLUTIONS)),
});

/** One point of a chart: a reading, or the mean (for impacts the maximum) of those in a minute or an hour. */
export const HistoryPoint = Type.Object({
  timestamp: timestamp(),
  readings: Type.Integer({ description: 'how many readings the point stands for' }),
  accelMagnitude: Type.Number(),
  accelMagnitudeMax: Type.Number(),
  gyroMagnitude: Type.Number(),
  fallConfidence: Type.Number(),
  healthScore: Type.Integer(),
  heartRate: nullable(Type.Integer()),
  spo2: nullable(Type.Integer()),
  pressure: nullable(Type.Number()),
  batteryLevel: nullable(Type.Number()),
});
