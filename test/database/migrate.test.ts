import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { startProxy } from '../helpers/proxy.ts';
import { silentLog } from '../helpers/silent-log.ts';

const log = silentLog();

describe('migrations', () => {
  let folder: string;
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-migrate-'));
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    // The template has the service's schema; these tests create their own.
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const write = (file: string, sql: string) => writeFile(join(folder, file), sql);
  const run = (lockWaitMs = 5_000) => migrate(database.url, log, { folder, lockWaitMs });
  const applied = async () =>
    (
      await client.query<{ version: number; name: string }>(
        'SELECT version, name FROM schema_migrations ORDER BY 1',
      )
    ).rows;

  it('run in the order of their numbers and are recorded', async () => {
    await write('002-second.sql', `INSERT INTO trail VALUES ('second')`);
    await write('001-first.sql', `CREATE TABLE trail (step text); INSERT INTO trail VALUES ('first')`);
    await write('010-tenth.sql', `INSERT INTO trail VALUES ('tenth')`);
    await write('notes.md', 'not a migration');
    await run();
    const { rows } = await client.query<{ step: string }>('SELECT step FROM trail');
    assert.deepEqual(
      rows.map(({ step }) => step),
      ['first', 'second', 'tenth'],
    );
    assert.deepEqual(await applied(), [
      { version: 1, name: 'first' },
      { version: 2, name: 'second' },
      { version: 10, name: 'tenth' },
    ]);
  });

  it('run once, however often the service starts and whatever line endings the files have', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (\n step text\n);\n');
    await run();
    await write('001-first.sql', 'CREATE TABLE trail (\r\n step text\r\n);\r\n');
    await write('002-second.sql', `INSERT INTO trail VALUES ('second')`);
    await run();
    await run();
    assert.equal((await client.query('SELECT FROM trail')).rowCount, 1);
  });

  it('run once when instances start together', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (step text); SELECT pg_sleep(0.2)');
    await write('002-second.sql', `INSERT INTO trail VALUES ('second')`);
    await Promise.all([run(), run(), run()]);
    assert.equal((await client.query('SELECT FROM trail')).rowCount, 1);
    assert.equal((await applied()).length, 2);
  });

  it('refuse a database with a newer schema and name both versions', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (step text)');
    await write('007-newer.sql', 'CREATE TABLE newer (step text)');
    await run();
    await rm(join(folder, '007-newer.sql'));
    await assert.rejects(run(), /at schema version 7, this Vigil knows only up to 1\b/);
  });

  it('refuse a file that changed after it was applied', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (step text)');
    await run();
    await write('001-first.sql', 'CREATE TABLE trail (step text NOT NULL)');
    await assert.rejects(run(), /001-first\.sql has changed since it was applied/);
  });

  it('refuse files that are missing, late or badly numbered', async () => {
    await write('001-first.sql', 'SELECT 1');
    await write('003-third.sql', 'SELECT 3');
    await run();
    await write('002-late.sql', 'SELECT 2');
    await assert.rejects(run(), /002-late\.sql comes before version 3/);
    await rm(join(folder, '002-late.sql'));
    await rm(join(folder, '001-first.sql'));
    await assert.rejects(run(), /migration 1 \(first\) was applied to the database, but its file is missing/);
    await write('003-again.sql', 'SELECT 3');
    await assert.rejects(run(), /003-again\.sql and 003-third\.sql have the same number/);
    await write('4-fourth.sql', 'SELECT 4');
    await assert.rejects(run(), /4-fourth\.sql is not named like a migration/);
  });

  it('roll back on failure, report the line and run again on the next start', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (step text)');
    await write(
      '002-broken.sql',
      `INSERT INTO trail VALUES ('ä');\nCREATE TABLE half (n int);\nINSERT INTO tail VALUES (1);`,
    );
    await assert.rejects(
      run(),
      /002-broken\.sql failed and was rolled back: relation "tail" does not exist \(line 3\)/,
    );
    assert.deepEqual(await applied(), [{ version: 1, name: 'first' }]);
    assert.equal((await client.query('SELECT FROM trail')).rowCount, 0);
    await write('002-broken.sql', `INSERT INTO trail VALUES ('ä');\nCREATE TABLE half (n int);`);
    await run();
    assert.equal((await client.query('SELECT FROM trail')).rowCount, 1);
  });

  it('time out when another instance migrates or a table is in use', async () => {
    await write('001-first.sql', 'CREATE TABLE trail (step text); SELECT pg_sleep(1)');
    const slow = run();
    const locked = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND granted`;
    while ((await client.query(locked)).rowCount === 0);
    await assert.rejects(run(100), /another instance has been migrating this database for more than 0\.1 s/);
    await slow;
    await client.query('BEGIN; LOCK TABLE trail');
    await write('002-second.sql', 'ALTER TABLE trail ADD COLUMN extra text');
    await assert.rejects(
      run(100),
      /002-second\.sql failed and was rolled back: it waited too long for a table/,
    );
    await client.query('ROLLBACK');
    await run();
    assert.equal((await applied()).length, 2);
  });

  it('end with an instance that is killed, and the next instance runs them', async () => {
    const proxy = await startProxy(database.url);
    await write('001-first.sql', 'CREATE TABLE trail (step text); SELECT pg_sleep(30)');
    const killed = assert.rejects(migrate(proxy.url, log, { folder }));
    const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await eventually('the migration is running', async () => (await client.query(sleeping)).rowCount === 1);
    await proxy.close();
    await killed;
    await write('001-first.sql', 'CREATE TABLE trail (step text)');
    await run(15_000);
    assert.deepEqual(await applied(), [{ version: 1, name: 'first' }]);
  });

  it('of the service bring an empty database to the current schema, and run twice without error', async () => {
    await migrate(database.url, log);
    await migrate(database.url, log);
  });
});
