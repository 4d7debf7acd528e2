import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Also closes open connections. */
  drop(): Promise<void>;
}

/** An arbitrary number, the same in every test process. */
const CREATION_LOCK = 0x74657374;
const OBJECT_IN_USE = '55006';
const PATIENCE_MS = 60_000;

/** Creates a database without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createTestDatabase('template0');

/** Creates a database with the current schema: a copy of the template that test/run.ts migrates. */
export async function createTestDatabase(
  template = process.env.TEST_DATABASE_TEMPLATE,
): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined || template === undefined) {
    throw new Error('TEST_DATABASE_URL is not set: run this test with `npm test -- <file>`');
  }
  // Random only to be unique; no result depends on it.
  const name = `vigil_test_${randomBytes(6).toString('hex')}`;
  await withClient(server, async (client) => {
    // A template must have no other connection while it is copied, not even another copy.
    await client.query('SELECT pg_advisory_lock($1)', [CREATION_LOCK]);
    await copy(client, template, name);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
      }),
  };
}

async function copy(client: Client, template: string, name: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      // The default strategy writes the whole template to the WAL, which takes several times as long.
      await client.query(
        `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY file_copy`,
      );
      return;
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === OBJECT_IN_USE;
      if (!busy || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
