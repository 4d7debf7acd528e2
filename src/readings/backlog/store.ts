import { chunksOf } from '../../platform/batching/chunks.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';
import {
  columnsOf,
  INSERT_READINGS,
  isoMicroseconds,
  MICROSECONDS,
  type StorableReading,
} from '../store/encoding.ts';
import { WINDOW_COLUMNS, type WindowReading, withAnySignals } from '../store/readings.ts';

/** Returns the readings that were not stored before. */
export async function insertMissing<Reading extends StorableReading>(
  q: Queryable,
  readings: readonly Reading[],
): Promise<readonly Reading[]> {
  const rows = await q.rows<{ deviceKey: number; us: number }>(INSERT_READINGS, columnsOf(readings));
  const added = new Set(rows.map(({ deviceKey, us }) => `${deviceKey} ${us}`));
  return readings.filter(({ deviceKey, recordedAtUs }) => added.has(`${deviceKey} ${recordedAtUs}`));
}

/**
 * Inserts live readings, whose times may collide: a reading moves by a microsecond where its device has one of that
 * time, so that both are stored.
 */
export async function insertAll(q: Queryable, readings: readonly StorableReading[]): Promise<void> {
  const added = new Set(await insertMissing(q, readings));
  const missing = readings.filter((reading) => !added.has(reading));
  if (missing.length === 0) return;
  for (const reading of missing) reading.recordedAtUs += 1;
  await insertAll(q, missing);
}

/** The times of a device's first readings, in microseconds, oldest first. */
export async function firstTimes(q: Queryable, deviceKey: number, limit: number): Promise<number[]> {
  return q.column<number>(
    `SELECT ${MICROSECONDS} FROM (
       (SELECT recorded_at FROM sensor_readings WHERE device_key = $1 ORDER BY recorded_at LIMIT $2::int)
       UNION ALL
       (SELECT recorded_at FROM unpacked_readings
        WHERE device_key = $1 AND hour < packed_until($1, '-infinity', $2::int) ORDER BY recorded_at LIMIT $2)) AS first
     ORDER BY recorded_at LIMIT $2`,
    [deviceKey, limit],
  );
}

/** Hours that a statement unpacks well within its time limit. */
const UNPACKED_AT_ONCE = 20;

/**
 * Unpacks the hours of the readings where they are packed, so that those which are stored already are found. Until the
 * transaction ends, the hours stay unpacked.
 */
export async function unpackHoursOf(q: Queryable, readings: readonly StorableReading[]): Promise<void> {
  const hours = new Map(
    readings.map(({ deviceKey, recordedAtUs }) => {
      const hour = Math.floor(recordedAtUs / 1000 / HOUR_MS) * HOUR_MS;
      return [`${deviceKey} ${hour}`, { deviceKey, hour: new Date(hour) }];
    }),
  );
  for (const some of chunksOf([...hours.values()], UNPACKED_AT_ONCE))
    await q.run('SELECT unpack_hours($1, $2)', [
      some.map(({ deviceKey }) => deviceKey),
      some.map(({ hour }) => hour),
    ]);
}

export interface StoredReading extends WindowReading {
  /** Its time in microseconds. */
  readonly us: number;
  readonly confidence: number;
}

const STORED_COLUMNS = `${WINDOW_COLUMNS}, confidence, ${MICROSECONDS}`;

/**
 * The readings of a device within each run of times (first and last, in microseconds), and the readings before and
 * after each run that share a window with it; oldest first.
 */
export const readingsAround = (
  q: Queryable,
  deviceKey: number,
  runs: readonly (readonly [first: number, last: number])[],
  { limit, reachMs }: { readonly limit: number; readonly reachMs: number },
) =>
  q.rows<StoredReading>(
    withAnySignals(
      `SELECT r.* FROM unnest($2::timestamptz[], $3::timestamptz[]) AS run (first, last), LATERAL (
       (SELECT ${STORED_COLUMNS} FROM readings_between($1, run.first - $5 * interval '1 millisecond', run.first)
        WHERE recorded_at < run.first
        ORDER BY recorded_at DESC LIMIT $4)
       UNION ALL
       (SELECT ${STORED_COLUMNS} FROM readings_between($1, run.first, run.last))
       UNION ALL
       (SELECT ${STORED_COLUMNS} FROM readings_between($1, run.last, run.last + $5 * interval '1 millisecond')
        WHERE recorded_at > run.last
        ORDER BY recorded_at LIMIT $4)
     ) r`,
    ),
    [
      deviceKey,
      runs.map(([first]) => isoMicroseconds(first)),
      runs.map(([, last]) => isoMicroseconds(last)),
      limit,
      reachMs,
    ],
  );
