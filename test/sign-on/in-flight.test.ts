import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { Browser } from '../helpers/browser.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { logInForged } from './forged-login.ts';
import { callFrom, SIGN_ON } from './sign-on.ts';

const FLOW_MS = 10 * 60_000;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const REFUSED = { token: undefined, location: '/login?error=OIDC_REFUSED' };

describe('while a login is at the provider', () => {
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let app: TestApp;
  let provider: ForgedProvider;
  before(async () => {
    [database, provider] = await Promise.all([createTestDatabase(), startForgedProvider()]);
    proxy = await startProxy(database.url);
    app = await startTestApp(
      { ...SIGN_ON, DATABASE_URL: proxy.url, OIDC_ISSUER: provider.issuer },
      { log: silentLog() },
    );
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await provider.close();
    await database.drop();
  });

  const person = (sub: string, more: object = {}) => ({ sub, email: `${sub}@example.org`, ...more });

  /** Logs in; `meanwhile` comes between the page of the provider and the callback. */
  async function loggedIn(sub: string, meanwhile: () => unknown = () => {}) {
    const browser = new Browser();
    const login = await browser.get(`${app.url}/auth/oidc/login`);
    const { searchParams } = new URL(login.headers.get('location') ?? '');
    provider.nonce = searchParams.get('nonce') ?? '';
    provider.idToken = (nonce) => provider.sign(provider.claims(nonce, person(sub)));
    await meanwhile();
    const query = { code: 'c', state: searchParams.get('state') ?? '', iss: provider.issuer };
    const back = await browser.get(`${app.url}/auth/oidc/callback?${new URLSearchParams(query)}`);
    assert.equal(back.status, 302);
    return { token: browser.cookie(app.url, 'access_token'), location: back.headers.get('location') };
  }

  async function sentLogout(claims: object): Promise<void> {
    const at = Math.floor(Date.now() / 1000);
    const own = { iss: provider.issuer, aud: 'vigil', iat: at, exp: at + 120, jti: randomUUID() };
    const header = { typ: 'logout+jwt' };
    const token = await provider.sign({ ...own, events: { [EVENT]: {} }, ...claims }, { header });
    const body = new URLSearchParams({ logout_token: token });
    const { status } = await fetch(`${app.url}/auth/oidc/backchannel-logout`, { method: 'POST', body });
    assert.equal(status, 200);
  }
  const openSessions = (email: string) =>
    sql(
      database.url,
      `SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.revoked_at IS NULL`,
      [email],
    );

  it('it has expired when the clock jumps ten minutes, and works when the clock is set back', async () => {
    assert.deepEqual(await loggedIn('ann', () => app.clock.set(FLOW_MS)), {
      token: undefined,
      location: '/login?error=OIDC_FLOW_EXPIRED',
    });
    const { location, token } = await loggedIn('ann', () => app.clock.set(-FLOW_MS));
    assert.equal(location, '/');
    assert.equal((await app.call('GET', '/me', { token })).status, 200);
  });

  it('it says that the service is not available without the database, and can be begun again', async () => {
    const { location, token } = await loggedIn('ben', () => proxy.cut());
    assert.deepEqual([location, token], ['/login?error=UNAVAILABLE', undefined]);
    const begun = async () =>
      (await new Browser().get(`${app.url}/auth/oidc/login`)).headers.get('location') ?? '';
    assert.equal(await begun(), '/login?error=UNAVAILABLE');
    await proxy.mend();
    await eventually('a login begins', async () => (await begun()).startsWith(provider.issuer));
    assert.equal((await loggedIn('ben')).location, '/');
  });

  it('a logout of its session there arrives first: it opens none here', async () => {
    for (const claims of [{ sid: 'cleo 1' }, { sid: 'cleo 1', sub: 'cleo' }]) {
      provider.tokens = async () => {
        provider.tokens = undefined;
        const idToken = await provider.idToken(provider.nonce);
        await sentLogout(claims);
        return { status: 200, body: provider.given(idToken) };
      };
      assert.deepEqual(await logInForged(app, provider, person('cleo', { sid: 'cleo 1' })), REFUSED);
      assert.deepEqual(await openSessions('cleo@example.org'), []);
    }
    for (const later of [{ sid: 'cleo 2' }, { sid: 'cleo 1', iat: Math.floor(Date.now() / 1000) + 10 }]) {
      const { location } = await logInForged(app, provider, person('cleo', later));
      assert.equal(location, '/', 'another session there, or a later login');
    }
    await sentLogout({ sid: 'dora 1', sub: 'cleo' });
    const other = await logInForged(app, provider, person('dora', { sid: 'dora 1' }));
    assert.equal(other.location, '/', 'that of another person');
  });

  it('a logout arrives before its session is committed: it opens none', async () => {
    const { token } = await logInForged(app, provider, person('eve', { sid: 'eve 1' }));
    const { id } = (await app.call('GET', '/me', { token })).body.data;
    const writer = new Client({ connectionString: database.url });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
    const login = logInForged(app, provider, person('eve', { sid: 'eve 2' }));
    await eventually('the login waits', async () => (await lockWaits(database.url)) === 1);
    await sentLogout({ sid: 'eve 2' });
    await writer.query('COMMIT');
    await writer.end();
    assert.deepEqual(await login, REFUSED);
    assert.equal((await openSessions('eve@example.org')).length, 1, 'the first alone');
  });

  it('a logout arrives while the person looks for their code: it opens none', async () => {
    const { token } = await logInForged(app, provider, person('fay', { sid: 'fay 1' }));
    const offer = await app.call('POST', '/profile/totp', { token });
    const code = totpCode(fromBase32(offer.body.data.secret), stepAt(app.clock.now()));
    const confirmed = await app.call('POST', '/profile/totp/confirm', { token, body: { code } });
    const [totp] = confirmed.body.data.recoveryCodes;
    const browser = new Browser();
    const waiting = await logInForged(app, provider, person('fay', { sid: 'fay 2' }), browser);
    assert.equal(waiting.location, '/login?link=code');
    await sentLogout({ sid: 'fay 2' });
    const link = await callFrom(app, browser, 'POST', '/auth/oidc/link', { body: { totp } });
    assert.deepEqual([link.status, link.body.code], [403, 'OIDC_REFUSED']);
    assert.equal((await openSessions('fay@example.org')).length, 1);
  });
});
