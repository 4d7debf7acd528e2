import assert from 'node:assert/strict';
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { SIGN_ON } from './sign-on.ts';

describe('a forged answer of the provider', () => {
  let app: TestApp;
  let provider: ForgedProvider;
  before(async () => {
    provider = await startForgedProvider();
    app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer, OIDC_SECOND_FACTOR: 'true' });
  });
  after(async () => {
    await app.close();
    await provider.close();
  });

  /** A login up to the provider. */
  async function begun(query = '') {
    const browser = new Browser();
    const login = await browser.get(`${app.url}/auth/oidc/login${query}`);
    const { searchParams } = new URL(login.headers.get('location') ?? '');
    return { browser, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
  }

  async function comeBack(browser: Browser, query: Readonly<Record<string, string>>) {
    const response = await browser.get(`${app.url}/auth/oidc/callback?${new URLSearchParams(query)}`);
    assert.equal(response.status, 302);
    const token = browser.cookie(app.url, 'access_token');
    return { location: response.headers.get('location'), token };
  }

  async function loggedIn(idToken?: ForgedProvider['idToken'], query = '') {
    const { browser, state, nonce } = await begun(query);
    provider.nonce = nonce;
    provider.idToken = idToken ?? ((given) => provider.sign(provider.claims(given)));
    return comeBack(browser, { code: 'code', state, iss: provider.issuer });
  }

  const isRefused = async (idToken: ForgedProvider['idToken'], why: string) =>
    assert.deepEqual(
      await loggedIn(idToken),
      { location: '/login?error=OIDC_INVALID', token: undefined },
      why,
    );

  it('opens a session when it is right, which shows that the others are refused for their own reason', async () => {
    const { location, token } = await loggedIn();
    assert.equal(location, '/');
    assert.equal((await app.call('GET', '/me', { token })).body.data.email, 'rosa.klein@example.org');
  });

  it('is refused with a wrong claim', async () => {
    const at = Math.floor(Date.now() / 1000);
    const wrong: Readonly<Record<string, ForgedClaims>> = {
      'another issuer': { iss: 'https://other.example.org' },
      'another audience': { aud: 'another-client' },
      'several audiences without an authorized party': { aud: ['vigil', 'another-client'] },
      'an ID token of another client': { aud: ['vigil', 'other'], azp: 'other' },
      expired: { iat: at - 600, exp: at - 60 },
      'from the future': { iat: at + 600, exp: at + 900, nbf: at + 600 },
      'no expiry': { exp: undefined },
      'no nonce': { nonce: undefined },
      'another nonce': { nonce: 'x' },
      'no subject': { sub: undefined },
      'another authorized party': { azp: 'other' },
      'an audience that only looks like this client': { aud: ['vigil '] },
      'another spelling of the issuer': { iss: `${provider.issuer}/` },
      'a subject that no database keeps': { sub: 'ro\u0000sa' },
      'a subject without an end': { sub: 'x'.repeat(10_000) },
    };
    for (const [why, claims] of Object.entries(wrong))
      await isRefused((nonce) => provider.sign(provider.claims(nonce, claims)), why);
  });

  it('is refused without a signature of the provider', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(SIGN_ON.OIDC_CLIENT_SECRET);
    const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: [JsonWebKey] };
    const [key] = keys;
    const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    await isRefused((nonce) => new UnsecuredJWT({ ...provider.claims(nonce) }).encode(), 'alg: none');
    await isRefused((nonce) => provider.sign(provider.claims(nonce), { key: privateKey }), 'another key');
    await isRefused(
      (nonce) => provider.sign(provider.claims(nonce), { header: { alg: 'HS256' }, key: secret }),
      'the secret of the client',
    );
    await isRefused(
      (nonce) =>
        provider.sign(provider.claims(nonce), { header: { alg: 'HS256' }, key: Buffer.from(String(pem)) }),
      'the public key as a secret',
    );
    await isRefused(async (nonce) => {
      const [header, , signature] = (await provider.sign(provider.claims(nonce))).split('.');
      const body = Buffer.from(JSON.stringify(provider.claims(nonce, { sub: 'boss' }))).toString('base64url');
      return `${header}.${body}.${signature}`;
    }, 'altered');
    await isRefused(() => 'no token', 'no token at all');
  });

  it('forgives clocks that are 15 s off', async () => {
    const at = Math.floor(Date.now() / 1000);
    for (const off of [-15, 15]) {
      const claims = { iat: at + off, nbf: at + off, exp: off < 0 ? at + off : at + 300 };
      assert.equal((await loggedIn((nonce) => provider.sign(provider.claims(nonce, claims)))).location, '/');
    }
  });

  it('is refused when the browser brings the answer of another provider, or of another login', async () => {
    const mixedUp = await begun();
    provider.nonce = mixedUp.nonce;
    const { state } = mixedUp;
    const other = await comeBack(mixedUp.browser, { code: 'c', state, iss: 'https://other.example.org' });
    assert.equal(other.location, '/login?error=OIDC_INVALID');
    const unnamed = await begun();
    const without = await comeBack(unnamed.browser, { code: 'c', state: unnamed.state });
    assert.equal(without.location, '/login?error=OIDC_INVALID', 'it says that it names itself');
    const [mine, theirs] = [await begun(), await begun()];
    const swapped = await comeBack(mine.browser, { code: 'c', state: theirs.state, iss: provider.issuer });
    assert.equal(swapped.location, '/login?error=OIDC_FLOW_EXPIRED');
    const stateless = await comeBack((await begun()).browser, { code: 'c', iss: provider.issuer });
    assert.equal(stateless.location, '/login?error=OIDC_FLOW_EXPIRED');
  });

  it('is refused when it comes too late', async () => {
    const { browser, state } = await begun();
    app.clock.advance(11 * 60_000);
    const late = await comeBack(browser, { code: 'c', state, iss: provider.issuer });
    assert.equal(late.location, '/login?error=OIDC_FLOW_EXPIRED');
  });

  it('says why the provider refused, in a code and never in its own words', async () => {
    for (const [error, code] of [
      ['access_denied', 'OIDC_REFUSED'],
      ['login_required', 'OIDC_LOGIN_REQUIRED'],
      ['temporarily_unavailable', 'OIDC_AWAY'],
      ['"><script>', 'OIDC_INVALID'],
    ] as const) {
      const { browser, state } = await begun();
      const description = { error_description: '<script>alert(1)</script>' };
      const { location } = await comeBack(browser, { error, state, iss: provider.issuer, ...description });
      assert.equal(location, `/login?error=${code}`);
    }
  });

  it('believes nothing about an address of userinfo that the ID token says of its own', async () => {
    const admin = await app.call('POST', '/auth/login', { body: ADMIN });
    provider.userInfo = { sub: 'iris', email: ADMIN.email };
    const { location, token } = await loggedIn((nonce) =>
      provider.sign(provider.claims(nonce, { sub: 'iris', email: undefined, email_verified: true })),
    );
    provider.userInfo = {};
    assert.equal(location, '/', 'not asked for the password of the admin');
    const { data } = (await app.call('GET', '/me', { token })).body;
    assert.notEqual(data.id, admin.body.data.id);
    assert.notEqual(data.email, ADMIN.email);
  });

  it('takes the groups of userinfo, and refuses userinfo of another person', async () => {
    const groups = undefined;
    const idToken: ForgedProvider['idToken'] = (nonce) =>
      provider.sign(provider.claims(nonce, { sub: 'ute', email: 'ute@example.org', groups }));
    provider.userInfo = { sub: 'ute', groups: ['nurses'] };
    assert.equal((await loggedIn(idToken)).location, '/');
    provider.userInfo = { sub: 'boss', groups: ['admins'] };
    assert.equal((await loggedIn(idToken)).location, '/login?error=OIDC_INVALID');
    provider.userInfo = { sub: 'ute' };
    assert.equal((await loggedIn(idToken)).location, '/login?error=OIDC_NO_GROUP');
  });

  it('has groups of any type, and as many as a directory has', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `group ${index}`);
    for (const [groups, location] of [
      ['nurses', '/'],
      [[...many, 'nurses'], '/'],
      [many, '/login?error=OIDC_NO_GROUP'],
      [7, '/login?error=OIDC_NO_GROUP'],
      [[['nurses'], { nurses: true }, null], '/login?error=OIDC_NO_GROUP'],
      [{ nurses: true }, '/login?error=OIDC_NO_GROUP'],
    ] as const) {
      const claims = { sub: 'gus', email: 'gus@example.org', groups };
      const { location: arrived } = await loggedIn((nonce) => provider.sign(provider.claims(nonce, claims)));
      assert.equal(arrived, location, JSON.stringify(groups).slice(0, 50));
    }
  });

  it('passes within 70 s after the provider has changed its keys, announced or not', async () => {
    await loggedIn();
    const now = Date.now;
    let passed = 0;
    mock.method(Date, 'now', () => now() + passed);
    for (const header of [{}, { kid: undefined }]) {
      assert.equal(
        (await loggedIn((nonce) => provider.sign(provider.claims(nonce), { header }))).location,
        '/',
      );
      await provider.rotate();
      passed += 70_000;
      const asked = provider.asked.filter((path) => path === '/keys').length;
      const answers = [];
      for (let tries = 0; tries < 2; tries++)
        answers.push((await loggedIn((nonce) => provider.sign(provider.claims(nonce), { header }))).location);
      assert.equal(answers.at(-1), '/', JSON.stringify(header));
      assert.equal(provider.asked.filter((path) => path === '/keys').length, asked + 1);
    }
    mock.restoreAll();
  });

  it('holds no connection of the database while the provider is silent', async () => {
    const logins = await Promise.all(Array.from({ length: 15 }, () => begun()));
    provider.silent.add('/token');
    const asked = () => provider.asked.filter((path) => path === '/token').length;
    const before = asked();
    let ended = 0;
    const callbacks = logins.map(async ({ browser, state }) => {
      const { location } = await comeBack(browser, { code: 'c', state, iss: provider.issuer });
      ended += 1;
      return location;
    });
    await eventually('all ask the provider', () => asked() + ended >= before + 15);
    assert.equal((await app.call('POST', '/auth/login', { body: ADMIN })).status, 200);
    assert.equal(ended, 0);
    provider.silent.clear();
    assert.deepEqual([...new Set(await Promise.all(callbacks))], ['/login?error=OIDC_AWAY']);
  });

  it('is refused without an error of the service when it is junk', async () => {
    const { browser, state, nonce } = await begun();
    provider.nonce = nonce;
    provider.idToken = (given) => provider.sign(provider.claims(given));
    for (const query of [
      { state: 'x'.repeat(4_000), code: 'c' },
      { state: 'x'.repeat(5_000), code: 'c' },
      { state: '\u0000', code: '\u0000' },
      { code: 'c'.repeat(5_000), state },
    ]) {
      const { location } = await comeBack(browser, query as Record<string, string>);
      assert.match(location ?? '', /^\/login\?error=(OIDC_FLOW_EXPIRED|VALIDATION_FAILED)$/);
    }
    assert.equal((await comeBack(browser, { code: 'c', state, iss: provider.issuer })).location, '/');
  });

  it('opens an account without an address while the address is not verified', async () => {
    for (const [sub, email_verified] of [
      ['una', undefined],
      ['ulf', false],
      ['uwe', 'no'],
    ] as const) {
      const email = `${sub}@example.org`;
      const { token } = await loggedIn((nonce) =>
        provider.sign(provider.claims(nonce, { sub, email, email_verified })),
      );
      const { data } = (await app.call('GET', '/me', { token })).body;
      assert.match(data.email, /\.invalid$/);
    }
  });

  it('does not take over an account whose address it does not verify, or only looks like', async () => {
    const idOf = async (claims: ForgedClaims) => {
      const { token } = await loggedIn((nonce) => provider.sign(provider.claims(nonce, claims)));
      return (await app.call('GET', '/me', { token })).body.data.id;
    };
    const ida = await idOf({ sub: 'ida', email: 'ida@example.org' });
    assert.equal(await idOf({ sub: 'ida', email: 'IDA@EXAMPLE.ORG' }), ida, 'the same person');
    assert.notEqual(await idOf({ sub: 'i2', email: 'ida@example.org', email_verified: false }), ida);
    assert.notEqual(await idOf({ sub: 'i3', email: 'ıda@example.org' }), ida);
    assert.notEqual(await idOf({ sub: 'i4', email: 'ida@example.org ' }), ida);
    const same = await loggedIn((nonce) =>
      provider.sign(provider.claims(nonce, { sub: 'i5', email: 'Ida@example.org' })),
    );
    assert.deepEqual(same, { location: '/login?link=password', token: undefined });
  });

  it('ends within seconds when the provider is silent, with a sentence on the login page', async () => {
    const { browser, state, nonce } = await begun();
    provider.nonce = nonce;
    provider.silent.add('/token');
    const { location, token } = await comeBack(browser, { code: 'c', state, iss: provider.issuer });
    provider.silent.clear();
    assert.deepEqual([location, token], ['/login?error=OIDC_AWAY', undefined]);
  });

  it('cannot be had by guessing: many failures from an address are limited', async () => {
    const limited = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer, RATE_LIMIT_LOGIN: '10' });
    const guess = async () =>
      (await new Browser().get(`${limited.url}/auth/oidc/callback?state=x&code=y`)).headers.get('location');
    const answers = new Set<string | null>();
    for (let tries = 0; tries < 60; tries++) answers.add(await guess());
    await limited.close();
    assert.deepEqual([...answers], ['/login?error=OIDC_FLOW_EXPIRED', '/login?error=LOGIN_LIMITED']);
  });
});
