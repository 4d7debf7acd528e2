// Packs and unpacks hours of a database until it is killed: packing-faults.test.ts.

import { openDatabase } from '../../src/platform/database/database.ts';
import { tablesOfDay } from '../../src/platform/database/schema/partitions.ts';
import { devicesIn, packHour } from '../../src/readings/packing/store.ts';
import { silentLog } from '../helpers/silent-log.ts';

const [url = '', day = ''] = process.argv.slice(2);
const db = openDatabase({ url, log: silentLog() });
const tables = await tablesOfDay(db, day);
if (tables === undefined) throw new Error('the day has no table');
process.stdout.write('ready\n');
for (;;) {
  for (const deviceKey of await devicesIn(db, tables.sensor_readings))
    for (let n = 0; n < 24; n++)
      await packHour(db, tables, { deviceKey, hour: new Date(Date.parse(day) + n * 3_600_000) });
  await db.run('SELECT unpack_hours(array_agg(device_key), array_agg(hour)) FROM packed_readings');
}
