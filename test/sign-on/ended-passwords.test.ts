import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { startProvider, type TestProvider } from '../helpers/provider.ts';
import { sql } from '../helpers/sql.ts';
import { logIn, rosa, SIGN_ON } from './sign-on.ts';

describe('sessions from before PASSWORD_LOGIN=off', () => {
  let database: TestDatabase;
  let provider: TestProvider;
  let app: TestApp;
  let nurse: Person;
  let patient: Person;
  let admin: Person;
  let second: Person;
  let token: string | undefined;
  let accessToken: string;

  const start = (env: Readonly<Record<string, string>> = {}) =>
    startTestApp({ ...SIGN_ON, DATABASE_URL: database.url, OIDC_ISSUER: provider.issuer, ...env });
  const renewal = async (token: string | undefined) =>
    (await app.call('POST', '/auth/renew', { token })).status;

  before(async () => {
    [database, provider] = await Promise.all([createTestDatabase(), startProvider()]);
    app = await start();
    await provider.serve(app, {});
    [nurse, patient, second] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app),
      signUp(app, 'CAREGIVER'),
    ]);
    admin = await logInAsAdmin(app);
    const promotion = { token: admin.token, body: { role: 'ADMIN' } };
    assert.equal((await app.call('POST', `/admin/users/${second.id}/role`, promotion)).status, 200);
    const body = { email: second.email, password: 'Secret!123' };
    second = { ...second, token: (await app.call('POST', '/auth/login', { body })).body.token };
    ({ token } = await logIn({ app, provider, close: async () => {} }, 'rosa', { claims: rosa() }));
    const own = { token: nurse.token, body: { name: 'Script', scopes: ['read'], expiresInDays: 30 } };
    accessToken = (await app.call('POST', '/profile/tokens', own)).body.data.token;
    await app.close();
    app = await start({ PASSWORD_LOGIN: 'off', BREAK_GLASS_ADMINS: ADMIN.email });
  });
  after(async () => {
    await app.close();
    await provider.close();
    await database.drop();
  });

  it('end at the start for caregivers and admins', async () => {
    assert.deepEqual([await renewal(nurse.token), await renewal(second.token)], [401, 401]);
    const open = 'SELECT FROM sessions WHERE user_id = ANY($1) AND revoked_at IS NULL';
    assert.deepEqual(await sql(database.url, open, [[nurse.id, second.id]]), []);
  });

  it('go on for emergency admins, patients, the provider and access tokens', async () => {
    for (const kept of [admin.token, patient.token, token]) assert.equal(await renewal(kept), 200);
    assert.equal((await app.call('GET', '/me', { token: accessToken })).status, 200);
  });

  it('are not renewed by another instance that still lets passwords in, nor used here', async () => {
    const other = await start();
    const body = { email: nurse.email, password: 'Secret!123' };
    const late = (await other.call('POST', '/auth/login', { body })).body.token;
    await other.close();
    assert.equal(await renewal(late), 401);
    assert.equal((await app.call('GET', '/me', { token: late })).status, 401);
  });

  it('end at the renewal when an emergency admin gets another address', async () => {
    await sql(database.url, `UPDATE users SET email = 'moved@example.org' WHERE id = $1`, [admin.id]);
    assert.equal(await renewal(admin.token), 401);
  });
});
