import type { Queryable } from '../../platform/database/database.ts';
import { daysOf, onDay } from '../../platform/database/schema/partitions.ts';

/** The start of the oldest day with readings, in milliseconds since 1970. Days that are prepared may be empty. */
export async function oldestDayOfReadings(q: Queryable): Promise<number | undefined> {
  for (const day of await daysOf(q, 'sensor_readings'))
    if ((await q.row(`SELECT 1 FROM sensor_readings WHERE ${onDay(day)} LIMIT 1`)) !== undefined)
      return Date.parse(day);
  return undefined;
}
