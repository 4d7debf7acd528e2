import { setImmediate } from 'node:timers/promises';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { DayTables } from '../../platform/database/schema/partitions.ts';
import { packReal, packTimes, packWhole, slopeOf, Unpackable, valuesOf } from './columns.ts';

export interface DeviceHour {
  readonly deviceKey: number;
  readonly hour: Date;
}

/** The columns of sensor_readings that are packed, in the order of packed_readings' arrays. */
const REALS = [
  'accel_x',
  'accel_y',
  'accel_z',
  'gyro_x',
  'gyro_y',
  'gyro_z',
  'confidence',
  'pressure',
  'fsr',
  'battery_level',
] as const;
const WHOLES = [
  'health_score',
  'heart_rate',
  'spo2',
  'signal_strength',
  'sensors_initialized',
  'wifi_connected',
  'bluetooth_connected',
] as const;
const COUNTERS = ['recorded_at', 'uptime_ms', 'fingerprint'] as const;
const COLUMNS = [...COUNTERS, ...REALS, ...WHOLES];
/** Of PostgreSQL's binary times, which count from 2000. */
const EPOCH_US = Date.UTC(2000, 0) * 1000;

/** Keys of devices with readings in a day's table: an index look-up for each. */
export const devicesIn = (q: Queryable, table: string) =>
  q.column<number>(
    `WITH RECURSIVE d (key) AS (
       (SELECT device_key FROM ${table} ORDER BY device_key LIMIT 1)
       UNION ALL
       SELECT (SELECT device_key FROM ${table} WHERE device_key > d.key ORDER BY device_key LIMIT 1)
       FROM d WHERE d.key IS NOT NULL)
     SELECT key FROM d WHERE key IS NOT NULL`,
  );

/** Those of the devices that have readings in an hour. */
export const devicesInHour = (q: Queryable, table: string, keys: readonly number[], hour: Date) =>
  q.column<number>(
    `SELECT d.key FROM unnest($1::int[]) AS d (key), LATERAL (
       SELECT FROM ${table} WHERE device_key = d.key AND recorded_at >= $2::timestamptz
         AND recorded_at < $2::timestamptz + interval '1 hour' ORDER BY recorded_at LIMIT 1) r`,
    [keys, hour],
  );

/**
 * Packs an hour. Returns the number of its readings: 0 if it has none, or a backlog into it is being stored; -1 if they must
 * stay as they are, because an earlier version stored samples with them or a value cannot be packed without loss.
 */
export const packHour = (db: Database, tables: DayTables, one: DeviceHour): Promise<number> =>
  db
    .transaction((q) => packHourIn(q, tables, one))
    .catch((error: unknown) => {
      if (error instanceof Unpackable) return -1;
      throw error;
    });

type Taken = { readonly [column in (typeof COLUMNS)[number]]: Buffer } & {
  readonly readings: number;
  readonly hasSamples: boolean;
  readonly written: string;
  readonly lastAt: string;
  readonly inHour: string;
  readonly byMinute: string;
};

/** Within a transaction, which must be rolled back if this throws. */
export async function packHourIn(
  q: Queryable,
  tables: DayTables,
  { deviceKey, hour }: DeviceHour,
): Promise<number> {
  // An hour that is packed in vain if PostgreSQL crashes now is packed again. The number of the transaction is taken before age().
  const isOurs = await q.value<boolean>(
    `SELECT try_packing_lock($1) FROM set_config('synchronous_commit', 'off', true), pg_current_xact_id()`,
    [deviceKey],
  );
  if (isOurs !== true) return 0;
  // A reading that came late is packed with those that are.
  await q.run('SELECT unpack_hours($1, $2)', [[deviceKey], [hour]]);
  const taken = await q.row<Taken>(takeHour(tables.sensor_readings), [deviceKey, hour]);
  if (taken === undefined || taken.readings === 0) return 0;
  if (taken.hasSamples) throw new Unpackable();
  await q.run(INSERT, [deviceKey, hour, ...(await packed(taken))]);
  if (tables.reading_signals !== undefined)
    await q.run(packSignals(tables.reading_signals), [deviceKey, hour]);
  return taken.readings;
}

/**
 * From the day's own table: on the whole table, DELETE would hold a lock for which the creation of a day waits. The figures
 * of minutes and of the hour are computed here; they are inserted as PostgreSQL writes them.
 */
const takeHour = (table: string): string => `
  WITH taken AS (
    DELETE FROM ${table} r WHERE r.device_key = $1 AND r.recorded_at >= $2::timestamptz
      AND r.recorded_at < $2::timestamptz + interval '1 hour'
    RETURNING r.*, age(r.xmin) AS written_ago
  ), ordered AS (
    SELECT *, sqrt(accel_x ^ 2 + accel_y ^ 2 + accel_z ^ 2) AS accel, sqrt(gyro_x ^ 2 + gyro_y ^ 2 + gyro_z ^ 2) AS gyro,
      date_bin('1 minute', recorded_at, $2::timestamptz) AS minute
    FROM taken ORDER BY recorded_at
  ), figures AS (
    SELECT grouping(minute) = 0 AS is_minute, ROW(coalesce(minute, $2::timestamptz), count(*), avg(accel), max(accel),
      avg(gyro), max(confidence), min(health_score), round(avg(heart_rate))::int, round(avg(spo2))::int, avg(pressure),
      min(battery_level), stddev_pop(accel), sqrt(var_pop(accel_x) + var_pop(accel_y) + var_pop(accel_z))
      )::reading_figures AS figures
    FROM ordered GROUP BY GROUPING SETS ((minute), ())
  )
  SELECT count(*)::int AS readings, bool_or(samples IS NOT NULL) AS "hasSamples", max(recorded_at)::text AS "lastAt",
    (pg_current_xact_id()::text::bigint - min(written_ago))::text AS written,
    ${COLUMNS.map((name) => `array_send(array_agg(${name})) AS ${name}`).join(', ')},
    (SELECT figures::text FROM figures WHERE NOT is_minute) AS "inHour",
    (SELECT array_agg(figures ORDER BY (figures).at)::text FROM figures WHERE is_minute) AS "byMinute"
  FROM ordered`;

const INSERTED = [
  'device_key',
  'hour',
  'readings',
  'last_at',
  'written',
  'steps',
  'firsts',
  'slopes',
  'time_unit',
];
const ALL = [...INSERTED, 'in_hour', 'by_minute', ...COLUMNS];
const INSERT = `INSERT INTO packed_readings (${ALL.join(', ')}) VALUES (${ALL.map((_, i) => `$${i + 1}`).join(', ')})`;

/**
 * The values of a row of packed_readings after its key and hour. Between columns, the readings that have arrived meanwhile
 * are answered.
 */
async function packed(taken: Taken): Promise<unknown[]> {
  const values = async (column: (typeof COLUMNS)[number], kind: 'whole' | 'real' = 'whole') => {
    await setImmediate();
    return valuesOf(taken[column], taken.readings, kind);
  };
  const times = packTimes((await values('recorded_at')).map((us) => us + EPOCH_US));
  const uptimes = await values('uptime_ms');
  const slope = slopeOf(uptimes);
  const others = [packWhole(uptimes, slope), packWhole(await values('fingerprint'))];
  const steps: number[] = [];
  for (const column of REALS) {
    const real = packReal(await values(column, 'real'));
    steps.push(real.steps);
    others.push(real);
  }
  for (const column of WHOLES) others.push(packWhole(await values(column)));
  return [
    taken.readings,
    taken.lastAt,
    taken.written,
    steps,
    [(times.first ?? 0) * times.unit, ...others.map(({ first }) => first)],
    [times.slope * times.unit, slope],
    times.unit,
    taken.inHour,
    taken.byMinute,
    ...[times, ...others].map(({ numbers }) => numbers),
  ];
}

const packSignals = (table: string): string => `
  WITH taken AS (
    DELETE FROM ${table} s WHERE s.device_key = $1 AND s.recorded_at >= $2::timestamptz
      AND s.recorded_at < $2::timestamptz + interval '1 hour'
    RETURNING s.recorded_at, s.signal, age(s.xmin) AS written_ago,
      date_bin('5 minutes', s.recorded_at, '2000-01-01T00:00:00Z') AS slice
  )
  INSERT INTO packed_signals (device_key, slice, written, times, signals)
  SELECT $1, slice, pg_current_xact_id()::text::bigint - min(written_ago),
    array_agg((extract(epoch FROM recorded_at - slice) * 1000000)::int ORDER BY recorded_at),
    array_agg(signal ORDER BY recorded_at)
  FROM taken GROUP BY slice`;
