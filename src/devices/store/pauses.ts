import type { Queryable } from '../../platform/database/database.ts';
import type { PauseReason } from '../vocabulary.ts';
import { DEVICE_COLUMNS, type DeviceRow } from './devices.ts';

/** Undefined if that changes nothing. A repeated pause begins again, so that no reading from before ends it. */
export async function setPause(
  q: Queryable,
  id: string,
  reason: PauseReason | null,
  at: Date,
): Promise<DeviceRow | undefined> {
  const row = await q.row<DeviceRow & { readonly changed: boolean }>(
    `UPDATE devices SET paused = $2, paused_at = CASE WHEN $2::text IS NOT NULL THEN $3::timestamptz END
     FROM (SELECT id AS held_id, CASE WHEN last_seen > paused_at THEN NULL ELSE paused END AS was
           FROM devices WHERE id = $1 FOR NO KEY UPDATE) held
     WHERE id = held_id RETURNING ${DEVICE_COLUMNS}, was IS DISTINCT FROM $2 AS changed`,
    [id, reason, at],
  );
  if (row === undefined) return undefined;
  const { changed, ...device } = row;
  return changed ? device : undefined;
}

/** Undefined if there is none, or if it began later. */
export const endPause = (q: Queryable, id: string, at: Date) =>
  q.row<DeviceRow>(
    `UPDATE devices SET paused = NULL, paused_at = NULL WHERE id = $1 AND paused_at < $2 RETURNING ${DEVICE_COLUMNS}`,
    [id, at],
  );
