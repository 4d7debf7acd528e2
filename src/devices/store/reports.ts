import { asReal, type Queryable } from '../../platform/database/database.ts';
import { lately, MINUTE_MS, SET_BACK_MS } from '../../platform/time.ts';
import type { DeviceReport, DeviceRow } from './devices.ts';

/** The stored time; null if it lies in the future, written before the clock was set back. */
const past = (column: string, limit: string): string => `CASE WHEN ${column} <= ${limit} THEN ${column} END`;

// Last reports of devices. They are written asynchronously, every few seconds: between two writes, and after a crash,
// the readings are newer.

/** SQL: the relation of the readings, which readings/ keeps: `device_key`, `recorded_at`, `uptime_ms` and the columns of SAID. */
export type ReadingsRelation = string;

/** Completes rows with the newest report, which may still be in memory or only among the readings. */
export interface NewestReports {
  newest(rows: readonly DeviceRow[]): Promise<DeviceRow[]>;
}

/**
 * One statement for all devices with a new report. `last_seen` never goes back, except from the future: the clock was
 * set back since.
 */
export function saveReports(
  q: Queryable,
  reports: readonly (DeviceReport & { readonly key: number })[],
  now: number,
): Promise<number> {
  const column = <T>(pick: (report: DeviceReport & { key: number }) => T): T[] => reports.map(pick);
  return q.run(
    `UPDATE devices d SET
       last_seen = r.last_seen, uptime_ms = r.uptime_ms, battery_level = r.battery_level,
       signal_strength = r.signal_strength, heart_rate = r.heart_rate, heart_rate_jitter = r.heart_rate_jitter,
       spo2 = r.spo2,
       firmware_version = r.firmware_version, model = r.model, sensors_initialized = r.sensors_initialized,
       wifi_connected = r.wifi_connected, bluetooth_connected = r.bluetooth_connected, accel_in_g = r.accel_in_g,
       gyro_in_radians = r.gyro_in_radians, has_gyro = r.has_gyro, sample_rate_hz = r.sample_rate_hz, range_g = r.range_g,
       gyro_range = r.gyro_range, sends = r.sends, accel_clipped = r.accel_clipped, gyro_clipped = r.gyro_clipped,
       smoothed = r.smoothed, moved_at = greatest(${past('d.moved_at', '$25')}, r.moved_at),
       still_since = greatest(${past('d.still_since', '$25')}, r.still_since), charging = r.charging,
       updated_at = r.last_seen
     FROM unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::real[], $5::smallint[], $6::smallint[],
                 $7::smallint[], $8::text[], $9::boolean[], $10::boolean[], $11::boolean[], $12::real[],
                 $13::boolean[], $14::boolean[], $15::boolean[], $16::real[], $17::smallint[], $18::smallint[],
                 $19::text[], $20::boolean[], $21::boolean[], $22::boolean[], $23::timestamptz[], $24::timestamptz[],
                 $26::boolean[], $27::text[])
       AS r (key, last_seen, uptime_ms, battery_level, signal_strength, heart_rate, spo2, firmware_version,
             sensors_initialized, wifi_connected, bluetooth_connected, heart_rate_jitter, accel_in_g, gyro_in_radians,
             has_gyro, sample_rate_hz, range_g, gyro_range, sends, accel_clipped, gyro_clipped, smoothed, moved_at,
             still_since, charging, model)
     WHERE d.key = r.key AND coalesce(${past('d.last_seen', '$25')} <= r.last_seen, true)`,
    [
      column((r) => r.key),
      column((r) => r.lastSeen),
      column((r) => r.uptimeMs),
      column((r) => asReal(r.batteryLevel)),
      column((r) => r.signalStrength),
      column((r) => r.heartRate),
      column((r) => r.spo2),
      column((r) => r.firmwareVersion),
      column((r) => r.sensorsInitialized),
      column((r) => r.wifiConnected),
      column((r) => r.bluetoothConnected),
      column((r) => asReal(r.heartRateJitter)),
      column((r) => r.accelInG),
      column((r) => r.gyroInRadians),
      column((r) => r.hasGyro),
      column((r) => asReal(r.sampleRateHz)),
      column((r) => r.rangeG),
      column((r) => r.gyroRange),
      column((r) => r.sends),
      column((r) => r.isAccelClipped),
      column((r) => r.isGyroClipped),
      column((r) => r.isSmoothed),
      column((r) => r.movedAt),
      column((r) => r.stillSince),
      new Date(now + SET_BACK_MS),
      column((r) => r.charging),
      column((r) => r.model),
    ],
  );
}

/**
 * The report fields that readings contain, each with its newest value that is not null. Readings do not contain the
 * firmware version and the model.
 */
type ReadReport = Pick<
  DeviceReport,
  | 'uptimeMs'
  | 'batteryLevel'
  | 'signalStrength'
  | 'heartRate'
  | 'spo2'
  | 'sensorsInitialized'
  | 'wifiConnected'
  | 'bluetoothConnected'
> & { readonly key: number; readonly lastSeen: Date };

const SAID = [
  'battery_level',
  'signal_strength',
  'heart_rate',
  'spo2',
  'sensors_initialized',
  'wifi_connected',
  'bluetooth_connected',
] as const;
/** Readings searched for values that the newest reading lacks. */
const LOOKED_AT = 100;

/**
 * One index scan per device `d`: reading all readings of a day would take minutes. Times of reports have milliseconds.
 */
const newestOf = (readings: ReadingsRelation, since: string, until: string): string => `LATERAL (
    SELECT date_trunc('milliseconds', max(recorded_at)) AS last_seen,
           (array_agg(uptime_ms ORDER BY recorded_at DESC))[1] AS uptime_ms,
           ${SAID.map((name) => `(array_agg(${name} ORDER BY recorded_at DESC) FILTER (WHERE ${name} IS NOT NULL))[1] AS ${name}`).join(', ')}
    FROM (SELECT recorded_at, uptime_ms, ${SAID.join(', ')} FROM ${readings}
          WHERE device_key = d.key AND recorded_at > ${since} AND recorded_at <= ${until}
          ORDER BY recorded_at DESC LIMIT ${LOOKED_AT}) newest
  ) r`;

/** Longer than a living instance takes to save a report; catchUpReports covers dead instances. */
const UNSAVED_MS = MINUTE_MS;

/**
 * Reads the reports in stored readings that are newer than the devices' rows, whichever instance received them. Returns
 * a function that completes one of these rows with its report.
 */
export async function readNewestReports(
  q: Queryable,
  readings: ReadingsRelation,
  rows: readonly DeviceRow[],
  now: number,
): Promise<(row: DeviceRow) => DeviceRow> {
  if (rows.length === 0) return (row) => row;
  const { since: earliest, until } = lately(now, UNSAVED_MS);
  const seenMs = ({ lastSeen }: DeviceRow): number =>
    lastSeen === null || lastSeen > until ? 0 : lastSeen.getTime();
  const sinceOf = (row: DeviceRow): number =>
    Math.max(earliest.getTime(), seenMs(row), row.wornSince?.getTime() ?? 0);
  const found = await q.rows<ReadReport>(
    `SELECT d.key, r.last_seen AS "lastSeen", r.uptime_ms AS "uptimeMs", r.battery_level AS "batteryLevel",
            r.signal_strength AS "signalStrength", r.heart_rate AS "heartRate", r.spo2,
            r.sensors_initialized AS "sensorsInitialized", r.wifi_connected AS "wifiConnected",
            r.bluetooth_connected AS "bluetoothConnected"
     FROM unnest($1::int[], $2::timestamptz[]) AS d (key, since), ${newestOf(readings, 'd.since AND recorded_at > $3', '$4')}
     WHERE r.last_seen IS NOT NULL`,
    [rows.map(({ key }) => key), rows.map((row) => new Date(sinceOf(row))), earliest, until],
  );
  const reports = new Map(found.map((report) => [report.key, report]));
  return (row) => {
    const report = reports.get(row.key);
    return report === undefined || report.lastSeen.getTime() < seenMs(row) ? row : withReport(row, report);
  };
}

function withReport(row: DeviceRow, report: ReadReport): DeviceRow {
  return {
    ...row,
    lastSeen: report.lastSeen,
    updatedAt: report.lastSeen,
    uptimeMs: report.uptimeMs,
    batteryLevel: report.batteryLevel ?? row.batteryLevel,
    signalStrength: report.signalStrength ?? row.signalStrength,
    heartRate: report.heartRate ?? row.heartRate,
    spo2: report.spo2 ?? row.spo2,
    sensorsInitialized: report.sensorsInitialized ?? row.sensorsInitialized,
    wifiConnected: report.wifiConnected ?? row.wifiConnected,
    bluetoothConnected: report.bluetoothConnected ?? row.bluetoothConnected,
  };
}

const CAUGHT_UP = '10 minutes';

/** Checks one timestamp per device first: after an orderly stop no device is behind. */
const behind = (readings: ReadingsRelation): string => `(SELECT key, last_seen, worn_since FROM devices WHERE
    (SELECT date_trunc('milliseconds', max(recorded_at)) FROM ${readings}
     WHERE device_key = key AND recorded_at > $1 AND recorded_at <= $2)
      > coalesce(${past('last_seen', '$2')}, '-infinity'))`;

/**
 * Restores reports that an instance had not saved when it died; its readings were stored. All of them are later than
 * the newest report of any device minus the interval between two writes. CAUGHT_UP is much longer than that interval.
 */
export async function catchUpReports(q: Queryable, readings: ReadingsRelation, now: Date): Promise<number> {
  const until = new Date(now.getTime() + SET_BACK_MS);
  const first = await q.row<{ since: Date }>(
    `SELECT least(coalesce(max(last_seen) FILTER (WHERE last_seen <= $2), min(created_at)), $1)
       - interval '${CAUGHT_UP}' AS since FROM devices`,
    [now, until],
  );
  if (first === undefined) return 0;
  return q.run(
    `UPDATE devices d SET last_seen = r.last_seen, updated_at = r.last_seen, uptime_ms = r.uptime_ms,
       ${SAID.map((name) => `${name} = coalesce(r.${name}, d.${name})`).join(', ')}
     FROM (SELECT d.key, r.* FROM ${behind(readings)} d, ${newestOf(readings, `greatest(${past('d.last_seen', '$2')}, d.worn_since, $1) AND recorded_at > $1`, '$2')}) r
     WHERE d.key = r.key AND r.last_seen IS NOT NULL AND coalesce(${past('d.last_seen', '$2')} < r.last_seen, true)`,
    [first.since, until],
  );
}
