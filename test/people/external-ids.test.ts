import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Json, Response } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { unzip } from '../helpers/unzip.ts';
import { admin, app, as } from './started.ts';

const statuses = (replies: readonly Response[]) => replies.map(({ status }) => status).sort();

describe('the external ID of a patient', () => {
  let nurse: Person;
  let stranger: Person;
  before(async () => {
    nurse = await signUp(app, 'CAREGIVER');
    stranger = await signUp(app, 'CAREGIVER');
  });

  const create = (externalId: string | null) =>
    as(nurse, 'POST', '/patients', {
      email: `${randomUUID()}@example.org`,
      firstName: 'Ada',
      lastName: 'Byron',
      externalId,
    });
  async function newPatient(externalId: string | null = null): Promise<Json> {
    const { status, body } = await create(externalId);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }
  const put = (id: string, externalId: string | null, by = nurse) =>
    as(by, 'PUT', `/patients/${id}`, { externalId });
  const storedOf = async (id: string) =>
    (await as(admin, 'GET', `/admin/users/${id}`)).body.data.externalId as string | null;
  const isTaken = ({ status, body }: Response) =>
    assert.deepEqual([status, body.code], [409, 'EXTERNAL_ID_TAKEN']);

  it('is trimmed, and in the records that the care team, admins and exports have', async () => {
    const number = randomUUID();
    const { id, externalId } = await newPatient(` ${number} `);
    assert.equal(externalId, number);
    for (const by of [nurse, admin])
      assert.equal((await as(by, 'GET', `/patients/${id}`)).body.data.externalId, number);
    assert.equal(await storedOf(id), number);
    const listed = async (by: Person) =>
      (await as(by, 'GET', '/patients?limit=100')).body.data.find((row: Json) => row.id === id).externalId;
    assert.equal(await listed(nurse), number);
    assert.equal(await listed(stranger), null);
    const answer = await fetch(`${app.url}/patients/${id}/export`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    assert.equal(JSON.parse(files['profile.json'] ?? '').account.externalId, number);
  });

  it('is changed and cleared by the care team and admins, and the audit log names the field only', async () => {
    const number = randomUUID();
    const { id } = await newPatient();
    assert.equal((await put(id, number)).body.data.externalId, number);
    assert.equal((await put(id, number)).status, 200);
    assert.equal((await put(id, null, admin)).body.data.externalId, null);
    const { body } = await as(admin, 'GET', `/admin/logs?subjectId=${id}&action=account.changed`);
    assert.ok(body.data.length > 0);
    for (const { message } of body.data) assert.equal(message, 'Changed externalId of a patient');
  });

  it('is not for strangers, nor for the patient to change', async () => {
    const number = randomUUID();
    const patient = await signUp(app);
    const { id } = await newPatient(number);
    assert.equal((await put(id, randomUUID(), stranger)).status, 403);
    assert.equal((await put(patient.id, randomUUID(), patient)).status, 403);
    const own = await as(patient, 'PUT', '/profile/me', { phone: '1', externalId: randomUUID() });
    assert.equal(own.status, 200);
    assert.deepEqual([await storedOf(id), await storedOf(patient.id)], [number, null]);
  });

  it('is one line of 1 to 80 characters', async () => {
    const { id } = await newPatient();
    for (const bad of ['', ' ', 'a\u0000b', 'a\nb', 'x'.repeat(81)])
      assert.deepEqual(Object.keys((await put(id, bad)).body.details), ['externalId']);
    assert.equal((await put(id, 'x'.repeat(80))).status, 200);
    assert.equal((await put(id, null)).status, 200);
  });

  it('belongs to one account, until that has another or is deleted', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const [ada, eve] = [await newPatient(first), await newPatient()];
    isTaken(await put(eve.id, first));
    isTaken(await create(first));
    isTaken(await as(admin, 'POST', '/admin/patients', { firstName: 'A', lastName: 'B', externalId: first }));
    assert.equal((await put(ada.id, second)).status, 200);
    assert.equal((await put(eve.id, first)).status, 200);
    assert.equal((await as(admin, 'DELETE', `/patients/${ada.id}`)).status, 200);
    assert.equal((await put(eve.id, second)).status, 200);
    const taken = await as(nurse, 'PUT', `/patients/${eve.id}`, { email: nurse.email });
    assert.equal(taken.body.code, 'EMAIL_TAKEN');
  });

  it('goes to one of those who write it at the same moment', async () => {
    const number = randomUUID();
    const patients = await Promise.all(Array.from({ length: 4 }, () => newPatient()));
    const changes = patients.map(({ id }) => put(id, number));
    const creations = Array.from({ length: 3 }, () => create(number));
    const replies = await Promise.all([...changes, ...creations]);
    const refused = replies.filter(({ status }) => status >= 400);
    assert.equal(refused.length, replies.length - 1);
    for (const reply of refused) isTaken(reply);
  });

  it('stays where it is when two patients get each other’s at the same moment', async () => {
    const numbers = [randomUUID(), randomUUID()] as const;
    const [ada, eve] = [await newPatient(numbers[0]), await newPatient(numbers[1])];
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([put(ada.id, numbers[1]), put(eve.id, numbers[0])]);
      assert.deepEqual(statuses(replies), [409, 409]);
    }
    assert.deepEqual([await storedOf(ada.id), await storedOf(eve.id)], numbers);
  });
});
