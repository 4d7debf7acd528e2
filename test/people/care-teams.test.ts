import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';

describe('care teams (CAREGIVERS_SEE=team)', () => {
  let app: TestApp;
  let admin: Person;
  /** Nina is assigned to this patient, Omar to Bob. */
  let ada: Person;
  let bob: Person;
  let nina: Person;
  let omar: Person;
  /** Has signed up and is assigned to no one. */
  let newcomer: Person;
  let bobsFall: string;
  const bobsMac = randomMac();
  before(async () => {
    app = await startTestApp({ CAREGIVERS_SEE: 'team' });
    admin = await logInAsAdmin(app);
    ada = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    bob = await signUp(app, 'PATIENT', { firstName: 'Bob', lastName: 'Secret' });
    nina = await signUp(app, 'CAREGIVER', { firstName: 'Nina', lastName: 'Ode' });
    omar = await signUp(app, 'CAREGIVER', { firstName: 'Omar', lastName: 'Tell' });
    newcomer = await signUp(app, 'CAREGIVER');
    await assign(app, nina, ada);
    await assign(app, omar, bob);
    await report(ada, 'Hall');
    bobsFall = await report(bob, 'Bathroom');
    await stream(app, bob, resting(bobsMac));
  });
  after(() => app.close());

  const get = (person: Person, path: string) => app.call('GET', path, { token: person.token });
  const post = (person: Person, path: string, body?: unknown) =>
    app.call('POST', path, { token: person.token, body });
  const report = async (person: Person, location: string): Promise<string> =>
    (await post(person, '/falls', { confidence: 0.8, location })).body.data.id;
  const write = (from: Person, to: { readonly id: string }, content = 'Hello') =>
    post(from, '/messages', { recipientId: to.id, content });
  const idsOf = ({ body }: Json): string[] => body.data.map(({ id }: Json) => id);

  it('limit lists and totals to the caregiver’s own patients', async () => {
    for (const query of ['', '?limit=1', '?status=active', '?sort=email&order=asc', '?page=2']) {
      const { body } = await get(nina, `/patients${query}`);
      assert.equal(body.pagination.total, 1, query);
      assert.equal(body.pagination.totalPages, 1, query);
      assert.ok(!JSON.stringify(body).includes('Secret'), query);
    }
    assert.deepEqual(idsOf(await get(nina, '/patients')), [ada.id]);
    assert.equal((await get(nina, '/patients?status=inactive')).body.pagination.total, 0);
    const { body } = await get(admin, '/patients');
    assert.equal(body.pagination.total, 2);
  });

  it('limit recent falls, in rows and in total', async () => {
    const { body } = await get(nina, '/falls/recent');
    assert.deepEqual(
      body.data.map(({ userId, location }: Json) => [userId, location]),
      [[ada.id, 'Hall']],
    );
    assert.equal(body.pagination.total, 1);
    assert.equal((await get(admin, '/falls/recent')).body.pagination.total, 2);
  });

  it('limit the board', async () => {
    const { body } = await get(nina, '/board');
    assert.deepEqual(idsOf({ body: { data: body.data.people } }), [ada.id]);
    assert.equal(body.data.totalPeople, 1);
    assert.ok(!JSON.stringify(body).includes('Secret'));
  });

  it('show no patients to a caregiver who has just signed up', async () => {
    for (const path of [
      '/patients',
      '/falls/recent',
      '/caregivers/alerts',
      `/caregivers/${newcomer.id}/patients`,
    ]) {
      const { status, body } = await get(newcomer, path);
      assert.equal(status, 200, path);
      assert.deepEqual([body.data, body.pagination.total], [[], 0], path);
    }
    const board = (await get(newcomer, '/board')).body.data;
    assert.deepEqual([board.people, board.falls, board.deviceAlerts, board.totalPeople], [[], [], [], 0]);
  });

  it('answer 403 for the id of another team’s patient, and 404 for an unknown id', async () => {
    const { body } = await get(bob, '/patients/me');
    const [{ id: deviceId }] = body.data.devices;
    const paths = (patientId: string, fallId: string, device: string) => [
      `/patients/${patientId}`,
      `/patients/${patientId}/overview`,
      `/patients/${patientId}/falls`,
      `/patients/${patientId}/health`,
      `/patients/${patientId}/devices`,
      `/falls/${fallId}`,
      `/falls/${fallId}/timeline`,
      `/device/${device}`,
      `/device/${device}/status`,
      `/device/${device}/logs`,
      `/device/${device}/readings`,
    ];
    for (const path of paths(bob.id, bobsFall, deviceId)) {
      const { status, body } = await get(nina, path);
      assert.equal(status, 403, path);
      assert.equal(body.code, 'NOT_IN_CARE_TEAM', path);
      assert.ok(!JSON.stringify(body).includes('Secret'), path);
      assert.equal((await get(omar, path)).status, 200, path);
    }
    for (const path of paths(randomUUID(), randomUUID(), randomUUID()))
      assert.equal((await get(nina, path)).status, 404, path);
  });

  it('make the live socket refuse the readings of another team’s patient', async () => {
    const socket = await live(app, nina);
    assert.equal((await socket.ask({ type: 'subscribe', patientId: bob.id })).type, 'error');
    assert.equal((await socket.ask({ type: 'subscribe', patientId: ada.id })).type, 'subscribed');
    await socket.close();
  });

  it('limit messages to colleagues, admins and the own care team, in both directions', async () => {
    const allowed: [Person, Person][] = [
      [nina, ada],
      [ada, nina],
      [nina, omar],
      [newcomer, nina],
      [nina, admin],
      [newcomer, admin],
      [ada, admin],
      [admin, ada],
      [admin, newcomer],
    ];
    for (const [from, to] of allowed)
      assert.equal((await write(from, to)).status, 201, `${from.email} ${to.email}`);
    const refused: [Person, Person][] = [
      [nina, bob],
      [bob, nina],
      [newcomer, ada],
      [ada, newcomer],
      [ada, bob],
    ];
    for (const [from, to] of refused) {
      const { status, body } = await write(from, to);
      assert.equal(status, 403, `${from.email} ${to.email}`);
      assert.equal(body.code, 'NOT_IN_CARE_TEAM');
    }
    assert.equal((await write(nina, { id: randomUUID() })).status, 404);
    assert.equal((await write(nina, nina)).status, 400);
    assert.equal((await post(nina, `/conversations/${bob.id}/read`)).status, 403);
    assert.equal((await post(nina, `/conversations/${randomUUID()}/read`)).status, 404);
  });

  it('keep a conversation readable after the assignment ends, but not writable', async () => {
    const eva = await signUp(app);
    await assign(app, nina, eva);
    await write(eva, nina, 'See you tomorrow');
    await app.call('DELETE', `/caregivers/${nina.id}/patients/${eva.id}`, { token: admin.token });
    const ofEva = async (person: Person, partner: Person): Promise<Json> =>
      (await get(person, '/conversations')).body.data.find(({ with: { id } }: Json) => id === partner.id);
    const conversation = await ofEva(nina, eva);
    assert.equal(conversation.lastMessage.content, 'See you tomorrow');
    assert.equal(conversation.canReply, false);
    assert.equal((await get(nina, `/messages?conversationWith=${eva.id}`)).body.data.length, 1);
    assert.equal((await get(nina, `/messages/${conversation.lastMessage.id}`)).status, 200);
    assert.equal((await post(nina, `/conversations/${eva.id}/read`)).body.data.read, 1);
    assert.equal((await write(nina, eva)).status, 403);
    assert.equal((await write(eva, nina)).status, 403);
    assert.equal((await ofEva(eva, nina)).canReply, false);
    await assign(app, nina, eva);
    assert.equal((await ofEva(nina, eva)).canReply, true);
    assert.equal((await write(nina, eva)).status, 201);
  });

  it('include a caregiver at once for a patient they create or are assigned to', async () => {
    const made = await post(newcomer, '/patients', {
      email: `${randomUUID()}@example.org`,
      firstName: 'Zoe',
      lastName: 'New',
    });
    assert.equal(made.status, 201);
    assert.deepEqual(idsOf(await get(newcomer, '/patients')), [made.body.data.id]);
    assert.equal((await write(newcomer, made.body.data)).status, 201);
    const taken = await post(admin, `/caregivers/${newcomer.id}/patients`, { patientId: bob.id });
    assert.equal(taken.status, 201);
    assert.equal((await get(newcomer, '/patients')).body.pagination.total, 2);
    assert.equal((await get(newcomer, `/patients/${bob.id}`)).status, 200);
    await app.call('DELETE', `/caregivers/${newcomer.id}/patients/${bob.id}`, { token: admin.token });
    assert.equal((await get(newcomer, '/patients')).body.pagination.total, 1);
    assert.equal((await get(newcomer, `/patients/${bob.id}`)).status, 403);
  });

  it('lose members whose role changes', async () => {
    const changing = await signUp(app, 'CAREGIVER');
    await assign(app, changing, ada);
    const role = await post(admin, `/admin/users/${changing.id}/role`, { role: 'PATIENT' });
    assert.equal(role.status, 200);
    const { token } = (
      await app.call('POST', '/auth/login', { body: { email: changing.email, password: 'Secret!123' } })
    ).body;
    assert.equal((await app.call('GET', '/patients', { token })).status, 403);
    assert.equal((await write({ ...changing, token }, ada)).status, 403);
  });
});
