import type { DeviceAlertType } from '../domain/alert.ts';
import { holdCareOf } from './assignments.ts';
import type { Queryable } from './database.ts';

export interface ConditionRow {
  readonly deviceId: string;
  readonly type: DeviceAlertType;
}

export interface Thresholds {
  readonly inactiveSince: Date;
  readonly offlineSince: Date;
  readonly batteryBelow: number;
}

/**
 * Records conditions of wearables of active people that were not recorded before. Two instances that check at the
 * same time never both get a row. Owners are held before anything of theirs (see holdPatient), and those who are being
 * deleted are left out. One pass over the devices, a fraction of a second for 100 000 and twice a minute: an
 * index on `last_seen` would instead cost every device's report, ten thousand times a second.
 */
export const openConditions = (q: Queryable, t: Thresholds, now: Date, most: number) =>
  q.rows<ConditionRow>(
    `INSERT INTO device_conditions (device_id, type, since)
     SELECT d.id, c.type, $4
     FROM devices d JOIN users u ON u.id = d.user_id AND u.status = 'active'
       CROSS JOIN LATERAL (VALUES
         ('DEVICE_OFFLINE', d.last_seen <= $2),
         ('DEVICE_INACTIVE', d.last_seen <= $1 AND d.last_seen > $2),
         ('DEVICE_BATTERY_LOW', d.battery_level < $3)
       ) AS c (type, holds)
     WHERE (d.last_seen <= $1 OR d.battery_level < $3) AND c.holds AND NOT d.disabled
       AND NOT EXISTS (SELECT FROM device_conditions o WHERE o.device_id = d.id AND o.type = c.type)
     ORDER BY d.id, c.type LIMIT $5 FOR KEY SHARE OF u SKIP LOCKED
     ON CONFLICT DO NOTHING
     RETURNING device_id AS "deviceId", type`,
    [t.inactiveSince, t.offlineSince, t.batteryBelow, now, most],
  );

/**
 * Conditions that caregivers are to be alerted to now, each answered once: while a fall of the owner is unresolved
 * they wait. A wearable that has become offline meanwhile is not called inactive any more.
 */
export const takeConditionsToAlert = (q: Queryable, now: Date, most: number) =>
  q.rows<ConditionRow>(
    `UPDATE device_conditions o SET alerted_at = $1 FROM (
       SELECT c.device_id, c.type
       FROM device_conditions c JOIN devices d ON d.id = c.device_id JOIN users u ON u.id = d.user_id
       WHERE c.alerted_at IS NULL
         AND NOT EXISTS (SELECT FROM responses r WHERE r.patient_id = u.id AND r.state <> 'RESOLVED')
         AND (c.type <> 'DEVICE_INACTIVE' OR NOT EXISTS (
           SELECT FROM device_conditions w WHERE w.device_id = c.device_id AND w.type = 'DEVICE_OFFLINE'))
       ORDER BY c.device_id, c.type LIMIT $2
       FOR KEY SHARE OF u SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
     ) waiting
     WHERE o.device_id = waiting.device_id AND o.type = waiting.type
     RETURNING o.device_id AS "deviceId", o.type`,
    [now, most],
  );

/** What is over: data has come, the battery was charged, or an admin has disabled the device. */
export const closeConditions = (
  q: Queryable,
  t: { readonly inactiveSince: Date; readonly batteryFrom: number },
  most: number,
) =>
  q.rows<ConditionRow>(
    `DELETE FROM device_conditions o USING (
       SELECT c.device_id, c.type
       FROM device_conditions c JOIN devices d ON d.id = c.device_id JOIN users u ON u.id = d.user_id
       WHERE d.disabled OR CASE c.type WHEN 'DEVICE_BATTERY_LOW' THEN d.battery_level >= $2
                                       ELSE d.last_seen > $1 END
       ORDER BY c.device_id, c.type LIMIT $3
       FOR KEY SHARE OF u SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
     ) ended
     WHERE o.device_id = ended.device_id AND o.type = ended.type
     RETURNING o.device_id AS "deviceId", o.type`,
    [t.inactiveSince, t.batteryFrom, most],
  );

/** A wearable that was silent has sent a reading; its `last_seen` in memory is not stored yet. */
export async function endSilence(q: Queryable, deviceId: string, at: Date): Promise<ConditionRow[]> {
  await q.run('SELECT FROM users WHERE id = (SELECT user_id FROM devices WHERE id = $1) FOR KEY SHARE', [
    deviceId,
  ]);
  await q.run('UPDATE devices SET last_seen = $2 WHERE id = $1 AND (last_seen IS NULL OR last_seen < $2)', [
    deviceId,
    at,
  ]);
  return q.rows<ConditionRow>(
    `DELETE FROM device_conditions WHERE device_id = $1 AND type <> 'DEVICE_BATTERY_LOW'
     RETURNING device_id AS "deviceId", type`,
    [deviceId],
  );
}

/** The wearable is worn by somebody else: nothing that is wrong with it concerns the former wearer any more. */
export const endConditions = (q: Queryable, deviceId: string) =>
  q.rows<ConditionRow>(
    'DELETE FROM device_conditions WHERE device_id = $1 RETURNING device_id AS "deviceId", type',
    [deviceId],
  );

export interface DeviceAlert {
  readonly id: string;
  readonly caregiverId: string;
  readonly deviceId: string;
  readonly type: DeviceAlertType;
}

export interface NewDeviceAlert extends ConditionRow {
  readonly severity: string;
  readonly message: string;
  readonly patientId: string;
  /** See holdCareOf. */
  readonly caregiverIds: readonly string[];
}

/** One alert for every caregiver of the owner of each device. */
export const insertDeviceAlerts = (q: Queryable, alerts: readonly NewDeviceAlert[], now: Date) => {
  const rows = alerts.flatMap((alert) =>
    alert.caregiverIds.map((caregiverId) => ({ ...alert, caregiverId })),
  );
  return q.rows<DeviceAlert>(
    `INSERT INTO alerts (device_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
     SELECT r.*, $7, $7
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]) AS r
     RETURNING id, caregiver_id AS "caregiverId", device_id AS "deviceId", type`,
    [
      rows.map((row) => row.deviceId),
      rows.map((row) => row.caregiverId),
      rows.map((row) => row.patientId),
      rows.map((row) => row.type),
      rows.map((row) => row.severity),
      rows.map((row) => row.message),
      now,
    ],
  );
};

/** Alerts of conditions that are over count as acknowledged. */
export const settleDeviceAlerts = (q: Queryable, over: readonly ConditionRow[], now: Date) =>
  q.rows<DeviceAlert>(
    `UPDATE alerts a SET acknowledged_at = $3, updated_at = $3
     FROM unnest($1::uuid[], $2::text[]) AS r (device_id, type)
     WHERE a.device_id = r.device_id AND a.type = r.type AND a.acknowledged_at IS NULL
     RETURNING a.id, a.caregiver_id AS "caregiverId", a.device_id AS "deviceId", a.type`,
    [over.map((condition) => condition.deviceId), over.map((condition) => condition.type), now],
  );

export interface DeviceAudience {
  readonly deviceId: string;
  readonly ownerName: string;
  readonly ownerRoom: string | null;
  readonly caregiverIds: readonly string[];
}

/** The owners of some devices, by name and room, and the active caregivers who look after them, held as in holdCareOf. */
export async function holdAudienceOf(
  q: Queryable,
  deviceIds: readonly string[],
): Promise<readonly DeviceAudience[]> {
  const owned = await q.rows<{
    deviceId: string;
    ownerId: string;
    ownerName: string;
    ownerRoom: string | null;
  }>(
    `SELECT d.id AS "deviceId", o.id AS "ownerId", o.first_name || ' ' || o.last_name AS "ownerName",
            o.room AS "ownerRoom"
     FROM devices d JOIN users o ON o.id = d.user_id WHERE d.id = ANY($1)`,
    [deviceIds],
  );
  const care = await holdCareOf(q, [...new Set(owned.map(({ ownerId }) => ownerId))]);
  return owned.map(({ deviceId, ownerId, ownerName, ownerRoom }) => ({
    deviceId,
    ownerName,
    ownerRoom,
    caregiverIds: care
      .filter(({ patientId, active }) => patientId === ownerId && active)
      .map(({ caregiverId }) => caregiverId),
  }));
}
