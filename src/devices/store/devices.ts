import { lockUser } from '../../accounts/index.ts';
import { isNoPathTest } from '../../accounts/vocabulary.ts';
import { NORMAL } from '../../people/health-score.ts';
import { asReal, type Queryable } from '../../platform/database/database.ts';
import { canonicalMac } from '../../platform/mac.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { SET_BACK_MS } from '../../platform/time.ts';
import type { OtherUnits } from '../sensor-health/reading-units.ts';
import type { SensorFacts } from '../sensor-health/sensors.ts';
import type { ShakeState } from '../shake-test/shake-test.ts';
import type { PauseReason } from '../vocabulary.ts';

/** A device's last report; null until there is one. */
export interface DeviceReport extends OtherUnits, SensorFacts {
  readonly lastSeen: Date | null;
  readonly uptimeMs: number | null;
  readonly batteryLevel: number | null;
  readonly signalStrength: number | null;
  readonly heartRate: number | null;
  /** Mean jump between successive heart rates, in bpm. */
  readonly heartRateJitter: number | null;
  readonly spo2: number | null;
  readonly firmwareVersion: string | null;
  /** Its type, by its own word. */
  readonly model: string | null;
  readonly sensorsInitialized: boolean | null;
  readonly wifiConnected: boolean | null;
  readonly bluetoothConnected: boolean | null;
  /** The last movement; null before the first. */
  readonly movedAt: Date | null;
  /** Since when the wearable has been still; null before the first reading (devices/sensor-health/stillness.ts). */
  readonly stillSince: Date | null;
  /** Whether it was on a charger at the last reading. */
  readonly charging: boolean;
}

export interface DeviceRow extends DeviceReport {
  readonly id: string;
  readonly key: number;
  readonly userId: string;
  readonly macAddress: string;
  readonly name: string;
  readonly disabled: boolean;
  /** Null if the device has had no other wearer before. */
  readonly wornSince: Date | null;
  /** Start of the present wearer's last shake test; null without one. */
  readonly shakeTestAt: Date | null;
  /** How it ended; null while it runs, and if no client asked for its result. */
  readonly shakeTestState: ShakeState | null;
  /** As it has said; a newer reading ends it. */
  readonly paused: PauseReason | null;
  readonly pausedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The last of `shake_tests`, unless a previous wearer had it. */
export const LAST_SHAKE_TEST = `(CASE WHEN shake_tests[cardinality(shake_tests)] > coalesce(worn_since, '-infinity')
  THEN shake_tests[cardinality(shake_tests)] END)`;

export const DEVICE_COLUMNS = `id, key, user_id AS "userId", mac_address AS "macAddress", name, disabled, last_seen AS "lastSeen",
  uptime_ms AS "uptimeMs", battery_level AS "batteryLevel", signal_strength AS "signalStrength",
  heart_rate AS "heartRate", heart_rate_jitter AS "heartRateJitter", spo2, firmware_version AS "firmwareVersion", model,
  sensors_initialized AS "sensorsInitialized", wifi_connected AS "wifiConnected",
  bluetooth_connected AS "bluetoothConnected", accel_in_g AS "accelInG", gyro_in_radians AS "gyroInRadians",
  has_gyro AS "hasGyro", sample_rate_hz AS "sampleRateHz", range_g AS "rangeG", gyro_range AS "gyroRange", sends,
  accel_clipped AS "isAccelClipped", gyro_clipped AS "isGyroClipped", smoothed AS "isSmoothed",
  ${LAST_SHAKE_TEST} AS "shakeTestAt", shake_test_result->>'state' AS "shakeTestState",
  moved_at AS "movedAt", still_since AS "stillSince", charging, worn_since AS "wornSince", paused, paused_at AS "pausedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

const findDevice = (q: Queryable, id: string) =>
  q.row<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices WHERE id = $1`, [id]);

export const findDevices = (q: Queryable, ids: readonly string[]) =>
  q.rows<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices WHERE id = ANY($1)`, [ids]);

export const findDeviceByMac = (q: Queryable, mac: string) =>
  q.row<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices WHERE mac_address = $1`, [mac]);

/** Finds a device by its id or its MAC address in any spelling. */
export async function findDeviceNamed(q: Queryable, name: string): Promise<DeviceRow | undefined> {
  if (isUuid(name)) return findDevice(q, name);
  const macAddress = canonicalMac(name);
  return macAddress === undefined ? undefined : findDeviceByMac(q, macAddress);
}

export const findDevicesByMac = (q: Queryable, macs: readonly string[]) =>
  q.rows<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices WHERE mac_address = ANY($1)`, [macs]);

export const devicesOf = (q: Queryable, userIds: readonly string[]) =>
  q.rows<DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE user_id = ANY($1) ORDER BY created_at DESC, id`,
    [userIds],
  );

/** Owners whose last report could make them high-risk: couldBeHighRisk as SQL. */
export const ownersOfWorryingReports = async (q: Queryable): Promise<string[]> => {
  const rows = await q.rows<{ id: string }>(
    `SELECT DISTINCT user_id AS id FROM devices
     WHERE heart_rate < ${NORMAL.heartRate.min} OR heart_rate > ${NORMAL.heartRate.max}
        OR spo2 < ${NORMAL.spo2.min} OR NOT sensors_initialized`,
  );
  return rows.map((row) => row.id);
};

export const countSeenSince = async (q: Queryable, since: Date): Promise<number> =>
  (await q.value<number>(
    `SELECT count(*) AS total FROM devices WHERE NOT disabled AND last_seen > $1 AND ${isNoPathTest('user_id')}`,
    [since],
  )) ?? 0;

/**
 * Undefined when a concurrent request registered the same MAC first. Runs under a lock on the owner (see
 * countDevicesLocking).
 */
export const insertDevice = (
  q: Queryable,
  device: { userId: string; macAddress: string; name: string; lastSeen: Date | null; now: Date },
) =>
  q.row<DeviceRow>(
    `INSERT INTO devices (user_id, mac_address, name, last_seen, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (mac_address) DO NOTHING RETURNING ${DEVICE_COLUMNS}`,
    [device.userId, device.macAddress, device.name, device.lastSeen, device.now],
  );

/**
 * Assigns a device to another person; undefined when it no longer belongs to its owner. Its readings stay with the
 * former wearer, under the old key. The device keeps its last report about itself, but not about its wearer. The caller
 * has locked both people (countDevicesLocking).
 */
export async function moveDevice(
  q: Queryable,
  device: Pick<
    DeviceRow,
    'id' | 'userId' | 'batteryLevel' | 'firmwareVersion' | 'model' | keyof OtherUnits | keyof SensorFacts
  >,
  to: string,
  now: Date,
): Promise<DeviceRow | undefined> {
  const { id, batteryLevel, firmwareVersion, accelInG, gyroInRadians } = device;
  const left = await q.run(
    `INSERT INTO worn_before (device_key, user_id, device_id, mac_address, name, until)
     SELECT key, user_id, id, mac_address, name, $3 FROM devices WHERE id = $1 AND user_id = $2 FOR UPDATE`,
    [id, device.userId, now],
  );
  if (left === 0) return undefined;
  const moved = await q.row<DeviceRow>(
    `UPDATE devices SET
       key = coalesce((SELECT device_key FROM worn_before WHERE device_id = $1 AND user_id = $2),
                      nextval(pg_get_serial_sequence('devices', 'key'))::int),
       user_id = $2, worn_since = $3, updated_at = $3, battery_level = $4, firmware_version = $5,
       accel_in_g = $6, gyro_in_radians = $7, has_gyro = $8, sample_rate_hz = $9, range_g = $10, gyro_range = $11,
       sends = $12, accel_clipped = $13, gyro_clipped = $14, smoothed = $15, last_seen = NULL, shake_test_result = NULL,
       uptime_ms = NULL, signal_strength = NULL, heart_rate = NULL, heart_rate_jitter = NULL, spo2 = NULL,
       sensors_initialized = NULL, wifi_connected = NULL, bluetooth_connected = NULL, moved_at = NULL, still_since = NULL,
       charging = false, paused = NULL, paused_at = NULL, model = $16
     WHERE id = $1 RETURNING ${DEVICE_COLUMNS}`,
    [
      id,
      to,
      now,
      asReal(batteryLevel),
      firmwareVersion,
      accelInG,
      gyroInRadians,
      device.hasGyro,
      asReal(device.sampleRateHz),
      device.rangeG,
      device.gyroRange,
      device.sends,
      device.isAccelClipped,
      device.isGyroClipped,
      device.isSmoothed,
      device.model,
    ],
  );
  await q.run('DELETE FROM worn_before WHERE device_id = $1 AND user_id = $2', [id, to]);
  return moved;
}

/** The key of the readings that a person took with a device, which another person may wear now. */
export const deviceKeyOf = (q: Queryable, deviceId: string, wearerId: string) =>
  q.value<number>(
    `SELECT key FROM devices WHERE id = $1 AND user_id = $2
       UNION ALL SELECT device_key FROM worn_before WHERE device_id = $1 AND user_id = $2`,
    [deviceId, wearerId],
  );

/**
 * Locks the owner's row, so that two concurrent first submissions cannot both register the tenth device. Undefined when
 * there is no such owner.
 */
export async function countDevicesLocking(q: Queryable, userId: string): Promise<number | undefined> {
  if (!(await lockUser(q, userId))) return undefined;
  return (await q.value<number>('SELECT count(*) AS count FROM devices WHERE user_id = $1', [userId])) ?? 0;
}

export const deleteDevice = (q: Queryable, id: string) => q.run('DELETE FROM devices WHERE id = $1', [id]);

/** `changed` is false when the device already had this state; of two concurrent calls only one changes it. */
export const setDisabled = (q: Queryable, id: string, disabled: boolean, now: Date) =>
  q.row<DeviceRow & { readonly changed: boolean }>(
    `UPDATE devices SET disabled = $2, updated_at = $3
     FROM (SELECT id AS held_id, disabled AS was FROM devices WHERE id = $1 FOR NO KEY UPDATE) held
     WHERE id = held_id RETURNING ${DEVICE_COLUMNS}, was <> disabled AS changed`,
    [id, disabled, now],
  );

/** SQL: whether a key of readings belongs to a wearable, or to a former wearer of one. Takes an SQL expression. */
export const isKeyOf = (key: string): string =>
  `(EXISTS (SELECT FROM devices WHERE devices.key = ${key})
    OR EXISTS (SELECT FROM worn_before w WHERE w.device_key = ${key}))`;

/** SQL: a relation of the times at which the wearables of a person moved; a later time is from before the clock was set back. */
export const movementsOf = (userId: string, now: string): string =>
  `(SELECT d.moved_at FROM devices d
    WHERE d.user_id = ${userId} AND d.moved_at <= ${now}::timestamptz + interval '${SET_BACK_MS} ms')`;

/** SQL: the id of a wearable, locked against its deletion. Takes an SQL expression. */
export const heldDevice = (id: string): string => `SELECT id FROM devices WHERE id = ${id} FOR KEY SHARE`;
