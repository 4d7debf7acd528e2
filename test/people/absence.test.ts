import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('an absence', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '1440h', SESSION_MAX_DAYS: '60' });
    admin = await logInAsAdmin(app);
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Rosa', lastName: 'Klein' });
  });
  after(() => app.close());

  const inMs = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });
  const put = (patient: Person, body: object, by = nurse) =>
    as(by, 'PUT', `/patients/${patient.id}/absence`, body);
  const end = (patient: Person, by = nurse) => as(by, 'DELETE', `/patients/${patient.id}/absence`);
  const boardRow = async (patient: Person, by = nurse): Promise<Json> =>
    (await as(by, 'GET', '/board')).body.data.people.find(({ id }: Json) => id === patient.id);
  const alertsAbout = async (patient: Person): Promise<string[]> =>
    (await as(nurse, 'GET', '/caregivers/alerts?limit=100')).body.data
      .filter(({ patientId }: Json) => patientId === patient.id)
      .map(({ type }: Json) => type);
  /** Several checks of the wearables. */
  async function checks(): Promise<void> {
    for (let i = 0; i < 3; i++) await app.pass(31 * SECOND_MS);
  }
  async function newPatient(): Promise<Person> {
    const patient = await signUp(app);
    await assign(app, nurse, patient);
    return patient;
  }

  it('is set and ended by the care team and admins, and read by the resident', async () => {
    const patient = await newPatient();
    const stranger = await signUp(app, 'CAREGIVER');
    const until = inMs(2 * HOUR_MS);
    for (const by of [stranger, patient])
      assert.equal((await put(patient, { until }, by)).status, 403, 'may not set it');
    assert.equal((await end(patient)).status, 404, 'there is none');

    const set = await put(patient, { until, reason: ' With her daughter ' });
    const by = { id: nurse.id, name: 'Rosa Klein' };
    assert.deepEqual(set.body.data, { until, reason: 'With her daughter', by });
    assert.deepEqual((await as(patient, 'GET', '/patients/me')).body.data.absence, set.body.data);
    for (const person of [nurse, admin]) {
      const { absence, absenceEndedAt, moving } = await boardRow(patient, person);
      assert.deepEqual([absence, absenceEndedAt, moving], [set.body.data, null, false]);
    }

    const later = inMs(30 * DAY_MS - MINUTE_MS);
    assert.equal((await put(patient, { until: later }, admin)).status, 200, 'an admin prolongs it');
    const { absence } = await boardRow(patient);
    assert.deepEqual([absence.until, absence.reason, absence.by.id], [later, null, admin.id]);
    for (const by of [stranger, patient])
      assert.equal((await end(patient, by)).status, 403, 'may not end it');
    assert.equal((await end(patient)).status, 200);
    assert.equal((await end(patient)).status, 404);

    const past = (await as(patient, 'GET', `/patients/${patient.id}/absences`)).body;
    assert.equal(past.pagination.total, 1, 'a change is the same absence');
    assert.deepEqual([past.data[0].until, past.data[0].by.id], [later, admin.id]);
    assert.ok(Date.parse(past.data[0].endedAt) < Date.parse(later));
    assert.equal((await as(stranger, 'GET', `/patients/${patient.id}/absences`)).status, 403);
    const logged = (await as(admin, 'GET', '/admin/logs?limit=100')).body.data
      .filter(({ subjectId }: Json) => subjectId === patient.id)
      .map(({ action }: Json) => action);
    assert.deepEqual(
      logged.filter((action: string) => action.startsWith('absence.')),
      ['absence.ended', 'absence.set', 'absence.set'],
    );
  });

  it('ends in the future, within 30 days, and has a short reason', async () => {
    const patient = await newPatient();
    for (const until of [inMs(-MINUTE_MS), inMs(30 * DAY_MS + MINUTE_MS), 'tonight', null]) {
      const answer = await put(patient, { until });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details), ['until']);
    }
    const long = await put(patient, { until: inMs(HOUR_MS), reason: 'x'.repeat(121) });
    assert.deepEqual([long.status, Object.keys(long.body.details)], [400, ['reason']]);
    assert.equal((await put(patient, { until: inMs(HOUR_MS), reason: 'x'.repeat(120) })).status, 200);
  });

  it('is on the boards at once, and so is its end, with an entry of the service in the audit log', async () => {
    const patient = await newPatient();
    const clients = await Promise.all([nurse, admin, patient].map((person) => live(app, person)));
    const frames = () =>
      Promise.all(
        clients.map((client) =>
          client.find(({ type, data }) => type === 'absence' && data.patientId === patient.id),
        ),
      );
    const until = inMs(HOUR_MS);
    await put(patient, { until });
    const [toNurse, toAdmin, toPatient] = await frames();
    assert.equal(toNurse?.data.absence.until, until);
    assert.deepEqual(toAdmin?.data, toNurse?.data);
    assert.deepEqual(toPatient?.data, toNurse?.data);
    assert.deepEqual([typeof toNurse?.id, toAdmin?.id], ['number', undefined]);

    await app.pass(HOUR_MS);
    for (const { data } of await frames())
      assert.deepEqual([data.absence, data.absenceEndedAt], [null, until]);
    const shown = await boardRow(patient);
    assert.deepEqual([shown.absence, shown.absenceEndedAt], [null, until], 'its end is on the board');
    assert.equal((await as(patient, 'GET', '/patients/me')).body.data.absence, null);
    const entries = (await as(admin, 'GET', '/admin/logs?action=absence.ended')).body.data;
    const own = entries.find(({ subjectId }: Json) => subjectId === patient.id);
    assert.deepEqual([own?.actorId, own?.message], [null, 'The absence of a patient ended by itself']);
    await app.pass(16 * MINUTE_MS);
    assert.equal((await boardRow(patient)).absenceEndedAt, null);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('shows that the wearable moves all the same, and goes on', async () => {
    const patient = await newPatient();
    const mac = randomMac();
    await put(patient, { until: inMs(HOUR_MS) });
    await stream(app, patient, resting(mac));
    await app.pass(SECOND_MS);
    await stream(app, patient, resting(mac, { accel_x: 5 }));
    const { absence, moving } = await boardRow(patient);
    assert.deepEqual([absence !== null, moving], [true, true]);
    await end(patient);
    assert.equal((await boardRow(patient)).moving, false, 'only said of those who are away');
  });

  describe('holds alerts', () => {
    it('about a silent wearable until 15 minutes after its end, and falls never', async () => {
      const patient = await newPatient();
      await app.pass(6 * MINUTE_MS);
      await stream(app, patient, resting(randomMac()));
      await app.pass(15 * SECOND_MS);
      await put(patient, { until: inMs(3 * HOUR_MS) });
      await app.pass(2 * HOUR_MS);
      await checks();
      assert.deepEqual(await alertsAbout(patient), []);
      const status = (await boardRow(patient)).deviceStatus;
      assert.equal(status, 'INACTIVE', 'the status is shown all the same');
      const help = await as(patient, 'POST', '/help');
      assert.equal(help.status, 201);
      assert.deepEqual(await alertsAbout(patient), ['FALL_DETECTED']);
      await as(nurse, 'POST', `/falls/${help.body.data.id}/resolve`, { outcome: 'HELPED' });
      const before = await alertsAbout(patient);
      await end(patient);
      await app.pass(13 * MINUTE_MS);
      await checks();
      assert.deepEqual(await alertsAbout(patient), before, 'the resident may be on the way');
      await app.pass(MINUTE_MS);
      await checks();
      assert.deepEqual((await alertsAbout(patient)).slice(0, 1), ['DEVICE_INACTIVE']);
    });

    it('about a wearable that nobody wears, and not about its battery', async () => {
      const patient = await newPatient();
      const { deviceId } = await stream(app, patient, resting(randomMac()));
      await app.pass(15 * SECOND_MS);
      await put(patient, { until: inMs(HOUR_MS) });
      const condition = (type: string) =>
        sql(app.databaseUrl, `INSERT INTO device_conditions (device_id, type, since) VALUES ($1, $2, $3)`, [
          deviceId,
          type,
          new Date(app.clock.now()),
        ]);
      await sql(app.databaseUrl, `UPDATE devices SET battery_level = 3, still_since = $2 WHERE id = $1`, [
        deviceId,
        new Date(app.clock.now() - 3 * HOUR_MS),
      ]);
      await condition('DEVICE_NOT_WORN');
      await checks();
      assert.deepEqual(await alertsAbout(patient), ['DEVICE_BATTERY_LOW']);
    });

    it('of a check-in, and raises them 15 minutes after its end without a sign of life', async () => {
      const today = () => new Date(app.clock.now()).toISOString().slice(0, 10);
      const goTo = async (time: string) => {
        const target = Date.parse(`${today()}T${time}Z`);
        await app.pass((target > app.clock.now() ? target : target + DAY_MS) - app.clock.now());
      };
      const times = { from: '07:00', until: '10:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
      const fallsOf = async (patient: Person): Promise<Json[]> =>
        (await as(patient, 'GET', '/falls')).body.data;
      await goTo('06:00:00');
      const [away, back, gone] = [await newPatient(), await newPatient(), await newPatient()];
      for (const patient of [away, back, gone])
        assert.equal((await as(nurse, 'PUT', `/patients/${patient.id}/check-in`, times)).status, 200);
      for (const patient of [away, back]) await put(patient, { until: `${today()}T15:00:00Z` });
      await put(gone, { until: inMs(3 * DAY_MS) });
      await goTo('10:00:20');
      await app.pass(SECOND_MS);
      for (const patient of [away, back]) assert.deepEqual(await fallsOf(patient), []);
      await goTo('15:05:00');
      await as(back, 'POST', '/patients/me/check-in');
      for (const patient of [away, back]) assert.deepEqual(await fallsOf(patient), []);
      await goTo('15:15:20');
      await app.pass(SECOND_MS);
      const [missed, ...more] = await fallsOf(away);
      assert.deepEqual([missed?.source, missed?.status, more], ['CHECK_IN', 'POTENTIAL', []]);
      assert.deepEqual(await fallsOf(back), [], 'a sign of life');

      const windowOf = async () =>
        (await as(nurse, 'GET', `/patients/${gone.id}/check-in`)).body.data.opensAt.slice(0, 16);
      await goTo('08:00:00');
      await app.pass(2 * SECOND_MS);
      assert.equal(await windowOf(), `${today()}T07:00`, 'the newest window waits');
      assert.deepEqual(await fallsOf(gone), []);
      for (const patient of [away, back, gone]) await as(nurse, 'DELETE', `/patients/${patient.id}/check-in`);
    });
  });

  it('lasts as long as it was set for over a change of summer time', async () => {
    const patient = await newPatient();
    await as(admin, 'PUT', '/admin/organisation', { timeZone: 'Europe/Berlin' });
    // 15:00 in Berlin on the day after the clocks go back is one hour later than the day before.
    const [began, until] = ['2026-10-24T13:00:00Z', '2026-10-25T14:00:00.000Z'];
    await sql(app.databaseUrl, `INSERT INTO absences (patient_id, began_at, until_at) VALUES ($1, $2, $3)`, [
      patient.id,
      began,
      until,
    ]);
    await app.pass(SECOND_MS);
    const [{ endedAt }] = (await as(nurse, 'GET', `/patients/${patient.id}/absences`)).body.data;
    assert.equal(endedAt, until, 'an absence that was over while no service ran ended in time');
    await as(admin, 'PUT', '/admin/organisation', { timeZone: 'UTC' });
  });

  it('is ended by one of two instances', async () => {
    const patient = await newPatient();
    const other = await startTestApp({ DATABASE_URL: app.databaseUrl }, { now: app.clock.now });
    await put(patient, { until: inMs(HOUR_MS) });
    const client = await live(app, nurse);
    await Promise.all([app.pass(HOUR_MS), other.pass(0)]);
    await client.find(({ type, data }) => type === 'absence' && data.patientId === patient.id);
    await Promise.all([app.pass(2 * SECOND_MS), other.pass(0)]);
    const lines = await sql(
      app.databaseUrl,
      `SELECT FROM audit_log WHERE action = 'absence.ended' AND subject_id = $1`,
      [patient.id],
    );
    const ends = client.frames.filter(({ type }) => type === 'absence');
    assert.deepEqual([lines.length, ends.length], [1, 1]);
    await client.close();
    await other.close();
  });

  it('is ended by one of two people, and set as one', async () => {
    const patient = await newPatient();
    await put(patient, { until: inMs(HOUR_MS) });
    const answers = await Promise.all([end(patient), end(patient, admin)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
    const set = await Promise.all([HOUR_MS, 2 * HOUR_MS].map((ms) => put(patient, { until: inMs(ms) })));
    assert.deepEqual(
      set.map(({ status }) => status),
      [200, 200],
    );
    const rows = await sql(
      app.databaseUrl,
      'SELECT FROM absences WHERE patient_id = $1 AND ended_at IS NULL',
      [patient.id],
    );
    assert.equal(rows.length, 1);
  });

  it('is counted in the handover of the ward', async () => {
    const patient = await newPatient();
    const ward = (await as(admin, 'POST', '/wards', { name: 'Away' })).body.data.id;
    await as(admin, 'PUT', `/patients/${patient.id}`, { wardId: ward });
    await put(patient, { until: inMs(HOUR_MS) });
    const written = await as(admin, 'POST', `/wards/${ward}/handover`, { note: '' });
    assert.equal(written.body.data.summary.away, 1);
    await end(patient);
    const { summary } = (await as(admin, 'GET', `/wards/${ward}/handover`)).body.data;
    assert.equal(summary.away, 1, 'as it was then');
  });

  it('goes with the resident, and stays without a name when its author is deleted', async () => {
    const [patient, author] = [await newPatient(), await signUp(app, 'CAREGIVER')];
    await assign(app, author, patient);
    await put(patient, { until: inMs(HOUR_MS) }, author);
    await as(admin, 'DELETE', `/caregivers/${author.id}`);
    assert.equal((await boardRow(patient)).absence.by, null);
    await as(admin, 'DELETE', `/patients/${patient.id}`);
    const rows = await sql(app.databaseUrl, 'SELECT FROM absences WHERE patient_id = $1', [patient.id]);
    assert.deepEqual(rows, []);
  });
});
