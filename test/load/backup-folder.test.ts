import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { PATH_RESIDENT } from '../../src/accounts/vocabulary.ts';
import { countAccounts, makeBackup, restoreBackup } from '../../src/app/backup.ts';
import { readConfig } from '../../src/app/config.ts';
import { checkBackup } from '../../src/app/drill.ts';
import { LOADED_READINGS } from '../../src/app/loaded-readings.ts';
import { backUpToFolder } from '../../src/operations/backup/folder/back-up.ts';
import { loadDays } from '../../src/operations/backup/folder/load-days.ts';
import { type FolderManifest, readManifest } from '../../src/operations/backup/folder/manifest.ts';
import { openFolder } from '../../src/operations/backup/folder/open.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { readMigrations } from '../../src/platform/database/schema/migrations.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const TODAY = '2026-03-10';
const YESTERDAY = '2026-03-09';

const PEOPLE = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
    VALUES ('ada@example.org', '', 'Ada', 'Jones', 'PATIENT', now(), now()),
           ('bob@example.org', '', 'Bob', 'Jones', 'PATIENT', now(), now());
  INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
    SELECT id, 'AA:BB:CC:00:00:0' || row_number() OVER (ORDER BY email), 'one', now(), now() FROM users`;

/** Every row of readings and signals. */
const DIGEST = `
  SELECT md5(string_agg(row, ',' ORDER BY row)) AS digest FROM (
    SELECT 'reading ' || r::text FROM sensor_readings r UNION ALL SELECT 'signal ' || s::text FROM reading_signals s) AS rows (row)`;

describe('a backup folder', () => {
  const log = silentLog();
  let scratch: string;
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  let now = NOON;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'vigil-folder-'));
  });
  beforeEach(async () => {
    now = NOON;
    folder = await mkdtemp(join(scratch, 'folder-'));
    source = await createTestDatabase();
    target = await createEmptyDatabase();
    await sql(source.url, PEOPLE);
    await prepareDays();
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
  });
  after(() => rm(scratch, { recursive: true, force: true }));

  const withDb = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
    const db = openDatabase({ url, log });
    return work(db).finally(() => db.close());
  };
  const prepareDays = () =>
    withDb(source.url, async (db) => (await openReadingDays(db)).prepare(new Date(now)));
  const readingsAt = (time: string, { key = 1, count = 100 } = {}) => `
    INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                 confidence, health_score)
    SELECT timestamptz '${time}' + i * interval '1 ms', i, ${key}, 1.1, 'NaN', 9.81, 1e-30, 2, 3, 0.3, 100
    FROM generate_series(1, ${count}) i`;
  const signalsAt = (time: string, { key = 1, count = 100 } = {}) => `
    INSERT INTO reading_signals (recorded_at, device_key, signal)
    SELECT timestamptz '${time}' + i * interval '1 ms', ${key}, '\\x04ff5c0a' FROM generate_series(1, ${count}) i`;

  /** Transactions of other tests on this server may be running: rows that came meanwhile may be stored twice. */
  const settled = async () => {
    const [{ last }] = await sql(source.url, 'SELECT pg_current_xact_id()::text AS last');
    await eventually('earlier transactions have ended', async () => {
      const [{ over }] = await sql(
        source.url,
        'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS over',
        [last],
      );
      return over;
    });
  };
  const run = async (change: Partial<Parameters<typeof backUpToFolder>[0]> = {}) => {
    await settled();
    return runNow(change);
  };
  const runNow = (change: Partial<Parameters<typeof backUpToFolder>[0]> = {}) =>
    backUpToFolder({
      url: source.url,
      folder,
      secrets: {},
      countAccounts,
      accept: () => {},
      withoutReadings: false,
      keepDays: 14,
      keptDays: { sensor_readings: 90, reading_signals: 14 },
      now: () => now,
      signal: new AbortController().signal,
      ...change,
    });
  const manifest = async (): Promise<FolderManifest> => {
    const found = await readManifest(folder);
    assert.ok(found);
    return found;
  };
  const partsOf = async (of: string): Promise<readonly { file: string; rows: number }[]> =>
    (await manifest()).days.filter(({ day }) => day === of).flatMap(({ parts }) => parts);
  const rowsOf = async (of: string) => (await partsOf(of)).map(({ rows }) => rows);

  const configOf = (url: string) =>
    readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: join(scratch, 'data') });
  const parts = (file = folder) => ({ file, log, signal: new AbortController().signal });
  const restore = (options: { replace?: boolean; skipDamaged?: boolean } = {}, file = folder) =>
    restoreBackup({ ...parts(file), replace: false, ...options, config: configOf(target.url) });
  const load = (signal = new AbortController().signal) =>
    withDb(target.url, (db) =>
      loadDays({ db, ...LOADED_READINGS, keptFrom: async () => undefined, log, signal }),
    );
  const digest = async (url: string): Promise<string> => (await sql(url, DIGEST))[0].digest;
  const count = async (url: string, where = 'true'): Promise<number> =>
    (await sql(url, `SELECT count(*)::int AS n FROM sensor_readings WHERE ${where}`))[0].n;
  const tablesIn = (url: string) => sql(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`);

  it('gets of each day what has come since the last run, and restores every row of it', async () => {
    await sql(
      source.url,
      `${readingsAt(`${YESTERDAY}T23:59:59.950Z`)}; ${signalsAt(`${YESTERDAY}T10:00:00Z`)}`,
    );
    await run();
    assert.deepEqual(await rowsOf(YESTERDAY), [100, 49]);
    assert.deepEqual(await rowsOf(TODAY), [51]);
    const files = await partsOf(YESTERDAY);
    await run();
    assert.deepEqual(await partsOf(YESTERDAY), files, 'nothing came');
    await sql(
      source.url,
      `${readingsAt(`${TODAY}T08:00:00Z`)}; ${readingsAt('2026-03-04T08:00:00Z', { count: 7 })}`,
    );
    now += DAY_MS;
    await run();
    assert.deepEqual(await rowsOf('2026-03-04'), [7], 'a backlog');
    assert.deepEqual(await rowsOf(TODAY), [51, 100]);
    assert.deepEqual(await partsOf(YESTERDAY), files);
    await sql(source.url, readingsAt(`${YESTERDAY}T08:00:00Z`, { count: 3 }));
    await run();
    assert.deepEqual(await rowsOf(YESTERDAY), [100, 49, 3], 'a backlog into a day that was written');

    assert.match(
      await restore(),
      /^Restored 2 accounts, 2 wearables, 0 falls, .* the readings of 3 days while it runs/,
    );
    assert.equal(await count(target.url), 0, 'the service can start before they are loaded');
    assert.deepEqual(await load(), []);
    assert.equal(await digest(target.url), await digest(source.url));
    assert.deepEqual(await sql(target.url, 'SELECT FROM days_to_restore'), []);
  });

  it('gets the rows of a transaction that was running during a run', async () => {
    const writer = new Client({ connectionString: source.url });
    await writer.connect();
    await writer.query(`BEGIN; SAVEPOINT one; ${readingsAt(`${TODAY}T08:00:00Z`, { count: 5 })}`);
    await sql(source.url, readingsAt(`${TODAY}T09:00:00Z`, { count: 2 }));
    await runNow();
    assert.deepEqual(await rowsOf(TODAY), [2]);
    await writer.query('RELEASE SAVEPOINT one; COMMIT');
    await writer.end();
    await run();
    await restore();
    await load();
    assert.equal(await count(target.url), 7);
  });

  it('has whole days again if the database was replaced, and leaves closed days alone', async () => {
    await sql(source.url, readingsAt(`${YESTERDAY}T08:00:00Z`));
    await run();
    await sql(source.url, `DELETE FROM backup_marks; ${readingsAt(`${YESTERDAY}T09:00:00Z`, { count: 1 })}`);
    await run();
    assert.deepEqual(await rowsOf(YESTERDAY), [101]);
    now += 10 * DAY_MS;
    await run();
    const closed = await partsOf(YESTERDAY);
    await sql(source.url, 'DELETE FROM backup_marks');
    now += DAY_MS;
    await run();
    assert.deepEqual(await partsOf(YESTERDAY), closed, 'no row can have come since');
  });

  it('keeps days until the service has dropped them, and earlier states of the rest for some days', async () => {
    await sql(source.url, `${readingsAt('2026-03-03T08:00:00Z')}; ${signalsAt('2026-03-03T08:00:00Z')}`);
    await run();
    now += 30 * DAY_MS;
    await run();
    await run();
    await run();
    assert.deepEqual(await rowsOf('2026-03-03'), [100, 100], 'the database has them still');
    await withDb(source.url, async (db) => {
      const days = await openReadingDays(db);
      await days.drop(new Date(now - 14 * DAY_MS), { table: 'reading_signals' });
      await days.drop(new Date(now - 14 * DAY_MS));
    });
    await run({ keepDays: 1 });
    const kept = await partsOf('2026-03-03');
    assert.deepEqual(
      kept.map(({ file }) => /signals/.test(file)),
      [false],
      'readings are kept for 90 days',
    );
    const { cores } = await manifest();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('core-')).sort(),
      cores.map(({ file }) => file).sort(),
    );
    assert.equal(cores.length, 4);
    assert.deepEqual(
      await readdir(join(folder, 'readings')),
      kept.map(({ file }) => file.slice('readings/'.length)),
    );
  });

  it('does not bring back readings of people who were deleted', async () => {
    await sql(
      source.url,
      `${readingsAt(`${YESTERDAY}T08:00:00Z`)}; ${readingsAt(`${YESTERDAY}T08:00:00Z`, { key: 2 })}`,
    );
    await run();
    await sql(source.url, `DELETE FROM users WHERE email = 'bob@example.org'`);
    await run({ withoutReadings: true });
    await restore();
    await sql(target.url, 'DELETE FROM reading_erasures');
    await load();
    assert.deepEqual(await sql(target.url, 'SELECT DISTINCT device_key AS key FROM sensor_readings'), [
      { key: 1 },
    ]);
    assert.deepEqual(
      await sql(target.url, 'SELECT device_key AS key FROM reading_erasures'),
      [{ key: 2 }],
      'and sweeps what may have slipped in beside a deletion',
    );
  });

  it('with a file that is missing or cut is refused, unless the rest is asked for', async () => {
    await sql(source.url, `${readingsAt(`${YESTERDAY}T08:00:00Z`)}; ${readingsAt(`${TODAY}T08:00:00Z`)}`);
    await run();
    const [cut = { file: '' }] = await partsOf(YESTERDAY);
    await truncate(join(folder, cut.file), 100);
    await assert.rejects(
      restore(),
      /2026-03-09: readings\/.* is damaged \(100 of \d+ bytes\).*--skip-damaged/,
    );
    await rm(join(folder, cut.file));
    await assert.rejects(restore(), /2026-03-09: readings\/.* is missing/);
    assert.deepEqual(await tablesIn(target.url), []);
    assert.match(await restore({ skipDamaged: true }), /Not restored: 2026-03-09/);
    await load();
    assert.equal(await count(target.url), 100);
  });

  it('with an altered file loads the other days, and that one when the file is back', async () => {
    await sql(source.url, `${readingsAt(`${YESTERDAY}T08:00:00Z`)}; ${readingsAt(`${TODAY}T08:00:00Z`)}`);
    await run();
    const [{ file } = { file: '' }] = await partsOf(TODAY);
    const good = await readFile(join(folder, file));
    const bad = Buffer.from(good);
    bad[bad.length / 2] = (bad[Math.floor(bad.length / 2)] ?? 0) ^ 1;
    bad[Math.floor(bad.length / 2)] = (good[Math.floor(bad.length / 2)] ?? 0) ^ 1;
    await writeFile(join(folder, file), bad);
    await assert.rejects(checkBackup(parts()), /2026-03-10: .*altered since it was written/);
    await restore();
    assert.deepEqual(
      (await load()).map(({ day }) => day),
      [TODAY],
    );
    assert.equal(await count(target.url), 100);
    const [{ failure }] = await sql(target.url, 'SELECT failure FROM days_to_restore');
    assert.match(failure, /altered since it was written/);
    await writeFile(join(folder, file), good);
    assert.deepEqual(await load(), []);
    assert.equal(await digest(target.url), await digest(source.url));
  });

  it('that is interrupted anywhere keeps its last backup, and the next run goes on', async () => {
    await sql(source.url, `${readingsAt(`${YESTERDAY}T08:00:00Z`)}; ${readingsAt(`${TODAY}T08:00:00Z`)}`);
    await run({ withoutReadings: true });
    for (let steps = 0; ; steps++) {
      const interruption = new AbortController();
      let left = steps;
      // The clock is read before every file.
      const counting = () => {
        if (left-- === 0) interruption.abort();
        return now;
      };
      const ended = await run({ now: counting, signal: interruption.signal }).then(
        () => true,
        () => false,
      );
      const { cores } = await manifest();
      assert.ok(cores.length > 0);
      const open = await openFolder(folder, await readMigrations());
      open?.backup.close();
      assert.deepEqual(open?.damaged, []);
      if (ended && left >= 0) break;
      assert.ok(steps < 200);
    }
    assert.deepEqual(await rowsOf(YESTERDAY), [100]);
    const named = [...(await manifest()).days.flatMap((day) => day.parts), ...(await manifest()).cores];
    const there = [...(await readdir(folder)), ...(await readdir(join(folder, 'readings')))];
    assert.equal(there.length, named.length + 2, 'beside backup.json and readings/ nothing is left over');
    await restore();
    await load();
    assert.equal(await digest(target.url), await digest(source.url));
  });

  it('is loaded exactly once by two instances, and goes on after an interruption', async () => {
    for (const day of ['05', '06', '07', '08', '09'])
      await sql(source.url, readingsAt(`2026-03-${day}T08:00:00Z`, { count: 20_000 }));
    await run();
    await restore();
    const interruption = new AbortController();
    const interrupted = load(interruption.signal).catch(() => 'interrupted');
    while ((await sql(target.url, 'SELECT FROM days_to_restore')).length > 3) await load();
    interruption.abort();
    await interrupted;
    await Promise.all([load(), load(), load()]);
    await load();
    assert.equal(await count(target.url), 100_000);
    assert.equal(await digest(target.url), await digest(source.url));
  });

  it('keeps live readings that came before their day was loaded', async () => {
    await sql(source.url, readingsAt(`${TODAY}T08:00:00Z`));
    await run();
    await restore();
    await withDb(target.url, async (db) => (await openReadingDays(db)).prepare(new Date(now)));
    await sql(
      target.url,
      `${readingsAt(`${TODAY}T08:00:00Z`, { count: 1 })}; ${readingsAt(`${TODAY}T13:00:00Z`)}`,
    );
    await load();
    assert.equal(await count(target.url), 200);
  });

  it('is not written by two runs at once, nor by another installation', async () => {
    const other = new Client({ connectionString: source.url });
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(${0x7667_6261})`);
    await assert.rejects(runNow(), /another backup of this database is running/);
    await other.end();
    await run();
    await sql(source.url, 'UPDATE backup_state SET installation = gen_random_uuid()');
    const before = await readdir(folder);
    await assert.rejects(run(), /has the backups of another installation/);
    assert.deepEqual(await readdir(folder), before);
  });

  it('says when an upgrade would change the readings, and loads them before it', async () => {
    await sql(source.url, readingsAt(`${TODAY}T08:00:00Z`));
    await run();
    const known = await readMigrations();
    const change = { version: 998, file: '', name: '', sql: '', checksum: '', changesReadings: true };
    const opened = await openFolder(folder, [...known, change]);
    opened?.backup.close();
    assert.equal(opened?.mustLoadFirst, true);
    const plain = await openFolder(folder, known);
    plain?.backup.close();
    assert.equal(plain?.mustLoadFirst, false);
  });

  it('is damaged as a whole without its manifest, and newer ones are refused', async () => {
    await run();
    const text = await readFile(join(folder, 'backup.json'), 'utf8');
    await writeFile(join(folder, 'backup.json'), text.slice(0, -10));
    await assert.rejects(restore(), /backup.json is damaged/);
    await assert.rejects(run(), /backup.json is damaged/);
    await writeFile(join(folder, 'backup.json'), text.replace('"vigilBackups": 1', '"vigilBackups": 2'));
    await assert.rejects(restore(), /written by a newer Vigil/);
    await rm(join(folder, 'backup.json'));
    await assert.rejects(restore(), /is not a backup: it has no backup.json/);
    assert.deepEqual(await tablesIn(target.url), []);
  });

  it('is proved by a drill, which leaves nothing behind', async () => {
    await sql(source.url, `${readingsAt(`${YESTERDAY}T08:00:00Z`)}; ${signalsAt(`${YESTERDAY}T08:00:00Z`)}`);
    await run();
    assert.match(
      await checkBackup(parts()),
      /^The backup is good \(\d+ s\): it restores 2 accounts, .* the 2 files of 1 days are unchanged, and 2026-03-09 was loaded\.$/,
    );
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('vigil-check-'));
    assert.deepEqual(left, []);
    const file = join(scratch, 'one.backup');
    await makeBackup({ ...parts(file), config: configOf(source.url) });
    assert.match(await checkBackup(parts(file)), /restores 2 accounts, .* and 100 readings\.$/);
    await truncate(file, 100);
    await assert.rejects(checkBackup(parts(file)), /is damaged/);
  });

  it('as an argument is a folder that exists, or ends with a slash; its core alone can be restored', async () => {
    await sql(source.url, readingsAt(`${TODAY}T08:00:00Z`));
    const made = join(scratch, 'made/');
    const config = configOf(source.url);
    assert.match(
      await makeBackup({ ...parts(made), config }),
      /2 accounts, 2 wearables, 0 falls and 100 new readings/,
    );
    const [core] = (await readdir(made)).filter((name) => name.startsWith('core-'));
    await makeBackup({ ...parts(join(scratch, 'made')), config, withoutReadings: true });
    assert.equal((await readdir(made)).filter((name) => name.startsWith('core-')).length, 2);
    assert.equal((await stat(join(made, core ?? ''))).mode & 0o777, 0o600);
    await restore({}, join(made, core ?? ''));
    await load();
    assert.equal(await count(target.url), 100);
    const [state] = await sql(source.url, 'SELECT succeeded_at AS at, failure FROM backup_state');
    assert.ok(state.at instanceof Date);
    await assert.rejects(makeBackup({ ...parts('/proc/no/such/'), config }), /cannot be written/);
    const [failed] = await sql(source.url, 'SELECT failure FROM backup_state');
    assert.match(failed.failure, /cannot be written/);
  });

  it('with fewer accounts than the last one must be confirmed; the resident of the path test is none', async () => {
    const config = configOf(source.url);
    const file = join(scratch, 'a.backup');
    await sql(
      source.url,
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT '${PATH_RESIDENT}', 'path@example.org', '', '', '', 'PATIENT', now(), now()`,
    );
    await makeBackup({ ...parts(file), config });
    await makeBackup({ ...parts(), config });
    await sql(source.url, `DELETE FROM users WHERE email IN ('bob@example.org', 'path@example.org')`);
    for (const to of [folder, file]) {
      const before = await readdir(folder);
      await assert.rejects(
        makeBackup({ ...parts(to), config }),
        /the database has 1 accounts, and the last backup in this folder has 2/,
      );
      assert.deepEqual(await readdir(folder), before);
      await makeBackup({ ...parts(to), config, confirmsFewer: true });
      await makeBackup({ ...parts(to), config });
    }
  });
});
