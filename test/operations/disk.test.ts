import assert from 'node:assert/strict';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fullIn } from '../../src/operations/disk/forecast.ts';
import { fieldsOf, watchDisk } from '../../src/operations/disk/watch.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DAY_MS } from '../../src/platform/time.ts';
import { oldestDayOfReadings } from '../../src/readings/store/oldest-day.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const GB = 1e9;
const TODAY = Date.parse('2026-11-19');
const NOW = TODAY + DAY_MS / 2;

/** One figure a day, the newest of today. */
const days = (...used: number[]) =>
  used.map((gb, i) => ({ day: TODAY - (used.length - 1 - i) * DAY_MS, used: gb * GB }));
/** The oldest reading is of `ago` days ago. */
const readings = (ago: number, retentionDays = 90) => ({ oldestDay: TODAY - ago * DAY_MS, retentionDays });
const inDays = (o: Partial<Parameters<typeof fullIn>[0]>): number | undefined => {
  const ms = fullIn({ now: NOW, free: 46 * GB, days: days(10, 12, 14), readings: readings(3), ...o });
  return ms === undefined ? undefined : ms / DAY_MS;
};

describe('the forecast of a full disk', () => {
  it('is the free space at the growth of the last days', () => {
    assert.equal(inDays({}), 23);
    assert.equal(inDays({ free: 0 }), 0);
    assert.equal(inDays({ readings: undefined }), 23);
  });

  it('takes growth of the last week alone, and days without a figure as they are', () => {
    assert.equal(inDays({ days: days(900, 10, 10, 11, 12, 13, 14, 15, 16, 17).slice(0) }), 46);
    assert.equal(inDays({ days: [days(10, 0, 0, 0, 18)[0] ?? assert.fail(), ...days(18)] }), 23);
  });

  it('is not known with figures of one day, and of none', () => {
    assert.equal(inDays({ days: days(10) }), undefined);
    assert.equal(inDays({ days: [] }), undefined);
  });

  it('is never while nothing grows', () => {
    assert.equal(inDays({ days: days(14, 12, 10) }), Number.POSITIVE_INFINITY);
    assert.equal(inDays({ days: days(10, 10) }), Number.POSITIVE_INFINITY);
  });

  it('is never where the retention drops days before the disk is full', () => {
    assert.equal(inDays({ readings: readings(3, 20) }), Number.POSITIVE_INFINITY);
    assert.equal(inDays({ readings: readings(3, 26) }), 23);
  });

  it('counts what still grows while the retention drops days, of the last two days', () => {
    assert.equal(
      inDays({ days: days(1, 5, 9, 13, 13, 13), readings: readings(90) }),
      Number.POSITIVE_INFINITY,
    );
    assert.equal(inDays({ days: days(1, 5, 9, 13, 14, 15), readings: readings(90) }), 46);
  });

  it('leaves out figures of the future, which a wrong clock has left', () => {
    const wrong = { day: TODAY + 40 * DAY_MS, used: 500 * GB };
    assert.equal(inDays({ days: [...days(10, 12, 14), wrong] }), 23);
  });
});

describe('the watch of the disk', () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    app = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), 'vigil-disk-'));
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('notes one figure a day and tells when the disk will be full', async () => {
    const ada = await signUp(app);
    await stream(app, ada, resting(randomMac()));
    let now = app.clock.now();
    const db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    const warnings: string[] = [];
    const watch = watchDisk({
      db,
      folder,
      retentionDays: 36_500,
      findOldestDay: oldestDayOfReadings,
      now: () => now,
      log: silentLog({ warn: (_, message) => void warnings.push(message) }),
    });
    await dueWorkDone();
    const { blocks, bfree, bavail, bsize } = await statfs(folder);
    const first = watch.last() ?? assert.fail('not checked');
    assert.equal(first.size, blocks * bsize);
    assert.ok(Math.abs(first.free - bavail * bsize) < 0.05 * first.size);
    assert.equal(fieldsOf(first).fullInDays, null);
    const figures = () =>
      sql(app.databaseUrl, 'SELECT used_bytes::float8 AS used FROM disk_days ORDER BY day');
    // As if all that is used were of one day.
    await sql(app.databaseUrl, 'UPDATE disk_days SET used_bytes = 0');
    now += DAY_MS;
    await dueWorkDone();
    assert.equal((await figures()).length, 2);
    const { fullInDays } = fieldsOf(watch.last() ?? assert.fail());
    const expected = Math.floor(bavail / (blocks - bfree));
    assert.ok(
      fullInDays !== null && Math.abs(fullInDays - expected) <= 1 + expected / 10,
      `${fullInDays} days`,
    );
    now += DAY_MS / 1000;
    await dueWorkDone();
    assert.equal((await figures()).length, 2, 'the first figure of a day stays');
    assert.deepEqual(warnings, watch.isScarce() ? ['disk: full soon'] : []);
    await watch.close();
    await db.close();
  });

  it('says nothing of the disk of an external database', async () => {
    assert.equal((await app.call('GET', '/health')).body.data.details.disk, null);
  });
});
