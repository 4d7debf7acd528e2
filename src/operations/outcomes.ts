import type { Queryable } from '../platform/database/database.ts';

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

/** Outcomes of the falls of each day that starts at `starts`, by its place there; the last one ends at `end`. */
export async function countOutcomesByDay(
  q: Queryable,
  starts: readonly Date[],
  end: Date,
): Promise<readonly (Found | undefined)[]> {
  const rows = await q.rows<Found & { readonly place: number }>(
    `SELECT width_bucket(created_at, $1::timestamptz[]) AS place, ${COUNTED} FROM real_falls
     WHERE outcome IS NOT NULL AND created_at >= $2 AND created_at < $3 GROUP BY 1`,
    [starts, starts[0], end],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return starts.map((_, index) => found.get(index + 1));
}

/** Falls by outcome, and the devices with the most false alarms. */
export async function countOutcomes(q: Queryable): Promise<OutcomeCounts> {
  const [all, worstDevices] = await Promise.all([
    q.row<Found>(`SELECT ${COUNTED} FROM real_falls WHERE outcome IS NOT NULL`, []),
    q.rows<DeviceOutcomes>(
      `SELECT worst.*, d.name AS "deviceName", u.id AS "userId", u.first_name || ' ' || u.last_name AS wearer
       FROM (SELECT device_id AS "deviceId", ${COUNTED} FROM real_falls
             WHERE outcome IS NOT NULL AND device_id IS NOT NULL
             GROUP BY device_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${MAX_DEVICES}) worst
         JOIN devices_public d ON d.id = "deviceId" JOIN people_public u ON u.id = d.user_id
       ORDER BY "falseAlarms" DESC, "confirmedFalls" DESC, "deviceId"`,
      [],
    ),
  ]);
  return { falseAlarms: all?.falseAlarms ?? 0, confirmedFalls: all?.confirmedFalls ?? 0, worstDevices };
}
