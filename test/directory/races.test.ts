import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { Json, Response } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { createDirectory, type ScimApp, scimOf, startScimApp } from './scim-app.ts';

const ADMINS_LOCK = 0x61646d69;
const ROUNDS = 8;
const MINUTE_MS = 60_000;

describe('a directory and an admin who change the same person at the same moment', () => {
  let scim: ScimApp;
  before(async () => {
    scim = await startScimApp();
    await scim.wards();
  });
  after(() => scim.close());

  const byHand = (id: string, role: string, { token } = scim.admin): Promise<Response> =>
    scim.app.call('POST', `/admin/users/${id}/role`, { token, body: { role } });
  const setStatus = (id: string, status: string): Promise<Response> =>
    scim.app.call('PUT', `/admin/users/${id}`, { token: scim.admin.token, body: { status } });
  const move = async (op: 'add' | 'remove', group: string, id: string): Promise<Response> =>
    scim.patch(`/Groups/${(await scim.group(group)).id}`, { op, path: 'members', value: [{ value: id }] });
  const adminsWithPassword = () =>
    sql(
      scim.app.databaseUrl,
      `SELECT FROM users WHERE role = 'ADMIN' AND status = 'active'
         AND (has_own_password OR password_temporary_until IS NOT NULL)`,
    );

  it('both get an answer, and the groups have the last word', async () => {
    const { id } = await scim.user('both', ['Nurses', 'North team']);
    for (const group of ['Vigil admins', 'South team']) await scim.group(group);
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all([
        byHand(id, round % 2 === 0 ? 'ADMIN' : 'CAREGIVER'),
        move('add', 'Vigil admins', id),
        move(round % 2 === 0 ? 'add' : 'remove', 'South team', id),
        byHand(id, 'CAREGIVER'),
        setStatus(id, round % 2 === 0 ? 'inactive' : 'active'),
        scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true }),
        move('remove', 'Vigil admins', id),
      ]);
      for (const { status, body } of answers) assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
    }
    await setStatus(id, 'active');
    await move('add', 'South team', id);
    const { role, status } = await scim.account(id);
    assert.equal(`${status} ${role}`, 'active CAREGIVER');
  });

  it('wait for each other when the admin holds the account, and the directory follows', async () => {
    const { id } = await scim.user('held', ['Nurses']);
    const writer = new Client({ connectionString: scim.app.databaseUrl });
    await writer.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
      const changes = Promise.all([byHand(id, 'ADMIN'), move('add', 'North team', id)]);
      await eventually('both wait', async () => (await lockWaits(scim.app.databaseUrl)) >= 2);
      await writer.query('COMMIT');
      for (const { status, body } of await changes) assert.ok(status < 300, JSON.stringify(body));
    } finally {
      await writer.end();
    }
  });

  it('does not undo what the admin does while a change of the directory is on its way', async () => {
    const { id } = await scim.user('awake', ['Nurses']);
    await setStatus(id, 'inactive');
    const writer = new Client({ connectionString: scim.app.databaseUrl });
    await writer.connect();
    try {
      // As the directory, which has read the account, and is about to write it.
      await writer.query('BEGIN');
      await writer.query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
      const activated = setStatus(id, 'active');
      await eventually('the admin waits', async () => (await lockWaits(scim.app.databaseUrl)) === 1);
      await writer.query('UPDATE directory_users SET active = false WHERE user_id = $1', [id]);
      await writer.query('COMMIT');
      assert.equal((await activated).status, 200);
    } finally {
      await writer.end();
    }
    assert.equal((await scim.ok('GET', `/Users/${id}`)).active, true);
    assert.equal((await scim.account(id)).status, 'active');
  });

  it('leave an admin with a password, whoever comes first', async () => {
    const { id } = await scim.user('rival', ['Vigil admins']);
    await scim.session(id);
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const own = await logInAsAdmin(scim.app);
      const answers = await Promise.all([
        byHand(own.id, 'CAREGIVER', own),
        round % 2 === 0
          ? move('remove', 'Vigil admins', id)
          : scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      ]);
      outcomes.add(answers.map(({ status }) => status).join());
      // Whoever has lost their group stays for a minute: only then do they count no more.
      await scim.app.pass(MINUTE_MS + 1000);
      await eventually('the accounts have followed their groups', async () => {
        const at = new Date(scim.app.clock.now());
        const due = 'SELECT FROM directory_users WHERE settle_at <= $1';
        return (await sql(scim.app.databaseUrl, due, [at])).length === 0;
      });
      assert.ok((await adminsWithPassword()).length > 0, `round ${round}`);
      await sql(scim.app.databaseUrl, `UPDATE users SET role = 'ADMIN' WHERE id = $1`, [own.id]);
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
      await move('add', 'Vigil admins', id);
    }
    for (const outcome of outcomes)
      assert.ok(['200,204', '200,409', '409,200', '409,204'].includes(outcome), outcome);
  });
});

describe('a service account that may not write any more', () => {
  let scim: ScimApp;
  before(async () => {
    scim = await startScimApp();
  });
  after(() => scim.close());

  const refused = async (token: string, status: number, why: string): Promise<void> => {
    const as = scimOf(scim.app, token);
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', '/Users'],
      ['POST', '/Users', { userName: `refused${Math.random()}` }],
      ['PATCH', `/Groups/${(await scim.group('Nurses')).id}`, { Operations: [] }],
    ];
    // scimOf checks that errors have the form of SCIM.
    for (const [method, path, body] of calls)
      assert.equal((await as(method, path, body)).status, status, `${why}: ${method} ${path}`);
  };
  const make = async (body: object): Promise<Json> => {
    const answer = await scim.app.call('POST', '/admin/service-accounts', { token: scim.admin.token, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };

  it('is refused while its account is inactive', async () => {
    const { id, token } = await createDirectory(scim.app, scim.admin, 'Disabled');
    await sql(scim.app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [id]);
    await refused(token, 401, 'inactive');
  });

  it('is refused with the token that was replaced', async () => {
    const { id, token } = await createDirectory(scim.app, scim.admin, 'Renewed');
    await scim.app.call('POST', `/admin/service-accounts/${id}/token`, { token: scim.admin.token });
    await refused(token, 401, 'renewed');
  });

  it('is refused with wards, also when these are deleted', async () => {
    const { north } = await scim.wards();
    const { token } = await make({ name: 'Of a ward', scopes: ['directory'], wardIds: [north] });
    await refused(token, 403, 'one ward');
    const gone = await scim.app.call('DELETE', `/wards/${north}`, { token: scim.admin.token });
    assert.equal(gone.status, 200);
    await refused(token, 403, 'no ward left');
    const later = scimOf(scim.app, token);
    assert.equal((await later('GET', '/Users?count=0')).status, 403);
  });
});
