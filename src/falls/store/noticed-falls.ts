import { fallLevel } from '../../notify/levels.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asJson } from '../../platform/database/recordset.ts';
import { belongsToEpisode, GAP_MS, MAX_MS } from '../episode.ts';
import type { EpisodeChange, StoredEpisode } from './episodes.ts';
import { FALL_COLUMNS, type FallRow, type ReportedFall } from './falls.ts';

/**
 * Joins what another sensor noticed to the fall that a wearable of the patient has detected at about the same time
 * (docs/sensors.md, "The same fall"); undefined if there is none. The transaction has locked the patient (lockForRaise).
 */
export async function joinWearersFall(
  q: Queryable,
  noticed: Pick<ReportedFall, 'userId' | 'at' | 'confidence' | 'location' | 'sensor'>,
): Promise<EpisodeChange | undefined> {
  const { userId, at, confidence } = noticed;
  const near = await q.rows<StoredEpisode>(
    `SELECT f.id, f.confidence, coalesce(f.started_at, f.created_at) AS "startedAt",
            f.last_suspicious_at AS "lastSuspiciousAt", r.resolved_at AS "resolvedAt"
     FROM fall_events f LEFT JOIN responses r ON r.fall_id = f.id
     WHERE f.user_id = $1 AND f.device_id IS NOT NULL AND f.last_suspicious_at IS NOT NULL
       AND f.created_at BETWEEN $2::timestamptz - $3 * interval '1 ms' AND $2::timestamptz + $3 * interval '1 ms'
     ORDER BY f.last_suspicious_at DESC`,
    [userId, at, MAX_MS + GAP_MS],
  );
  const open = near.find((episode) => belongsToEpisode(episode, { at, confidence }));
  return open && join(q, open, noticed);
}

async function join(
  q: Queryable,
  open: StoredEpisode,
  { at, confidence, location, sensor }: Pick<ReportedFall, 'at' | 'confidence' | 'location' | 'sensor'>,
): Promise<EpisodeChange> {
  const isSurer = confidence > open.confidence;
  const isHigher = isSurer && fallLevel(confidence) !== fallLevel(open.confidence);
  const fall = await q.row<FallRow>(
    `UPDATE fall_events SET last_suspicious_at = greatest(last_suspicious_at, $2),
       started_at = least(coalesce(started_at, created_at), $2), confidence = greatest(confidence, $3),
       status = coalesce($4, status), created_at = coalesce($5, created_at), location = coalesce(location, $6),
       sensor = coalesce(sensor, $7)
     WHERE id = $1 RETURNING ${FALL_COLUMNS}`,
    [
      open.id,
      at,
      confidence,
      isSurer ? fallLevel(confidence) : null,
      isHigher ? at : null,
      location,
      sensor ? asJson(sensor) : null,
    ],
  );
  return { fall: fall as FallRow, change: isHigher ? 'raised' : 'continued' };
}
