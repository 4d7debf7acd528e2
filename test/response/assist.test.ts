import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, granted, join } from '../mqtt/clients.ts';

const HOUR_MS = 60 * MINUTE_MS;

for (const see of ['team', 'all'])
  describe(`help from another ward, with CAREGIVERS_SEE=${see}`, () => {
    let app: TestApp;
    let admin: Person;
    let nurse: Person;
    before(async () => {
      app = await startTestApp({ CAREGIVERS_SEE: see, SESSION_DURATION: '48h' });
      admin = await logInAsAdmin(app);
      nurse = await signUp(app, 'CAREGIVER');
    });
    after(() => app.close());

    const as = (person: Person, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: person.token, body });
    const help = (person: Person, fall: string, body: object = {}) =>
      as(person, 'POST', `/falls/${fall}/assist`, body);
    const resolve = (person: Person, fall: string) =>
      as(person, 'POST', `/falls/${fall}/resolve`, { outcome: 'HELPED' });
    async function fallen(): Promise<{ patient: Person; stranger: Person; fall: string }> {
      const [patient, stranger] = [await signUp(app), await signUp(app, 'CAREGIVER')];
      await assign(app, nurse, patient);
      const made = await as(patient, 'POST', '/falls', { confidence: 0.95 });
      return { patient, stranger, fall: made.body.data.id };
    }
    const rows = (fall: string) =>
      sql(app.databaseUrl, 'SELECT FROM fall_assists WHERE fall_id = $1', [fall]);

    it('lets a stranger see the resident and claim the fall; the team and the access log know at once', async () => {
      const { patient, stranger, fall } = await fallen();
      for (const path of [`/falls/${fall}`, `/patients/${patient.id}`, `/falls/${fall}/timeline`])
        assert.equal((await as(stranger, 'GET', path)).status, 403, path);
      assert.equal((await as(stranger, 'POST', `/falls/${fall}/claim`, {})).status, 403);
      const team = await live(app, nurse);
      const answer = await help(stranger, fall, { reason: 'Heard the alarm next door' });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.data.id, fall);
      await team.find(({ type, data }) => type === 'response' && data.fallId === fall);
      await team.close();
      const accesses: Json[] = (await as(patient, 'GET', '/profile/me/access-log')).body.data;
      assert.deepEqual(
        [accesses[0]?.actorId, accesses[0]?.what],
        [stranger.id, 'a fall, to help from another ward'],
      );
      const timeline: Json[] = (await as(nurse, 'GET', `/falls/${fall}/timeline`)).body.data;
      const entry = timeline.find(({ type }) => type === 'assisted');
      assert.deepEqual([entry?.by.id, entry?.reason], [stranger.id, 'Heard the alarm next door']);
      const logged = (await as(admin, 'GET', '/admin/logs?action=response.assisted')).body.data;
      assert.deepEqual([logged[0].actorId, logged[0].subjectId], [stranger.id, patient.id]);

      for (const path of [`/falls/${fall}`, `/patients/${patient.id}`])
        assert.equal((await as(stranger, 'GET', path)).status, 200, path);
      const { caregivers } = (await as(nurse, 'GET', `/patients/${patient.id}`)).body.data;
      assert.deepEqual(
        caregivers.map(({ id, via }: Json) => [id, via]),
        [
          [nurse.id, 'assignment'],
          [stranger.id, 'assist'],
        ],
      );
      const board = (await as(stranger, 'GET', '/board')).body.data;
      assert.deepEqual([board.falls[0]?.id, board.people[0]?.id], [fall, patient.id]);
      const changed = await as(stranger, 'PUT', `/patients/${patient.id}`, { room: '99' });
      assert.deepEqual(
        [changed.status, changed.body.code],
        [403, 'NOT_IN_CARE_TEAM'],
        'the record is not theirs',
      );
      const claimed = await as(stranger, 'POST', `/falls/${fall}/claim`, {});
      assert.equal(claimed.body.data.response.claimedBy.id, stranger.id);
      await resolve(stranger, fall);
    });

    it('is refused to admins, the care team, patients, service accounts, and after the resolution', async () => {
      const { patient, stranger, fall } = await fallen();
      for (const person of [admin, nurse]) {
        const answer = await help(person, fall);
        assert.deepEqual([answer.status, answer.body.code], [409, 'NOT_NEEDED']);
      }
      for (const person of [patient, await signUp(app)]) assert.equal((await help(person, fall)).status, 403);
      const service = await as(admin, 'POST', '/admin/service-accounts', {
        name: randomUUID(),
        scopes: ['respond'],
      });
      assert.equal(service.status, 201);
      assert.equal(
        (await app.call('POST', `/falls/${fall}/assist`, { token: service.body.data.token, body: {} }))
          .status,
        403,
      );
      assert.equal((await help(stranger, randomUUID())).status, 404);
      const { id: light } = (await as(patient, 'POST', '/falls', { confidence: 0.4 })).body.data;
      if (light !== fall) assert.equal((await help(stranger, light)).body.code, 'NO_RESPONSE');
      await resolve(nurse, fall);
      const late = await help(stranger, fall);
      assert.deepEqual([late.status, late.body.code], [409, 'ALREADY_RESOLVED']);
      assert.deepEqual(await rows(fall), []);
      assert.equal((await as(stranger, 'GET', `/patients/${patient.id}`)).status, 403, 'nothing is gained');
    });

    it('is one row for two presses at the same moment, on two instances', async () => {
      const { patient, stranger, fall } = await fallen();
      const other = await startTestApp(
        { CAREGIVERS_SEE: see, DATABASE_URL: app.databaseUrl },
        { now: app.clock.now },
      );
      const answers = await Promise.all([
        help(stranger, fall),
        other.call('POST', `/falls/${fall}/assist`, { token: stranger.token, body: {} }),
        help(stranger, fall),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
      assert.equal((await rows(fall)).length, 1);
      await other.close();
      const team = await sql(app.databaseUrl, 'SELECT FROM care_teams WHERE patient_id = $1', [patient.id]);
      assert.equal(team.length, 2);
      await resolve(nurse, fall);
    });

    it('gives nothing to a caregiver who is deactivated or has logged out', async () => {
      const { stranger, fall } = await fallen();
      const gone = await signUp(app, 'CAREGIVER');
      await as(admin, 'PUT', `/admin/users/${gone.id}`, { status: 'inactive' });
      assert.equal((await help(gone, fall)).status, 401);
      await as(stranger, 'POST', '/auth/logout');
      assert.equal((await help(stranger, fall)).status, 401);
      assert.deepEqual(await rows(fall), []);
      await resolve(nurse, fall);
    });

    it('ends an hour after the resolution: sockets, MQTT, records, lists and export', async () => {
      const { patient, stranger, fall } = await fallen();
      const mac = randomMac();
      await stream(app, patient, resting(mac));
      assert.equal((await help(stranger, fall)).status, 200);
      const socket = await live(app, stranger);
      assert.equal((await socket.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
      const client = await join(app, bySession(stranger));
      assert.equal(await granted(client, `devices/${mac}/#`), 0);
      await resolve(stranger, fall);
      await app.pass(59 * MINUTE_MS);
      const record = () => as(stranger, 'GET', `/patients/${patient.id}`);
      const fhir = () =>
        app
          .call('GET', `/../fhir/Patient/${patient.id}`, { token: stranger.token })
          .then(({ status }) => status);
      assert.equal((await record()).status, 200, 'within the hour');
      const before = await fhir();
      await app.pass(2 * MINUTE_MS);
      await socket.find(({ type, data }) => type === 'subscribed' && data.subscribed === false);
      await eventually('the care is over', async () => (await record()).status === 403);
      assert.deepEqual(await rows(fall), []);
      for (const path of [`/falls/${fall}`, `/falls/${fall}/timeline`, `/patients/${patient.id}/falls`])
        assert.equal((await as(stranger, 'GET', path)).status, 403, path);
      assert.deepEqual((await as(stranger, 'GET', '/board')).body.data.people, []);
      assert.deepEqual((await as(stranger, 'GET', '/caregivers/me/patients')).body.data ?? [], []);
      assert.notEqual(await fhir(), before);
      assert.notEqual(await granted(client, `devices/${mac}/readings`), 0);
      const events = await sql(
        app.databaseUrl,
        'SELECT FROM live_events WHERE recipient_id = $1 AND about_id = $2',
        [stranger.id, patient.id],
      );
      assert.deepEqual(events, [], 'its events are deleted');
      const lines = await sql(
        app.databaseUrl,
        `SELECT FROM audit_log WHERE action = 'assist.ended' AND subject_id = $1`,
        [patient.id],
      );
      assert.equal(lines.length, 1);
      assert.equal((await as(nurse, 'GET', `/patients/${patient.id}`)).status, 200);
      client.end();
      await socket.close();
    });

    it('gives nothing after its hour, even before the service has ended it', async () => {
      const { patient, stranger, fall } = await fallen();
      await help(stranger, fall);
      await resolve(nurse, fall);
      // The database's clock decides: the service's has not noticed yet.
      await sql(
        app.databaseUrl,
        `UPDATE responses SET resolved_at = now() - interval '61 minutes' WHERE fall_id = $1`,
        [fall],
      );
      assert.equal((await as(stranger, 'GET', `/patients/${patient.id}`)).status, 403);
    });

    it('is beside an assignment: the end of one leaves the other', async () => {
      const { patient, stranger, fall } = await fallen();
      await help(stranger, fall);
      await as(admin, 'POST', `/caregivers/${stranger.id}/patients`, { patientId: patient.id });
      await as(admin, 'DELETE', `/caregivers/${stranger.id}/patients/${patient.id}`);
      assert.equal((await as(stranger, 'GET', `/falls/${fall}`)).status, 200, 'the assignment was not all');
      await as(admin, 'POST', `/caregivers/${stranger.id}/patients`, { patientId: patient.id });
      await resolve(nurse, fall);
      await app.pass(HOUR_MS + SECOND_MS);
      await eventually('the assist is over', async () => (await rows(fall)).length === 0);
      assert.equal((await as(stranger, 'GET', `/patients/${patient.id}`)).status, 200, 'still assigned');
      const [row] = await sql(app.databaseUrl, 'SELECT assisting FROM care_teams WHERE caregiver_id = $1', [
        stranger.id,
      ]);
      assert.equal(row?.assisting, false);
    });

    it('goes with the account of either, and with a change of role', async () => {
      const [first, second, third] = [await fallen(), await fallen(), await fallen()];
      for (const { stranger, fall } of [first, second, third])
        assert.equal((await help(stranger, fall)).status, 200);
      await as(admin, 'DELETE', `/patients/${first.patient.id}`);
      await as(admin, 'DELETE', `/caregivers/${second.stranger.id}`);
      await as(admin, 'POST', `/admin/users/${third.stranger.id}/role`, { role: 'PATIENT' });
      for (const { fall } of [first, second, third]) assert.deepEqual(await rows(fall), []);
      const left = await sql(
        app.databaseUrl,
        'SELECT FROM care_teams WHERE assisting AND patient_id = ANY($1)',
        [[first, second, third].map(({ patient }) => patient.id)],
      );
      assert.deepEqual(left, []);
      for (const { fall } of [second, third]) await resolve(nurse, fall);
    });
  });
