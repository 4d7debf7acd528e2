import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import type { Json, Response } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { admin, app, as } from './started.ts';

const newWard = async (name: string = randomUUID()): Promise<string> =>
  (await as(admin, 'POST', '/wards', { name })).body.data.id;
const member = (by: Person, ward: string, { id }: { readonly id: string }, body: object = {}) =>
  as(by, 'PUT', `/wards/${ward}/caregivers/${id}`, body);
const remove = (by: Person, ward: string, { id }: { readonly id: string }) =>
  as(by, 'DELETE', `/wards/${ward}/caregivers/${id}`);
const move = (by: Person, { id }: { readonly id: string }, wardId: string | null) =>
  as(by, 'PUT', `/patients/${id}`, { wardId });
const soon = (ms: number) => new Date(app.clock.now() + ms).toISOString();
const ended = ({ status, body }: Response) => [status, body.code];
const sees = async (caregiver: Person, patient: Person): Promise<boolean> =>
  (await as(caregiver, 'GET', `/patients/${patient.id}`)).status === 200;

describe('wards', () => {
  let nurse: Person;
  let resident: Person;
  before(async () => {
    [nurse, resident] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
  });

  const listed = async (id: string): Promise<Json> =>
    (await as(nurse, 'GET', '/wards?limit=100')).body.data.find((ward: Json) => ward.id === id);

  it('have a name of 1 to 80 characters that no other ward has, in upper or lower case', async () => {
    const name = `Über den Wolken ${randomUUID()}`;
    const made = await as(admin, 'POST', '/wards', { name: ` ${name} ` });
    assert.equal(made.status, 201);
    const { id, ...rest } = made.body.data;
    assert.deepEqual(rest, { name, patients: 0, caregivers: 0, leads: [], onDuty: [] });
    const again = await as(admin, 'POST', '/wards', { name: name.toUpperCase() });
    assert.deepEqual(ended(again), [409, 'WARD_NAME_TAKEN']);
    const other = await newWard();
    assert.deepEqual(ended(await as(admin, 'PUT', `/wards/${other}`, { name })), [409, 'WARD_NAME_TAKEN']);
    assert.equal((await as(admin, 'PUT', `/wards/${id}`, { name: name.toLowerCase() })).status, 200);
    for (const bad of ['', ' ', 'x'.repeat(81), 'a\nb', null, 7])
      assert.equal((await as(admin, 'POST', '/wards', { name: bad })).status, 400, JSON.stringify(bad));
    assert.equal((await as(admin, 'POST', '/wards', { name: 'x'.repeat(80) })).status, 201);
  });

  it('show how many live and work there, the leads, and the members on duty', async () => {
    const ward = await newWard();
    await member(admin, ward, nurse, { lead: true });
    await move(admin, resident, ward);
    const until = soon(HOUR_MS);
    await as(nurse, 'POST', '/caregivers/me/shift', { until });
    const { patients, caregivers, leads, onDuty } = await listed(ward);
    assert.deepEqual([patients, caregivers], [1, 1]);
    assert.deepEqual(
      leads.map(({ id }: Json) => id),
      [nurse.id],
    );
    assert.deepEqual(onDuty, [{ ...leads[0], until }]);
    const elsewhere = await newWard();
    assert.deepEqual((await listed(elsewhere)).onDuty, []);
    await as(nurse, 'DELETE', '/caregivers/me/shift');
  });

  it('cannot be deleted while patients are in them', async () => {
    const ward = await newWard();
    await member(admin, ward, nurse);
    await move(admin, resident, ward);
    assert.deepEqual(ended(await as(admin, 'DELETE', `/wards/${ward}`)), [409, 'WARD_NOT_EMPTY']);
    assert.equal((await listed(ward)).caregivers, 1);
    await move(admin, resident, null);
    assert.equal((await as(admin, 'DELETE', `/wards/${ward}`)).status, 200);
    assert.equal(await listed(ward), undefined);
    for (const id of [ward, randomUUID(), 'nonsense'])
      assert.equal((await as(admin, 'DELETE', `/wards/${id}`)).status, 404);
  });
});

describe('members of a ward', () => {
  let ward: string;
  let lead: Person;
  let nurse: Person;
  let resident: Person;
  before(async () => {
    [lead, nurse, resident] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app),
    ]);
    ward = await newWard();
    await member(admin, ward, lead, { lead: true });
    await move(admin, resident, ward);
  });

  const terms = ({ body: { data } }: Response) => [data.lead, data.until];

  it('are made by leads and admins; fields that are left out stay', async () => {
    assert.equal((await member(nurse, ward, nurse)).status, 403);
    const until = soon(HOUR_MS);
    assert.deepEqual(terms(await member(lead, ward, nurse, { until })), [false, until]);
    assert.deepEqual(terms(await member(lead, ward, nurse)), [false, until]);
    const own = async (person: Person) =>
      (await as(person, 'GET', '/me')).body.data.wards.map(({ id, lead }: Json) => [id, lead]);
    assert.deepEqual(
      [await own(lead), await own(nurse), await own(admin)],
      [[[ward, true]], [[ward, false]], []],
    );
    assert.deepEqual(terms(await member(admin, ward, nurse, { lead: true })), [true, until]);
    assert.deepEqual(await own(nurse), [[ward, true]]);
    assert.deepEqual(terms(await member(admin, ward, nurse, { until: null })), [true, null]);
    assert.deepEqual(terms(await member(admin, ward, nurse, { lead: false })), [false, null]);
    const bodyless = await as(lead, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`);
    assert.equal(bodyless.status, 200);
    const { body } = await as(nurse, 'GET', `/wards/${ward}/caregivers?sort=name&order=asc`);
    assert.deepEqual(
      body.data.map(({ id, lead }: Json) => [id, lead]).sort(),
      [
        [lead.id, true],
        [nurse.id, false],
      ].sort(),
    );
    assert.equal((await remove(lead, ward, nurse)).status, 200);
    assert.equal((await remove(lead, ward, nurse)).status, 404);
  });

  it('become leads, and stop being leads, by an admin alone', async () => {
    await member(admin, ward, nurse);
    assert.equal((await member(lead, ward, nurse, { lead: true })).status, 403);
    assert.equal((await member(lead, ward, nurse, { lead: false })).status, 200);
    await member(admin, ward, nurse, { lead: true });
    for (const body of [{ lead: false }, { until: soon(MINUTE_MS) }])
      assert.equal((await member(lead, ward, nurse, body)).status, 403, JSON.stringify(body));
    assert.equal((await member(lead, ward, nurse, { lead: true })).status, 200);
    assert.equal((await remove(lead, ward, nurse)).status, 403);
    assert.equal((await remove(lead, ward, lead)).status, 403);
    assert.equal((await remove(admin, ward, nurse)).status, 200);
    const other = await newWard();
    assert.deepEqual(ended(await member(lead, other, nurse)), [403, 'NOT_WARD_LEAD']);
  });

  it('are caregivers, of wards that exist, until a time to come', async () => {
    for (const body of [
      { until: soon(-SECOND_MS) },
      { until: new Date(app.clock.now()).toISOString() },
      { until: 'tomorrow' },
      { until: 5 },
      { lead: 'yes' },
      { lead: null },
    ])
      assert.equal((await member(admin, ward, nurse, body)).status, 400, JSON.stringify(body));
    for (const id of [resident.id, admin.id, randomUUID(), 'nonsense'])
      assert.equal((await member(admin, ward, { id })).status, 404, id);
    for (const id of [randomUUID(), 'nonsense'])
      for (const answer of [await member(admin, id, nurse), await remove(admin, id, nurse)])
        assert.equal(answer.status, 404, id);
    assert.equal((await remove(admin, ward, { id: 'nonsense' })).status, 404);
  });

  it('are found by name among the caregivers who are not members', async () => {
    const anna = await signUp(app, 'CAREGIVER', { firstName: 'Anna', lastName: 'Quickly' });
    const path = `/wards/${ward}/candidates?search=a%20QUICK`;
    const found = async (by: Person) => (await as(by, 'GET', path)).body.data;
    assert.deepEqual(await found(lead), [{ id: anna.id, name: 'Anna Quickly' }]);
    await member(lead, ward, anna);
    assert.deepEqual(await found(lead), []);
    assert.deepEqual(ended(await as(anna, 'GET', path)), [403, 'NOT_WARD_LEAD']);
    const patients = async (by: Person, wardId: string) =>
      (await as(by, 'GET', `/patients?wardId=${wardId}`)).body.data.map(({ id }: Json) => id);
    assert.deepEqual(await patients(anna, ward), [resident.id]);
    await remove(lead, ward, anna);
    assert.deepEqual(await patients(anna, ward), []);
    assert.deepEqual(await patients(admin, ward), [resident.id]);
  });

  it('may be in several wards, and the last lead may go', async () => {
    const second = await newWard();
    for (const id of [ward, second]) assert.equal((await member(admin, id, nurse)).status, 200);
    assert.equal((await remove(admin, ward, lead)).status, 200);
    assert.equal(await sees(lead, resident), false);
    assert.equal((await member(admin, ward, lead, { lead: true })).status, 200);
    for (const id of [ward, second]) await remove(admin, id, nurse);
  });

  it('look after the patients of the ward as assigned caregivers do', async () => {
    await member(admin, ward, nurse);
    assert.equal(await sees(nurse, resident), true);
    assert.equal((await as(nurse, 'PUT', `/patients/${resident.id}`, { phone: '12' })).status, 200);
    const { caregivers, wardId } = (await as(resident, 'GET', '/patients/me')).body.data;
    assert.equal(wardId, ward);
    const via = (id: string, team: Json[]) => team.filter((one) => one.id === id).map((one) => one.via);
    assert.deepEqual(via(nurse.id, caregivers), ['ward']);
    assert.equal((await as(nurse, 'GET', '/caregivers/me')).body.data.patients, 1);
    const patients = await as(nurse, 'GET', `/caregivers/${nurse.id}/patients`);
    assert.deepEqual(
      patients.body.data.map(({ id }: Json) => id),
      [resident.id],
    );
    await assign(app, nurse, resident);
    const both = (await as(nurse, 'GET', `/patients/${resident.id}`)).body.data.caregivers;
    assert.deepEqual(via(nurse.id, both), ['assignment']);
    await remove(lead, ward, nurse);
    assert.equal(await sees(nurse, resident), true);
    await member(lead, ward, nurse);
    await as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/${resident.id}`);
    assert.equal(await sees(nurse, resident), true);
    await remove(lead, ward, nurse);
    assert.equal(await sees(nurse, resident), false);
  });

  it('leave by themselves when their time is over', async () => {
    await member(lead, ward, nurse, { until: soon(MINUTE_MS) });
    await app.pass(MINUTE_MS - SECOND_MS);
    assert.equal(await sees(nurse, resident), true);
    await app.pass(2 * SECOND_MS);
    assert.equal(await sees(nurse, resident), false);
    assert.deepEqual(ended(await as(nurse, 'GET', `/wards/${ward}/caregivers`)), [403, 'NOT_WARD_MEMBER']);
    const { body } = await as(admin, 'GET', '/admin/logs?action=ward.left&limit=1');
    assert.equal(body.data[0].subjectId, nurse.id);
  });

  it('whose role changes leave the ward, and so does a patient', async () => {
    const [changing, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
    await member(admin, ward, changing);
    await move(admin, patient, ward);
    assert.equal(await sees(changing, patient), true);
    await as(admin, 'POST', `/admin/users/${patient.id}/role`, { role: 'CAREGIVER' });
    await as(admin, 'POST', `/admin/users/${changing.id}/role`, { role: 'PATIENT' });
    const rows = await sql(
      app.databaseUrl,
      `SELECT (SELECT count(*) FROM care_teams WHERE caregiver_id = ANY($1) OR patient_id = ANY($1)) AS care,
              (SELECT count(*) FROM ward_members WHERE caregiver_id = ANY($1)) AS members,
              (SELECT count(*) FROM users WHERE id = ANY($1) AND ward_id IS NOT NULL) AS wards`,
      [[changing.id, patient.id]],
    );
    assert.deepEqual(rows, [{ care: '0', members: '0', wards: '0' }]);
    const { token } = await logIn(app, { email: changing.email, password: PASSWORD });
    assert.equal((await as({ ...changing, token }, 'GET', '/patients/me')).body.data.wardId, null);
  });
});

describe('the ward of a patient', () => {
  let [first, second] = ['', ''];
  let [lead, both, nurse, patient] = [] as unknown as [Person, Person, Person, Person];
  before(async () => {
    [first, second] = [await newWard(), await newWard()];
    [lead, both, nurse, patient] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app),
    ]);
    await member(admin, first, lead, { lead: true });
    for (const ward of [first, second]) await member(admin, ward, both, { lead: true });
    await member(admin, first, nurse);
    await move(admin, patient, first);
  });

  it('is changed by admins and by leads of both wards', async () => {
    assert.deepEqual(ended(await move(nurse, patient, second)), [403, 'NOT_WARD_LEAD']);
    assert.equal((await move(nurse, patient, first)).status, 200);
    assert.deepEqual(ended(await move(lead, patient, second)), [403, 'NOT_WARD_LEAD']);
    assert.equal((await move(both, patient, second)).body.data.wardId, second);
    assert.deepEqual([await sees(lead, patient), await sees(both, patient)], [false, true]);
    assert.equal((await move(lead, patient, first)).status, 403);
    assert.equal((await move(admin, patient, first)).body.data.wardId, first);
    assert.equal((await move(admin, patient, null)).body.data.wardId, null);
    assert.equal(await sees(lead, patient), false);
    await assign(app, lead, patient);
    assert.equal((await move(lead, patient, first)).body.data.wardId, first);
    for (const bad of [randomUUID(), 'nonsense', 5]) {
      const { status, body } = await as(admin, 'PUT', `/patients/${patient.id}`, { wardId: bad });
      assert.equal(status, 400);
      assert.ok(body.details.wardId);
    }
  });

  it('is taken away by admins alone: a lead could not undo it', async () => {
    for (const caregiver of [nurse, lead, both])
      assert.deepEqual(ended(await move(caregiver, patient, null)), [403, 'FORBIDDEN']);
    assert.equal((await as(admin, 'GET', `/patients/${patient.id}`)).body.data.wardId, first);
    assert.equal(await sees(lead, patient), true);
    const homeless = await signUp(app);
    await assign(app, lead, homeless);
    assert.equal((await move(lead, homeless, null)).status, 200, 'nothing changes');
  });

  it('may be given to a new patient by a member', async () => {
    const create = (wardId: unknown) =>
      as(nurse, 'POST', '/patients', {
        email: `${randomUUID()}@example.org`,
        firstName: 'New',
        lastName: 'Comer',
        wardId,
      });
    const made = await create(first.toUpperCase());
    assert.equal(made.status, 201);
    assert.equal(made.body.data.wardId, first);
    assert.equal((await as(lead, 'GET', `/patients/${made.body.data.id}`)).body.data.wardId, first);
    assert.equal((await create(null)).body.data.wardId, null);
    assert.deepEqual(ended(await create(second)), [403, 'NOT_WARD_MEMBER']);
    for (const bad of [randomUUID(), 'nonsense']) assert.equal((await create(bad)).status, 400);
  });

  it('lets its leads set the limits of a wearable', async () => {
    const path = `/patients/${patient.id}/limits`;
    await move(admin, patient, first);
    assert.equal((await as(lead, 'PUT', path, { batteryLowPercent: 20 })).status, 200);
    assert.deepEqual(ended(await as(nurse, 'GET', path)), [403, 'NOT_WARD_LEAD']);
    await move(admin, patient, null);
    assert.deepEqual(ended(await as(lead, 'GET', path)), [403, 'NOT_WARD_LEAD']);
    await move(admin, patient, first);
  });
});

describe('the audit log of a ward', () => {
  it('shows its leads the entries about its patients and members, and no other entries', async () => {
    const [ward, other] = [await newWard(), await newWard()];
    const [lead, nurse, stranger, patient, elsewhere] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app),
      signUp(app),
    ]);
    await member(admin, ward, lead, { lead: true });
    await member(admin, ward, nurse);
    await member(admin, other, stranger);
    await move(admin, patient, ward);
    await move(admin, elsewhere, other);
    await assign(app, nurse, elsewhere);
    for (const id of [patient.id, elsewhere.id]) await as(nurse, 'GET', `/patients/${id}`);
    await as(stranger, 'GET', `/patients/${elsewhere.id}`);
    await as(nurse, 'GET', '/patients');
    await logIn(app, { email: nurse.email, password: PASSWORD });
    const logs = (by: Person, query: string) => as(by, 'GET', `/admin/logs?limit=100${query}`);
    const { status, body } = await logs(lead, `&wardId=${ward}`);
    assert.equal(status, 200);
    const ours = new Set([lead.id, nurse.id, patient.id]);
    for (const line of body.data) assert.ok(ours.has(line.subjectId ?? line.actorId), JSON.stringify(line));
    assert.equal(body.pagination.total, body.data.length);
    const actions = body.data.map(({ action, actorId, subjectId }: Json) =>
      [action, actorId === nurse.id, subjectId === patient.id].join(' '),
    );
    assert.ok(actions.includes('health.read true true'));
    assert.ok(actions.includes('health.read true false'), 'the list of patients');
    assert.ok(actions.some((line: string) => line.startsWith('login')));
    assert.deepEqual((await logs(admin, `&wardId=${ward}`)).body.pagination, body.pagination);
    assert.deepEqual(ended(await logs(lead, '')), [403, 'NOT_WARD_LEAD']);
    assert.deepEqual(ended(await logs(lead, `&wardId=${other}`)), [403, 'NOT_WARD_LEAD']);
    assert.deepEqual(ended(await logs(nurse, `&wardId=${ward}`)), [403, 'NOT_WARD_LEAD']);
    assert.equal((await logs(lead, `&wardId=${randomUUID()}`)).status, 404);
    assert.equal((await logs(lead, '&wardId=nonsense')).status, 400);
  });
});
