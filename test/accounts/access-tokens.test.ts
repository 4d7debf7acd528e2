import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { purgeAccessTokens } from '../../src/accounts/access-tokens/store.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive } from '../helpers/live.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { closed, join } from '../mqtt/clients.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('personal access tokens', () => {
  let app: TestApp;
  let db: Database;
  let admin: Person;
  let ada: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '9600h', SESSION_MAX_DAYS: '400' });
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    admin = await logInAsAdmin(app);
    ada = await signUp(app, 'CAREGIVER');
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  const as = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  const ask = (person: Person, request: object = {}) =>
    as(person.token, 'POST', '/profile/tokens', {
      name: 'Script',
      scopes: ['read'],
      expiresInDays: 30,
      ...request,
    });
  async function tokenOf(person: Person, ...scopes: string[]): Promise<{ id: string; token: string }> {
    const { status, body } = await ask(person, { scopes });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }
  const listOf = async (person: Person) => (await as(person.token, 'GET', '/profile/tokens')).body.data;

  it('are shown once, stored as a hash, listed and deleted', async () => {
    const { status, body } = await ask(ada, { name: ' Backup ', scopes: ['read', 'ingest'] });
    assert.equal(status, 201);
    const { token, ...shown } = body.data;
    assert.match(token, /^vgl_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([shown.name, shown.scopes, shown.lastUsedAt], ['Backup', ['read', 'ingest'], null]);
    assert.equal(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt), 30 * DAY);
    assert.deepEqual(await listOf(ada), [shown]);
    const [row] = await sql(app.databaseUrl, 'SELECT access_tokens::text AS text FROM access_tokens', []);
    assert.ok(!row?.text.includes(token.slice(4)));

    assert.equal((await as(token, 'GET', '/me')).body.data.id, ada.id);
    const [used] = await listOf(ada);
    assert.notEqual(used.lastUsedAt, null);

    assert.equal((await as(ada.token, 'DELETE', `/profile/tokens/${shown.id}`)).status, 200);
    assert.equal((await as(token, 'GET', '/me')).status, 401);
    assert.deepEqual(await listOf(ada), []);
    assert.equal((await as(ada.token, 'DELETE', `/profile/tokens/${shown.id}`)).status, 404);
  });

  it('are refused with every bad field at once', async () => {
    const { status, body } = await ask(ada, { name: '', scopes: ['admin'], expiresInDays: 366 });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body.details).sort(), ['expiresInDays', 'name', 'scopes']);
    for (const request of [
      { scopes: [] },
      { scopes: ['read', 'read'] },
      { expiresInDays: 0 },
      { expiresInDays: 1.5 },
    ])
      assert.equal((await ask(ada, request)).status, 400, JSON.stringify(request));
  });

  it('cannot make tokens, change the account or its password, delete it, or act as an admin', async () => {
    const { token } = await tokenOf(admin, 'read', 'respond', 'ingest', 'manage');
    const closed = [
      ['POST', '/profile/tokens', { name: 'More', scopes: ['manage'], expiresInDays: 365 }],
      ['DELETE', `/profile/tokens/${admin.id}`],
      [
        'POST',
        '/profile/password',
        { currentPassword: 'Admin!2345', newPassword: 'Other!2345', confirmPassword: 'Other!2345' },
      ],
      ['PUT', '/profile/email', { email: 'other@example.org' }],
      ['PUT', '/profile/pin', { pin: '4711' }],
      ['POST', '/profile/totp'],
      ['DELETE', '/profile/me', { confirmation: true }],
      ['POST', '/auth/reauthenticate', { password: 'Admin!2345' }],
      ['POST', '/auth/renew'],
      ['POST', '/auth/logout'],
      ['GET', '/admin/users'],
      ['GET', '/admin/logs'],
      ['POST', '/admin/service-accounts', { name: 'More', scopes: ['read'] }],
      ['POST', `/admin/users/${ada.id}/role`, { role: 'ADMIN' }],
      ['POST', '/caregivers', { email: 'new@example.org', firstName: 'New', lastName: 'Comer' }],
    ] as const;
    for (const [method, path, body] of closed) {
      const answer = await as(token, method, path, body);
      assert.deepEqual([answer.status, answer.body.code], [403, 'NOT_FOR_TOKENS'], `${method} ${path}`);
    }
  });

  it('name the missing scope, and send readings with `ingest`', async () => {
    const patient = await signUp(app);
    const reader = await tokenOf(patient, 'read');
    const sender = await tokenOf(patient, 'ingest');
    const reading = () => resting(randomMac());
    for (const times of [1, 2]) {
      const answer = await as(reader.token, 'POST', '/device/sensor-stream', reading());
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.details],
        [403, 'SCOPE_MISSING', { scope: 'ingest' }],
        `attempt ${times}`,
      );
      assert.equal((await as(sender.token, 'POST', '/device/sensor-stream', reading())).status, 200);
    }
    assert.equal((await as(sender.token, 'GET', '/falls')).body.details.scope, 'read');
  });

  it('end at their expiry, and stay in the list until housekeeping deletes them', async () => {
    const bob = await signUp(app);
    const { body } = await ask(bob, { expiresInDays: 1 });
    assert.equal((await as(body.data.token, 'GET', '/me')).status, 200);
    app.clock.advance(DAY - MINUTE);
    assert.equal((await as(body.data.token, 'GET', '/me')).status, 200);
    app.clock.advance(MINUTE);
    assert.equal((await as(body.data.token, 'GET', '/me')).status, 401);
    assert.equal((await listOf(bob)).length, 1);
    const before = (days: number) => new Date(app.clock.now() - days * DAY);
    assert.equal(await purgeAccessTokens(db, before(1), 10), 0);
    assert.equal(await purgeAccessTokens(db, before(-1), 10), 1);
    assert.deepEqual(await listOf(bob), []);
  });

  it('survive a change of the password, follow a change of the role, and end with the owner', async () => {
    const eve = await signUp(app, 'CAREGIVER');
    const { token } = await tokenOf(eve, 'read');
    const change = { currentPassword: PASSWORD, newPassword: 'Other!2345', confirmPassword: 'Other!2345' };
    assert.equal((await as(eve.token, 'POST', '/profile/password', change)).status, 200);
    assert.equal((await as(token, 'GET', '/board')).status, 200);
    admin = await logInAsAdmin(app);
    await as(admin.token, 'POST', `/admin/users/${eve.id}/role`, { role: 'PATIENT' });
    assert.equal((await as(token, 'GET', '/board')).status, 403);
    assert.equal((await as(token, 'GET', '/me')).body.data.role, 'PATIENT');

    await as(admin.token, 'PUT', `/admin/users/${eve.id}`, { status: 'inactive' });
    assert.equal((await as(token, 'GET', '/me')).status, 401);
    await as(admin.token, 'PUT', `/admin/users/${eve.id}`, { status: 'active' });
    assert.equal((await as(token, 'GET', '/me')).status, 401, 'a person who returns makes new tokens');

    const session = await logIn(app, { email: eve.email, password: 'Other!2345' });
    const last = await tokenOf({ ...eve, token: session.token }, 'read');
    assert.equal((await as(admin.token, 'DELETE', `/admin/users/${eve.id}`)).status, 200);
    assert.equal((await as(last.token, 'GET', '/me')).status, 401);
  });

  it('are named in the audit log, over every transport and after their end', async () => {
    const owner = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app);
    await assign(app, owner, patient);
    const { id, token } = await tokenOf(owner, 'read');
    const linesOf = async (actorId: string): Promise<Json[]> =>
      (await as(admin.token, 'GET', `/admin/logs?actorId=${actorId}&limit=100`)).body.data;
    await as(owner.token, 'GET', `/patients/${patient.id}`);
    const bySession = await linesOf(owner.id);
    assert.ok(bySession.some(({ action }) => action === 'health.read'));
    assert.ok(bySession.every((line) => line.token === null));

    await as(token, 'GET', `/patients/${patient.id}`);
    assert.equal((await as(token, 'POST', '/messages', {})).status, 403);
    const socket = await connectLive(app, { token });
    await socket.ask({ type: 'acknowledge', data: { alertId: randomUUID() } });
    await socket.close();
    const client = await join(app, { username: owner.email, password: token });
    client.publish(`sensors/${randomUUID()}/events`, '{"type":"CALL"}', { qos: 1 }, () => {});
    await closed(client);
    await as(owner.token, 'DELETE', `/profile/tokens/${id}`);
    const byToken = (await linesOf(owner.id)).filter((line) => line.token !== null);
    for (const line of byToken) assert.deepEqual(line.token, { id, name: 'Script' });
    const messages = byToken.map(({ message }) => message).join('\n');
    for (const part of [/^Read the profile/m, /POST \/messages/, /^MQTT: /m, /^live socket, /m])
      assert.match(messages, part);
  });

  it('are at most 50 of an account, also when they are made at once', async () => {
    const zoe = await signUp(app);
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(zoe)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 50);
    assert.ok(answers.some(({ body }) => body.code === 'TOKEN_LIMIT'));
  });

  it('are refused when the service has not made them', async () => {
    for (const bad of ['vgl_', `vgl_${'A'.repeat(43)}`, `vgl_${'!'.repeat(43)}`])
      assert.equal((await as(bad, 'GET', '/me')).status, 401, bad);
  });
});
