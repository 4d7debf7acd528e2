import type { Queryable } from '../../platform/database/database.ts';
import { fallLevel } from '../../platform/fall-levels.ts';
import { joinFall, type ReportedFall } from '../../response/fall/index.ts';
import { belongsToEpisode, GAP_MS, MAX_MS } from './episode.ts';
import type { EpisodeChange, StoredEpisode } from './episode-store.ts';

/**
 * Joins what another sensor noticed to the fall that a wearable of the patient has detected at about the same time
 * (docs/sensors.md, "The same fall"); undefined if there is none. The transaction has locked the patient (lockForRaise).
 */
export async function joinWearersFall(
  q: Queryable,
  noticed: Pick<ReportedFall, 'userId' | 'at' | 'receivedAt' | 'confidence' | 'location' | 'sensor'>,
): Promise<EpisodeChange | undefined> {
  const { userId, at, confidence } = noticed;
  const near = await q.rows<StoredEpisode>(
    `SELECT f.id, f.confidence, coalesce(f.started_at, f.created_at) AS "startedAt",
            f.last_suspicious_at AS "lastSuspiciousAt", r.resolved_at AS "resolvedAt"
     FROM falls_public f LEFT JOIN responses_public r ON r.fall_id = f.id
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
  noticed: Pick<ReportedFall, 'at' | 'receivedAt' | 'confidence' | 'location' | 'sensor'>,
): Promise<EpisodeChange> {
  const { confidence } = noticed;
  const isSurer = confidence > open.confidence;
  const isHigher = isSurer && fallLevel(confidence) !== fallLevel(open.confidence);
  const fall = await joinFall(q, open.id, noticed, { isSurer, isHigher });
  return { fall, change: isHigher ? 'raised' : 'continued' };
}
