import { isNoPathTest } from '../../accounts/vocabulary.ts';
import { isAwaySql } from '../../people/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { SET_BACK_MS } from '../../platform/time.ts';
import { lockCaregiversOf } from '../../response/index.ts';
import { INACTIVE_AFTER_MS } from '../status.ts';
import type { ReadingsRelation } from '../store/reports.ts';
import type { AlertLimits, DeviceAlertType } from './thresholds.ts';

/** A condition of a wearable: a reason to alert caregivers, or a changed status. */
export interface ConditionRow<Type = DeviceAlertType | 'STATUS_INACTIVE'> {
  readonly deviceId: string;
  readonly type: Type;
}

/** Devices last seen before these times are inactive or offline. */
export interface SilentSince {
  readonly inactiveSince: Date;
  readonly offlineSince: Date;
  /** Caregivers are alerted to devices not seen for the limit's duration before this time. */
  readonly silentBefore: Date;
}

interface Thresholds extends SilentSince {
  /** Apply where a patient has no limits of their own. */
  readonly limits: AlertLimits;
  /** Devices that have been still since then or longer are not worn (devices/watch/waking-hours.ts); null: none. */
  readonly notWornBefore: Date | null;
}

const OWN_LIMITS = `LEFT JOIN patient_limits l ON l.patient_id = d.user_id
  LEFT JOIN silence_limits_public s ON s.patient_id = d.user_id`;
const silentSince = (before: string, minutes: string): string =>
  `${before}::timestamptz - make_interval(mins => coalesce(s.minutes, ${minutes}::int))`;
const batteryLow = (percent: string): string => `coalesce(l.battery_low_percent, ${percent}::int)`;
/** Percentage points above the threshold, so that a battery that wavers around the threshold raises one alert. */
const BATTERY_RECOVERED_ABOVE = 5;
/** A wearable that sends nothing is silent; that nobody wears it is not known. */
const SENDS_WITHIN = '5 minutes';
/** Conditions that an absence explains. */
const HELD_WHILE_AWAY = `('DEVICE_INACTIVE', 'DEVICE_OFFLINE', 'DEVICE_NOT_WORN')`;
const SILENCES = `('STATUS_INACTIVE', 'DEVICE_INACTIVE', 'DEVICE_OFFLINE')`;

/**
 * The clock was set back: wearables seen in the future were seen now, and conditions of the future began now. Otherwise
 * a silence would stay unnoticed until that time. A row that is being saved has a newer time in a moment.
 */
export async function followClock(q: Queryable, now: Date): Promise<void> {
  const limit = new Date(now.getTime() + SET_BACK_MS);
  await q.run(
    `UPDATE devices SET last_seen = $1, moved_at = CASE WHEN moved_at <= $1 THEN moved_at END,
       still_since = least(still_since, $1)
     WHERE id IN (SELECT id FROM devices WHERE last_seen > $2 FOR NO KEY UPDATE SKIP LOCKED)`,
    [now, limit],
  );
  await q.run('UPDATE device_conditions SET since = $1 WHERE since > $2', [now, limit]);
}

/**
 * Records new conditions of wearables of active people. Two instances that check at the same time never both get a row.
 * Owners are locked before any of their rows (see lockCareTeams); owners who are being deleted are skipped. One pass
 * over the devices takes a fraction of a second for 100 000, twice a minute. An index on `last_seen` would instead slow
 * down every device's report, ten thousand times a second.
 */
export const openConditions = (q: Queryable, t: Thresholds, now: Date, most: number) =>
  q.rows<ConditionRow>(
    `INSERT INTO device_conditions (device_id, type, since)
     SELECT d.id, c.type, $4
     FROM devices d JOIN people_public u ON u.id = d.user_id AND u.status = 'active' ${OWN_LIMITS}
       CROSS JOIN LATERAL (VALUES
         ('DEVICE_OFFLINE', d.last_seen <= $2),
         ('STATUS_INACTIVE', d.last_seen <= $1 AND d.last_seen > $2),
         ('DEVICE_INACTIVE', d.last_seen <= ${silentSince('$6', '$7')} AND d.last_seen > $2),
         ('DEVICE_BATTERY_LOW', d.battery_level < ${batteryLow('$3')}),
         ('DEVICE_NOT_WORN', d.still_since <= $8 AND d.last_seen > $4::timestamptz - interval '${SENDS_WITHIN}')
       ) AS c (type, holds)
     WHERE c.holds AND NOT d.disabled AND ${isNoPathTest('d.user_id')}
       AND NOT EXISTS (SELECT FROM device_conditions o WHERE o.device_id = d.id AND o.type = c.type)
     ORDER BY d.id, c.type LIMIT $5 FOR KEY SHARE OF u SKIP LOCKED
     ON CONFLICT DO NOTHING
     RETURNING device_id AS "deviceId", type`,
    [
      t.inactiveSince,
      t.offlineSince,
      t.limits.batteryLowPercent,
      now,
      most,
      t.silentBefore,
      t.limits.deviceSilentMinutes,
      t.notWornBefore,
    ],
  );

/** As openConditions, for one device whose status the caller publishes anyway. */
export const openSilence = (q: Queryable, deviceId: string, t: SilentSince, now: Date) =>
  q.run(
    `INSERT INTO device_conditions (device_id, type, since)
     SELECT id, CASE WHEN last_seen <= $3 THEN 'DEVICE_OFFLINE' ELSE 'STATUS_INACTIVE' END, $4
     FROM devices WHERE id = $1 AND last_seen <= $2
     ON CONFLICT DO NOTHING`,
    [deviceId, t.inactiveSince, t.offlineSince, now],
  );

/**
 * Conditions to alert caregivers to now; each is returned once. Conditions wait while a fall of the owner is
 * unresolved, or the owner is away. A wearable that has gone offline in the meantime is no longer reported as inactive.
 */
export const takeConditionsToAlert = (q: Queryable, now: Date, most: number) =>
  q.rows<ConditionRow<DeviceAlertType>>(
    `UPDATE device_conditions o SET alerted_at = $1 FROM (
       SELECT c.device_id, c.type
       FROM device_conditions c JOIN devices d ON d.id = c.device_id JOIN people_public u ON u.id = d.user_id
       WHERE c.alerted_at IS NULL AND c.type <> 'STATUS_INACTIVE'
         AND NOT EXISTS (SELECT FROM responses_public r JOIN real_falls f ON f.id = r.fall_id
                         WHERE r.patient_id = u.id AND r.state <> 'RESOLVED')
         AND NOT (c.type IN ${HELD_WHILE_AWAY} AND ${isAwaySql('u.id', '$1')})
         AND (c.type <> 'DEVICE_INACTIVE' OR NOT EXISTS (
           SELECT FROM device_conditions w WHERE w.device_id = c.device_id AND w.type = 'DEVICE_OFFLINE'))
       ORDER BY c.device_id, c.type LIMIT $2
       FOR KEY SHARE OF u SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
     ) waiting
     WHERE o.device_id = waiting.device_id AND o.type = waiting.type
     RETURNING o.device_id AS "deviceId", o.type`,
    [now, most],
  );

const OVER = `(d.disabled OR CASE c.type
    WHEN 'DEVICE_BATTERY_LOW' THEN d.battery_level >= least(100, ${batteryLow('$2')} + ${BATTERY_RECOVERED_ABOVE})
    WHEN 'DEVICE_INACTIVE' THEN d.last_seen > ${silentSince('$4', '$5')}
    WHEN 'DEVICE_NOT_WORN' THEN $6 = 0 OR d.still_since > c.since - make_interval(mins => $6::int)
    ELSE d.last_seen > $1 END)`;

/**
 * Ends conditions that are over: data has arrived, the battery was charged, the device has moved, or an admin has
 * disabled it. One
 * instance ends all such conditions of a device at once, so the end of its silence is published once, even if the
 * device was both inactive and offline.
 */
export const closeConditions = (
  q: Queryable,
  t: Pick<Thresholds, 'inactiveSince' | 'silentBefore' | 'limits'>,
  mostDevices: number,
) =>
  q.rows<ConditionRow>(
    `WITH ended AS (
       SELECT d.id FROM devices d JOIN people_public u ON u.id = d.user_id
       WHERE d.id IN (
         SELECT c.device_id FROM device_conditions c JOIN devices d ON d.id = c.device_id ${OWN_LIMITS} WHERE ${OVER})
       ORDER BY d.id LIMIT $3
       FOR KEY SHARE OF u SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED
     )
     DELETE FROM device_conditions c USING devices d ${OWN_LIMITS}
     WHERE d.id = c.device_id AND ${OVER} AND d.id IN (SELECT id FROM ended)
     RETURNING c.device_id AS "deviceId", c.type`,
    [
      t.inactiveSince,
      t.limits.batteryLowPercent,
      mostDevices,
      t.silentBefore,
      t.limits.deviceSilentMinutes,
      t.limits.notWornMinutes,
    ],
  );

/** Locked even if the device's `last_seen` is newer already: see closeConditions. */
async function lockDevice(q: Queryable, deviceId: string): Promise<void> {
  await q.run(
    'SELECT FROM people_public WHERE id = (SELECT user_id FROM devices WHERE id = $1) FOR KEY SHARE',
    [deviceId],
  );
  await q.run('SELECT FROM devices WHERE id = $1 FOR NO KEY UPDATE', [deviceId]);
}

/**
 * A silent wearable has sent a reading; its `last_seen` is in memory and not stored yet. Whether it was still during
 * the silence is not known, so its stillness starts again, unless caregivers know already that it is not worn. The
 * device may have sent to another instance in the meantime: the stored readings decide.
 */
export async function endSilence(
  q: Queryable,
  readings: ReadingsRelation,
  deviceId: string,
  at: Date,
): Promise<ConditionRow[]> {
  await lockDevice(q, deviceId);
  await q.run(
    `UPDATE devices d SET still_since = greatest(still_since, $2)
     WHERE id = $1
       AND NOT EXISTS (SELECT FROM ${readings} r WHERE r.device_key = d.key AND r.recorded_at < $2
                         AND r.recorded_at > $2::timestamptz - make_interval(secs => ${INACTIVE_AFTER_MS / 1000}))
       AND NOT EXISTS (SELECT FROM device_conditions c WHERE c.device_id = d.id AND c.type = 'DEVICE_NOT_WORN')`,
    [deviceId, at],
  );
  await q.run('UPDATE devices SET last_seen = $2 WHERE id = $1 AND (last_seen IS NULL OR last_seen < $2)', [
    deviceId,
    at,
  ]);
  return q.rows<ConditionRow>(
    `DELETE FROM device_conditions WHERE device_id = $1 AND type IN ${SILENCES}
     RETURNING device_id AS "deviceId", type`,
    [deviceId],
  );
}

/** A wearable that was still for long has moved; the time of the movement is in memory and not stored yet. */
export async function endStillness(q: Queryable, deviceId: string, at: Date): Promise<ConditionRow[]> {
  await lockDevice(q, deviceId);
  await q.run(
    'UPDATE devices SET moved_at = greatest(moved_at, $2), still_since = greatest(still_since, $2) WHERE id = $1',
    [deviceId, at],
  );
  return q.rows<ConditionRow>(
    `DELETE FROM device_conditions WHERE device_id = $1 AND type = 'DEVICE_NOT_WORN'
     RETURNING device_id AS "deviceId", type`,
    [deviceId],
  );
}

/** SQL: whether a wearable has a condition. Takes SQL expressions. */
export const isLasting = (deviceId: string, type: string): string =>
  `EXISTS (SELECT FROM device_conditions c WHERE c.device_id = ${deviceId} AND c.type = ${type})`;

/**
 * The watch holds a condition while it writes alerts that refer to the device: whoever deletes the device takes its
 * conditions first.
 */
export const lockConditionsOf = (q: Queryable, deviceId: string) =>
  q.run('SELECT FROM device_conditions WHERE device_id = $1 ORDER BY type FOR UPDATE', [deviceId]);

/** Another person wears the device now: its conditions no longer concern the former wearer. */
export const endConditions = (q: Queryable, deviceId: string) =>
  q.rows<ConditionRow>(
    'DELETE FROM device_conditions WHERE device_id = $1 RETURNING device_id AS "deviceId", type',
    [deviceId],
  );

export interface DeviceAudience {
  readonly deviceId: string;
  readonly ownerName: string;
  readonly ownerRoom: string | null;
  readonly caregiverIds: readonly string[];
}

/** The owners of some devices, with name and room, and their active caregivers, locked as in lockCaregiversOf. */
export async function lockAudienceOf(
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
     FROM devices d JOIN people_public o ON o.id = d.user_id WHERE d.id = ANY($1)`,
    [deviceIds],
  );
  const care = await lockCaregiversOf(q, [...new Set(owned.map(({ ownerId }) => ownerId))]);
  return owned.map(({ deviceId, ownerId, ownerName, ownerRoom }) => ({
    deviceId,
    ownerName,
    ownerRoom,
    caregiverIds: care
      .filter(({ patientId, active }) => patientId === ownerId && active)
      .map(({ caregiverId }) => caregiverId),
  }));
}
