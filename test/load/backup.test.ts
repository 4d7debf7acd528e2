import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { makeBackup, restoreBackup } from '../../src/app/backup.ts';
import { readConfig } from '../../src/app/config.ts';
import { parseContents } from '../../src/operations/backup/contents.ts';
import { writeBackupFile } from '../../src/operations/backup/file.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { tablesOfDay } from '../../src/platform/database/schema/partitions.ts';
import { Timelines } from '../../src/platform/database/timelines.ts';
import { packHour } from '../../src/readings/packing/store.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { inProject } from '../helpers/project.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const OLD_DAY = '2026-03-01';
const READING_COLUMNS = `recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                         confidence, health_score, samples`;

/** An account whose name needs escaping, with a wearable, a fall, and an old reading. */
const FILL = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
    VALUES ('ada@example.org', '', E'Ada\\t\\\\.\\n\\\\N', 'Jönes', 'PATIENT', now(), now());
  INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
    SELECT id, 'AA:BB:CC:00:00:01', 'one', now(), now() FROM users;
  INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
    SELECT id, 'AA:BB:CC:00:00:02', 'two', now(), now() FROM users;
  DELETE FROM devices WHERE name = 'two';
  INSERT INTO fall_events (user_id, confidence, status, sensor_data, created_at)
    SELECT id, 0.1 + 0.2, 'POTENTIAL', '{"accel": [1, 2, 3]}', now() FROM users;
  INSERT INTO sensor_readings (${READING_COLUMNS})
    SELECT timestamptz '${OLD_DAY}T23:59:59.999999Z', n, -7919, n, 1.1, 'NaN', 9.81, 1e-30, 2, 3, 0.3, 100, '\\x01ff5c'
    FROM generate_series(1, 3000) AS n`;
const FILL_SIGNALS = `
  INSERT INTO reading_signals (recorded_at, device_key, signal)
    SELECT recorded_at, device_key, '\\x04ff5c0a' FROM sensor_readings WHERE device_key % 3 = 0`;

/** Every row of every table with content. */
const DIGEST = `
  SELECT md5(string_agg(row, ',' ORDER BY row)) AS digest FROM (
    SELECT 'user ' || (u.email, u.first_name, u.last_name, u.created_at)::text FROM users u
    UNION ALL SELECT 'device ' || (d.id, d.key, d.user_id, d.mac_address)::text FROM devices d
    UNION ALL SELECT 'fall ' || f::text FROM fall_events f
    UNION ALL SELECT 'tally ' || (list, label, day, total)::text FROM tallies
    UNION ALL SELECT 'signal ' || s::text FROM reading_signals s
    UNION ALL SELECT 'reading ' || r::text FROM sensor_readings r) AS rows (row)`;

describe('a backup', () => {
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-backup-'));
    source = await createTestDatabase();
    await makeDay(source.url);
    await sql(source.url, `${FILL}; ${FILL_SIGNALS}`);
  });
  beforeEach(async () => {
    target = await createEmptyDatabase();
  });
  afterEach(() => target.drop());
  after(async () => {
    await source.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const configOf = (url: string, dataDir = join(folder, 'data')) =>
    readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir });
  const parts = (file: string, signal = new AbortController().signal) => ({
    file: join(folder, file),
    log: silentLog(),
    signal,
  });
  const backUp = (file: string, url = source.url) => makeBackup({ ...parts(file), config: configOf(url) });
  const restore = (
    file: string,
    { replace = false, dataDir = join(folder, 'restored'), url = target.url } = {},
  ) => restoreBackup({ ...parts(file), config: configOf(url, dataDir), replace });
  const digest = async (url: string): Promise<string> => (await sql(url, DIGEST))[0].digest;
  const tablesIn = async (url: string): Promise<string[]> =>
    (await sql(url, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)).map(
      ({ name }) => name,
    );

  async function makeDay(url: string): Promise<void> {
    await sql(
      url,
      `DO $$ BEGIN
         IF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'sensor_readings'::regclass) THEN
           CREATE TABLE sensor_readings_20260301 PARTITION OF sensor_readings
             FOR VALUES FROM ('${OLD_DAY}T00:00:00Z') TO ('2026-03-02T00:00:00Z');
           IF to_regclass('reading_signals') IS NULL THEN RETURN; END IF;
           CREATE TABLE reading_signals_20260301 PARTITION OF reading_signals
             FOR VALUES FROM ('${OLD_DAY}T00:00:00Z') TO ('2026-03-02T00:00:00Z');
         END IF;
       END $$`,
    );
  }

  it('restores every value into an empty database, and its sequences continue', async () => {
    const output = await backUp('whole');
    assert.match(output, /1 accounts, 1 wearables, 3000 readings, 1 falls/);
    assert.equal((await stat(join(folder, 'whole'))).mode & 0o777, 0o600);
    await restore('whole');
    assert.equal(await digest(target.url), await digest(source.url));
    const [{ key }] = await sql(
      target.url,
      `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
       SELECT id, 'AA:BB:CC:00:00:03', 'three', now(), now() FROM users RETURNING key`,
    );
    assert.equal(key, 3, 'the key of a deleted wearable is not reused');
    const [{ total }] = await sql(
      target.url,
      `SELECT sum(total)::int AS total FROM tallies WHERE list = 'users'`,
    );
    assert.equal(total, 1, 'triggers were off while the tables were filled');
    await sql(target.url, 'DELETE FROM users');
    const left = await sql(target.url, `SELECT 1 FROM devices UNION ALL SELECT 1 FROM fall_events`);
    assert.deepEqual(left, [], 'foreign keys are back');
    assert.equal(
      (await sql(target.url, 'SELECT device_key FROM reading_erasures')).length,
      3,
      'triggers are back',
    );
  });

  it('has packed readings and signals as plain ones, and restores every one of them', async () => {
    const packed = await createTestDatabase();
    await makeDay(packed.url);
    await sql(
      packed.url,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, confidence, health_score)
       SELECT timestamptz '${OLD_DAY}T23:00:00Z' + n * interval '1 s', n, 1, n / 10.0, 0, 9.81, 0.3, 100
       FROM generate_series(1, 100) AS n; ${FILL_SIGNALS.replace('device_key % 3', 'uptime_ms % 3')}`,
    );
    const before = await digest(packed.url);
    const db = openDatabase({ url: packed.url, log: silentLog() });
    const tables = await tablesOfDay(db, OLD_DAY);
    assert.ok(tables);
    const hour = { deviceKey: 1, hour: new Date(`${OLD_DAY}T23:00:00Z`) };
    assert.equal(await packHour(db, tables, hour), 100);
    await db.close();
    assert.notEqual(await digest(packed.url), before);
    await backUp('packed', packed.url);
    await packed.drop();
    await restore('packed');
    assert.equal(await digest(target.url), before);
  });

  it('restored on the same server uses no number again that was used since it was made', async () => {
    await backUp('earlier');
    await restore('earlier');
    const db = openDatabase({ url: target.url, log: silentLog(), timelines: new Timelines(silentLog()) });
    const key = await db.value<number>(`SELECT last_value FROM devices_key_seq`);
    await db.close();
    assert.ok(Number(key) > 100_000, `the last key is ${key}`);
  });

  it('is read correctly in chunks of any size', async () => {
    await backUp('read');
    const text = gunzipSync(await readFile(join(folder, 'read')));
    const readIn = async (size: number): Promise<string> => {
      const contents = await parseContents(slices(text.subarray(0, 20_000 + (text.length % 7)), size));
      let read = JSON.stringify(contents?.manifest);
      try {
        for await (const entry of contents?.entries ?? []) {
          read += JSON.stringify('rows' in entry ? entry.table : entry);
          if ('rows' in entry) for await (const rows of entry.rows) read += rows.toString('latin1');
        }
      } catch (error) {
        read += String(error);
      }
      return read;
    };
    const whole = await readIn(text.length);
    assert.ok(whole.includes('AA:BB:CC:00:00:01'));
    for (const size of [1, 2, 3, 5, 1_000])
      assert.equal(await readIn(size), whole, `${size} bytes at a time`);
  });

  it('includes the secrets of the data folder', async () => {
    const data = join(folder, 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'jwt-secret'), 'the secret that signs tokens', { mode: 0o600 });
    await backUp('secrets');
    const dataDir = join(folder, 'elsewhere');
    await restore('secrets', { dataDir });
    assert.equal(await readFile(join(dataDir, 'jwt-secret'), 'utf8'), 'the secret that signs tokens');
    assert.equal((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(dataDir), ['jwt-secret']);
  });

  it('of an older version is migrated to the newest schema', async () => {
    const old = await createEmptyDatabase();
    const sqlFolder = join(folder, 'sql');
    await mkdir(sqlFolder);
    for (const file of await readdir(inProject('sql')))
      if (file < '010') await cp(inProject('sql', file), join(sqlFolder, file));
    await migrate(old.url, silentLog(), { folder: sqlFolder });
    await makeDay(old.url);
    await sql(old.url, FILL);
    await backUp('old', old.url);
    await restore('old');
    const [newest] = await sql(target.url, 'SELECT max(version) AS version FROM schema_migrations');
    const [ours] = await sql(source.url, 'SELECT max(version) AS version FROM schema_migrations');
    assert.equal(newest.version, ours.version);
    assert.equal((await sql(target.url, 'SELECT room FROM users')).length, 1);
    assert.equal((await sql(target.url, 'SELECT count(*)::int AS n FROM sensor_readings'))[0].n, 3000);
    await old.drop();
  });

  it('of a newer version is refused without any change', async () => {
    await backUp('ours');
    const text = gunzipSync(await readFile(join(folder, 'ours'))).toString('utf8');
    const newer = text.replace(
      '"migrations":[',
      '"migrations":[{"version":999,"name":"future","checksum":""},',
    );
    const manifest = JSON.parse(newer.slice(0, newer.indexOf('\n')));
    manifest.migrations.sort(
      (one: { version: number }, other: { version: number }) => one.version - other.version,
    );
    const contents = `${JSON.stringify(manifest)}${newer.slice(newer.indexOf('\n'))}`;
    await writeBackupFile(join(folder, 'newer'), pieces(contents), new AbortController().signal);
    await assert.rejects(restore('newer'), /made by a newer Vigil \(schema 999, this one knows up to \d+\)/);
    const format = contents.replace('"vigilBackup":1', '"vigilBackup":2');
    await writeBackupFile(join(folder, 'format'), pieces(format), new AbortController().signal);
    await assert.rejects(restore('format'), /newer Vigil, in another format/);
    assert.deepEqual(await tablesIn(target.url), []);
  });

  it('that is truncated or has a changed bit is refused without any change', async () => {
    await backUp('good');
    const good = await readFile(join(folder, 'good'));
    const altered = (at: number) => {
      const copy = Buffer.from(good);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const bad = {
      'cut by a byte': good.subarray(0, -1),
      'cut in half': good.subarray(0, good.length / 2),
      'cut to nothing': good.subarray(0, 10),
      'with a byte behind': Buffer.concat([good, Buffer.from([0])]),
      'altered in its head': altered(4),
      'altered in the middle': altered(Math.floor(good.length / 2)),
      'altered at its end': altered(good.length - 1),
    };
    for (const [name, bytes] of Object.entries(bad)) {
      await writeFile(join(folder, 'bad'), bytes);
      await assert.rejects(restore('bad'), /is damaged: it was cut short, or altered/, name);
    }
    await writeFile(join(folder, 'bad'), 'a letter to my aunt');
    await assert.rejects(restore('bad'), /is not a backup of Vigil/);
    await assert.rejects(restore('no such file'), /cannot be read: ENOENT/);
    assert.deepEqual(await tablesIn(target.url), []);
  });

  it('replaces existing data only when told to, and never a foreign database', async () => {
    await backUp('replacing');
    const busy = await createTestDatabase();
    await sql(busy.url, FILL.replaceAll('ada@', 'bob@').replace(/INSERT INTO sensor_readings[\s\S]*/, ''));
    await assert.rejects(restore('replacing', { url: busy.url }), /the database is not empty.*--force/);
    assert.deepEqual(await sql(busy.url, 'SELECT email FROM users'), [{ email: 'bob@example.org' }]);
    await restore('replacing', { url: busy.url, replace: true });
    assert.equal(await digest(busy.url), await digest(source.url));
    await busy.drop();

    await sql(target.url, 'CREATE TABLE invoices (id int)');
    await assert.rejects(restore('replacing', { replace: true }), /holds tables that are not of Vigil/);
    assert.deepEqual(await tablesIn(target.url), ['invoices']);
  });

  it('that fails during the restore leaves everything as it was', async () => {
    await backUp('breaking');
    const text = gunzipSync(await readFile(join(folder, 'breaking'))).toString('utf8');
    // A fall of a person who is not in the backup: the restore notices when all tables are filled.
    const broken = text.replace(/(?<="table":"users".*\n)[\s\S]*?(?=\\\.\n)/, '');
    await writeBackupFile(join(folder, 'broken'), pieces(broken), new AbortController().signal);
    const busy = await createTestDatabase();
    await sql(busy.url, FILL.replaceAll('ada@', 'bob@').replace(/INSERT INTO sensor_readings[\s\S]*/, ''));
    const before = await digest(busy.url);
    const dataDir = join(folder, 'kept');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'jwt-secret'), 'the previous secret');
    await assert.rejects(restore('broken', { url: busy.url, replace: true, dataDir }), /foreign key/);
    assert.equal(await digest(busy.url), before);
    assert.equal(await readFile(join(dataDir, 'jwt-secret'), 'utf8'), 'the previous secret');
    assert.deepEqual(await readdir(dataDir), ['jwt-secret']);
    await busy.drop();
  });

  it('is not restored while the service runs', async () => {
    await backUp('beside');
    const db = openDatabase({ url: target.url, log: silentLog() });
    await db.row('SELECT 1');
    await assert.rejects(restore('beside', { replace: true }), /a Vigil is connected to this database/);
    await db.close();
  });

  it('that is interrupted leaves no file behind', async () => {
    const interruption = new AbortController();
    interruption.abort();
    const config = configOf(source.url);
    await assert.rejects(makeBackup({ ...parts('interrupted', interruption.signal), config }));
    const files = await readdir(folder);
    assert.deepEqual(
      files.filter((name) => name.startsWith('interrupted')),
      [],
    );
    await assert.rejects(backUp('no/such/folder'), /cannot be written: ENOENT/);
    await assert.rejects(backUp('nothing', target.url), /no tables of Vigil/);
  });
});

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}

async function* slices(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
