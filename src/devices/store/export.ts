import type { Queryable } from '../../platform/database/database.ts';
import { type ExportSource, prettyJson } from '../../platform/database/export-sources.ts';

interface WornDevice {
  readonly key: number;
  readonly id: string | null;
  readonly macAddress: string;
  readonly name: string;
  /** Null while the person still wears it. */
  readonly wornUntil: Date | null;
}

/** The devices that a person wears now or wore before another person got them. */
export const wornDevices = (q: Queryable, userId: string) =>
  q.rows<WornDevice & Readonly<Record<string, unknown>>>(
    `SELECT key, id, mac_address AS "macAddress", name, NULL::timestamptz AS "wornUntil", disabled,
            last_seen AS "lastSeen", battery_level AS "batteryLevel", signal_strength AS "signalStrength",
            heart_rate AS "heartRate", spo2, firmware_version AS "firmwareVersion", model, created_at AS "createdAt",
            (SELECT json_agg(json_build_object('at', l.at, 'type', l.type, 'message', l.message) ORDER BY l.id)
             FROM device_logs l WHERE l.device_id = d.id AND l.at >= coalesce(d.worn_since, '-infinity')) AS log
     FROM devices d WHERE user_id = $1
     UNION ALL
     SELECT device_key, device_id, mac_address, name, until, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM worn_before WHERE user_id = $1`,
    [userId],
  );

export const exportSources: readonly ExportSource[] = [
  {
    file: 'devices.json',
    async *read(q, userId) {
      const devices = await wornDevices(q, userId);
      yield prettyJson(devices.map(({ key: _, ...device }) => device));
    },
  },
];
