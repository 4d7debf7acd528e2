import { asReal, type Queryable } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import type { DeviceReport, DeviceRow } from './devices.ts';

// What devices last said of themselves. It is written behind the readings, every few seconds: between two writes, and after a crash,
// the readings know more.

/** Gives rows the newest report, which may be in memory or among the readings and not in the row yet. */
export interface NewestReports {
  newest(rows: readonly DeviceRow[]): Promise<DeviceRow[]>;
}

/** One statement for all devices that have something new; `last_seen` never goes back. */
export function saveReports(
  q: Queryable,
  reports: readonly (DeviceReport & { readonly key: number })[],
): Promise<number> {
  const column = <T>(pick: (report: DeviceReport & { key: number }) => T): T[] => reports.map(pick);
  return q.run(
    `UPDATE devices d SET
       last_seen = r.last_seen, uptime_ms = r.uptime_ms, battery_level = r.battery_level,
       signal_strength = r.signal_strength, heart_rate = r.heart_rate, heart_rate_jitter = r.heart_rate_jitter,
       spo2 = r.spo2,
       firmware_version = r.firmware_version, sensors_initialized = r.sensors_initialized,
       wifi_connected = r.wifi_connected, bluetooth_connected = r.bluetooth_connected, accel_in_g = r.accel_in_g,
       gyro_in_radians = r.gyro_in_radians, updated_at = r.last_seen
     FROM unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::real[], $5::smallint[], $6::smallint[],
                 $7::smallint[], $8::text[], $9::boolean[], $10::boolean[], $11::boolean[], $12::real[],
                 $13::boolean[], $14::boolean[])
       AS r (key, last_seen, uptime_ms, battery_level, signal_strength, heart_rate, spo2, firmware_version,
             sensors_initialized, wifi_connected, bluetooth_connected, heart_rate_jitter, accel_in_g, gyro_in_radians)
     WHERE d.key = r.key AND (d.last_seen IS NULL OR d.last_seen <= r.last_seen)`,
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
    ],
  );
}

/** What readings say of their device; of each thing the newest that is said at all. They do not say its firmware. */
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

/** By the device's key. */
export type ReadReports = ReadonlyMap<number, ReadReport>;

const SAID = [
  'battery_level',
  'signal_strength',
  'heart_rate',
  'spo2',
  'sensors_initialized',
  'wifi_connected',
  'bluetooth_connected',
] as const;
/** As many readings as are looked at for what the newest one does not say. */
const LOOKED_AT = 100;

/** Of each device `d`, by the index: where a look at all readings of a day would take minutes. A report's times have milliseconds. */
const newestOf = (since: string): string => `LATERAL (
    SELECT date_trunc('milliseconds', max(recorded_at)) AS last_seen,
           (array_agg(uptime_ms ORDER BY recorded_at DESC))[1] AS uptime_ms,
           ${SAID.map((name) => `(array_agg(${name} ORDER BY recorded_at DESC) FILTER (WHERE ${name} IS NOT NULL))[1] AS ${name}`).join(', ')}
    FROM (SELECT recorded_at, uptime_ms, ${SAID.join(', ')} FROM sensor_readings
          WHERE device_key = d.key AND recorded_at > ${since} ORDER BY recorded_at DESC LIMIT ${LOOKED_AT}) newest
  ) r`;

/** Longer than a living instance takes to save a report; those of dead ones are caught up with. */
const UNSAVED_MS = MINUTE_MS;

/** What stored readings say of some devices beyond their rows, by key; whichever instance has received them. */
export async function newestReadings(
  q: Queryable,
  rows: readonly DeviceRow[],
  now: number,
): Promise<ReadReports> {
  if (rows.length === 0) return new Map();
  const earliest = now - UNSAVED_MS;
  const sinceOf = ({ lastSeen, wornSince }: DeviceRow): number =>
    Math.max(earliest, lastSeen?.getTime() ?? 0, wornSince?.getTime() ?? 0);
  const found = await q.rows<ReadReport>(
    `SELECT d.key, r.last_seen AS "lastSeen", r.uptime_ms AS "uptimeMs", r.battery_level AS "batteryLevel",
            r.signal_strength AS "signalStrength", r.heart_rate AS "heartRate", r.spo2,
            r.sensors_initialized AS "sensorsInitialized", r.wifi_connected AS "wifiConnected",
            r.bluetooth_connected AS "bluetoothConnected"
     FROM unnest($1::int[], $2::timestamptz[]) AS d (key, since), ${newestOf('d.since AND recorded_at > $3')}
     WHERE r.last_seen IS NOT NULL`,
    [rows.map(({ key }) => key), rows.map((row) => new Date(sinceOf(row))), new Date(earliest)],
  );
  return new Map(found.map((report) => [report.key, report]));
}

export function withReport(row: DeviceRow, said: ReadReport | undefined): DeviceRow {
  if (said === undefined || said.lastSeen < (row.lastSeen ?? said.lastSeen)) return row;
  return {
    ...row,
    lastSeen: said.lastSeen,
    updatedAt: said.lastSeen,
    uptimeMs: said.uptimeMs,
    batteryLevel: said.batteryLevel ?? row.batteryLevel,
    signalStrength: said.signalStrength ?? row.signalStrength,
    heartRate: said.heartRate ?? row.heartRate,
    spo2: said.spo2 ?? row.spo2,
    sensorsInitialized: said.sensorsInitialized ?? row.sensorsInitialized,
    wifiConnected: said.wifiConnected ?? row.wifiConnected,
    bluetoothConnected: said.bluetoothConnected ?? row.bluetoothConnected,
  };
}

const CAUGHT_UP = '10 minutes';

/** A look at one time for each device first: after an orderly stop none is behind. */
const BEHIND = `(SELECT key, last_seen, worn_since FROM devices WHERE
    (SELECT date_trunc('milliseconds', max(recorded_at)) FROM sensor_readings WHERE device_key = key AND recorded_at > $1)
      > coalesce(last_seen, '-infinity'))`;

/**
 * An instance has died, or all have: its last reports were not saved, its readings were. Whatever it received came after the newest
 * report of any device, less the time between two writes; CAUGHT_UP is much longer than that.
 */
export async function catchUpReports(q: Queryable, now: Date): Promise<number> {
  const first = await q.row<{ since: Date }>(
    `SELECT least(coalesce(max(last_seen), min(created_at)), $1) - interval '${CAUGHT_UP}' AS since FROM devices`,
    [now],
  );
  if (first === undefined) return 0;
  return q.run(
    `UPDATE devices d SET last_seen = r.last_seen, updated_at = r.last_seen, uptime_ms = r.uptime_ms,
       ${SAID.map((name) => `${name} = coalesce(r.${name}, d.${name})`).join(', ')}
     FROM (SELECT d.key, r.* FROM ${BEHIND} d, ${newestOf('greatest(d.last_seen, d.worn_since, $1) AND recorded_at > $1')}) r
     WHERE d.key = r.key AND r.last_seen IS NOT NULL AND (d.last_seen IS NULL OR d.last_seen < r.last_seen)`,
    [first.since],
  );
}
