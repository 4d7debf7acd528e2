import { asReal } from '../../platform/database/database.ts';
import { encodeSignal, type Signal, signalBytes, writeSignal } from './signals.ts';

/** A reading to be inserted. `body` is the validated message; absent values are null or missing. */
export interface StorableReading extends Signal {
  readonly deviceKey: number;
  /** Microseconds since 1970, unique per device: `insertAll` changes it where another reading has it. */
  recordedAtUs: number;
  readonly fingerprint: number | undefined;
  readonly confidence: number;
  readonly healthScore: number;
  readonly body: StorableBody;
}

type Maybe<T> = T | null | undefined;

interface StorableBody {
  readonly uptime_ms: number;
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  /** Absent without a gyro. */
  readonly gyro_x?: Maybe<number>;
  readonly gyro_y?: Maybe<number>;
  readonly gyro_z?: Maybe<number>;
  readonly pressure?: Maybe<number>;
  readonly fsr?: Maybe<number>;
  readonly battery_level?: Maybe<number>;
  readonly heart_rate?: Maybe<number>;
  readonly spo2?: Maybe<number>;
  readonly signal_strength?: Maybe<number>;
  readonly sensors_initialized?: Maybe<boolean>;
  readonly wifi_connected?: Maybe<boolean>;
  readonly bluetooth_connected?: Maybe<boolean>;
}

/**
 * Column, its type for unnest, and its value, in the order of sql/002 and of the binary rows below. The column `samples` has
 * those of readings that an older version stored.
 */
export const READING_COLUMNS: readonly (readonly [string, string, (r: StorableReading) => unknown])[] = [
  ['recorded_at', 'timestamptz', (r) => isoMicroseconds(r.recordedAtUs)],
  ['uptime_ms', 'bigint', (r) => r.body.uptime_ms],
  ['fingerprint', 'bigint', (r) => r.fingerprint ?? null],
  ['device_key', 'int', (r) => r.deviceKey],
  ['accel_x', 'real', (r) => r.body.accel_x],
  ['accel_y', 'real', (r) => r.body.accel_y],
  ['accel_z', 'real', (r) => r.body.accel_z],
  ['gyro_x', 'real', (r) => r.body.gyro_x ?? null],
  ['gyro_y', 'real', (r) => r.body.gyro_y ?? null],
  ['gyro_z', 'real', (r) => r.body.gyro_z ?? null],
  ['confidence', 'real', (r) => r.confidence],
  ['pressure', 'real', (r) => r.body.pressure ?? null],
  ['fsr', 'real', (r) => r.body.fsr ?? null],
  ['battery_level', 'real', (r) => r.body.battery_level ?? null],
  ['health_score', 'smallint', (r) => r.healthScore],
  ['heart_rate', 'smallint', (r) => r.body.heart_rate ?? null],
  ['spo2', 'smallint', (r) => r.body.spo2 ?? null],
  ['signal_strength', 'smallint', (r) => r.body.signal_strength ?? null],
  ['sensors_initialized', 'boolean', (r) => r.body.sensors_initialized ?? null],
  ['wifi_connected', 'boolean', (r) => r.body.wifi_connected ?? null],
  ['bluetooth_connected', 'boolean', (r) => r.body.bluetooth_connected ?? null],
];

const NAMES = READING_COLUMNS.map(([name]) => name).join(', ');
export const COPY_READINGS = `COPY sensor_readings (${NAMES}) FROM STDIN (FORMAT binary)`;
const COPY_SIGNALS = 'COPY reading_signals (recorded_at, device_key, signal) FROM STDIN (FORMAT binary)';
/** Two statements of one query are one transaction. */
export const COPY_READINGS_AND_SIGNALS = `${COPY_READINGS}; ${COPY_SIGNALS}`;

const columnList = READING_COLUMNS.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
const SIGNALS_AT = READING_COLUMNS.length + 1;

export const MICROSECONDS = '(extract(epoch FROM recorded_at) * 1000000)::bigint AS us';

/** Leaves an existing reading and its signal unchanged. Returns the times of the readings that were not stored before. */
export const INSERT_READINGS = `WITH added AS (
    INSERT INTO sensor_readings (${NAMES}) SELECT * FROM unnest(${columnList}) ON CONFLICT DO NOTHING
    RETURNING device_key, recorded_at
  ), signals AS (
    INSERT INTO reading_signals (recorded_at, device_key, signal)
    SELECT recorded_at, device_key, signal
    FROM unnest($1::timestamptz[], $4::int[], $${SIGNALS_AT}::bytea[]) AS s (recorded_at, device_key, signal)
    JOIN added USING (recorded_at, device_key) WHERE signal IS NOT NULL
    ON CONFLICT DO NOTHING
  ) SELECT device_key AS "deviceKey", ${MICROSECONDS} FROM added`;

/** Parameters of INSERT_READINGS: an array for each column, and the signals. */
export const columnsOf = (readings: readonly StorableReading[]): unknown[][] => [
  ...READING_COLUMNS.map(([, type, read]) =>
    readings.map((reading) => {
      const value = read(reading);
      return type === 'real' && typeof value === 'number' ? asReal(value) : value;
    }),
  ),
  readings.map((reading) => encodeSignal(reading) ?? null),
];

export function isoMicroseconds(us: number): string {
  const ms = Math.floor(us / 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(us - ms * 1000).padStart(3, '0')}Z`;
}

/** Inserts one row; an existing reading is an error, as with COPY. */
export const INSERT_READING = {
  name: 'insert-reading',
  text: `INSERT INTO sensor_readings (${NAMES}) VALUES (${READING_COLUMNS.map(([, type], i) => `$${i + 1}::${type}`).join(', ')})`,
};

export const INSERT_SIGNAL = {
  name: 'insert-signal',
  text: 'INSERT INTO reading_signals (recorded_at, device_key, signal) VALUES ($1::timestamptz, $2::int, $3::bytea)',
};
const SIGNAL_COLUMNS = 3;

/*
 * PostgreSQL's binary rows: the number of fields, and each field as its length and bytes, big endian; a length of -1 is
 * NULL. COPY (between a signature and a trailer) and the messages that execute a prepared statement use the same rows.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END_OF_ROWS = -1;
const BIND = 'B'.charCodeAt(0);
/** The unnamed portal, the statement, and the code for all parameters in binary format. */
const bindHead = (statement: string): Buffer => Buffer.from(`\0${statement}\0\0\x01\0\x01`, 'latin1');
const BIND_READING = bindHead(INSERT_READING.name);
const BIND_SIGNAL = bindHead(INSERT_SIGNAL.name);
/** No result in binary format; then Execute. */
const EXECUTE = Buffer.from('\0\0E\0\0\0\x09\0\0\0\0\0', 'latin1');
const BIND_TAIL_BYTES = 2;
const SYNC = Buffer.from('S\0\0\0\x04', 'latin1');
const ABSENT = -1;
/** A row with all fields. */
const MAX_ROW_BYTES = 2 + READING_COLUMNS.length * (4 + 8);
/** PostgreSQL's epoch is 2000-01-01. */
const EPOCH_US = Date.UTC(2000, 0, 1) * 1000;
const TWO_32 = 2 ** 32;

/**
 * Encodes rows into one buffer that is reused and grown, so that encoding a group allocates nothing. A result is valid
 * until the next call.
 */
export function createRowEncoder() {
  let bytes = Buffer.allocUnsafeSlow(256 * 1024);
  let view = new DataView(bytes.buffer);
  let at = 0;

  function reserve(size: number): void {
    if (at + size <= bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, at + size));
    bytes.copy(grown, 0, 0, at);
    bytes = grown;
    view = new DataView(bytes.buffer);
  }

  function int4(value: number): void {
    view.setInt32(at, 4);
    view.setInt32(at + 4, value);
    at += 8;
  }

  function int8(value: number): void {
    const high = Math.floor(value / TWO_32);
    view.setInt32(at, 8);
    view.setInt32(at + 4, high);
    view.setUint32(at + 8, value - high * TWO_32);
    at += 12;
  }

  function absent(): void {
    view.setInt32(at, ABSENT);
    at += 4;
  }

  function float4(value: Maybe<number>): void {
    if (value === null || value === undefined) return absent();
    view.setInt32(at, 4);
    view.setFloat32(at + 4, value);
    at += 8;
  }

  function int2(value: Maybe<number>): void {
    if (value === null || value === undefined) return absent();
    view.setInt32(at, 2);
    view.setInt16(at + 4, value);
    at += 6;
  }

  function bool(value: Maybe<boolean>): void {
    if (value === null || value === undefined) return absent();
    view.setInt32(at, 1);
    view.setUint8(at + 4, value ? 1 : 0);
    at += 5;
  }

  function fingerprint(value: number | undefined): void {
    if (value === undefined) return absent();
    view.setInt32(at, 8);
    view.setUint32(at + 4, value / 2 ** 32);
    view.setUint32(at + 8, value);
    at += 12;
  }

  /** A row of reading_signals. */
  function signalRow(reading: StorableReading, size: number): void {
    reserve(2 + 12 + 8 + 4 + size);
    view.setInt16(at, SIGNAL_COLUMNS);
    at += 2;
    int8(reading.recordedAtUs - EPOCH_US);
    int4(reading.deviceKey);
    view.setInt32(at, size);
    at += 4;
    at += writeSignal(reading, view, at);
  }

  function row(reading: StorableReading): void {
    const { body } = reading;
    reserve(MAX_ROW_BYTES);
    view.setInt16(at, READING_COLUMNS.length);
    at += 2;
    int8(reading.recordedAtUs - EPOCH_US);
    int8(body.uptime_ms);
    fingerprint(reading.fingerprint);
    int4(reading.deviceKey);
    float4(body.accel_x);
    float4(body.accel_y);
    float4(body.accel_z);
    float4(body.gyro_x);
    float4(body.gyro_y);
    float4(body.gyro_z);
    float4(reading.confidence);
    float4(body.pressure);
    float4(body.fsr);
    float4(body.battery_level);
    int2(reading.healthScore);
    int2(body.heart_rate);
    int2(body.spo2);
    int2(body.signal_strength);
    bool(body.sensors_initialized);
    bool(body.wifi_connected);
    bool(body.bluetooth_connected);
  }

  function put(message: Buffer): void {
    reserve(message.length);
    at += message.copy(bytes, at);
  }

  /** Starts a Bind message; returns where its length belongs. */
  function beginBind(head: Buffer): number {
    reserve(1 + 4);
    bytes[at] = BIND;
    const lengthAt = at + 1;
    at = lengthAt + 4;
    put(head);
    return lengthAt;
  }

  function endBind(lengthAt: number): void {
    view.setInt32(lengthAt, at - lengthAt + BIND_TAIL_BYTES);
    put(EXECUTE);
  }

  function bind(reading: StorableReading): void {
    const ofReading = beginBind(BIND_READING);
    row(reading);
    endBind(ofReading);
    const size = signalBytes(reading);
    if (size === 0) return;
    const ofSignal = beginBind(BIND_SIGNAL);
    signalRow(reading, size);
    endBind(ofSignal);
  }

  function endRows(): Buffer {
    reserve(2);
    view.setInt16(at, END_OF_ROWS);
    at += 2;
    return bytes.subarray(0, at);
  }

  return {
    /** Data for COPY_READINGS. */
    copyData(readings: readonly StorableReading[]): Buffer {
      at = SIGNATURE.copy(bytes, 0);
      for (const reading of readings) row(reading);
      return endRows();
    },
    /** Data for the second statement of COPY_READINGS_AND_SIGNALS, behind that of the first: both stay valid. */
    copySignals(readings: readonly StorableReading[]): Buffer {
      const from = at;
      put(SIGNATURE);
      for (const reading of readings) {
        const size = signalBytes(reading);
        if (size > 0) signalRow(reading, size);
      }
      endRows();
      return bytes.subarray(from, at);
    },
    /**
     * Executions of the prepared INSERT_READING, and of INSERT_SIGNAL for readings with a signal; a single Sync makes them one
     * transaction.
     */
    executions(readings: readonly StorableReading[]): Buffer {
      at = 0;
      for (const reading of readings) bind(reading);
      put(SYNC);
      return bytes.subarray(0, at);
    },
  };
}
