import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { logInAsAdmin, PASSWORD, signUp } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { logInForged } from './forged-login.ts';
import { callFrom, SIGN_ON } from './sign-on.ts';

const ADMINS_LOCK = 0x61646d69;

describe('a login at the provider, and another writer at the same moment', () => {
  let app: TestApp;
  let provider: ForgedProvider;
  let writer: Client;
  let people = 0;
  before(async () => {
    provider = await startForgedProvider();
    app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer });
    writer = new Client({ connectionString: app.databaseUrl });
    await writer.connect();
  });
  beforeEach(() => {
    people += 1;
  });
  after(async () => {
    await writer.end();
    await app.close();
    await provider.close();
  });

  const person = (more: ForgedClaims = {}) => {
    const sub = `person-${people}`;
    return { sub, email: `${sub}@example.org`, ...more };
  };
  const blocked = (count = 1) =>
    eventually('the login waits for a lock', async () => (await lockWaits(app.databaseUrl)) === count);
  const idOf = async (token: string | undefined) =>
    (await app.call('GET', '/me', { token })).body.data.id as string;

  it('waits for the lock of the admins before it locks an account that is linked by its password', async () => {
    const old = await signUp(app, 'CAREGIVER');
    const admin = await logInAsAdmin(app);
    const promotion = { token: admin.token, body: { role: 'ADMIN' } };
    assert.equal((await app.call('POST', `/admin/users/${old.id}/role`, promotion)).status, 200);
    const browser = new Browser();
    const claims = person({ email: old.email, groups: ['nurses'] });
    assert.equal((await logInForged(app, provider, claims, browser)).location, '/login?link=password');
    await writer.query('BEGIN');
    await writer.query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
    const linking = callFrom(app, browser, 'POST', '/auth/oidc/link', { body: { password: PASSWORD } });
    await blocked();
    // As a directory or a renewal that takes the role of the same person.
    await writer.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [old.id]);
    await writer.query('COMMIT');
    const linked = await linking;
    assert.deepEqual([linked.status, linked.body.data?.role], [200, 'CAREGIVER']);
  });

  it('does not link an identity again that is being unlinked', async () => {
    const { token } = await logInForged(app, provider, person());
    const id = await idOf(token);
    await writer.query('BEGIN');
    await writer.query('DELETE FROM oidc_identities WHERE user_id = $1', [id]);
    const login = logInForged(app, provider, person());
    await blocked();
    await writer.query('COMMIT');
    assert.deepEqual(await login, { token: undefined, location: '/login?link=password' });
    assert.deepEqual(await sql(app.databaseUrl, 'SELECT FROM oidc_identities WHERE user_id = $1', [id]), []);
  });

  it('opens no session for a person whom the directory deactivates', async () => {
    const { token } = await logInForged(app, provider, person());
    const id = await idOf(token);
    await writer.query('BEGIN');
    await writer.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [id]);
    const login = logInForged(app, provider, person());
    await blocked();
    await writer.query('COMMIT');
    assert.deepEqual(await login, { token: undefined, location: '/login?error=ACCOUNT_DEACTIVATED' });
    const sessions = await sql(app.databaseUrl, 'SELECT FROM sessions WHERE user_id = $1', [id]);
    assert.equal(sessions.length, 1, 'the first alone');
  });

  it('in two tabs of a browser works in both, also if one begins before the other has an answer', async () => {
    const browser = new Browser();
    const begun = await Promise.all(
      Array.from({ length: 2 }, () => browser.get(`${app.url}/auth/oidc/login?returnTo=/reports`)),
    );
    for (const login of begun) {
      const { searchParams } = new URL(login.headers.get('location') ?? '');
      provider.nonce = searchParams.get('nonce') ?? '';
      provider.idToken = (nonce) => provider.sign(provider.claims(nonce, person()));
      const query = { code: 'c', state: searchParams.get('state') ?? '', iss: provider.issuer };
      const back = await browser.get(`${app.url}/auth/oidc/callback?${new URLSearchParams(query)}`);
      assert.equal(back.headers.get('location'), '/reports');
    }
  });

  it('sets a few cookies at most, however often a browser begins', async () => {
    const browser = new Browser();
    const names = new Set<string>();
    for (let tries = 0; tries < 100; tries++) {
      const login = await browser.get(`${app.url}/auth/oidc/login`);
      for (const line of login.headers.getSetCookie()) names.add(line.split('=')[0] ?? '');
    }
    assert.ok(names.size <= 16, [...names].join());
  });
});
