import type { Queryable } from '../../platform/database/database.ts';

/** The keys of a person's readings that may have vital signs, also with devices that another person wears now. */
export const vitalKeysOf = (q: Queryable, wearerId: string) =>
  q.column<number>(
    `SELECT key FROM devices WHERE user_id = $1 AND measures_vitals
       UNION ALL SELECT device_key FROM worn_before WHERE user_id = $1`,
    [wearerId],
  );

/** For readings that may never be in a report of the device, because newer ones are (sql/063). */
export const noteVitals = (q: Queryable, deviceKey: number) =>
  q.run('UPDATE devices SET measures_vitals = true WHERE key = $1 AND NOT measures_vitals', [deviceKey]);
