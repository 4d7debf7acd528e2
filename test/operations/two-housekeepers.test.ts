import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { MODULES } from '../../src/app/modules.ts';
import { retentionOf } from '../../src/app/retention.ts';
import { createHousekeeping, type Housekeeping } from '../../src/operations/housekeeping.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays, type ReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { DAY_MS } from '../../src/platform/time.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const LAST_TASK = 'purge_audit';
const OLD_LINES = 6_000;

describe('two instances with housekeeping on one database', () => {
  const config = readConfig({ READINGS_RETENTION_DAYS: '90', AUDIT_RETENTION_DAYS: '365' });
  const written = Date.parse('2026-01-15T12:00:00Z');
  const now = written + 100 * DAY_MS;
  const clock = { trustedNow: async () => now, confirm: async () => {} };
  let database: TestDatabase;
  let dbs: Database[];
  let days: ReadingDays[];
  let running: Housekeeping[] = [];
  let runs: { readonly task: string; readonly rows: number; readonly failed: boolean }[];
  let logged: string[];
  const note = (_fields: unknown, message?: string) => void logged.push(message ?? '');
  const log = silentLog({ warn: note, error: note });

  before(async () => {
    database = await createTestDatabase();
    dbs = [1, 2].map(() => openDatabase({ url: database.url, log }));
    days = await Promise.all(dbs.map((db) => openReadingDays(db)));
    await days[0]?.prepare(new Date(written));
    await days[0]?.prepare(new Date(now));
  });
  beforeEach(() => {
    [runs, logged] = [[], []];
  });
  after(async () => {
    for (const housekeeping of running) await housekeeping.close();
    for (const db of dbs) await db.close();
    await database.drop();
  });

  const metrics = {
    housekeepingRan(task: string, { rows, failed }: { readonly rows: number; readonly failed: boolean }) {
      runs.push({ task, rows, failed });
    },
  };
  const insert = (deviceKey: number, at: number, count: number) =>
    sql(
      database.url,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                    confidence, health_score)
       SELECT $2::timestamptz + i * interval '1 ms', 1, $1, 0, 0, 0, 0, 0, 0, 0, 100 FROM generate_series(1, $3::int) i`,
      [deviceKey, new Date(at), count],
    );
  const countOf = async (rows: string): Promise<number> =>
    (await sql(database.url, `SELECT count(*)::int AS count FROM ${rows}`))[0].count;
  const readingsOf = (deviceKey: number) => countOf(`sensor_readings WHERE device_key = ${deviceKey}`);
  const askForErasure = (deviceKey: number) =>
    sql(database.url, 'INSERT INTO reading_erasures (device_key) VALUES ($1)', [deviceKey]);
  const rowsOf = (task: string) =>
    runs.filter((run) => run.task === task).reduce((sum, { rows }) => sum + rows, 0);
  function assertNoneFailed(): void {
    assert.deepEqual(
      runs.filter(({ failed }) => failed),
      [],
    );
    assert.deepEqual(logged, []);
  }

  it('delete each expired row once when they start together, and no task fails', async () => {
    await insert(1, written, 5);
    await insert(1, now, 3);
    for (const [at, count] of [
      [now - 366 * DAY_MS, OLD_LINES],
      [now, 7],
    ] as const) {
      await sql(
        database.url,
        `INSERT INTO audit_log (at, level, action, outcome, message)
         SELECT $1, 'info', 'login', 'done', 'kept for a year' FROM generate_series(1, $2::int)`,
        [new Date(at), count],
      );
    }
    running = dbs.map((db, i) =>
      createHousekeeping({
        config,
        retention: retentionOf(MODULES, config),
        clock,
        db,
        days: days[i] ?? assert.fail(),
        metrics,
        now: () => now,
        log,
      }),
    );
    const haveEnded = () => runs.filter(({ task }) => task === LAST_TASK).length === 2;
    await eventually('both have run every task', haveEnded, 20_000);
    assertNoneFailed();
    assert.equal(rowsOf(LAST_TASK), OLD_LINES);
    assert.equal(await countOf(`audit_log WHERE message = 'kept for a year'`), 7);
    assert.equal(await readingsOf(1), 3);
  });

  it('erase the readings of deleted devices together, each reading once, and no others', async () => {
    await insert(20, now, 25_000);
    await insert(21, now, 10);
    await insert(22, now, 10);
    await Promise.all([20, 21].map(askForErasure));
    await Promise.all(running.map((housekeeping) => housekeeping.eraseDeleted()));
    assertNoneFailed();
    assert.equal(rowsOf('erase_readings'), 25_010);
    assert.deepEqual([await readingsOf(20), await readingsOf(21), await readingsOf(22)], [0, 0, 10]);
  });

  it('leave nothing of a device that was deleted at one while the other was erasing', async () => {
    const [a, b] = running as [Housekeeping, Housekeeping];
    await insert(30, now, 25_000);
    await insert(31, now, 10);
    await askForErasure(30);
    const first = a.eraseDeleted();
    await askForErasure(31);
    await b.eraseDeleted();
    assert.equal(await readingsOf(31), 0, 'after the erasure that was requested after the deletion');
    await first;
    assert.equal(await readingsOf(30), 0);
    assertNoneFailed();
  });
});
