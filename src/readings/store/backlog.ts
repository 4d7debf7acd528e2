import type { Queryable } from '../../platform/database/database.ts';
import {
  columnsOf,
  INSERT_READINGS,
  isoMicroseconds,
  MICROSECONDS,
  type StorableReading,
} from './encoding.ts';
import { WINDOW_COLUMNS, type WindowReading, withSignals } from './readings.ts';

/** Returns the times, in microseconds, of the readings that were not stored before. */
export async function insertMissing(
  q: Queryable,
  readings: readonly StorableReading[],
): Promise<ReadonlySet<number>> {
  const rows = await q.rows<{ us: number }>(INSERT_READINGS, columnsOf(readings));
  return new Set(rows.map(({ us }) => us));
}

/** The times of a device's first readings, in microseconds, oldest first. */
export async function firstTimes(q: Queryable, deviceKey: number, limit: number): Promise<number[]> {
  const rows = await q.rows<{ us: number }>(
    `SELECT ${MICROSECONDS} FROM sensor_readings WHERE device_key = $1 ORDER BY recorded_at LIMIT $2`,
    [deviceKey, limit],
  );
  return rows.map(({ us }) => us);
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
    withSignals(
      `SELECT r.* FROM unnest($2::timestamptz[], $3::timestamptz[]) AS run (first, last), LATERAL (
       (SELECT ${STORED_COLUMNS} FROM sensor_readings WHERE device_key = $1
          AND recorded_at >= run.first - $5 * interval '1 millisecond' AND recorded_at < run.first
        ORDER BY recorded_at DESC LIMIT $4)
       UNION ALL
       (SELECT ${STORED_COLUMNS} FROM sensor_readings WHERE device_key = $1
          AND recorded_at >= run.first AND recorded_at <= run.last)
       UNION ALL
       (SELECT ${STORED_COLUMNS} FROM sensor_readings WHERE device_key = $1
          AND recorded_at > run.last AND recorded_at <= run.last + $5 * interval '1 millisecond'
        ORDER BY recorded_at LIMIT $4)
     ) r`,
      '$6',
    ),
    [
      deviceKey,
      runs.map(([first]) => isoMicroseconds(first)),
      runs.map(([, last]) => isoMicroseconds(last)),
      limit,
      reachMs,
      isoMicroseconds((runs[0]?.[0] ?? 0) - reachMs * 1000),
    ],
  );
