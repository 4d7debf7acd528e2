import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { nextWindow } from '../../src/people/check-in/rules.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const MORNING = { from: '07:00', until: '10:00', weekdays: EVERY_DAY };
const ZONE = 'Asia/Kolkata';
const OFFSET_MS = 5.5 * HOUR_MS;

describe('the window of a check-in', () => {
  const next = (times: Partial<typeof MORNING>, at: string, zone = 'Europe/Berlin') => {
    const { opensAt, closesAt } = nextWindow({ ...MORNING, ...times }, new Date(at), zone);
    return [opensAt.toISOString().slice(0, 16), closesAt.toISOString().slice(0, 16)];
  };

  it("is today's until it closes, and then that of the next day of the week", () => {
    assert.deepEqual(next({}, '2026-11-16T08:59:59Z'), ['2026-11-16T06:00', '2026-11-16T09:00']);
    assert.deepEqual(next({}, '2026-11-16T09:00:00Z'), ['2026-11-17T06:00', '2026-11-17T09:00']);
    assert.deepEqual(next({ weekdays: [1] }, '2026-11-16T09:00:00Z'), [
      '2026-11-23T06:00',
      '2026-11-23T09:00',
    ]);
    assert.deepEqual(next({ weekdays: [7] }, '2026-12-31T20:00:00Z'), [
      '2027-01-03T06:00',
      '2027-01-03T09:00',
    ]);
  });

  it('follows summer time, and skips a day on which the clock leaves nothing of it', () => {
    assert.deepEqual(next({}, '2026-03-28T12:00:00Z'), ['2026-03-29T05:00', '2026-03-29T08:00']);
    assert.deepEqual(next({}, '2026-10-24T12:00:00Z'), ['2026-10-25T06:00', '2026-10-25T09:00']);
    const night = { from: '02:00', until: '03:00' };
    assert.deepEqual(next(night, '2026-03-28T12:00:00Z'), ['2026-03-30T00:00', '2026-03-30T01:00']);
  });
});

describe('a check-in', () => {
  let app: TestApp;
  let nurse: Person;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '720h', SESSION_MAX_DAYS: '30', TIME_ZONE: ZONE });
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const path = ({ id }: Person) => `/patients/${id}/check-in`;
  async function patientWith(times: object | null = MORNING): Promise<Person> {
    const patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    await assign(app, nurse, patient);
    if (times) assert.equal((await put(patient, times)).status, 200);
    return patient;
  }
  const put = (patient: Person, body: unknown, by = nurse) =>
    app.call('PUT', path(patient), { token: by.token, body });
  const up = (patient: Person) => app.call('POST', '/patients/me/check-in', { token: patient.token });
  const fallsOf = async (patient: Person): Promise<Json[]> =>
    (await app.call('GET', '/falls', { token: patient.token })).body.data;
  /** Moves the clock to this local time, today or tomorrow. */
  async function goTo(time: string): Promise<void> {
    const local = app.clock.now() + OFFSET_MS;
    const target = Date.parse(`${new Date(local).toISOString().slice(0, 10)}T${time}Z`);
    await app.pass((target > local ? target : target + 24 * HOUR_MS) - local);
  }
  /** The decisions of this morning. */
  async function morningEnds(): Promise<void> {
    await goTo('10:00:13');
    await app.pass(SECOND_MS);
  }

  it('is watched again when the clock was two days ahead, whatever sign of life those days had', async () => {
    await goTo('11:00:00');
    const patient = await patientWith();
    const mac = randomMac();
    app.clock.set(48 * HOUR_MS);
    await morningEnds();
    await stream(app, patient, resting(mac));
    await app.pass(SECOND_MS);
    await stream(app, patient, resting(mac, { accel_x: 5 }));
    await goTo('08:00:00');
    assert.equal((await up(patient)).status, 200);
    app.clock.set(-48 * HOUR_MS);
    await app.pass(0);
    const before = (await fallsOf(patient)).length;
    await app.pass(2 * MINUTE_MS);
    const { opensAt } = (await app.call('GET', path(patient), { token: nurse.token })).body.data;
    assert.ok(Date.parse(opensAt) - app.clock.now() < 24 * HOUR_MS, opensAt);
    await morningEnds();
    assert.equal((await fallsOf(patient)).length, before + 1, 'a check-in that was missed');
    await app.call('DELETE', path(patient), { token: nurse.token });
  });

  it('is set, changed and deleted by the care team and admins, and shown to the patient', async () => {
    const patient = await patientWith(null);
    const stranger = await signUp(app, 'CAREGIVER');
    assert.equal((await app.call('GET', path(patient), { token: nurse.token })).status, 404);
    assert.equal((await app.call('DELETE', path(patient), { token: nurse.token })).status, 404);
    assert.equal((await up(patient)).status, 404);
    assert.equal((await put(patient, MORNING, stranger)).status, 403);
    assert.equal((await put(patient, MORNING, patient)).status, 403);
    assert.equal((await app.call('PUT', path(nurse), { token: admin.token, body: MORNING })).status, 404);

    const { status, body } = await put(patient, { ...MORNING, weekdays: [5, 1, 5] });
    assert.equal(status, 200);
    assert.deepEqual([body.data.from, body.data.until, body.data.weekdays], ['07:00', '10:00', [1, 5]]);
    assert.equal(Date.parse(body.data.closesAt) - Date.parse(body.data.opensAt), 3 * HOUR_MS);
    assert.equal(body.data.checkedInAt, null);
    const changed = await put(patient, { until: '09:30' }, admin);
    assert.deepEqual([changed.body.data.from, changed.body.data.until], ['07:00', '09:30']);
    const shown = await app.call('GET', path(patient), { token: admin.token });
    assert.deepEqual(shown.body.data, changed.body.data);
    const own = await app.call('GET', '/patients/me', { token: patient.token });
    assert.deepEqual(own.body.data.checkIn, changed.body.data);

    assert.equal((await app.call('DELETE', path(patient), { token: stranger.token })).status, 403);
    assert.equal((await app.call('DELETE', path(patient), { token: nurse.token })).status, 200);
    const without = await app.call('GET', '/patients/me', { token: patient.token });
    assert.equal(without.body.data.checkIn, null);
  });

  it('refuses bad times', async () => {
    const patient = await patientWith(null);
    const wrong: readonly [object, readonly string[]][] = [
      [{ from: '07:00' }, ['until', 'weekdays']],
      [{ ...MORNING, from: '7:00' }, ['from']],
      [{ ...MORNING, from: '24:00' }, ['from']],
      [{ ...MORNING, until: '10:60' }, ['until']],
      [{ ...MORNING, until: '07:00' }, ['until']],
      [{ ...MORNING, until: '06:59' }, ['until']],
      [{ ...MORNING, from: 700, until: null, weekdays: 'all' }, ['from', 'until', 'weekdays']],
      [{ ...MORNING, weekdays: [] }, ['weekdays']],
      [{ ...MORNING, weekdays: [0] }, ['weekdays.0']],
      [{ ...MORNING, weekdays: [1, 2, 3, 4, 5, 6, 7, 8] }, ['weekdays']],
      [{ ...MORNING, weekdays: [1.5] }, ['weekdays.0']],
    ];
    for (const [body, fields] of wrong) {
      const answer = await put(patient, body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      const named = Object.keys(answer.body.details).map((place) => place.split('.')[0]);
      assert.deepEqual([...new Set(named)].sort(), [...new Set(fields.map((field) => field.split('.')[0]))]);
    }
    assert.equal((await put(patient, {})).status, 400);
    assert.equal((await put(patient, MORNING)).status, 200);
    assert.equal((await put(patient, { from: '11:00' })).status, 400, 'after the until that stays');
  });

  it('raises a response of level POTENTIAL for those without a sign of life, once', async () => {
    await goTo('06:00:00');
    const mac = [randomMac(), randomMac(), randomMac()] as const;
    const [none, still, early, moved, pressed, said, inactive, another] = [
      await patientWith(),
      await patientWith(),
      await patientWith(),
      await patientWith(),
      await patientWith(),
      await patientWith(),
      await patientWith(),
      // Made inside its window below.
      await patientWith(null),
    ];
    await stream(app, still, resting(mac[0]));
    await stream(app, early, resting(mac[1]));
    await stream(app, moved, resting(mac[2]));
    await app.pass(SECOND_MS);
    await stream(app, early, resting(mac[1], { accel_x: 4 }));
    assert.equal((await up(early)).body.data.checkedInAt, null, 'before the window');
    await goTo('08:30:00');
    assert.equal((await put(another, MORNING)).status, 200);
    await stream(app, still, resting(mac[0]));
    await stream(app, moved, resting(mac[2], { accel_x: 4 }));
    assert.notEqual((await up(pressed)).body.data.checkedInAt, null);
    const answer = { token: said.token, body: { answer: 'ok' } };
    assert.equal((await app.call('POST', `/device/${randomMac()}/answer`, answer)).status, 404);
    const device = await stream(app, said, resting(randomMac()));
    assert.equal((await app.call('POST', `/device/${device.deviceId}/answer`, answer)).status, 404);
    const status = { token: admin.token, body: { status: 'inactive' } };
    assert.equal((await app.call('PUT', `/admin/users/${inactive.id}`, status)).status, 200);
    await goTo('10:00:00');
    for (const person of [none, still, early, another]) assert.deepEqual(await fallsOf(person), []);
    await morningEnds();

    for (const person of [none, still, early, another]) {
      const [fall, ...others] = await fallsOf(person);
      assert.deepEqual([fall?.source, fall?.status, others.length], ['CHECK_IN', 'POTENTIAL', 0]);
      assert.equal(fall.response.state, 'CHECKING');
    }
    for (const person of [moved, pressed, said]) assert.deepEqual(await fallsOf(person), []);
    const counted = await sql(app.databaseUrl, 'SELECT FROM fall_events WHERE user_id = $1', [inactive.id]);
    assert.equal(counted.length, 0);
    const alerts = await app.call('GET', '/caregivers/alerts?limit=100', { token: nurse.token });
    const about = alerts.body.data.find((alert: Json) => alert.patientId === none.id);
    assert.deepEqual([about.message, about.severity], ['Ada Jones has not checked in', 'POTENTIAL']);

    await app.pass(MINUTE_MS);
    const [fall] = await fallsOf(none);
    assert.equal(fall.response.state, 'OPEN', 'escalates like a fall');
    assert.equal((await fallsOf(none)).length, 1);
    // The outcome is no outcome of the detector.
    const resolved = { token: nurse.token, body: { outcome: 'FALSE_ALARM' } };
    assert.equal((await app.call('POST', `/falls/${fall.id}/resolve`, resolved)).status, 200);
    const marks = await sql(app.databaseUrl, 'SELECT FROM detector_marks WHERE fall_id = $1', [fall.id]);
    assert.equal(marks.length, 0);
    await morningEnds();
    assert.equal((await fallsOf(none)).length, 2, 'the next day');
  });

  it('is decided when the service was down at its end, unless a sign of life comes then', async () => {
    await goTo('06:00:00');
    const [missing, back] = [await patientWith(), await patientWith()];
    // As if no instance had run from then on: the window is over for nobody before the readings have come.
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('UPDATE check_ins SET opens_at = $2, closes_at = $3 WHERE patient_id = ANY($1)', [
      [missing.id, back.id],
      new Date(app.clock.now() - 3 * HOUR_MS),
      new Date(app.clock.now() - 30 * MINUTE_MS),
    ]);
    const mac = randomMac();
    await stream(app, back, resting(mac));
    app.clock.advance(SECOND_MS);
    await stream(app, back, resting(mac, { accel_x: 4 }));
    await client.query('COMMIT');
    await client.end();
    await app.pass(3 * SECOND_MS);
    assert.deepEqual(
      (await fallsOf(missing)).map(({ source }) => source),
      ['CHECK_IN'],
    );
    assert.deepEqual(await fallsOf(back), []);
    await sql(app.databaseUrl, 'UPDATE check_ins SET closes_at = $2, opens_at = $3 WHERE patient_id = $1', [
      back.id,
      new Date(app.clock.now() - 25 * HOUR_MS),
      new Date(app.clock.now() + HOUR_MS),
    ]);
    await app.pass(3 * SECOND_MS);
    assert.deepEqual(await fallsOf(back), [], 'more than a day ago');
  });

  it('moves with the time zone of the organisation', async () => {
    const patient = await patientWith();
    const before = await app.call('GET', path(patient), { token: nurse.token });
    const zone = (timeZone: string) =>
      app.call('PUT', '/admin/organisation', { token: admin.token, body: { timeZone } });
    assert.equal((await zone('UTC')).status, 200);
    const inUtc = await app.call('GET', path(patient), { token: nurse.token });
    assert.equal(inUtc.body.data.opensAt.slice(11), '07:00:00.000Z');
    assert.equal(inUtc.body.data.from, before.body.data.from);
    assert.equal((await zone(ZONE)).status, 200);
  });

  it('is deleted with its patient', async () => {
    const patient = await patientWith();
    assert.equal((await app.call('DELETE', `/patients/${patient.id}`, { token: admin.token })).status, 200);
    const left = await sql(app.databaseUrl, 'SELECT FROM check_ins WHERE patient_id = $1', [patient.id]);
    assert.equal(left.length, 0);
  });
});
