import type { Queryable } from '../../platform/database/database.ts';
import type { DeviceThresholds } from './thresholds.ts';

/** Null inherits the server's setting. */
type ChosenThresholds = { readonly [Limit in keyof DeviceThresholds]: number | null };

/** A patient's limits, else those of the ward. */
interface PatientThresholds extends ChosenThresholds {
  /** Whether the patient has limits that are not the ward's. */
  readonly isOwn: boolean;
}

export const limitsOf = async (
  q: Queryable,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, PatientThresholds>> => {
  const rows = await q.rows<PatientThresholds & { patientId: string }>(
    `SELECT s.patient_id AS "patientId", s.minutes AS "deviceSilentMinutes",
            l.battery_low_percent AS "batteryLowPercent", l.patient_id IS NOT NULL AS "isOwn"
     FROM silence_limits_public s LEFT JOIN patient_limits l ON l.patient_id = s.patient_id
     WHERE s.patient_id = ANY($1)`,
    [patientIds],
  );
  return new Map(rows.map((row) => [row.patientId, row]));
};

export const wardSilence = async (q: Queryable, wardId: string): Promise<number | null> =>
  (await q.value<number | null>('SELECT device_silent_minutes FROM ward_limits WHERE ward_id = $1', [
    wardId,
  ])) ?? null;

/** A ward that was deleted since gets none. */
export const setWardSilence = (q: Queryable, wardId: string, minutes: number | null) =>
  q.run(
    `INSERT INTO ward_limits (ward_id, device_silent_minutes)
     SELECT id, $2 FROM wards_public WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (ward_id) DO UPDATE SET device_silent_minutes = excluded.device_silent_minutes`,
    [wardId, minutes],
  );

/** Undefined keeps a limit unchanged. */
export const setLimits = (
  q: Queryable,
  patientId: string,
  {
    deviceSilentMinutes,
    batteryLowPercent,
  }: { readonly [Limit in keyof ChosenThresholds]?: number | null | undefined },
) =>
  q.run(
    `INSERT INTO patient_limits AS l (patient_id, device_silent_minutes, battery_low_percent) VALUES ($1, $2, $3)
     ON CONFLICT (patient_id) DO UPDATE SET
       device_silent_minutes = CASE WHEN $4 THEN excluded.device_silent_minutes ELSE l.device_silent_minutes END,
       battery_low_percent = CASE WHEN $5 THEN excluded.battery_low_percent ELSE l.battery_low_percent END`,
    [
      patientId,
      deviceSilentMinutes ?? null,
      batteryLowPercent ?? null,
      deviceSilentMinutes !== undefined,
      batteryLowPercent !== undefined,
    ],
  );

export const deleteLimits = (q: Queryable, patientId: string) =>
  q.run('DELETE FROM patient_limits WHERE patient_id = $1', [patientId]);

/** The limits in force. */
export const thresholdsInForce = (
  chosen: ChosenThresholds | undefined,
  settings: DeviceThresholds,
): DeviceThresholds => ({
  deviceSilentMinutes: chosen?.deviceSilentMinutes ?? settings.deviceSilentMinutes,
  batteryLowPercent: chosen?.batteryLowPercent ?? settings.batteryLowPercent,
});
