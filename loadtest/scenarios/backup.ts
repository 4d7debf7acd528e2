import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atTheEnd } from '../machine/clean-up.ts';
import { compiled } from '../machine/compiled.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing, say } from '../progress.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices, withDatabase } from '../seed.ts';

const SECONDS_PER_DAY = 86_400;
const RETENTION_DAYS = 90;
const MAX_NIGHT_S = 120;
const MAX_NIGHT_SHARE = 0.02;
const MAX_RESTORE_S = 60;

/** One reading per second of every wearable on one day, with noise in what a resting wearable measures. */
const DAY = `
  INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                               confidence, battery_level, health_score, heart_rate, spo2, signal_strength)
  SELECT date_trunc('day', now(), 'UTC') - $1 * interval '1 day' + i * interval '1 s' + random() * interval '9 ms', i * 1000, key,
         0.42 + floor(random() * 10) / 100, -0.31 + floor(random() * 10) / 100, 9.79 + floor(random() * 10) / 100,
         1.2 + floor(random() * 50) / 100, -0.7 + floor(random() * 50) / 100, 0.3 + floor(random() * 50) / 100,
         0.01 + random() * 0.02, 87, 100, 60 + floor(random() * 20), 95 + floor(random() * 4), -50 - floor(random() * 20)
  FROM generate_series(0, ${SECONDS_PER_DAY - 1}) i, devices`;

export const backup = scenario({
  about:
    'backups into a folder: the first one, those of a night, one without readings; the restore up to a working service, and of the readings behind it.',
  options: {
    devices: count(100, 'wearables, one reading a second each'),
    days: count(3, 'days that are filled; the last one comes after the first backup'),
  },
  async run({ devices, days }) {
    const scratch = mkdtempSync(join(tmpdir(), 'vigil-loadtest-'));
    atTheEnd(async () => rmSync(scratch, { recursive: true, force: true }));
    const [source = '', target = '', folder = ''] = ['source', 'target', 'folder'].map((name) =>
      join(scratch, name),
    );
    const env = { DATA_DIR: source, READINGS_RETENTION_DAYS: String(RETENTION_DAYS), PACK_AFTER_DAYS: '0' };
    const vigil = await startVigil(env);
    await seedDevices(vigil.databaseUrl, devices);
    for (let day = days; day > 1; day--) await fill(vigil.databaseUrl, day);
    const core = await command(source, '--backup', `${folder}/`, '--without-readings');
    const first = await backUp(source, folder);
    await fill(vigil.databaseUrl, 1);
    const night = await backUp(source, folder);
    const again = await backUp(source, folder);
    const stored = await sizeOfReadings(vigil.databaseUrl);
    await vigil.stop();
    const restored = await command(target, '--restore', folder);
    const began = performance.now();
    const board = await startVigil({ ...env, DATA_DIR: target });
    const started = (performance.now() - began) / 1000;
    const loaded = await allLoaded(board);
    const rows = await readingsIn(board.databaseUrl);
    const expected = days * devices * SECONDS_PER_DAY;
    const share = night.bytes / (first.bytes / (days - 1)) / RETENTION_DAYS;
    return {
      tables: [
        {
          title: `${devices} wearables with a reading each second`,
          rows: [
            { name: 'everything but readings', figures: { seconds: core } },
            {
              name: `first backup, ${days - 1} days`,
              figures: { seconds: first.seconds, MB: first.bytes / 1e6 },
            },
            { name: 'a night', figures: { seconds: night.seconds, MB: night.bytes / 1e6 } },
            { name: 'again, with nothing new', figures: { seconds: again.seconds, MB: again.bytes / 1e6 } },
            { name: 'restore until the service runs', figures: { seconds: restored + started } },
            { name: 'each day of readings behind it', figures: { seconds: loaded / days } },
          ],
        },
      ],
      checks: [
        { name: 'every reading is restored', found: `${rows} of ${expected}`, holds: rows === expected },
        {
          name: `a night takes at most ${MAX_NIGHT_S} s`,
          found: `${night.seconds.toFixed(0)} s`,
          holds: night.seconds <= MAX_NIGHT_S,
        },
        {
          name: `a night writes at most ${MAX_NIGHT_SHARE * 100} % of ${RETENTION_DAYS} days`,
          found: `${(share * 100).toFixed(1)} %`,
          holds: share <= MAX_NIGHT_SHARE,
        },
        {
          name: `the service runs ${MAX_RESTORE_S} s after the restore begins`,
          found: `${(restored + started).toFixed(0)} s`,
          holds: restored + started <= MAX_RESTORE_S,
        },
      ],
      notes: [
        `a day has ${(stored / days / 1e6).toFixed(0)} MB in the database and ${(night.bytes / 1e6).toFixed(0)} MB in the folder; ${RETENTION_DAYS} days are computed from it`,
        'a night also looks for late readings in the seven days before; here there are fewer, see "again, with nothing new"',
        'readings without samples or parts',
      ],
    };
  },
});

const fill = (databaseUrl: string, day: number): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    doing(`filling day ${day}`);
    const began = performance.now();
    await client.query('SET synchronous_commit = off');
    await client.query(DAY, [day]);
    say(`day ${day}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });

/** Runs a command of the service on a data folder; returns the seconds that it took. */
async function command(dataDir: string, ...args: readonly string[]): Promise<number> {
  doing(args.join(' '));
  const began = performance.now();
  const child = spawn(process.execPath, [compiled('src/main.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, READINGS_RETENTION_DAYS: String(RETENTION_DAYS) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}`);
  return (performance.now() - began) / 1000;
}

async function backUp(dataDir: string, folder: string): Promise<{ seconds: number; bytes: number }> {
  const before = sizeOf(folder);
  const seconds = await command(dataDir, '--backup', folder);
  return { seconds, bytes: sizeOf(folder) - before };
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true }).reduce(
    (sum, name) => sum + statSync(join(folder, String(name))).size,
    0,
  );

const sizeOfReadings = (databaseUrl: string): Promise<number> =>
  numberOf(
    databaseUrl,
    `SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'sensor_readings'::regclass`,
  );

const readingsIn = (databaseUrl: string): Promise<number> =>
  numberOf(databaseUrl, 'SELECT count(*) FROM sensor_readings');

const numberOf = (databaseUrl: string, query: string): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Record<string, string>>(query);
    return Number(Object.values(rows[0] ?? {})[0]);
  });

/** Returns the seconds until the service has loaded all days. */
async function allLoaded({ databaseUrl }: RunningVigil): Promise<number> {
  doing('loading the days');
  const began = performance.now();
  while ((await numberOf(databaseUrl, 'SELECT count(*) FROM days_to_restore')) > 0) await delay(500);
  return (performance.now() - began) / 1000;
}
