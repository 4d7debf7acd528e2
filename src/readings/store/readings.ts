import type { Queryable } from '../../platform/database/database.ts';
import { MAY_BE_UNCONFIRMED, notConfirmed } from '../../platform/database/unconfirmed.ts';
import { decodeSignal, type Signal } from './signals.ts';

/** SQL: the relation that devices/ gets to look at the newest readings of a wearable. */
export const READINGS = 'sensor_readings';

/** The columns of a stored reading that the detector's window needs. */
export interface WindowReading {
  readonly deviceKey: number;
  readonly recordedAt: Date;
  readonly uptimeMs: number;
  readonly accelX: number;
  readonly accelY: number;
  readonly accelZ: number;
  /** Null without a gyro. */
  readonly gyroX: number | null;
  readonly gyroY: number | null;
  readonly gyroZ: number | null;
  readonly pressure: number | null;
  readonly fsr: number | null;
  readonly heartRate: number | null;
  readonly spo2: number | null;
  /** As stored in reading_signals: see signals.ts. */
  readonly signal: Buffer | null;
  /** Samples that an older version stored: rows of seven 4-byte floats. */
  readonly samples: Buffer | null;
}

export const WINDOW_COLUMNS = `device_key AS "deviceKey", recorded_at AS "recordedAt", uptime_ms AS "uptimeMs",
  accel_x AS "accelX", accel_y AS "accelY", accel_z AS "accelZ", gyro_x AS "gyroX", gyro_y AS "gyroY", gyro_z AS "gyroZ", pressure, fsr,
  heart_rate AS "heartRate", spo2, samples, recorded_at AS at`;

/**
 * The selected readings of a window with their signals, by device, oldest first; `since` is the earliest of their times. Of
 * readings that are too young to be packed.
 */
export const withSignals = (readings: string, since: string): string =>
  `SELECT r.*, s.signal FROM (${readings}) r
   LEFT JOIN reading_signals s
     ON s.device_key = r."deviceKey" AND s.recorded_at = r.at AND s.recorded_at >= ${since}
   ORDER BY r."deviceKey", r.at`;

/** The same of readings that may be packed. */
export const withAnySignals = (readings: string): string =>
  `SELECT r.*, s.signal FROM (${readings}) r
   LEFT JOIN LATERAL signals_between(r."deviceKey", r.at, r.at) s ON true
   ORDER BY r."deviceKey", r.at`;

/** The signal in the layout of scoring/window.ts. */
export function signalOf({ signal, samples }: WindowReading): Signal {
  if (signal !== null) return decodeSignal(signal);
  const cells = samples === null ? undefined : new Float32Array(new Uint8Array(samples).buffer);
  return { samples: cells, parts: undefined };
}

/** More than a wearable sends around an impact, urgent and late readings included. */
const MAX_AROUND_IMPACT = 100;

/** Times between which readings are looked for. Readings of the future are from before the clock was set back. */
interface Range {
  readonly since: Date;
  readonly until: Date;
}

/** The last readings of several devices, oldest first: the contents of their windows before a restart. */
export const lastReadings = (q: Queryable, deviceKeys: readonly number[], limit: number, range: Range) =>
  q.rows<WindowReading>(
    withSignals(
      `SELECT r.* FROM unnest($1::int[]) AS d (key), LATERAL (
         SELECT ${WINDOW_COLUMNS} FROM sensor_readings WHERE device_key = d.key AND recorded_at >= $3
           AND recorded_at <= $4 ORDER BY recorded_at DESC LIMIT $2
       ) r`,
      '$3',
    ),
    [deviceKeys, limit, range.since, range.until],
  );

/** The readings of wearables around the impacts of falls, by fall, oldest first. */
export const readingsAroundImpacts = (
  q: Queryable,
  impacts: readonly { readonly deviceId: string | null; readonly impactAt: Date }[],
  { beforeMs, afterMs }: { readonly beforeMs: number; readonly afterMs: number },
) =>
  q.rows<WindowReading & { readonly impact: number }>(
    withAnySignals(
      `SELECT (i.place - 1)::int AS impact, r.*
       FROM unnest($1::uuid[], $2::timestamptz[]) WITH ORDINALITY AS i (device_id, at, place)
         JOIN devices_public d ON d.id = i.device_id, LATERAL (
         SELECT ${WINDOW_COLUMNS} FROM readings_between(
           d.key, i.at - $3 * interval '1 millisecond', i.at + $4 * interval '1 millisecond')
         ORDER BY recorded_at LIMIT $5
       ) r`,
    ),
    [
      impacts.map(({ deviceId }) => deviceId),
      impacts.map(({ impactAt }) => impactAt),
      beforeMs,
      afterMs,
      MAX_AROUND_IMPACT,
    ],
  );

/** The number of readings of each device, counted up to `most`, by device key. */
export async function countReadings(
  q: Queryable,
  deviceKeys: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await q.rows<{ key: number; total: number }>(
    `SELECT d.key, least($2, r.total + coalesce(p.total, 0))::int AS total FROM unnest($1::int[]) AS d (key), LATERAL (
       SELECT count(*) AS total FROM (
         SELECT FROM sensor_readings WHERE device_key = d.key ORDER BY recorded_at DESC LIMIT $2) AS newest
     ) r, LATERAL (SELECT sum(readings) AS total FROM packed_readings WHERE device_key = d.key) p
     WHERE r.total > 0 OR p.total > 0`,
    [deviceKeys, most],
  );
  return new Map(rows.map(({ key, total }) => [key, total]));
}

/** The times of the devices' newest readings, in microseconds, by device key. */
export async function newestTimes(
  q: Queryable,
  deviceKeys: readonly number[],
  { since, until }: Range,
): Promise<ReadonlyMap<string, number>> {
  const rows = await q.rows<{ key: number; us: number }>(
    `SELECT d.key, (extract(epoch FROM r.recorded_at) * 1000000)::bigint AS us
     FROM unnest($1::int[]) AS d (key), LATERAL (
       SELECT recorded_at FROM sensor_readings WHERE device_key = d.key AND recorded_at >= $2 AND recorded_at <= $3
       ORDER BY recorded_at DESC LIMIT 1
     ) r`,
    [deviceKeys, since, until],
  );
  return new Map(rows.map(({ key, us }) => [String(key), us]));
}

interface RepeatedReading {
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
  readonly confidence: number;
  readonly healthScore: number;
}

/**
 * A reading of this device with the same fingerprint, if it is recent enough for a repetition. Rejects when its commit may
 * still wait for a standby: nobody sees it yet, and stored again it would be there twice.
 */
export async function findRepeated(
  q: Queryable,
  deviceKey: number,
  fingerprint: number,
  range: Range,
): Promise<RepeatedReading | undefined> {
  const row = await q.row<RepeatedReading & { readonly isHidden: boolean }>(
    `SELECT r.*, r."recordedAtUs" IS NULL AND ${MAY_BE_UNCONFIRMED} AS "isHidden" FROM (SELECT) one LEFT JOIN LATERAL (
       SELECT (extract(epoch FROM recorded_at) * 1000000)::bigint AS "recordedAtUs", confidence,
         health_score AS "healthScore" FROM sensor_readings
       WHERE device_key = $1 AND recorded_at >= $3 AND recorded_at <= $4 AND fingerprint = $2 ORDER BY recorded_at LIMIT 1
     ) r ON true`,
    [deviceKey, fingerprint, range.since, range.until],
  );
  if (row?.isHidden) throw notConfirmed();
  return row?.recordedAtUs == null ? undefined : row;
}

/**
 * The times, in microseconds, of the device's first reading with each of these fingerprints. Readings whose days are packed
 * are not searched. Rejects as `findRepeated` does.
 */
export async function findRepeatedTimes(
  q: Queryable,
  deviceKey: number,
  fingerprints: readonly number[],
  { since, until }: Range,
): Promise<ReadonlyMap<number, number>> {
  const rows = await q.rows<{ fingerprint: number; us: number | null; isHidden: boolean }>(
    `SELECT f.fingerprint::float8, r.us, r.us IS NULL AND ${MAY_BE_UNCONFIRMED} AS "isHidden"
     FROM unnest($2::bigint[]) AS f (fingerprint) LEFT JOIN (
       SELECT fingerprint, (extract(epoch FROM min(recorded_at)) * 1000000)::bigint AS us FROM sensor_readings
       WHERE device_key = $1 AND recorded_at >= $3 AND recorded_at <= $4 AND fingerprint = ANY($2::bigint[])
       GROUP BY fingerprint
     ) r USING (fingerprint)`,
    [deviceKey, fingerprints, since, until],
  );
  if (rows.some(({ isHidden }) => isHidden)) throw notConfirmed();
  return new Map(rows.flatMap(({ fingerprint, us }) => (us === null ? [] : [[fingerprint, us] as const])));
}

/** The fingerprints of each device's newest readings that have one, by MAC address. Rejects when some may be hidden. */
export async function newestFingerprints(
  q: Queryable,
  macAddresses: readonly string[],
  { since, until, maxPerDevice }: Range & { readonly maxPerDevice: number },
): Promise<ReadonlyMap<string, Float64Array>> {
  const rows = await q.rows<{ macAddress: string; fingerprints: number[]; isHidden: boolean }>(
    // As float8, which holds every fingerprint exactly and which pg returns as numbers.
    `SELECT d.mac_address AS "macAddress", ${MAY_BE_UNCONFIRMED} AS "isHidden", ARRAY(
       SELECT r.fingerprint::float8 FROM sensor_readings r
       WHERE r.device_key = d.key AND r.recorded_at >= $2 AND r.recorded_at <= $3 AND r.fingerprint IS NOT NULL
       ORDER BY r.recorded_at DESC LIMIT $4
     ) AS fingerprints FROM devices_public d WHERE d.mac_address = ANY($1)`,
    [macAddresses, since, until, maxPerDevice],
  );
  if (rows.some(({ isHidden }) => isHidden)) throw notConfirmed();
  return new Map(rows.map(({ macAddress, fingerprints }) => [macAddress, Float64Array.from(fingerprints)]));
}
