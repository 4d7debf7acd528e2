// Adds a year of generated falls with their responses to the service's database, so that reports have something to show:
//   npm run year-of-falls -- --falls 2000 --seed 7
// Run it for a demo, whether the service is running or not. The same seed adds the same falls once.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { borrowDatabase } from '../src/app/borrow-database.ts';
import { readConfig } from '../src/app/config.ts';

const SQL = readFileSync(new URL('./year-of-falls.sql', import.meta.url), 'utf8');

const { values } = parseArgs({
  options: {
    falls: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** The first of `days` days; the default ends today. */
    'first-day': { type: 'string', default: '' },
    days: { type: 'string', default: '365' },
  },
});

const database = await borrowDatabase(readConfig(process.env), pino({ level: 'warn' }));
const client = new pg.Client({ connectionString: database.url });
try {
  await client.connect();
  await client.query('BEGIN');
  for (const [name, value] of Object.entries(values))
    await client.query('SELECT set_config($1, $2, true)', [`vigil.${name.replace('-', '_')}`, value]);
  const before = await countFalls();
  await client.query(SQL);
  const added = (await countFalls()) - before;
  await client.query('COMMIT');
  console.log(
    added > 0
      ? `Added ${added} falls.`
      : 'Added no falls: there are no active patients, or these falls are there.',
  );
} finally {
  await client.end();
  await database.close();
}

async function countFalls(): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM fall_times');
  return Number(rows[0]?.count);
}
