import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builtInServiceAccount } from '../../src/accounts/access-tokens/service-accounts.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const ALL = ['read', 'respond', 'ingest', 'manage'];

describe('service accounts', () => {
  let app: TestApp;
  let db: Database;
  let admin: Person;
  let wards: { readonly north: string; readonly south: string };
  let patients: { readonly north: Person; readonly south: Person; readonly none: Person };
  before(async () => {
    app = await startTestApp();
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    admin = await logInAsAdmin(app);
    const ward = async (name: string) => (await as(admin.token, 'POST', '/wards', { name })).body.data.id;
    wards = { north: await ward('North'), south: await ward('South') };
    const patient = async (wardId: string | null) => {
      const person = await signUp(app);
      if (wardId !== null)
        assert.equal((await as(admin.token, 'PUT', `/patients/${person.id}`, { wardId })).status, 200);
      return person;
    };
    patients = {
      north: await patient(wards.north),
      south: await patient(wards.south),
      none: await patient(null),
    };
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  const as = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  async function create(request: object = {}): Promise<Json> {
    const body = { name: `Service ${Math.random()}`, scopes: ALL, ...request };
    const answer = await as(admin.token, 'POST', '/admin/service-accounts', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  }
  const fallOf = async (patient: Person): Promise<string> =>
    (await as(patient.token, 'POST', '/falls', { confidence: 0.8 })).body.data.id;

  it('are created, listed, renewed and deleted; the token is shown once', async () => {
    const { token, ...shown } = await create({
      name: 'Nurse call',
      scopes: ['read'],
      wardIds: [wards.north],
    });
    assert.deepEqual([shown.name, shown.scopes, shown.wardIds], ['Nurse call', ['read'], [wards.north]]);
    const { body } = await as(admin.token, 'GET', '/admin/service-accounts');
    assert.deepEqual(body.data, [shown]);
    assert.equal((await create()).wardIds, null);

    const me = (await as(token, 'GET', '/me')).body.data;
    assert.deepEqual([me.id, me.firstName, me.role], [shown.id, 'Nurse call', 'SERVICE']);
    const renewed = await as(admin.token, 'POST', `/admin/service-accounts/${shown.id}/token`);
    assert.equal(renewed.status, 200);
    assert.equal((await as(token, 'GET', '/me')).status, 401);
    assert.equal((await as(renewed.body.data.token, 'GET', '/me')).status, 200);
    assert.equal((await as(admin.token, 'DELETE', `/admin/service-accounts/${shown.id}`)).status, 200);
    assert.equal((await as(renewed.body.data.token, 'GET', '/me')).status, 401);
    assert.equal((await as(admin.token, 'DELETE', `/admin/service-accounts/${shown.id}`)).status, 404);
  });

  it('have names of their own, and wards that exist', async () => {
    await create({ name: 'Alarm bridge' });
    const post = (body: object) =>
      as(admin.token, 'POST', '/admin/service-accounts', { scopes: ['read'], ...body });
    const taken = await post({ name: 'ALARM BRIDGE' });
    assert.deepEqual([taken.status, taken.body.code], [409, 'SERVICE_NAME_TAKEN']);
    const unknown = await post({ name: 'Other', wardIds: [admin.id] });
    assert.deepEqual([unknown.status, Object.keys(unknown.body.details)], [400, ['wardIds']]);
    assert.equal((await post({ name: 'Other', wardIds: [] })).status, 400);
  });

  it('are no people: no list shows them, nobody writes to them, assigns or changes them, and they cannot log in', async () => {
    const { id } = await create({ name: 'Invisible', wardIds: [wards.north] });
    const email = `${id}@service.invalid`;
    const lists = [
      '/admin/users?limit=100',
      '/admin/users?limit=100&search=Invisible',
      '/caregivers?limit=100',
      '/caregivers/reachability',
      '/caregivers/on-duty',
      `/wards/${wards.north}/caregivers`,
      `/wards/${wards.north}/candidates`,
      `/patients/${patients.north.id}`,
      '/board',
      '/wards',
    ];
    for (const path of lists) {
      const answer = await as(admin.token, 'GET', path);
      assert.equal(answer.status, 200, path);
      assert.ok(!JSON.stringify(answer.body).includes(id), path);
    }
    const { pagination, data } = (await as(admin.token, 'GET', '/admin/users?limit=100')).body;
    assert.equal(pagination.total, data.length);
    const refused: readonly (readonly [string, string, object?])[] = [
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`, { email: 'real@example.org' }],
      ['POST', `/admin/users/${id}/role`, { role: 'ADMIN' }],
      ['POST', `/admin/users/${id}/password-reset`],
      ['DELETE', `/admin/users/${id}`],
      ['GET', `/caregivers/${id}`],
      ['POST', `/caregivers/${id}/patients`, { patientId: patients.north.id, relationship: 'nurse' }],
      ['PUT', `/wards/${wards.north}/caregivers/${id}`, {}],
      ['POST', '/messages', { recipientId: id, content: 'Hello' }],
    ];
    for (const [method, path, body] of refused)
      assert.equal((await as(admin.token, method, path, body)).status, 404, `${method} ${path}`);
    for (const password of ['', ' ', 'x'])
      assert.ok(
        (await app.call('POST', '/auth/login', { body: { email, password } })).status >= 400,
        JSON.stringify(password),
      );
  });

  it('see the patients of their wards alone', async () => {
    const { token } = await create({ wardIds: [wards.north] });
    const [own, foreign, homeless] = [patients.north, patients.south, patients.none];
    const falls = { own: await fallOf(own), foreign: await fallOf(foreign) };
    const ids = async (path: string, key: string) =>
      (await as(token, 'GET', path)).body.data.map((row: Json) => row[key]);
    assert.deepEqual(await ids('/patients', 'id'), [own.id]);
    assert.deepEqual(await ids('/falls/recent', 'id'), [falls.own]);
    const board = (await as(token, 'GET', '/board')).body.data;
    assert.deepEqual([board.people.map(({ id }: Json) => id), board.totalPeople], [[own.id], 1]);
    assert.deepEqual(
      board.falls.map(({ id }: Json) => id),
      [falls.own],
    );
    for (const path of ['', '/falls', '/health', '/devices', '/overview', '/limits'])
      assert.equal((await as(token, 'GET', `/patients/${own.id}${path}`)).status, 200, path);
    for (const { id } of [foreign, homeless])
      for (const path of ['', '/falls', '/health', '/devices', '/overview', '/limits', '/export'])
        assert.equal((await as(token, 'GET', `/patients/${id}${path}`)).status, 403, path);
    assert.equal((await as(token, 'GET', `/falls/${falls.own}`)).status, 200);
    for (const path of ['', '/timeline', '/report'])
      assert.equal((await as(token, 'GET', `/falls/${falls.foreign}${path}`)).status, 403, path);
    assert.equal((await as(token, 'GET', `/wards/${wards.south}/handover`)).status, 403);
    const report = '/reports/falls?from=2026-01-01&to=2026-01-02&groupBy=day';
    assert.equal((await as(token, 'GET', report)).status, 403);
    assert.equal((await as(token, 'GET', `${report}&wardId=${wards.south}`)).status, 403);
    assert.equal((await as(token, 'GET', `${report}&wardId=${wards.north}`)).status, 200);
    assert.equal((await as(token, 'PUT', `/patients/${foreign.id}`, { room: '1' })).status, 403);
    for (const wardId of [wards.south, null])
      assert.equal((await as(token, 'PUT', `/patients/${own.id}`, { wardId })).status, 403, String(wardId));
    assert.equal((await as(token, 'POST', `/falls/${falls.foreign}/claim`, {})).status, 403);
  });

  it('lose a patient who moves to another ward, with their claim, and see nothing when their wards are deleted', async () => {
    const ward = (await as(admin.token, 'POST', '/wards', { name: 'West' })).body.data.id;
    const { id, token } = await create({ wardIds: [ward] });
    const patient = await signUp(app);
    const move = (wardId: string | null) => as(admin.token, 'PUT', `/patients/${patient.id}`, { wardId });
    await move(ward);
    const fallId = await fallOf(patient);
    assert.equal((await as(token, 'POST', `/falls/${fallId}/claim`, {})).status, 200);
    await app.pass(1000);
    const claimed = await as(token, 'GET', `/falls/${fallId}`);
    assert.equal(claimed.body.data.response.claimedBy.id, id);
    await move(null);
    assert.equal((await as(token, 'GET', `/falls/${fallId}`)).status, 403);
    await app.pass(1000);
    const { response } = (await as(admin.token, 'GET', `/falls/${fallId}`)).body.data;
    assert.deepEqual([response.state, response.claimedBy], ['OPEN', null]);
    assert.equal((await as(admin.token, 'DELETE', `/wards/${ward}`)).status, 200);
    assert.deepEqual((await as(token, 'GET', '/patients')).body.data, []);
    const { data } = (await as(admin.token, 'GET', '/admin/service-accounts?limit=100')).body;
    assert.deepEqual(data.find((account: Json) => account.id === id).wardIds, []);
  });

  it('claim and resolve falls in their own name, and are not told of them', async () => {
    const { id, token } = await create({ name: 'Home' });
    const caregiver = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app);
    await assign(app, caregiver, patient);
    const fallId = await fallOf(patient);
    assert.equal((await as(token, 'POST', `/falls/${fallId}/hand-off`, { caregiverId: id })).status, 400);
    assert.equal((await as(token, 'POST', `/falls/${fallId}/claim`, { etaMinutes: 3 })).status, 200);
    const claimed = (await as(caregiver.token, 'GET', `/falls/${fallId}`)).body.data;
    assert.deepEqual(claimed.response.claimedBy, { id, name: 'Home' });
    assert.ok(!JSON.stringify(claimed.alerts).includes(id));
    const second = await as(caregiver.token, 'POST', `/falls/${fallId}/claim`, {});
    assert.deepEqual([second.status, second.body.details], [409, { claimedBy: 'Home' }]);
    assert.equal((await as(token, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' })).status, 200);
    const { data: timeline } = (await as(patient.token, 'GET', `/falls/${fallId}/timeline`)).body;
    const by = timeline
      .filter(({ type }: Json) => ['claimed', 'resolved'].includes(type))
      .map((e: Json) => e.by);
    assert.deepEqual(by, [
      { id, name: 'Home' },
      { id, name: 'Home' },
    ]);
    const events = await sql(app.databaseUrl, 'SELECT FROM live_events WHERE recipient_id = $1', [id]);
    assert.equal(events.length, 0);
    const { data: log } = (await as(admin.token, 'GET', `/admin/logs?actorId=${id}`)).body;
    assert.ok(log.length > 0 && log.every(({ actorName }: Json) => actorName === 'Home'));
    const { data: accesses } = (await as(patient.token, 'GET', '/profile/me/access-log')).body;
    for (const { actorId, role } of accesses) if (actorId === id) assert.equal(role, null);

    const next = await fallOf(patient);
    await as(token, 'POST', `/falls/${next}/claim`, {});
    assert.equal((await as(admin.token, 'DELETE', `/admin/service-accounts/${id}`)).status, 200);
    await app.pass(1000);
    const { response } = (await as(caregiver.token, 'GET', `/falls/${next}`)).body.data;
    assert.deepEqual([response.state, response.claimedBy], ['OPEN', null]);
  });

  it('are made once for a part of the service itself, which instances ask for at the same time', async () => {
    const request = { name: 'Smart home', scopes: ['respond'], at: new Date() } as const;
    const made = await Promise.all([1, 2, 3].map(() => builtInServiceAccount(db, request)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal((await builtInServiceAccount(db, request)).id, made[0]?.id);
    const [tokens] = await sql(
      app.databaseUrl,
      'SELECT count(*)::int AS n FROM access_tokens WHERE user_id = $1',
      [made[0]?.id],
    );
    assert.equal(tokens?.n, 0);
  });
});
