// Packs and unpacks hours of a database until it is killed: packing-faults.test.ts.

import { openDatabase } from '../../src/platform/database/database.ts';
import { nextHour, packHour } from '../../src/readings/packing/store.ts';
import { silentLog } from '../helpers/silent-log.ts';

const [url = '', day = ''] = process.argv.slice(2);
const db = openDatabase({ url, log: silentLog() });
process.stdout.write('ready\n');
for (;;) {
  let one = await nextHour(db, day, undefined);
  while (one !== undefined) {
    await packHour(db, one);
    one = await nextHour(db, day, one);
  }
  await db.run('SELECT unpack_hours(array_agg(device_key), array_agg(hour)) FROM packed_readings');
}
