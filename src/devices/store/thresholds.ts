import type { Queryable } from '../../platform/database/database.ts';
import type { DeviceThresholds } from '../thresholds.ts';

/** Null inherits the server's setting. */
type OwnThresholds = { readonly [Limit in keyof DeviceThresholds]: number | null };

const COLUMNS = `device_silent_minutes AS "deviceSilentMinutes", battery_low_percent AS "batteryLowPercent"`;

export const findLimits = (q: Queryable, patientId: string) =>
  q.row<OwnThresholds>(`SELECT ${COLUMNS} FROM patient_limits WHERE patient_id = $1`, [patientId]);

export const limitsOf = async (
  q: Queryable,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, OwnThresholds>> => {
  const sql = `SELECT patient_id AS "patientId", ${COLUMNS} FROM patient_limits WHERE patient_id = ANY($1)`;
  const rows = await q.rows<OwnThresholds & { patientId: string }>(sql, [patientIds]);
  return new Map(rows.map((row) => [row.patientId, row]));
};

/** Undefined keeps a limit unchanged. */
export const setLimits = (
  q: Queryable,
  patientId: string,
  {
    deviceSilentMinutes,
    batteryLowPercent,
  }: { readonly [Limit in keyof OwnThresholds]?: number | null | undefined },
) =>
  q.row<OwnThresholds>(
    `INSERT INTO patient_limits AS l (patient_id, device_silent_minutes, battery_low_percent) VALUES ($1, $2, $3)
     ON CONFLICT (patient_id) DO UPDATE SET
       device_silent_minutes = CASE WHEN $4 THEN excluded.device_silent_minutes ELSE l.device_silent_minutes END,
       battery_low_percent = CASE WHEN $5 THEN excluded.battery_low_percent ELSE l.battery_low_percent END
     RETURNING ${COLUMNS}`,
    [
      patientId,
      deviceSilentMinutes ?? null,
      batteryLowPercent ?? null,
      deviceSilentMinutes !== undefined,
      batteryLowPercent !== undefined,
    ],
  );

/** False when the patient had no limits of their own. */
export const deleteLimits = async (q: Queryable, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM patient_limits WHERE patient_id = $1', [patientId])) === 1;

/** The limits in force. */
export const thresholdsInForce = (
  own: OwnThresholds | undefined,
  settings: DeviceThresholds,
): DeviceThresholds => ({
  deviceSilentMinutes: own?.deviceSilentMinutes ?? settings.deviceSilentMinutes,
  batteryLowPercent: own?.batteryLowPercent ?? settings.batteryLowPercent,
});
