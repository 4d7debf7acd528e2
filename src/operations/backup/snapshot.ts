// The database as of one moment, while the service runs: one transaction that reads.

import { commandLine } from '../../platform/command-line.ts';
import { type Connection, createConnector } from '../../platform/database/connection.ts';
import { type Queryable, queryableOf } from '../../platform/database/database.ts';
import { isMigrated } from '../../platform/database/schema/migrations.ts';
import { isHalfMoved } from '../../platform/database/schema/move-to-hypertable.ts';
import { CannotStart } from '../../platform/errors.ts';

/** The text form of a value must not depend on server or session settings. */
const SAME_EVERYWHERE = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'`;

/** The number of accounts. */
export type CountAccounts = (q: Queryable) => Promise<number>;

/** Connects to a database that can be backed up. */
export async function withSource<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await createConnector(url).connect({ application_name: 'vigil backup' });
  try {
    await client.query(SAME_EVERYWHERE);
    if (!(await isMigrated(client)))
      throw new CannotStart('there are no tables of Vigil in this database: set DATA_DIR, or DATABASE_URL.');
    if (await isHalfMoved(client))
      throw new CannotStart(`the readings are half moved: ${commandLine('move-to-timescale')} first.`);
    return await work(client);
  } finally {
    // Not closed gracefully: after an interruption the connection is in the middle of a COPY.
    client.destroy();
  }
}

export async function beginSnapshot(client: Connection): Promise<Queryable> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  return queryableOf(client);
}
