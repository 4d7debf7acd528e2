import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { logInForged } from './forged-login.ts';
import { SIGN_ON } from './sign-on.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

describe('a back-channel logout', () => {
  let app: TestApp;
  let provider: ForgedProvider;
  before(async () => {
    provider = await startForgedProvider();
    app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer });
  });
  after(async () => {
    await app.close();
    await provider.close();
  });

  const loggedIn = async (sub: string, sid: string): Promise<string> =>
    (await logInForged(app, provider, { sub, sid, email: `${sub}@example.org` })).token ?? '';

  const logoutClaims = (more: ForgedClaims = {}): ForgedClaims => {
    const at = Math.floor(Date.now() / 1000);
    const events = { [EVENT]: {} };
    return { iss: provider.issuer, aud: 'vigil', iat: at, exp: at + 120, jti: randomUUID(), events, ...more };
  };
  const send = async (token: string) => {
    const response = await fetch(`${app.url}/auth/oidc/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };
  const sent = async (claims: ForgedClaims) =>
    send(await provider.sign(claims, { header: { typ: 'logout+jwt' } }));
  const statusOf = async (token: string) => (await app.call('GET', '/me', { token })).status;

  it('ends the session that it names, or all of the person, and those of nobody else', async () => {
    const [first, second, other] = [
      await loggedIn('rosa', 'one'),
      await loggedIn('rosa', 'two'),
      await loggedIn('udo', 'three'),
    ];
    assert.equal((await sent(logoutClaims({ sid: 'one' }))).status, 200);
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
    const third = await loggedIn('rosa', 'four');
    assert.equal((await sent(logoutClaims({ sub: 'rosa' }))).status, 200);
    assert.deepEqual([await statusOf(second), await statusOf(third), await statusOf(other)], [401, 401, 200]);
    assert.equal((await sent(logoutClaims({ sub: 'nobody here' }))).status, 200);
    assert.equal((await sent(logoutClaims({ sub: 'rosa', sid: 'three' }))).status, 200);
    assert.equal(await statusOf(other), 200, 'the session of another person');
  });

  it('is refused when it is forged, old, about nothing, or repeated', async () => {
    const token = await loggedIn('ida', 'ida-1');
    const at = Math.floor(Date.now() / 1000);
    const wrong: readonly ForgedClaims[] = [
      logoutClaims({ sub: 'ida', iss: 'https://other.example.org' }),
      logoutClaims({ sub: 'ida', aud: 'another-client' }),
      logoutClaims({ sub: 'ida', iat: at - 900, exp: at + 60 }),
      logoutClaims({ sub: 'ida', iat: at - 60, exp: at - 30 }),
      logoutClaims({ sub: 'ida', iat: at + 900 }),
      logoutClaims({ sub: 'ida', events: {} }),
      logoutClaims({ sub: 'ida', events: 'text' }),
      logoutClaims({ sub: 'ida', nonce: 'x' }),
      logoutClaims({ sub: 'ida', jti: undefined }),
      logoutClaims({ sub: 7 }),
      logoutClaims(),
      provider.claims('nonce', { sub: 'ida' }),
    ];
    for (const claims of wrong) {
      const { status, body } = await sent(claims);
      assert.deepEqual([status, body.code], [400, 'OIDC_LOGOUT_INVALID'], JSON.stringify(claims));
    }
    const { privateKey } = await generateKeyPair('RS256');
    const right = logoutClaims({ sub: 'ida' });
    for (const forged of [
      new UnsecuredJWT({ ...right }).encode(),
      await provider.sign(right, { key: privateKey }),
      await provider.sign(right, { header: { typ: 'at+jwt' } }),
      'no token',
    ])
      assert.equal((await send(forged)).status, 400);
    assert.equal((await send('')).body.code, 'VALIDATION_FAILED');
    assert.equal(await statusOf(token), 200);
    const real = await provider.sign(right);
    assert.equal((await send(real)).status, 200);
    assert.equal((await send(real)).body.code, 'OIDC_LOGOUT_INVALID');
    assert.equal(await statusOf(token), 401);
  });

  it('causes no request to the provider for each junk token', async () => {
    const asked = () => provider.asked.filter((path) => path !== '/token').length;
    await loggedIn('una', 'una-1');
    const before = asked();
    const { privateKey } = await generateKeyPair('RS256');
    for (let tries = 0; tries < 20; tries++) {
      const header = { kid: randomUUID() };
      assert.equal(
        (await send(await provider.sign(logoutClaims({ sub: 'una' }), { header, key: privateKey }))).status,
        400,
      );
    }
    assert.ok(asked() <= before + 1, `${asked() - before}`);
    assert.ok([400, 413].includes((await send('x'.repeat(100_000))).status));
  });

  it('causes few requests while the provider fails', async () => {
    const other = await startForgedProvider();
    other.metadata = { issuer: 'https://other.example.org' };
    const away = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: other.issuer });
    const body = new URLSearchParams({ logout_token: await other.sign(logoutClaims({ iss: other.issuer })) });
    for (let tries = 0; tries < 20; tries++)
      assert.ok(
        (await fetch(`${away.url}/auth/oidc/backchannel-logout`, { method: 'POST', body })).status >= 400,
      );
    // At most one in five seconds.
    assert.ok(other.asked.length < 15, `${other.asked.length}`);
    await away.close();
    await other.close();
  });
});
