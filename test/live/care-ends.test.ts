import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

/** Few enough for a busy machine, where the last change of all must not wait for 10 s. */
const CAREGIVERS = 5;

describe('the end of an assignment', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const as = (who: Person, method: string, path: string, body?: unknown): Promise<Response> =>
    app.call(method, path, { token: who.token, body });
  const fall = (patient: Person) => as(patient, 'POST', '/falls', { confidence: 0.8 });
  const unassign = (caregiver: Person, patient: Person) =>
    as(admin, 'DELETE', `/caregivers/${caregiver.id}/patients/${patient.id}`);
  const team = async (patient: Person, size = CAREGIVERS): Promise<Person[]> => {
    const people = await Promise.all(Array.from({ length: size }, () => signUp(app, 'CAREGIVER')));
    for (const caregiver of people) await assign(app, caregiver, patient);
    return people;
  };
  /** The events about the patient that these caregivers can still replay. */
  const replayable = (people: readonly Person[], patient: Person) =>
    sql(app.databaseUrl, 'SELECT type FROM live_events WHERE recipient_id = ANY($1) AND about_id = $2', [
      people.map(({ id }) => id),
      patient.id,
    ]);
  const allOf = (answers: readonly Response[], allowed: readonly number[]) => {
    const statuses = answers.map(({ status }) => status);
    assert.ok(
      statuses.every((status) => allowed.includes(status)),
      statuses.join(),
    );
  };

  /** Blocks a transaction just before it writes its events until the test has run another operation. */
  async function whileEventsWait(
    recipient: Person,
    cause: () => Promise<unknown>,
    meanwhile: () => Promise<unknown>,
  ) {
    const other = new Client(app.databaseUrl);
    await other.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO live_cursors AS c (user_id, last_id) VALUES ($1, 0)
       ON CONFLICT (user_id) DO UPDATE SET last_id = c.last_id`,
      [recipient.id],
    );
    const caused = cause();
    try {
      await eventually('the transaction waits', async () => (await lockWaits(app.databaseUrl)) > 0);
      let isDone = false;
      const done = meanwhile().finally(() => {
        isDone = true;
      });
      await eventually(
        'the other operation is done or waits too',
        async () => isDone || (await lockWaits(app.databaseUrl)) > 1,
      );
      await other.query('COMMIT');
      await Promise.all([caused, done]);
    } finally {
      await other.end();
    }
  }

  it('leaves no event of a fall that is being raised', async () => {
    const patient = await signUp(app);
    const [caregiver] = (await team(patient, 1)) as [Person];
    await whileEventsWait(
      caregiver,
      () => fall(patient),
      () => unassign(caregiver, patient),
    );
    assert.deepEqual(await replayable([caregiver], patient), []);
    const client = await live(app, caregiver, 0);
    await client.ask({ type: 'ping' });
    assert.deepEqual(
      client.frames.map(({ type }) => type),
      ['welcome', 'pong'],
    );
    await client.close();
  });

  it('leaves no event of an acknowledgement in progress', async () => {
    const patient = await signUp(app);
    const [leaver, stays] = (await team(patient, 2)) as [Person, Person];
    await fall(patient);
    const [alert] = (await as(stays, 'GET', '/caregivers/alerts')).body.data;
    await whileEventsWait(
      leaver,
      () => as(stays, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`),
      () => unassign(leaver, patient),
    );
    assert.deepEqual(await replayable([leaver], patient), []);
  });

  it('leaves no event of a device that is being disabled', async () => {
    const patient = await signUp(app);
    const [caregiver] = (await team(patient, 1)) as [Person];
    const { deviceId } = await stream(app, patient, resting(randomMac()));
    await whileEventsWait(
      caregiver,
      () => as(admin, 'POST', `/admin/devices/${deviceId}/disable`),
      () => unassign(caregiver, patient),
    );
    assert.deepEqual(await replayable([caregiver], patient), []);
  });

  it('leaves no event of an alert about a device', async () => {
    const patient = await signUp(app);
    const [caregiver] = (await team(patient, 1)) as [Person];
    const { deviceId } = await stream(app, patient, resting(randomMac()));
    // The report of the reading is stored first, or it would replace the level.
    await app.pass(11_000);
    await sql(app.databaseUrl, 'UPDATE devices SET battery_level = 5 WHERE id = $1', [deviceId]);
    await whileEventsWait(
      caregiver,
      () => app.pass(31_000),
      () => unassign(caregiver, patient),
    );
    const alerted = () => sql(app.databaseUrl, 'SELECT FROM alerts WHERE device_id = $1', [deviceId]);
    await eventually('the alert is raised', async () => (await alerted()).length === 1);
    assert.deepEqual(await replayable([caregiver], patient), []);
  });

  it('leaves no event when it races with many falls, readings and acknowledgements', async () => {
    const patient = await signUp(app);
    const people = await team(patient);
    const mac = randomMac();
    await stream(app, patient, blowOf.POTENTIAL(mac));
    app.clock.advance(2_000);
    const alerts: Json[] = await Promise.all(
      people.map(async (person) => (await as(person, 'GET', '/caregivers/alerts')).body.data[0]),
    );
    const answers = await Promise.all([
      as(patient, 'POST', '/device/sensor-stream', severe(mac)),
      ...people.flatMap((person, i) => [
        ...Array.from({ length: 6 }, () => fall(patient)),
        as(person, 'POST', `/caregivers/alerts/${alerts[i].id}/acknowledge`),
        unassign(person, patient),
      ]),
    ]);
    allOf(answers, [200, 201, 403]);
    assert.deepEqual(await replayable(people, patient), []);
  });

  it('causes no error when a role change or deletion of a caregiver races with falls', async () => {
    const patients = await Promise.all(Array.from({ length: 3 }, () => signUp(app)));
    const people = await team(patients[0] as Person);
    for (const patient of patients.slice(1)) for (const person of people) await assign(app, person, patient);
    const answers = await Promise.all(
      people.flatMap((person, i) => [
        ...patients.map(fall),
        i % 2 === 0
          ? as(admin, 'POST', `/admin/users/${person.id}/role`, { role: 'PATIENT' })
          : as(admin, 'DELETE', `/caregivers/${person.id}`),
        ...patients.map(fall),
      ]),
    );
    allOf(answers, [200, 201]);
    for (const patient of patients) assert.deepEqual(await replayable(people, patient), []);
  });

  it('causes no server error when the deletion of the patient races with falls', async () => {
    const patients = await Promise.all(Array.from({ length: 6 }, () => signUp(app)));
    const [nurse] = (await team(patients[0] as Person, 1)) as [Person];
    for (const patient of patients.slice(1)) await assign(app, nurse, patient);
    const answers = await Promise.all(
      patients.flatMap((patient) => [
        ...Array.from({ length: 4 }, () => fall(patient)),
        as(admin, 'DELETE', `/patients/${patient.id}`),
      ]),
    );
    allOf(answers, [200, 201, 401, 404]);
  });
});
