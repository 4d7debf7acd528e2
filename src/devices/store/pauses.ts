import type { Queryable } from '../../platform/database/database.ts';
import type { PauseReason } from '../vocabulary.ts';
import { DEVICE_COLUMNS, type DeviceRow } from './devices.ts';

/** A repeated pause begins again, so that no reading from before ends it. Undefined if it is not a device of this user. */
export const setPause = (
  q: Queryable,
  { id, userId }: Pick<DeviceRow, 'id' | 'userId'>,
  reason: PauseReason | null,
  at: Date,
) =>
  q.row<DeviceRow & { readonly changed: boolean }>(
    `UPDATE devices SET paused = $3, paused_at = CASE WHEN $3::text IS NOT NULL THEN $4::timestamptz END
     FROM (SELECT id AS held_id, CASE WHEN last_seen > paused_at THEN NULL ELSE paused END AS was
           FROM devices WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE) held
     WHERE id = held_id RETURNING ${DEVICE_COLUMNS}, was IS DISTINCT FROM $3 AS changed`,
    [id, userId, reason, at],
  );

/** Undefined if there is none, or if it began later. */
export const endPause = (q: Queryable, id: string, at: Date) =>
  q.row<DeviceRow>(
    `UPDATE devices SET paused = NULL, paused_at = NULL WHERE id = $1 AND paused_at < $2 RETURNING ${DEVICE_COLUMNS}`,
    [id, at],
  );
