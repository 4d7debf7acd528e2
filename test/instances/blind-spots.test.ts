import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MORNING = { from: '07:00', until: '10:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

describe('two instances with one clock', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let a: TestApp;
  let b: TestApp;
  let admin: Person;
  let lead: Person;
  let nurse: Person;
  let ward: string;
  let ahead = 0;
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      // Redis keeps the schedule by its own clock, which a test cannot move.
      STREAM_INTERVAL_MS: '0',
      SESSION_DURATION: '720h',
      SESSION_MAX_DAYS: '30',
    };
    const now = () => Date.now() + ahead;
    [a, b] = await Promise.all([startTestApp(env, { now }), startTestApp(env, { now })]);
    for (const app of [a, b])
      await eventually(
        'the instance is healthy',
        async () => (await app.call('GET', '/health')).body.data?.status === 'HEALTHY',
      );
    admin = await logInAsAdmin(a);
    [lead, nurse] = [await signUp(a, 'CAREGIVER'), await signUp(a, 'CAREGIVER')];
    ward = (await as(admin, 'POST', '/wards', { name: 'Garden' })).id;
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, {});
  });
  after(async () => {
    for (const app of [a, b]) await app?.close();
    await redis?.stop();
    await database?.drop();
  });

  async function as(person: Person, method: string, path: string, body?: object, at = a): Promise<Json> {
    const answer = await at.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  async function resident(): Promise<Person> {
    const patient = await signUp(a);
    await as(admin, 'PUT', `/patients/${patient.id}`, { wardId: ward });
    return patient;
  }
  /** Both clocks advance, and both instances do what is due, at the same time. */
  async function pass(ms: number): Promise<void> {
    ahead += ms;
    await dueWorkDone();
  }
  async function passInSteps(ms: number, stepMs = 10 * SECOND_MS): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) await pass(stepMs);
  }
  /** Moves the clocks to this time, of today or tomorrow. */
  function goTo(time: string): Promise<void> {
    const now = Date.now() + ahead;
    const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`);
    return pass((today > now ? today : today + DAY_MS) - now);
  }
  /** How often a person was told, in whatever way. */
  const told = async (person: Person, what: string, ...values: unknown[]): Promise<number> =>
    (
      await sql(
        database.url,
        `SELECT count(*)::int AS n FROM live_events WHERE recipient_id = $1 AND ${what}`,
        [person.id, ...values],
      )
    )[0]?.n ?? -1;

  it('alert once to a wearable that is not worn, whichever gets its readings, and end it once', async () => {
    await goTo('08:00:00');
    const patient = await resident();
    const mac = randomMac();
    const { deviceId } = await stream(a, patient, resting(mac));
    for (let quarter = 1; quarter <= 9; quarter++) {
      await pass(15 * MINUTE_MS);
      await stream(quarter % 2 === 0 ? a : b, patient, resting(mac));
    }
    for (let i = 0; i < 4; i++) await pass(31 * SECOND_MS);
    const alerts = `type = 'alert' AND data ->> 'type' = 'DEVICE_NOT_WORN' AND data ->> 'deviceId' = $2`;
    for (const person of [lead, nurse]) assert.equal(await told(person, alerts, deviceId), 1);
    await stream(b, patient, resting(mac, { accel_x: 3 }));
    await eventually('the alert ends', async () => (await told(nurse, `type = 'alert.acknowledged'`)) > 0);
    for (let i = 0; i < 4; i++) await pass(31 * SECOND_MS);
    for (const person of [lead, nurse]) {
      assert.equal(await told(person, alerts, deviceId), 1);
      assert.equal(await told(person, `type = 'alert.acknowledged'`), 1);
    }
  });

  it('raise one response to a missed check-in, and know signs of life that the other has seen', async () => {
    await goTo('06:00:00');
    const [silent, up, moved] = [await resident(), await resident(), await resident()];
    for (const { id } of [silent, up, moved]) await as(nurse, 'PUT', `/patients/${id}/check-in`, MORNING);
    const mac = randomMac();
    await stream(b, moved, resting(mac));
    await goTo('09:59:40');
    await as(up, 'POST', '/patients/me/check-in', undefined, b);
    await stream(b, moved, resting(mac, { accel_x: 3 }));
    // An instance saves movements every ten seconds.
    await passInSteps(40 * SECOND_MS, 4 * SECOND_MS);
    const falls = async ({ id }: Person): Promise<string[]> =>
      (await sql(database.url, 'SELECT source FROM fall_events WHERE user_id = $1', [id])).map(
        ({ source }) => source,
      );
    assert.deepEqual(await Promise.all([silent, up, moved].map(falls)), [['CHECK_IN'], [], []]);
    for (const person of [lead, nurse])
      assert.equal(await told(person, `type = 'alert' AND data ->> 'patientId' = $2`, silent.id), 1);
    await passInSteps(MINUTE_MS);
    assert.deepEqual(await falls(silent), ['CHECK_IN']);
  });

  it('tell of a lost station once, and not of one that moves from one to the other', async () => {
    const { id, code } = await as(lead, 'POST', '/stations', { name: 'Office', wardId: ward });
    const enrolled = await a.call('POST', '/stations/enrol', { body: { code } });
    const Cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
    const tablet = (at: TestApp) =>
      connectLive(at, { headers: { Cookie, Origin: new URL(at.url).origin } }, 'station.welcome');
    const lost = (person: Person) =>
      told(
        person,
        `type = 'notice' AND data ->> 'kind' = 'STATION_OFFLINE' AND data ->> 'subject' LIKE $2`,
        `%${id}`,
      );
    const office = await tablet(a);
    await passInSteps(150 * SECOND_MS);
    assert.equal(await lost(lead), 0, 'connected');
    await office.close();
    await passInSteps(90 * SECOND_MS);
    const moved = await tablet(b);
    await passInSteps(150 * SECOND_MS);
    assert.equal(await lost(lead), 0, 'moved to the other instance');
    await moved.close();
    await passInSteps(150 * SECOND_MS);
    for (const person of [lead, admin]) assert.equal(await lost(person), 1);
    assert.equal(await lost(nurse), 0);
    const again = await tablet(a);
    await eventually('the notice ends', async () => {
      const { notices } = await as(lead, 'GET', '/board', undefined, b);
      return !notices.some(({ subject }: Json) => subject.endsWith(id));
    });
    await again.close();
  });
});
