import type { Queryable } from '../../platform/database/database.ts';
import { daysOf, hasRowsOn } from '../../platform/database/schema/partitions.ts';

/** The start of the oldest day with readings, in milliseconds since 1970. Days that are prepared may be empty. */
export async function oldestDayOfReadings(q: Queryable): Promise<number | undefined> {
  for (const day of await daysOf(q, 'sensor_readings'))
    if (await hasRowsOn(q, 'sensor_readings', day)) return Date.parse(day);
  return undefined;
}
