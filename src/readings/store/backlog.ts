import type { Queryable } from '../../platform/database/database.ts';
import { columnsOf, INSERT_READINGS, isoMicroseconds, type StorableReading } from './encoding.ts';
import { WINDOW_COLUMNS, type WindowReading } from './readings.ts';

const MICROSECONDS = '(extract(epoch FROM recorded_at) * 1000000)::bigint AS us';

/** Returns the times, in microseconds, of the readings that were not stored before. */
export async function insertMissing(
  q: Queryable,
  readings: readonly StorableReading[],
): Promise<ReadonlySet<number>> {
  const rows = await q.rows<{ us: number }>(
    `${INSERT_READINGS} RETURNING ${MICROSECONDS}`,
    columnsOf(readings),
  );
  return new Set(rows.map(({ us }) => us));
}

/** The stored confidences of the readings at these times. */
export async function storedConfidences(
  q: Queryable,
  deviceKey: number,
  timesUs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await q.rows<{ us: number; confidence: number }>(
    `SELECT ${MICROSECONDS}, confidence FROM sensor_readings
     WHERE device_key = $1 AND recorded_at = ANY($2::timestamptz[])`,
    [deviceKey, timesUs.map(isoMicroseconds)],
  );
  return new Map(rows.map(({ us, confidence }) => [us, confidence]));
}

/** The readings before a time, oldest first: the window of a reading that is added later. */
export const readingsBefore = (
  q: Queryable,
  deviceKey: number,
  range: { since: Date; before: Date; limit: number },
) =>
  q.rows<WindowReading>(
    `SELECT * FROM (
       SELECT ${WINDOW_COLUMNS} FROM sensor_readings
       WHERE device_key = $1 AND recorded_at >= $2 AND recorded_at < $3 ORDER BY recorded_at DESC LIMIT $4
     ) r ORDER BY "recordedAt"`,
    [deviceKey, range.since, range.before, range.limit],
  );
