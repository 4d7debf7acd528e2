import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { candidateImpact } from '../../detector/judge.ts';
import { alarmsOf } from '../../detector/metrics.ts';
import { createReplay } from '../../detector/replay.ts';
import { buildLifeStreams } from '../../detector/streams.ts';
import { standsIn } from '../../detector/verification.ts';
import { createDetector } from '../../src/readings/scoring/score.ts';
import { createVerifier } from '../../src/readings/scoring/verify.ts';
import { WEIGHTS } from '../../src/readings/scoring/weights.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { fallBetween, fallThatMovesOn, fieldsOf } from '../helpers/soft-fall.ts';
import { sql } from '../helpers/sql.ts';
import { lying, type Motion, seededRandom, walking } from '../scoring/synthetic.ts';

const WEIGHTS_FILE = inProject('src', 'readings', 'scoring', 'weights.json');
const random = seededRandom(11);
const walk = (seconds: number): Motion[] => Array.from({ length: seconds }, () => walking(random));
const lie = (seconds: number): Motion[] => Array.from({ length: seconds }, () => lying);

/** Some minutes of a wearer's life: a fall who stays down, one who moves on, one that is CONFIRMED. */
const RECORDING: readonly Motion[] = [
  ...walk(20),
  ...fallBetween(0.6, 0.85),
  ...lie(20),
  ...walk(90),
  ...fallThatMovesOn().motions,
  ...walk(90),
  ...fallBetween(0.92, 0.99),
  ...lie(20),
  ...walk(80),
];

/** The evaluation's count of the alarms in a recording with one sample a second. */
function evaluated(motions: readonly Motion[], shadow = WEIGHTS) {
  const trial = {
    ...{
      id: 'life',
      activity: 'life',
      subject: 'a',
      fall: false,
      rateHz: 1,
      fallStartS: null,
      fallEndS: null,
    },
    samples: motions.map((motion) => [...motion] as unknown as Motion),
  };
  const [recorded] = buildLifeStreams([trial], 1);
  assert.ok(recorded);
  const detect = createDetector(shadow);
  const confidences = new Float64Array(recorded.messages.length);
  const impacts = new Float64Array(recorded.messages.length).fill(Number.NaN);
  createReplay()(recorded, 'reading', true, (window, length, message) => {
    confidences[message] = detect(window, length);
    impacts[message] = (recorded.messages[message]?.recordedAt ?? 0) + candidateImpact(window, length);
  });
  const stands = standsIn(recorded, { sending: 'reading', gyro: true }, createVerifier(shadow));
  return alarmsOf(recorded, confidences, impacts, stands);
}

describe('the ledger of the detector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-ledger-'));
  const shadowFile = join(folder, 'weights.json');
  let database: TestDatabase;
  let app: TestApp;
  let other: TestApp;
  let admin: Person;
  let nurse: Person;
  const now = standingClock();
  before(async () => {
    const weights = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8'));
    writeFileSync(shadowFile, JSON.stringify({ ...weights, version: 'next' }));
    database = await createTestDatabase();
    app = await startTestApp({ DATABASE_URL: database.url, DETECTOR_SHADOW: shadowFile }, { now });
    other = await startTestApp({ DATABASE_URL: database.url }, { now });
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await Promise.all([app.close(), other.close()]);
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const call = async (by: Person, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await app.call(method, path, { token: by.token, ...(body && { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  async function resident(): Promise<{ wardId: string; person: Person; mac: string }> {
    const person = await signUp(app);
    await assign(app, nurse, person);
    const { id: wardId } = await call(admin, 'POST', '/wards', { name: `Ward of ${person.id}` });
    await call(admin, 'PUT', `/patients/${person.id}`, { wardId, room: '7' });
    return { wardId, person, mac: randomMac() };
  }
  async function play(
    { person, mac }: { person: Person; mac: string },
    motions: readonly Motion[],
    at = app,
  ): Promise<void> {
    for (const [second, motion] of motions.entries()) {
      app.clock.advance(1000);
      other.clock.advance(1000);
      await stream(at, person, resting(mac, fieldsOf(motion)));
      if (second % 5 === 0) await dueWorkDone();
    }
  }
  async function rowsOf(wardId: string, by = admin): Promise<Json[]> {
    // Stored a minute after they are counted at the latest, and judged when nothing can join them.
    for (let minute = 0; minute < 4; minute++) {
      app.clock.advance(60_000);
      other.clock.advance(60_000);
      await dueWorkDone();
    }
    return (await call(by, 'GET', `/reports/detector?wardId=${wardId}`)).rows;
  }

  it('equals the evaluation’s counts to the alarm, for the detector in use and for its shadow', async () => {
    const expected = evaluated(RECORDING);
    assert.deepEqual(
      [expected.POTENTIAL, expected.CONFIRMED, expected.rings],
      [3, 1, 2],
      'a recording of all kinds',
    );
    const edith = await resident();
    await play(edith, RECORDING);
    const rows = await rowsOf(edith.wardId);
    assert.deepEqual(
      rows.map(({ detector, isShadow, messageKind, gyro, pressure }) => [
        detector,
        isShadow,
        messageKind,
        gyro,
        pressure,
      ]),
      [
        [WEIGHTS.version, false, 'reading', true, false],
        ['next', true, 'reading', true, false],
      ],
    );
    for (const { isShadow, potential, high, confirmed, rang, movedOn, hours, rangPerShift } of rows) {
      const found = { alerts: potential + high + confirmed, confirmed, rang, movedOn };
      const of = {
        alerts: expected.POTENTIAL,
        confirmed: expected.CONFIRMED,
        rang: expected.rings,
        movedOn: 1,
      };
      assert.deepEqual(found, of, isShadow ? 'the shadow' : 'the detector');
      assert.ok(Math.abs(hours * 3600 - RECORDING.length) < 60, `${hours} h of ${RECORDING.length} s`);
      assert.ok(Math.abs(rangPerShift - (200 * rang) / hours) < 1 + rangPerShift / 10);
    }
  });

  it('counts the outcomes, and the real falls that the shadow does not find', async () => {
    const ida = await resident();
    // The instance without a shadow hears this fall.
    await play(ida, [...walk(10), ...fallBetween(0.6, 0.85), ...lie(12)], other);
    await play(ida, [...walk(70), ...fallBetween(0.6, 0.85), ...lie(12)]);
    const falls = (await call(ida.person, 'GET', '/falls')).toReversed();
    assert.equal(falls.length, 2);
    for (const { id } of falls) {
      await call(nurse, 'POST', `/falls/${id}/claim`, {});
      await call(nurse, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
    }
    const [inUse, shadow] = await rowsOf(ida.wardId);
    assert.deepEqual([inUse.realFalls, inUse.falseAlarms, inUse.missedByShadow], [2, 0, null]);
    assert.deepEqual([shadow.realFalls, shadow.missedByShadow, shadow.potential + shadow.high], [1, 1, 1]);
  });

  it('counts no time in which the wearable lies somewhere', async () => {
    const gus = await resident();
    await play(gus, [...walk(30), ...lie(30)]);
    const worn = (await rowsOf(gus.wardId))[0].hours;
    assert.ok(worn > 0 && worn <= 0.01, `${worn}`);
    app.clock.advance(3 * 3_600_000);
    other.clock.advance(3 * 3_600_000);
    await play(gus, lie(5));
    await play(gus, walk(1));
    assert.equal((await rowsOf(gus.wardId))[0].hours, worn);
  });

  it('counts the time of a wearable that sends to two instances by turns once', async () => {
    const una = await resident();
    for (const [second, motion] of walk(120).entries()) await play(una, [motion], second % 2 ? app : other);
    const rows = (await rowsOf(una.wardId)).filter(({ isShadow }) => !isShadow);
    const hours = rows.reduce((sum, row) => sum + row.hours, 0);
    assert.ok(Math.abs(hours * 3600 - 120) < 30, `${hours * 3600} s`);
  });

  it('leaves out falls from before it began in the ward', async () => {
    const old = await resident();
    await play(old, [...walk(10), ...fallBetween(0.6, 0.85), ...lie(12)]);
    await sql(
      database.url,
      `UPDATE fall_events SET created_at = created_at - interval '2 days' WHERE user_id = $1`,
      [old.person.id],
    );
    const [row] = await rowsOf(old.wardId);
    assert.deepEqual([row.hours > 0, row.rang], [true, 0]);
  });

  it('outlives accounts and wards, and names nobody', async () => {
    const { wardId, person } = await (async () => {
      const one = await resident();
      await play(one, [...walk(10), ...fallBetween(0.6, 0.85), ...lie(12)]);
      return one;
    })();
    const before = await rowsOf(wardId);
    assert.deepEqual(
      before.map((row) => row.rang),
      [1, 1],
    );
    await call(admin, 'DELETE', `/admin/users/${person.id}`);
    await call(admin, 'DELETE', `/wards/${wardId}`);
    const rows = (await call(admin, 'GET', '/reports/detector')).rows.filter(
      (row: Json) => row.wardId === wardId,
    );
    assert.deepEqual(rows, before);
    const file = await fetch(`${app.url}/reports/detector?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const text = await file.text();
    assert.match(text, /^"month","wardId","detector","isShadow"/);
    for (const { name } of await sql(
      database.url,
      `SELECT last_name AS name FROM users WHERE last_name <> ''`,
    ))
      assert.ok(!text.includes(name), name);
    assert.ok(!text.includes('Ward of'));
  });

  it('is for admins, and for leads of their own ward', async () => {
    const [mine, yours] = [await resident(), await resident()];
    const lead = await signUp(app, 'CAREGIVER');
    await call(admin, 'PUT', `/wards/${mine.wardId}/caregivers/${lead.id}`, { lead: true });
    const statusOf = async (by: Person, query = ''): Promise<number> =>
      (await app.call('GET', `/reports/detector${query}`, { token: by.token })).status;
    assert.deepEqual(
      [
        await statusOf(lead, `?wardId=${mine.wardId}`),
        await statusOf(lead, `?wardId=${yours.wardId}`),
        await statusOf(lead),
        await statusOf(nurse, `?wardId=${mine.wardId}`),
        await statusOf(mine.person, `?wardId=${mine.wardId}`),
        await statusOf(admin, '?months=0'),
        await statusOf(admin, '?months=36'),
      ],
      [200, 403, 403, 403, 403, 400, 200],
    );
  });
});
