import { fallLevel } from '../../notify/levels.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import { Overtaken } from '../../platform/database/repeated.ts';
import { belongsToEpisode, type Episode, GAP_MS } from '../episode.ts';
import { FALL_COLUMNS, type FallRow, type SensorData } from './falls.ts';

export interface SuspiciousReading {
  readonly userId: string;
  readonly deviceId: string;
  readonly confidence: number;
  readonly sensorData: SensorData;
  /** Time of the impact that the confidence is about: the reading may be the stillness some seconds after it. */
  readonly impactAt: Date;
  /** The explanation, stored unchanged and shown with the event. */
  readonly assessment?: object | undefined;
}

export interface StoredEpisode extends Episode {
  readonly id: string;
}

export interface EpisodeChange {
  readonly fall: FallRow;
  readonly change: 'opened' | 'raised' | 'continued';
}

interface Continued {
  readonly reading: SuspiciousReading;
  readonly open: StoredEpisode;
  readonly isSurer: boolean;
  /**
   * A higher confidence at the same level is no news: no one is notified again, and the escalation continues where it
   * is.
   */
  readonly isHigher: boolean;
}

/** What readings will change. */
export interface EpisodePlan {
  readonly readings: readonly SuspiciousReading[];
  readonly opening: readonly SuspiciousReading[];
  readonly continuing: readonly Continued[];
}

/**
 * Decides which readings open events and which join their devices' open events, whose confidence and level can only
 * rise (docs/contract.md, "Episodes"). Takes at most one reading per device. The transaction has locked the patients
 * (lockForRaise).
 */
export async function planEpisodes(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<EpisodePlan> {
  const near = await episodesNear(q, readings);
  const opening: SuspiciousReading[] = [];
  const continuing: Continued[] = [];
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
async function episodesNear(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<ReadonlyMap<string, readonly StoredEpisode[]>> {
  const rows = await q.rows<StoredEpisode & { deviceId: string }>(
    `SELECT r.device_id AS "deviceId", e.id, e.confidence, coalesce(e.started_at, e.created_at) AS "startedAt",
            e.last_suspicious_at AS "lastSuspiciousAt", s.resolved_at AS "resolvedAt"
     FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS r (device_id, at, user_id) CROSS JOIN LATERAL (
       (SELECT f.*, 1 AS place FROM fall_events f
        WHERE f.device_id = r.device_id AND f.user_id = r.user_id AND f.last_suspicious_at IS NOT NULL
          AND coalesce(f.started_at, f.created_at) <= r.at
        ORDER BY f.last_suspicious_at DESC LIMIT 1)
       UNION ALL
       (SELECT f.*, 2 AS place FROM fall_events f
        WHERE f.device_id = r.device_id AND f.user_id = r.user_id AND f.last_suspicious_at > r.at
          AND coalesce(f.started_at, f.created_at) > r.at
        ORDER BY f.last_suspicious_at LIMIT 1)
       UNION ALL
       (SELECT f.*, 3 AS place FROM fall_events f
        WHERE f.user_id = r.user_id AND f.source = 'SENSOR' AND f.device_id IS NULL AND f.last_suspicious_at IS NOT NULL
          AND f.created_at BETWEEN r.at - $4 * interval '1 ms' AND r.at + $4 * interval '1 ms'
        ORDER BY f.created_at DESC LIMIT 1)
     ) e LEFT JOIN responses s ON s.fall_id = e.id ORDER BY e.place`,
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

/** Returns the new falls by device. */
async function openEpisodes(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<ReadonlyMap<string | null, FallRow>> {
  if (readings.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `INSERT INTO fall_events (user_id, device_id, confidence, status, sensor_data, last_suspicious_at, started_at, created_at,
                              assessment, source)
     SELECT user_id, device_id, confidence, status, sensor_data, at, at, impact_at, assessment, 'STREAM'
     FROM jsonb_to_recordset($1::jsonb) AS r (user_id uuid, device_id uuid, confidence float8, status text,
       sensor_data jsonb, at timestamptz, impact_at timestamptz, assessment jsonb)
     RETURNING ${FALL_COLUMNS}`,
    [
      asRecordset(
        readings.map(({ userId, deviceId, confidence, sensorData, impactAt, assessment }) => ({
          user_id: userId,
          device_id: deviceId,
          confidence,
          status: fallLevel(confidence),
          sensor_data: sensorData,
          at: sensorData.timestamp,
          impact_at: impactAt,
          assessment: assessment ?? null,
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/**
 * Returns the updated falls by id. A reading whose confidence is not higher only updates the time of the last
 * suspicious reading; it is the first one of a fall that another sensor noticed. The reading that determines the level
 * determines the fall's time.
 */
async function continueEpisodes(
  q: Queryable,
  continued: readonly Continued[],
): Promise<ReadonlyMap<string, FallRow>> {
  if (continued.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `UPDATE fall_events SET last_suspicious_at = greatest(last_suspicious_at, r.at),
       confidence = coalesce(surer_confidence, confidence), status = coalesce(surer_status, status),
       sensor_data = coalesce(surer_data, sensor_data, first_data), device_id = coalesce(device_id, first_device),
       assessment = coalesce(surer_assessment, assessment, first_assessment),
       started_at = least(coalesce(started_at, created_at), r.at), created_at = coalesce(impact_at, created_at)
     FROM jsonb_to_recordset($1::jsonb) AS r (fall_id uuid, at timestamptz, first_device uuid, first_data jsonb,
       first_assessment jsonb, surer_confidence float8, surer_status text, surer_data jsonb, surer_assessment jsonb,
       impact_at timestamptz)
     WHERE id = r.fall_id AND id = ANY($2) RETURNING ${FALL_COLUMNS}`,
    [
      asRecordset(
        continued.map(
          ({
            reading: { deviceId, confidence, sensorData, impactAt, assessment },
            open,
            isSurer,
            isHigher,
          }) => ({
            fall_id: open.id,
            at: sensorData.timestamp,
            first_device: deviceId,
            first_data: sensorData,
            first_assessment: assessment ?? null,
            ...(isSurer && {
              surer_confidence: confidence,
              surer_status: fallLevel(confidence),
              surer_data: sensorData,
              surer_assessment: assessment ?? null,
            }),
            ...(isHigher && { impact_at: impactAt }),
          }),
        ),
      ),
      // Passed as an array, as in saveResponses, so that the planner knows the number of rows.
      continued.map(({ open }) => open.id),
    ],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
