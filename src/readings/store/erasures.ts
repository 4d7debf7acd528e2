import type { Database, Queryable } from '../../platform/database/database.ts';

const ERASURE_LOCK = 0x76676c65;
/** A reading may still be on its way into the table when its device is deleted, so each device is swept twice. */
const LATE_READINGS = '1 minute';

/** Packed hours, and slices of packed signals. */
const PACKED_AT_ONCE = 200;

/** Keys of deleted devices whose readings are to be erased, in order, after the given key. */
export const keysToErase = (q: Queryable, after: number, most: number) =>
  q.rows<{ deviceKey: number }>(
    'SELECT device_key AS "deviceKey" FROM reading_erasures WHERE device_key > $1 ORDER BY device_key LIMIT $2',
    [after, most],
  );

interface Erased {
  /** False if another instance is erasing: nothing was done. */
  readonly isOurTurn: boolean;
  readonly rows: number;
  /** True if no reading of the device is left. */
  readonly isAll: boolean;
}

/**
 * Erases about `most` of a deleted device's readings, oldest first. Only one instance erases at a time: if two chose
 * the same readings, the second would find none left and consider the device done. The device leaves the queue only
 * when it has no readings left and the time for late readings is over.
 */
export const eraseReadingsOf = (db: Database, deviceKey: number, most: number): Promise<Erased> =>
  db.transaction(async (q) => {
    const lock = await q.value<boolean>('SELECT pg_try_advisory_xact_lock($1) AS held', [ERASURE_LOCK]);
    if (lock !== true) return { isOurTurn: false, rows: 0, isAll: false };
    // Packing takes rows in another order.
    await q.run('SELECT packing_lock($1)', [deviceKey]);
    const chosen = await q.value<string | null>(
      // As text: PostgreSQL's time has microseconds, JavaScript's has milliseconds.
      `SELECT max(recorded_at)::text AS "upTo" FROM (
         SELECT recorded_at FROM sensor_readings WHERE device_key = $1 ORDER BY recorded_at LIMIT $2) oldest`,
      [deviceKey, most],
    );
    const upTo = chosen ?? null;
    // Signals first: whatever reading is left still leads to its signal.
    if (upTo !== null)
      await q.run('DELETE FROM reading_signals WHERE device_key = $1 AND recorded_at <= $2', [
        deviceKey,
        upTo,
      ]);
    const rows =
      upTo === null
        ? 0
        : await q.run('DELETE FROM sensor_readings WHERE device_key = $1 AND recorded_at <= $2', [
            deviceKey,
            upTo,
          ]);
    const packed = await q.value<number>(
      `WITH gone AS (DELETE FROM packed_readings WHERE device_key = $1 AND hour IN (
         SELECT hour FROM packed_readings WHERE device_key = $1 ORDER BY hour LIMIT $2) RETURNING readings)
       SELECT coalesce(sum(readings), 0)::int FROM gone`,
      [deviceKey, PACKED_AT_ONCE],
    );
    const slices = await q.run(
      `DELETE FROM packed_signals WHERE device_key = $1 AND slice IN (
         SELECT slice FROM packed_signals WHERE device_key = $1 ORDER BY slice LIMIT $2)`,
      [deviceKey, PACKED_AT_ONCE],
    );
    const isAll = rows < most && packed === 0 && slices < PACKED_AT_ONCE;
    if (isAll) {
      // Also signals whose readings' day is dropped already.
      await q.run('DELETE FROM reading_signals WHERE device_key = $1', [deviceKey]);
      await q.run(
        `DELETE FROM reading_erasures WHERE device_key = $1 AND asked_at < now() - interval '${LATE_READINGS}'
         AND NOT EXISTS (SELECT FROM sensor_readings WHERE device_key = $1)
         AND NOT EXISTS (SELECT FROM packed_readings WHERE device_key = $1)`,
        [deviceKey],
      );
    }
    return { isOurTurn: true, rows: rows + (packed ?? 0), isAll };
  });

/**
 * Of readings that were loaded in this transaction: their wearable may have been deleted since their keys were compared.
 * `isKept` is SQL of a key.
 */
export const eraseStrays = (q: Queryable, loaded: string, isKept: (key: string) => string): Promise<number> =>
  q.run(
    `INSERT INTO reading_erasures (device_key)
     SELECT device_key FROM (SELECT DISTINCT device_key FROM ${loaded}) AS keys WHERE NOT ${isKept('keys.device_key')}
     ON CONFLICT DO NOTHING`,
  );
