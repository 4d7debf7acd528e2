import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, DatabaseError } from 'pg';
import { copyIn } from '../../src/readings/store/copy-in.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';

describe('COPY of rows', () => {
  const COPY = 'COPY numbers FROM STDIN';
  const lines = (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, (_, i) => `${i}\n`).join(''));
  let database: TestDatabase;
  let client: Client;

  before(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('CREATE TABLE numbers (number int PRIMARY KEY)');
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  const stored = async (): Promise<number> =>
    (await client.query<{ count: number }>('SELECT count(*)::int FROM numbers')).rows[0]?.count ?? 0;

  it('stores few and many rows', async () => {
    await copyIn(client, COPY, lines(1));
    await client.query('TRUNCATE numbers');
    await copyIn(client, COPY, lines(500_000));
    assert.equal(await stored(), 500_000);
    await client.query('TRUNCATE numbers');
  });

  it('stores none when one row is invalid, and the connection stays usable', async () => {
    const rows = Buffer.concat([lines(1000), Buffer.from('no number\n')]);
    await assert.rejects(
      copyIn(client, COPY, rows),
      (error: unknown) => error instanceof DatabaseError && error.code === '22P02',
    );
    assert.equal(await stored(), 0);
  });

  it('skips all rows when the server refuses the statement', async () => {
    for (const count of [1, 500_000]) {
      await assert.rejects(
        copyIn(client, 'COPY nothing FROM STDIN', lines(count)),
        (error: unknown) => error instanceof DatabaseError && error.code === '42P01',
      );
      assert.equal(await stored(), 0);
    }
  });

  it('fails when the connection breaks', async () => {
    const other = new Client({ connectionString: database.url });
    other.on('error', () => {});
    await other.connect();
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query('LOCK TABLE numbers');
    const copied = copyIn(other, COPY, lines(10));
    const failed = assert.rejects(copied, /terminat/);
    await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await failed;
    await client.query('ROLLBACK');
    assert.equal(await stored(), 0);
  });
});
