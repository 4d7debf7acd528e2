import type { DeviceAlertType } from '../domain/alert.ts';
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
 * same time never both get a row. One pass over the devices, a fraction of a second for 100 000 and twice a minute: an
 * index on `last_seen` would instead cost every device's report, ten thousand times a second.
 */
export const openConditions = (q: Queryable, t: Thresholds, now: Date, most: number) =>
  q.rows<ConditionRow>(
    `INSERT INTO device_conditions (device_id, type, since)
     SELECT d.id, c.type, $4
     FROM devices d
       CROSS JOIN LATERAL (VALUES
         ('DEVICE_OFFLINE', d.last_seen <= $2),
         ('DEVICE_INACTIVE', d.last_seen <= $1 AND d.last_seen > $2),
         ('DEVICE_BATTERY_LOW', d.battery_level < $3)
       ) AS c (type, holds)
     WHERE (d.last_seen <= $1 OR d.battery_level < $3) AND c.holds AND NOT d.disabled
       AND EXISTS (SELECT FROM users u WHERE u.id = d.user_id AND u.status = 'active')
       AND NOT EXISTS (SELECT FROM device_conditions o WHERE o.device_id = d.id AND o.type = c.type)
     ORDER BY d.id, c.type LIMIT $5
     ON CONFLICT DO NOTHING
     RETURNING device_id AS "deviceId", type`,
    [t.inactiveSince, t.offlineSince, t.batteryBelow, now, most],
  );

/** What is over: data has come, the battery was charged, or an admin has disabled the device. */
export const closeConditions = (
  q: Queryable,
  t: { readonly inactiveSince: Date; readonly batteryFrom: number },
  most: number,
) =>
  q.rows<ConditionRow>(
    `DELETE FROM device_conditions o USING (
       SELECT c.device_id, c.type FROM device_conditions c JOIN devices d ON d.id = c.device_id
       WHERE d.disabled OR CASE c.type WHEN 'DEVICE_BATTERY_LOW' THEN d.battery_level >= $2
                                       ELSE d.last_seen > $1 END
       ORDER BY c.device_id, c.type LIMIT $3 FOR UPDATE OF c SKIP LOCKED
     ) ended
     WHERE o.device_id = ended.device_id AND o.type = ended.type
     RETURNING o.device_id AS "deviceId", o.type`,
    [t.inactiveSince, t.batteryFrom, most],
  );

/** A wearable that was silent has sent a reading; its `last_seen` in memory is not stored yet. */
export async function endSilence(q: Queryable, deviceId: string, at: Date): Promise<ConditionRow[]> {
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

export interface DeviceAlert {
  readonly id: string;
  readonly caregiverId: string;
  readonly deviceId: string;
  readonly type: DeviceAlertType;
}

/** One alert for every active caregiver of the owner of each device. */
export const insertDeviceAlerts = (
  q: Queryable,
  alerts: readonly (ConditionRow & { readonly severity: string; readonly message: string })[],
  now: Date,
) =>
  q.rows<DeviceAlert>(
    `INSERT INTO alerts (device_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
     SELECT d.id, a.caregiver_id, d.user_id, r.type, r.severity, r.message, $5, $5
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS r (device_id, type, severity, message)
       JOIN devices d ON d.id = r.device_id
       JOIN assignments a ON a.patient_id = d.user_id
       JOIN users u ON u.id = a.caregiver_id AND u.status = 'active'
     RETURNING id, caregiver_id AS "caregiverId", device_id AS "deviceId", type`,
    [
      alerts.map((alert) => alert.deviceId),
      alerts.map((alert) => alert.type),
      alerts.map((alert) => alert.severity),
      alerts.map((alert) => alert.message),
      now,
    ],
  );

/** Alerts of conditions that are over count as acknowledged. */
export const settleDeviceAlerts = (q: Queryable, over: readonly ConditionRow[], now: Date) =>
  q.rows<DeviceAlert>(
    `UPDATE alerts a SET acknowledged_at = $3, updated_at = $3
     FROM unnest($1::uuid[], $2::text[]) AS r (device_id, type)
     WHERE a.device_id = r.device_id AND a.type = r.type AND a.acknowledged_at IS NULL
     RETURNING a.id, a.caregiver_id AS "caregiverId", a.device_id AS "deviceId", a.type`,
    [over.map((condition) => condition.deviceId), over.map((condition) => condition.type), now],
  );

/** The owners of some devices, by name, and who looks after them. */
export const audienceOfDevices = (q: Queryable, deviceIds: readonly string[]) =>
  q.rows<{ deviceId: string; ownerName: string; caregiverIds: string[] }>(
    `SELECT d.id AS "deviceId", o.first_name || ' ' || o.last_name AS "ownerName",
            array(SELECT a.caregiver_id FROM assignments a
                  JOIN users u ON u.id = a.caregiver_id AND u.status = 'active'
                  WHERE a.patient_id = d.user_id) AS "caregiverIds"
     FROM devices d JOIN users o ON o.id = d.user_id WHERE d.id = ANY($1)`,
    [deviceIds],
  );
