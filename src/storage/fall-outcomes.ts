import type { Queryable } from './database.ts';

/** What a caregiver found when an alert sent them. */
export type Outcome = 'FALSE_ALARM' | 'CONFIRMED';

/** Of the fall that the alert was about: the last one given counts. */
export const setFallOutcome = (q: Queryable, fallId: string, outcome: Outcome) =>
  q.run('UPDATE fall_events SET outcome = $2 WHERE id = $1', [fallId, outcome]);

export const setAlertOutcome = (q: Queryable, alertId: string, outcome: Outcome) =>
  q.run('UPDATE alerts SET outcome = $2 WHERE id = $1', [alertId, outcome]);

export interface DeviceOutcomes {
  readonly deviceId: string;
  readonly falseAlarms: number;
  readonly confirmedFalls: number;
}

export interface OutcomeCounts {
  readonly falseAlarms: number;
  readonly confirmedFalls: number;
  readonly worstDevices: readonly DeviceOutcomes[];
}

const MAX_DEVICES = 20;
const COUNTED = `count(*) FILTER (WHERE outcome = 'FALSE_ALARM')::int AS "falseAlarms",
  count(*) FILTER (WHERE outcome = 'CONFIRMED')::int AS "confirmedFalls"`;

/** Falls by what was found, and the devices with most false alarms. */
export async function countOutcomes(q: Queryable): Promise<OutcomeCounts> {
  const [all, worstDevices] = await Promise.all([
    q.row<Omit<DeviceOutcomes, 'deviceId'>>(
      `SELECT ${COUNTED} FROM fall_events WHERE outcome IS NOT NULL`,
      [],
    ),
    q.rows<DeviceOutcomes>(
      `SELECT device_id AS "deviceId", ${COUNTED} FROM fall_events WHERE outcome IS NOT NULL AND device_id IS NOT NULL
       GROUP BY device_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${MAX_DEVICES}`,
      [],
    ),
  ]);
  return { falseAlarms: all?.falseAlarms ?? 0, confirmedFalls: all?.confirmedFalls ?? 0, worstDevices };
}
