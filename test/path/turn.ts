import type { TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { sql } from '../helpers/sql.ts';

const PATH_LOCK = 0x7667_7061;

/** Waits until the app has the turn to test: the first test comes ten seconds later. */
export async function hasTurn(app: TestApp): Promise<void> {
  await eventually('the app has the lock', async () => {
    const held = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PATH_LOCK}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    return (await sql(app.databaseUrl, held)).length > 0;
  });
  await app.pass(1000);
}
