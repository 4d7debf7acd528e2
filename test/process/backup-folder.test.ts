import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFolder } from '../../src/operations/backup/folder/open.ts';
import { readMigrations } from '../../src/platform/database/schema/migrations.ts';
import { callApi, type Json } from '../helpers/app.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { pause } from '../helpers/quiet.ts';
import { resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { killAll, startVigil, stop, type Vigil } from './child.ts';

const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };
const MAC = 'AA:BB:CC:DD:EE:01';
const ROWS_A_DAY = 60_000;
const DAYS = 4;

/** Every reading, whatever order they are in. */
const DIGEST = `SELECT count(*)::int AS rows, sum(hashtextextended(r::text, 0))::text AS digest FROM sensor_readings r`;

describe('a backup folder and kill -9', () => {
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  let token: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-killed-'));
    source = await createTestDatabase();
    target = await createEmptyDatabase();
    const vigil = serve(source);
    const url = await vigil.started;
    const account = (await callApi(url, 'POST', '/auth/signup', { body: ADA })).body;
    token = account.token;
    await callApi(url, 'POST', `/patients/${account.data.id}/devices`, { token, body: { macAddress: MAC } });
    await stop(vigil);
    for (let day = 1; day <= DAYS; day++)
      await sql(
        source.url,
        `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                      confidence, health_score)
         SELECT date_trunc('day', now(), 'UTC') - $1 * interval '1 day' + i * interval '1 s', i, key, random(), 0, 9.8, 0, 0, 0, 0.1, 100
         FROM devices, generate_series(1, ${ROWS_A_DAY}) i`,
        [day],
      );
  });
  afterEach(killAll);
  after(async () => {
    await source.drop();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const serve = ({ url }: TestDatabase): Vigil =>
    startVigil({
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      STREAM_INTERVAL_MS: '0',
      RATE_LIMIT_GLOBAL: '0',
      PATH_TEST_MINUTES: '0',
      METRICS_PORT: '0',
    });
  const backups = () => join(folder, 'backups');
  const start = ({ url }: TestDatabase, ...args: string[]): Vigil =>
    startVigil({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') }, args);
  async function run(database: TestDatabase, ...args: string[]) {
    const command = start(database, ...args);
    const { code } = await command.exited;
    return { code, output: command.stdout() + command.stderr() };
  }
  const digest = async ({ url }: TestDatabase) => (await sql(url, DIGEST))[0];
  const files = (): readonly string[] =>
    existsSync(backups()) ? readdirSync(backups(), { recursive: true }).map(String) : [];

  it('leave the last backup whole, whenever the backup is killed, and the next run goes on', async () => {
    const moments: readonly (() => boolean)[] = [
      () => files().some((name) => name.startsWith('core-')),
      () => files().includes('backup.json'),
      () => files().filter((name) => name.endsWith('.gz')).length === 1,
      () => files().some((name) => name.endsWith('.partial')),
      () => files().filter((name) => name.endsWith('.gz')).length >= DAYS - 1,
    ];
    for (const [i, isNow] of moments.entries()) {
      const command = start(source, '--backup', `${backups()}/`);
      let ended = false;
      void command.exited.then(() => {
        ended = true;
      });
      while (!isNow() && !ended) await pause(1);
      command.signal('SIGKILL');
      await command.exited;
      if (!files().includes('backup.json')) continue;
      const opened = await openFolder(backups(), await readMigrations());
      opened?.backup.close();
      assert.deepEqual(opened?.damaged, [], `moment ${i}`);
    }
    const { code, output } = await run(source, '--backup', backups());
    assert.equal(code, 0, output);
    assert.match(output, /the folder has the readings of 4 days/);
    assert.deepEqual(
      files().filter((name) => name.endsWith('.partial')),
      [],
    );
    assert.match((await run(source, '--backup', backups())).output, / 0 new readings /);
  });

  it('lose no reading of a restore that goes on while the service runs, and store none twice', async () => {
    const expected = await digest(source);
    const restored = await run(target, '--restore', backups());
    assert.equal(restored.code, 0, restored.output);
    let live = 0;
    const send = async (url: string) => {
      const body = resting(MAC, { uptime_ms: 10_000_000 + live });
      assert.equal((await callApi(url, 'POST', '/device/sensor-stream', { token, body })).status, 200);
      live += 1;
    };
    const remaining = async (): Promise<number> =>
      (await sql(target.url, 'SELECT count(*)::int AS n FROM days_to_restore'))[0].n;
    for (let left = DAYS - 1; left > 0; left--) {
      const vigil = serve(target);
      const url = await vigil.started;
      await send(url);
      while ((await remaining()) > left) await send(url);
      vigil.signal('SIGKILL');
      await vigil.exited;
    }
    const vigil = serve(target);
    const url = await vigil.started;
    await eventually('every day is loaded', async () => (await remaining()) === 0);
    await send(url);
    const { restoring } = (await callApi(url, 'GET', '/health')).body.data.details as Json;
    assert.ok(restoring === null || restoring.of === DAYS, JSON.stringify(restoring));
    await stop(vigil);
    assert.deepEqual(
      (await sql(target.url, `${DIGEST} WHERE recorded_at < date_trunc('day', now(), 'UTC')`))[0],
      expected,
    );
    assert.equal((await digest(target)).rows, expected.rows + live);
  });

  it('do not follow from a full disk: the backup fails, says so, and the one before is whole', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('a small disk can be mounted by root only');
    const small = join(folder, 'small');
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', small]);
    try {
      const first = await run(source, '--backup', `${small}/`);
      assert.equal(first.code, 0, first.output);
      await sql(
        source.url,
        `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                      confidence, health_score)
         SELECT date_trunc('day', now(), 'UTC') - interval '1 day' + i * interval '7 ms', i, key, random(), random(), random(),
                random(), random(), random(), random(), 100
         FROM devices, generate_series(1, 400000) i ON CONFLICT DO NOTHING`,
      );
      const full = await run(source, '--backup', small);
      assert.equal(full.code, 1, full.output);
      assert.match(full.output, /ENOSPC|needs \d+ MB/);
      const opened = await openFolder(small, await readMigrations());
      opened?.backup.close();
      assert.deepEqual(opened?.damaged, []);
      const [state] = await sql(source.url, 'SELECT failure FROM backup_state');
      assert.match(state.failure, /ENOSPC|needs \d+ MB/);
    } finally {
      execFileSync('umount', [small]);
    }
  });
});
