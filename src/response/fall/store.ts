// The record of a fall. It belongs to the response, which is written with it under the same lock; src/falls/ decides what to write.

import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asJson, asRecordset } from '../../platform/database/recordset.ts';
import { type FallLevel, fallLevel } from '../../platform/fall-levels.ts';
import type { FallSensor, FallSource, StoredAssessment } from '../vocabulary.ts';

export interface SensorData {
  readonly accel: readonly [number, number, number];
  /** Null without a gyro. */
  readonly gyro: readonly [number, number, number] | null;
  readonly timestamp: Date;
}

export interface FallRow {
  readonly id: string;
  readonly source: FallSource;
  readonly userId: string;
  readonly deviceId: string | null;
  readonly confidence: number;
  readonly status: FallLevel;
  readonly location: string | null;
  readonly witnessed: boolean | null;
  readonly injuries: string | null;
  readonly sensorData: SensorData | null;
  /** For the source SENSOR, and for a wearable's fall that another sensor noticed, too. */
  readonly sensor: FallSensor | null;
  readonly investigation: object | null;
  readonly assessment: StoredAssessment | null;
  readonly outcome: string | null;
  /** docs/response.md, "Test alerts". */
  readonly isTest: boolean;
  readonly createdAt: Date;
}

const FALL_COLUMNS = `id, source, user_id AS "userId", device_id AS "deviceId", confidence, status, location, witnessed, injuries,
  sensor_data AS "sensorData", sensor, investigation, assessment, outcome, is_test AS "isTest", created_at AS "createdAt"`;

export const findFall = (q: Queryable, id: string) =>
  q.row<FallRow>(`SELECT ${FALL_COLUMNS} FROM falls_public WHERE id = $1`, [id]);

export interface ReportedFall {
  readonly userId: string;
  /** For a call for help: the wearable whose button was pressed. */
  readonly deviceId?: string | null;
  readonly confidence: number;
  readonly location: string | null;
  readonly witnessed: boolean | null;
  readonly injuries: string | null;
  /** REPORT by default. */
  readonly source?: FallSource;
  /** For the source SENSOR. */
  readonly sensor?: FallSensor;
  readonly at: Date;
  /** When the service received it, if not at that time. */
  readonly receivedAt?: Date | undefined;
  /** A wearable's readings at about this time belong to it (docs/sensors.md, "The same fall"). */
  readonly isEpisode?: boolean;
  readonly isTest?: boolean;
}

/** SQL: the id of a wearable, locked against its deletion; devices/ keeps them. Takes an SQL expression. */
export type HeldDevice = (deviceId: string) => string;

/** Records a fall that a person reported. If its device is deleted at that moment, the fall is recorded without it. */
export async function insertFall(q: Queryable, heldDevice: HeldDevice, fall: ReportedFall): Promise<FallRow> {
  const row = await q.row<FallRow>(
    `WITH device AS (${heldDevice('$9')})
     INSERT INTO fall_events (user_id, confidence, status, location, witnessed, injuries, created_at, source, device_id,
                              sensor, last_suspicious_at, started_at, is_test, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (SELECT id FROM device), $10, $11, $11, $12, $13) RETURNING ${FALL_COLUMNS}`,
    [
      fall.userId,
      fall.confidence,
      fallLevel(fall.confidence),
      fall.location,
      fall.witnessed,
      fall.injuries,
      fall.at,
      fall.source ?? 'REPORT',
      fall.deviceId ?? null,
      fall.sensor ? asJson(fall.sensor) : null,
      fall.isEpisode ? fall.at : null,
      fall.isTest ?? false,
      fall.receivedAt ?? fall.at,
    ],
  );
  return row as FallRow;
}

/** The wearer has called for help, which is the strongest evidence of a fall. */
export const confirmFall = async (q: Queryable, id: string): Promise<FallRow> =>
  (await q.row<FallRow>(
    `UPDATE fall_events SET confidence = 1, status = $2 WHERE id = $1 RETURNING ${FALL_COLUMNS}`,
    [id, fallLevel(1)],
  )) as FallRow;

export interface SuspiciousReading {
  readonly userId: string;
  readonly deviceId: string;
  readonly confidence: number;
  readonly sensorData: SensorData;
  /** Time of the impact that the confidence is about: the reading may be the stillness some seconds after it. */
  readonly impactAt: Date;
  /** When the service received the reading, if not at its own time: it was in a backlog. */
  readonly receivedAt?: Date | undefined;
  /** The explanation, stored unchanged and shown with the event. */
  readonly assessment?: StoredAssessment | undefined;
}

export interface ContinuedEpisode {
  readonly reading: SuspiciousReading;
  readonly open: { readonly id: string };
  readonly isSurer: boolean;
  /**
   * A higher confidence at the same level is no news: no one is notified again, and the escalation continues where it
   * is.
   */
  readonly isHigher: boolean;
}

/** Returns the new falls by device. */
export async function openEpisodes(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<ReadonlyMap<string | null, FallRow>> {
  if (readings.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `INSERT INTO fall_events (user_id, device_id, confidence, status, sensor_data, last_suspicious_at, started_at, created_at,
                              assessment, source, received_at, is_test)
     SELECT user_id, device_id, confidence, status, sensor_data, at, at, impact_at, assessment, 'STREAM', received_at,
            NOT ${isNoPathTest('user_id')}
     FROM jsonb_to_recordset($1::jsonb) AS r (user_id uuid, device_id uuid, confidence float8, status text,
       sensor_data jsonb, at timestamptz, impact_at timestamptz, assessment jsonb, received_at timestamptz)
     RETURNING ${FALL_COLUMNS}`,
    [
      asRecordset(
        readings.map(({ userId, deviceId, confidence, sensorData, impactAt, receivedAt, assessment }) => ({
          user_id: userId,
          device_id: deviceId,
          confidence,
          status: fallLevel(confidence),
          sensor_data: sensorData,
          at: sensorData.timestamp,
          impact_at: impactAt,
          assessment: assessment ?? null,
          received_at: receivedAt ?? sensorData.timestamp,
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
export async function continueEpisodes(
  q: Queryable,
  continued: readonly ContinuedEpisode[],
): Promise<ReadonlyMap<string, FallRow>> {
  if (continued.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `UPDATE fall_events SET last_suspicious_at = greatest(last_suspicious_at, r.at),
       confidence = coalesce(surer_confidence, confidence), status = coalesce(surer_status, status),
       sensor_data = coalesce(surer_data, sensor_data, first_data), device_id = coalesce(device_id, first_device),
       assessment = coalesce(surer_assessment, assessment, first_assessment),
       started_at = least(coalesce(started_at, created_at), r.at), created_at = coalesce(impact_at, created_at),
       received_at = coalesce(r.received_at, fall_events.received_at)
     FROM jsonb_to_recordset($1::jsonb) AS r (fall_id uuid, at timestamptz, first_device uuid, first_data jsonb,
       first_assessment jsonb, surer_confidence float8, surer_status text, surer_data jsonb, surer_assessment jsonb,
       impact_at timestamptz, received_at timestamptz)
     WHERE id = r.fall_id AND id = ANY($2) RETURNING ${FALL_COLUMNS}`,
    [
      asRecordset(
        continued.map(
          ({
            reading: { deviceId, confidence, sensorData, impactAt, receivedAt, assessment },
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
            ...(isHigher && { impact_at: impactAt, received_at: receivedAt ?? sensorData.timestamp }),
          }),
        ),
      ),
      // Passed as an array, as in saveResponses, so that the planner knows the number of rows.
      continued.map(({ open }) => open.id),
    ],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A sensor has noticed the fall that a wearable detected, too. */
export async function joinFall(
  q: Queryable,
  id: string,
  {
    at,
    receivedAt = at,
    confidence,
    location,
    sensor,
  }: Pick<ReportedFall, 'at' | 'receivedAt' | 'confidence' | 'location' | 'sensor'>,
  { isSurer, isHigher }: Pick<ContinuedEpisode, 'isSurer' | 'isHigher'>,
): Promise<FallRow> {
  const fall = await q.row<FallRow>(
    `UPDATE fall_events SET last_suspicious_at = greatest(last_suspicious_at, $2),
       started_at = least(coalesce(started_at, created_at), $2), confidence = greatest(confidence, $3),
       status = coalesce($4, status), created_at = coalesce($5, created_at), location = coalesce(location, $6),
       sensor = coalesce(sensor, $7), received_at = coalesce($8, received_at)
     WHERE id = $1 RETURNING ${FALL_COLUMNS}`,
    [
      id,
      at,
      confidence,
      isSurer ? fallLevel(confidence) : null,
      isHigher ? at : null,
      location,
      sensor ? asJson(sensor) : null,
      isHigher ? receivedAt : null,
    ],
  );
  return fall as FallRow;
}

interface Investigation {
  readonly flagged: true;
  readonly flaggedBy: string;
  readonly flaggedAt: Date;
  readonly note: string | null;
}

export const flagForInvestigation = (q: Queryable, id: string, investigation: Investigation) =>
  q.row<FallRow>(`UPDATE fall_events SET investigation = $2 WHERE id = $1 RETURNING ${FALL_COLUMNS}`, [
    id,
    asJson(investigation),
  ]);

/** With all dependent rows, which are locked after them; returns the number deleted. */
export const deleteFalls = (q: Queryable, ids: readonly string[]) =>
  q.run('DELETE FROM fall_events WHERE id = ANY($1)', [ids]);

/** The falls that count, as triggers count them by level (row-counts.ts). */
export const COUNTED = {
  list: 'fall_events',
  view: 'real_falls',
  label: 'status',
  time: 'created_at',
} as const;
