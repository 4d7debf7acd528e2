import type { Queryable } from '../../platform/database/database.ts';
import { Overtaken } from '../../platform/database/repeated.ts';
import { fallLevel } from '../../platform/fall-levels.ts';
import {
  type ContinuedEpisode,
  continueEpisodes,
  type FallRow,
  openEpisodes,
  type SuspiciousReading,
} from '../../response/fall/index.ts';
import { belongsToEpisode, type Episode, GAP_MS } from './episode.ts';

export interface StoredEpisode extends Episode {
  readonly id: string;
}

export interface EpisodeChange {
  readonly fall: FallRow;
  readonly change: 'opened' | 'raised' | 'continued';
}

/** What readings will change. */
export interface EpisodePlan {
  readonly readings: readonly SuspiciousReading[];
  readonly opening: readonly SuspiciousReading[];
  readonly continuing: readonly ContinuedEpisode[];
}

/**
 * Decides which readings open events and which join their devices' open events, whose confidence and level can only
 * rise (docs/contract.md, "Episodes"). Takes at most one reading per device. The transaction has locked the patients
 * (lockForRaise).
 */
export function planEpisodes(
  readings: readonly SuspiciousReading[],
  near: ReadonlyMap<string, readonly StoredEpisode[]>,
): EpisodePlan {
  const opening: SuspiciousReading[] = [];
  const continuing: ContinuedEpisode[] = [];
  for (const reading of readings) {
    const { confidence, sensorData } = reading;
    const open = near
      .get(reading.deviceId)
      ?.find((episode) => belongsToEpisode(episode, { at: sensorData.timestamp, confidence }));
    if (open === undefined) {
      opening.push(reading);
      continue;
    }
    const isSurer = confidence > open.confidence;
    const isHigher = isSurer && fallLevel(confidence) !== fallLevel(open.confidence);
    continuing.push({ reading, open, isSurer, isHigher });
  }
  return { readings, opening, continuing };
}

/** Writes what was planned in the same transaction; returns results in the order of the readings. */
export async function writeEpisodes(
  q: Queryable,
  { readings, opening, continuing }: EpisodePlan,
): Promise<readonly EpisodeChange[]> {
  const [opened, continued] = await Promise.all([openEpisodes(q, opening), continueEpisodes(q, continuing)]);
  const changes = new Map<string, EpisodeChange>();
  for (const { deviceId } of opening)
    changes.set(deviceId, { fall: opened.get(deviceId) as FallRow, change: 'opened' });
  for (const { reading, open, isHigher } of continuing) {
    const fall = continued.get(open.id);
    // By retention: planned again, the reading opens a fall of its own.
    if (fall === undefined) throw new Overtaken('the fall of a reading was deleted');
    changes.set(reading.deviceId, {
      fall,
      change: isHigher ? 'raised' : 'continued',
    });
  }
  return readings.map(({ deviceId }) => changes.get(deviceId) as EpisodeChange);
}

/**
 * For each reading's device, the newest episode that had begun by then, and the next one; then the fall that another
 * sensor noticed at about that time (docs/sensors.md, "The same fall").
 */
export async function episodesNear(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<ReadonlyMap<string, readonly StoredEpisode[]>> {
  const rows = await q.rows<StoredEpisode & { deviceId: string }>(
    `SELECT r.device_id AS "deviceId", e.id, e.confidence, coalesce(e.started_at, e.created_at) AS "startedAt",
            e.last_suspicious_at AS "lastSuspiciousAt", s.resolved_at AS "resolvedAt"
     FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS r (device_id, at, user_id) CROSS JOIN LATERAL (
       (SELECT f.*, 1 AS place FROM falls_public f
        WHERE f.device_id = r.device_id AND f.user_id = r.user_id AND f.last_suspicious_at IS NOT NULL
          AND coalesce(f.started_at, f.created_at) <= r.at
        ORDER BY f.last_suspicious_at DESC LIMIT 1)
       UNION ALL
       (SELECT f.*, 2 AS place FROM falls_public f
        WHERE f.device_id = r.device_id AND f.user_id = r.user_id AND f.last_suspicious_at > r.at
          AND coalesce(f.started_at, f.created_at) > r.at
        ORDER BY f.last_suspicious_at LIMIT 1)
       UNION ALL
       (SELECT f.*, 3 AS place FROM falls_public f
        WHERE f.user_id = r.user_id AND f.source = 'SENSOR' AND f.device_id IS NULL AND f.last_suspicious_at IS NOT NULL
          AND f.created_at BETWEEN r.at - $4 * interval '1 ms' AND r.at + $4 * interval '1 ms'
        ORDER BY f.created_at DESC LIMIT 1)
     ) e LEFT JOIN responses_public s ON s.fall_id = e.id ORDER BY e.place`,
    [
      readings.map(({ deviceId }) => deviceId),
      readings.map(({ sensorData }) => sensorData.timestamp),
      // A wearable that was moved does not continue its former wearer's fall.
      readings.map(({ userId }) => userId),
      GAP_MS,
    ],
  );
  const near = new Map<string, StoredEpisode[]>();
  for (const row of rows) near.set(row.deviceId, [...(near.get(row.deviceId) ?? []), row]);
  return near;
}
