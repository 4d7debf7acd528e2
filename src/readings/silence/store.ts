import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import { isoMicroseconds } from '../store/encoding.ts';
import type { WearerExplanation } from '../wearer/adjust.ts';

/** A reading that becomes a fall if no other follows it. */
export interface SilentImpact {
  readonly deviceKey: number;
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
  readonly assessment: WearerExplanation;
}

/** A due impact after which no reading is stored, with its reading. */
export interface DueImpact {
  readonly deviceKey: number;
  readonly macAddress: string;
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
  readonly assessment: WearerExplanation;
  readonly accelX: number;
  readonly accelY: number;
  readonly accelZ: number;
  readonly gyroX: number | null;
  readonly gyroY: number | null;
  readonly gyroZ: number | null;
}

/** Of each device the newest impact counts. Takes at most one per device. */
export const keepImpacts = (q: Queryable, impacts: readonly SilentImpact[], dueAt: Date) =>
  q.run(
    `INSERT INTO silent_impacts (device_key, recorded_at, assessment, due_at)
     SELECT device_key, recorded_at, assessment, $2
     FROM jsonb_to_recordset($1::jsonb) AS i (device_key int, recorded_at timestamptz, assessment jsonb)
     ORDER BY device_key
     ON CONFLICT (device_key) DO UPDATE
     SET recorded_at = excluded.recorded_at, assessment = excluded.assessment, due_at = excluded.due_at
     WHERE excluded.recorded_at > silent_impacts.recorded_at`,
    [
      asRecordset(
        impacts.map(({ deviceKey, recordedAtUs, assessment }) => ({
          device_key: deviceKey,
          recorded_at: isoMicroseconds(recordedAtUs),
          assessment,
        })),
      ),
      dueAt,
    ],
  );

/**
 * Deletes due impacts that a later reading followed, or whose reading or wearable is gone. A reading of the future is from
 * before the clock was set back.
 */
export const dropFollowedImpacts = (q: Queryable, now: Date) =>
  q.run(
    `DELETE FROM silent_impacts WHERE device_key IN (
       SELECT i.device_key FROM silent_impacts i
       WHERE i.due_at <= $1 AND (
         NOT EXISTS (SELECT FROM devices_public d WHERE d.key = i.device_key AND NOT d.disabled)
         OR NOT EXISTS (SELECT FROM sensor_readings r
                        WHERE r.device_key = i.device_key AND r.recorded_at = i.recorded_at)
         OR EXISTS (SELECT FROM sensor_readings r
                    WHERE r.device_key = i.device_key AND r.recorded_at > i.recorded_at AND r.recorded_at <= $1)
       ) FOR UPDATE OF i SKIP LOCKED
     )`,
    [now],
  );

/** Due impacts that no other instance has taken. They are due again at `retryAt`, unless they are deleted before. */
export const takeDueImpacts = (q: Queryable, now: Date, retryAt: Date, limit: number) =>
  q.rows<DueImpact>(
    `UPDATE silent_impacts i SET due_at = $2 FROM (
       SELECT device_key FROM silent_impacts WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) due, devices_public d, sensor_readings r
     WHERE i.device_key = due.device_key AND d.key = i.device_key
       AND r.device_key = i.device_key AND r.recorded_at = i.recorded_at
     RETURNING i.device_key AS "deviceKey", d.mac_address AS "macAddress", i.assessment,
       (extract(epoch FROM i.recorded_at) * 1000000)::bigint AS "recordedAtUs",
       r.accel_x AS "accelX", r.accel_y AS "accelY", r.accel_z AS "accelZ",
       r.gyro_x AS "gyroX", r.gyro_y AS "gyroY", r.gyro_z AS "gyroZ"`,
    [now, retryAt, limit],
  );

/** Unless a newer one of the device has taken its place. */
export const deleteImpact = (q: Queryable, { deviceKey, recordedAtUs }: DueImpact) =>
  q.run('DELETE FROM silent_impacts WHERE device_key = $1 AND recorded_at = $2', [
    deviceKey,
    isoMicroseconds(recordedAtUs),
  ]);
