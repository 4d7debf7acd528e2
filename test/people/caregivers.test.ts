import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { admin, app, as } from './started.ts';

const assign = (caregiver: Person, patient: Person, relationship?: string) =>
  as(admin, 'POST', `/caregivers/${caregiver.id}/patients`, { patientId: patient.id, relationship });

describe('an admin', () => {
  it('creates an account for a caregiver, who can log in with the given password', async () => {
    const body = {
      email: 'Carer@Example.org ',
      firstName: 'Flo',
      lastName: 'N',
      phone: '1',
      specialization: 'Wounds',
      organization: 'Ward 3',
      role: 'ADMIN',
      patients: 9,
    };
    const made = await as(admin, 'POST', '/caregivers', body);
    assert.equal(made.status, 201);
    const { temporaryPassword, ...profile } = made.body.data;
    const { id, createdAt: _, ...rest } = profile;
    assert.deepEqual(rest, {
      email: 'carer@example.org',
      firstName: 'Flo',
      lastName: 'N',
      role: 'CAREGIVER',
      status: 'active',
      phone: '1',
      specialization: 'Wounds',
      organization: 'Ward 3',
      patients: 0,
      activeAlerts: 0,
    });
    const { token } = await logIn(app, { email: 'carer@example.org', password: temporaryPassword });
    const own = await app.call('GET', '/caregivers/me', { token });
    assert.deepEqual(own.body.data, profile);
    assert.deepEqual((await as(admin, 'GET', `/caregivers/${id}`)).body.data, profile);
    assert.equal((await as(admin, 'POST', '/caregivers', body)).status, 409);
    const bad = await as(admin, 'POST', '/caregivers', { specialization: 3 });
    assert.deepEqual(Object.keys(bad.body.details).sort(), [
      'email',
      'firstName',
      'lastName',
      'specialization',
    ]);
  });

  it('lists caregivers with their counts', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    await assign(nurse, await signUp(app));
    const { body } = await as(admin, 'GET', '/caregivers?sort=patients&order=desc&limit=100');
    assert.equal(body.data.find((row: Json) => row.id === nurse.id).patients, 1);
    const counts = body.data.map((row: Json) => row.patients);
    assert.deepEqual(
      counts,
      counts.toSorted((a: number, b: number) => b - a),
    );
    assert.ok(body.data.every((row: Json) => row.role === 'CAREGIVER'));
    assert.equal(body.pagination.total, body.data.length);
  });
});

describe('a caregiver', () => {
  it('changes their own fields', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const put = (body: unknown) => as(nurse, 'PUT', `/caregivers/${nurse.id}`, body);
    const changed = await put({
      specialization: 'Hips',
      organization: 'Home',
      phone: '7',
      role: 'ADMIN',
      activeAlerts: 3,
    });
    assert.equal(changed.status, 200);
    assert.equal(changed.body.data.specialization, 'Hips');
    assert.equal(changed.body.data.role, 'CAREGIVER');
    assert.equal((await put({ phone: null })).body.data.phone, null);
    assert.equal((await put({})).status, 400);
    assert.equal((await put({ email: admin.email })).status, 409);
  });

  it('is not found under an unknown id or a patient’s id', async () => {
    const patient = await signUp(app);
    for (const id of [randomUUID(), patient.id, 'nonsense']) {
      assert.equal((await as(admin, 'GET', `/caregivers/${id}`)).status, 404);
      assert.equal((await as(admin, 'GET', `/caregivers/${id}/patients`)).status, 404);
      assert.equal((await as(admin, 'POST', `/caregivers/${id}/patients`, {})).status, 404);
      assert.equal((await as(admin, 'DELETE', `/caregivers/${id}`)).status, 404);
    }
  });

  it('has counts of their patients and unacknowledged alerts', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app);
    await assign(nurse, patient);
    await as(patient, 'POST', '/falls', { confidence: 0.8 });
    await as(patient, 'POST', '/falls', { confidence: 0.8 });
    const [alert] = (await as(nurse, 'GET', '/caregivers/alerts')).body.data;
    await as(nurse, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`);
    const { body } = await as(nurse, 'GET', '/caregivers/me');
    assert.deepEqual([body.data.patients, body.data.activeAlerts], [1, 1]);
  });
});

describe('an assignment', () => {
  it('gives the caregiver access to the patient, and its end revokes it', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app);
    const sees = async () => (await as(nurse, 'GET', `/patients/${patient.id}/health`)).status;
    assert.equal(await sees(), 403);
    const made = await assign(nurse, patient, 'neighbour');
    assert.equal(made.status, 201);
    assert.deepEqual(
      { ...made.body.data, createdAt: '' },
      { caregiverId: nurse.id, patientId: patient.id, relationship: 'neighbour', createdAt: '' },
    );
    assert.equal(await sees(), 200);
    assert.equal((await assign(nurse, patient)).status, 409);
    const end = () => as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/${patient.id}`);
    const ended = await end();
    assert.equal(ended.status, 200);
    assert.equal(typeof ended.body.data.message, 'string');
    assert.equal(await sees(), 403);
    assert.equal((await end()).status, 404);
  });

  it('controls live events: after its end a resumed socket receives only the patient’s messages', async () => {
    const [nurse, colleague] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    const [patient, other] = [await signUp(app), await signUp(app)];
    for (const caregiver of [nurse, colleague]) await assign(caregiver, patient);
    await assign(nurse, other);
    const say = (person: Person, content: string) =>
      as(person, 'POST', '/messages', { recipientId: nurse.id, content });
    await as(patient, 'POST', '/falls', { confidence: 0.95 });
    await say(patient, 'I fell');
    await as(other, 'POST', '/falls', { confidence: 0.8 });
    await as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/${patient.id}`);
    const [alert] = (await as(colleague, 'GET', '/caregivers/alerts')).body.data;
    await as(colleague, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`);
    await say(other, 'last');

    const resumed = await live(app, nurse, 0);
    await resumed.find((frame) => frame.data.content === 'last');
    assert.deepEqual(
      resumed.frames.slice(1).map(({ type, data }) => [type, data.patientId ?? data.content]),
      [
        ['message', 'I fell'],
        ['alert', other.id],
        ['message', 'last'],
      ],
    );
    await resumed.close();
  });

  it('controls alerts: they disappear with its end and return with a new assignment', async () => {
    const [nurse, colleague] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    const [patient, other] = [await signUp(app), await signUp(app)];
    for (const caregiver of [nurse, colleague]) await assign(caregiver, patient);
    await assign(nurse, other);
    const fallen = (await as(patient, 'POST', '/falls', { confidence: 0.95 })).body.data;
    const [alert] = (await as(nurse, 'GET', '/caregivers/alerts')).body.data;
    await as(other, 'POST', '/falls', { confidence: 0.8 });
    const acknowledge = async () =>
      (await as(nurse, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`, { outcome: 'CONFIRMED' }))
        .status;
    const seen = async () => {
      const lists = ['', '?status=all', '?sort=patientName'].map((query) =>
        as(nurse, 'GET', `/caregivers/alerts${query}`),
      );
      const counts = (await Promise.all(lists)).map(({ body }) => [body.data.length, body.pagination.total]);
      const { data } = (await as(nurse, 'GET', '/caregivers/me')).body;
      return [...new Set([...counts.flat(), data.activeAlerts])];
    };
    assert.deepEqual(await seen(), [2]);

    await as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/${patient.id}`);
    assert.deepEqual(await seen(), [1]);
    assert.equal(await acknowledge(), 403);
    const detail = (await as(colleague, 'GET', `/falls/${fallen.id}`)).body.data;
    assert.deepEqual(
      // The admins are notified of an emergency too: the caregivers here have only a socket.
      detail.alerts
        .filter((a: Json) => a.caregiverId !== admin.id)
        .map((a: Json) => [a.sent, a.acknowledged]),
      [
        [true, false],
        [true, false],
      ],
      'the table keeps both',
    );
    const [listed] = (await as(patient, 'GET', '/falls')).body.data;
    assert.deepEqual([listed.responded, detail.outcome], [false, null]);

    await assign(nurse, patient);
    assert.deepEqual(await seen(), [2]);
    assert.equal(await acknowledge(), 200);
  });

  it('ends with the role, and its alerts disappear', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app);
    await assign(nurse, patient);
    await as(patient, 'POST', '/falls', { confidence: 0.8 });
    const [alert] = (await as(nurse, 'GET', '/caregivers/alerts')).body.data;
    for (const role of ['PATIENT', 'CAREGIVER'])
      await as(admin, 'POST', `/admin/users/${nurse.id}/role`, { role });
    const { token } = await logIn(app, { email: nurse.email, password: PASSWORD });
    const back: Person = { ...nurse, token };
    assert.equal((await as(back, 'GET', '/caregivers/alerts?status=all')).body.pagination.total, 0);
    assert.equal((await as(back, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`)).status, 403);
  });

  it('requires an existing patient', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    for (const patientId of [randomUUID(), nurse.id, admin.id])
      assert.equal((await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId })).status, 404);
    const bad = await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, {
      patientId: 'x',
      relationship: '',
    });
    assert.deepEqual(
      [bad.status, Object.keys(bad.body.details).sort()],
      [400, ['patientId', 'relationship']],
    );
    assert.equal((await as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/nonsense`)).status, 404);
  });
});

describe('the list of assigned patients', () => {
  it('has a summary of each patient, and can be sorted by computed fields', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const well = await signUp(app, 'PATIENT', { firstName: 'Well', lastName: 'Being' });
    const frail = await signUp(app, 'PATIENT', { firstName: 'Frail', lastName: 'Being' });
    for (const patient of [well, frail]) await assign(nurse, patient);
    app.clock.advance(1000);
    const { timestamp } = await stream(app, frail, resting(randomMac(), { heart_rate: 150 }));
    await as(frail, 'POST', '/falls', { confidence: 0.75 });
    await as(frail, 'POST', '/falls', { confidence: 0.4 });
    const list = async (query: string) =>
      (await as(nurse, 'GET', `/caregivers/${nurse.id}/patients${query}`)).body;
    const worst = await list('?sort=healthScore&order=asc&limit=1');
    assert.deepEqual(worst.data, [
      {
        id: frail.id,
        name: 'Frail Being',
        email: frail.email,
        room: null,
        healthScore: worst.data[0].healthScore,
        lastActive: timestamp,
        devices: 1,
        recentFalls: 1,
      },
    ]);
    assert.ok(worst.data[0].healthScore < 100);
    assert.deepEqual(worst.pagination, { page: 1, limit: 1, total: 2, totalPages: 2 });
    assert.deepEqual(
      (await list('?sort=healthScore&order=asc&limit=1&page=2')).data.map((row: Json) => row.id),
      [well.id],
    );
    assert.deepEqual(
      (await list('')).data.map((row: Json) => row.id),
      [frail.id, well.id],
      'the newest assignment first',
    );
    assert.deepEqual(
      (await list('?sort=name&order=desc')).data.map((row: Json) => row.name),
      ['Well Being', 'Frail Being'],
    );
    for (const sort of ['lastActive', 'recent_falls', 'devices', 'email'])
      assert.equal((await list(`?sort=${sort}`)).data.length, 2);
    assert.equal((await list('?page=9')).data.length, 0);
  });
});
