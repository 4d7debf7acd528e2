import type { Queryable } from '../../platform/database/database.ts';

interface Found {
  readonly falseAlarms: number;
  readonly confirmedFalls: number;
}

interface DeviceOutcomes extends Found {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly userId: string;
  readonly wearer: string;
}

interface OutcomeCounts {
  readonly falseAlarms: number;
  readonly confirmedFalls: number;
  readonly worstDevices: readonly DeviceOutcomes[];
}

const MAX_DEVICES = 20;

const COUNTED = `count(*) FILTER (WHERE outcome = 'FALSE_ALARM')::int AS "falseAlarms",
  count(*) FILTER (WHERE outcome = 'CONFIRMED')::int AS "confirmedFalls"`;

/** Grouped by the UTC day of the fall; days without falls are absent. */
export const countOutcomesByDay = (q: Queryable, from: Date) =>
  q.rows<Found & { readonly day: string }>(
    `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, ${COUNTED} FROM fall_events
     WHERE outcome IS NOT NULL AND created_at >= $1 GROUP BY 1`,
    [from],
  );

/** Falls by outcome, and the devices with the most false alarms. */
export async function countOutcomes(q: Queryable): Promise<OutcomeCounts> {
  const [all, worstDevices] = await Promise.all([
    q.row<Found>(`SELECT ${COUNTED} FROM fall_events WHERE outcome IS NOT NULL`, []),
    q.rows<DeviceOutcomes>(
      `SELECT worst.*, d.name AS "deviceName", u.id AS "userId", u.first_name || ' ' || u.last_name AS wearer
       FROM (SELECT device_id AS "deviceId", ${COUNTED} FROM fall_events
             WHERE outcome IS NOT NULL AND device_id IS NOT NULL
             GROUP BY device_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${MAX_DEVICES}) worst
         JOIN devices d ON d.id = "deviceId" JOIN users u ON u.id = d.user_id
       ORDER BY "falseAlarms" DESC, "confirmedFalls" DESC, "deviceId"`,
      [],
    ),
  ]);
  return { falseAlarms: all?.falseAlarms ?? 0, confirmedFalls: all?.confirmedFalls ?? 0, worstDevices };
}
