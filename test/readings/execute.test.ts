import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, DatabaseError } from 'pg';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import {
  createRowEncoder,
  INSERT_READING,
  INSERT_SIGNAL,
  type StorableReading,
} from '../../src/readings/store/encoding.ts';
import { execute, isPrepared } from '../../src/readings/store/execute.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';

describe('the prepared statement for a few readings', () => {
  const NOW = Date.parse('2026-05-05T05:05:05.005Z');
  const encoder = createRowEncoder();
  let database: TestDatabase;
  let client: Client;

  before(async () => {
    database = await createTestDatabase();
    const db = openDatabase({ url: database.url, log: silentLog() });
    await (await openReadingDays(db)).prepare(new Date(NOW));
    await db.close();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  const readingAt = (ms: number, more: Partial<StorableReading> = {}): StorableReading => ({
    deviceKey: 1,
    recordedAtUs: (NOW + ms) * 1000,
    fingerprint: undefined,
    confidence: 0,
    healthScore: 100,
    samples: undefined,
    parts: undefined,
    body: { uptime_ms: 1, accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 },
    ...more,
  });
  const store = (readings: readonly StorableReading[], by = client): Promise<void> =>
    execute(by, INSERT_READING, encoder.executions(readings));
  const stored = async (): Promise<number> =>
    (await client.query<{ count: number }>('SELECT count(*)::int FROM sensor_readings')).rows[0]?.count ?? 0;

  it('stores readings with samples of any length', async () => {
    await store([readingAt(0)]);
    assert.equal(isPrepared(client, INSERT_SIGNAL), false);
    await execute(client, INSERT_SIGNAL, encoder.executions([]));
    assert.equal(isPrepared(client, INSERT_SIGNAL), true);
    await store([readingAt(1, { samples: new Float32Array(70_000).fill(0.5) }), readingAt(2)]);
    assert.equal(await stored(), 3);
    const { rows } = await client.query('SELECT length(signal) AS bytes FROM reading_signals');
    assert.deepEqual(rows, [{ bytes: 1 + 2 * 70_000 }]);
    await client.query('TRUNCATE sensor_readings');
  });

  it('stores none when one is a duplicate, and the connection stays usable', async () => {
    await store([readingAt(0)]);
    await assert.rejects(
      store([readingAt(1), readingAt(0), readingAt(2)]),
      (error: unknown) => error instanceof DatabaseError && error.code === '23505',
    );
    assert.equal(await stored(), 1);
    await store([readingAt(1)]);
    assert.equal(await stored(), 2);
    await client.query('TRUNCATE sensor_readings');
  });

  it('fails when the server refuses it, also the first time on a connection, before it is prepared', async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await client.query('ALTER TABLE sensor_readings RENAME TO elsewhere');
    await assert.rejects(
      store([readingAt(0)], other),
      (error: unknown) => error instanceof DatabaseError && error.code === '42P01',
    );
    await client.query('ALTER TABLE elsewhere RENAME TO sensor_readings');
    await store([readingAt(0)], other);
    await other.end();
    assert.equal(await stored(), 1);
    await client.query('TRUNCATE sensor_readings');
  });

  it('fails when the connection breaks', async () => {
    const other = new Client({ connectionString: database.url });
    other.on('error', () => {});
    await other.connect();
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query('LOCK TABLE sensor_readings');
    const failed = assert.rejects(store([readingAt(0)], other), /terminat/);
    await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await failed;
    await client.query('ROLLBACK');
    assert.equal(await stored(), 0);
  });
});
