import type { Queryable } from '../../platform/database/database.ts';

/**
 * The keys of a person's readings that may have vital signs, also with devices that another person wears now. A device
 * that has never reported a vital sign has no sensor for it.
 */
export const vitalKeysOf = async (q: Queryable, wearerId: string): Promise<number[]> =>
  (
    await q.rows<{ key: number }>(
      `SELECT key FROM devices WHERE user_id = $1 AND (heart_rate IS NOT NULL OR spo2 IS NOT NULL)
       UNION ALL SELECT device_key FROM worn_before WHERE user_id = $1`,
      [wearerId],
    )
  ).map(({ key }) => key);
