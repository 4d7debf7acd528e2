import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { Browser } from '../helpers/browser.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { unzip } from '../helpers/unzip.ts';
import { callFrom, logIn, rosa, type SignOnWorld, startSignOn } from './sign-on.ts';

describe('an account that was there before single sign-on', () => {
  let world: SignOnWorld;
  let admin: Person;
  before(async () => {
    world = await startSignOn();
    admin = await logInAsAdmin(world.app);
  });
  after(() => world.close());

  const link = (browser: Browser, body: object) =>
    callFrom(world.app, browser, 'POST', '/auth/oidc/link', { body });
  const claimsOf = ({ email }: { email: string }, more: object = {}) => rosa(['nurses'], { email, ...more });

  it('is linked after its password was given once, and then opens without one', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const met = await logIn(world, 'old', { claims: claimsOf(old) });
    assert.deepEqual([met.location, met.token], ['/login?link=password', undefined]);
    const wrong = await link(met.browser, { password: 'Wrong!1234' });
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'LOGIN_FAILED']);
    const right = await link(met.browser, { password: PASSWORD });
    assert.deepEqual([right.status, right.body.data.id], [200, old.id]);
    const again = await link(met.browser, { password: PASSWORD });
    assert.deepEqual([again.status, again.body.code], [400, 'OIDC_FLOW_EXPIRED'], 'once');
    const next = await logIn(world, 'old');
    assert.equal((await world.app.call('GET', '/me', { token: next.token })).body.data.id, old.id);
  });

  it('knows whether it is linked, and whether a password proves who its owner is', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const signOnOf = async (token: string | undefined) =>
      (await world.app.call('GET', '/me', { token: token ?? '' })).body.data.signOn;
    const name = 'Single sign-on';
    assert.deepEqual(await signOnOf(old.token), {
      name,
      isLinked: false,
      hasPassword: true,
      mayUsePasskey: true,
    });
    const { browser } = await logIn(world, 'knows', { claims: claimsOf(old) });
    const { token } = (await link(browser, { password: PASSWORD })).body;
    assert.deepEqual(await signOnOf(token), { name, isLinked: true, hasPassword: true, mayUsePasskey: true });
    const fresh = await logIn(world, 'fresh', { claims: claimsOf({ email: 'fresh@example.org' }) });
    assert.deepEqual(await signOnOf(fresh.token), {
      name,
      isLinked: true,
      hasPassword: false,
      mayUsePasskey: true,
    });
  });

  it('is not linked with the password of another account, or in another browser', async () => {
    const [victim, thief] = [await signUp(world.app, 'CAREGIVER'), await signUp(world.app, 'CAREGIVER')];
    const { browser } = await logIn(world, 'victim', { claims: claimsOf(victim) });
    browser.setCookie(world.app.url, 'access_token', thief.token);
    assert.equal((await link(browser, {})).status, 401, 'a session of the thief is no proof');
    assert.equal((await link(new Browser(), { password: PASSWORD })).body.code, 'OIDC_FLOW_EXPIRED');
    const forged = new Browser();
    forged.setCookie(world.app.url, 'login_flow', 'A'.repeat(43));
    assert.equal((await link(forged, { password: PASSWORD })).body.code, 'OIDC_FLOW_EXPIRED');
  });

  it('is linked by a browser that has just logged in to it another way', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const { browser } = await logIn(world, 'passkey', { claims: claimsOf(old) });
    browser.setCookie(world.app.url, 'access_token', old.token);
    assert.equal((await link(browser, {})).body.data.id, old.id);
  });

  it('that was never used is linked at once, and the password of whoever made it is void', async () => {
    const body = { email: 'new@example.org', firstName: 'New', lastName: 'Comer' };
    const made = await world.app.call('POST', '/caregivers', { token: admin.token, body });
    const { temporaryPassword } = made.body.data;
    const { token } = await logIn(world, 'new', { claims: claimsOf(body) });
    assert.equal((await world.app.call('GET', '/me', { token })).body.data.id, made.body.data.id);
    const login = { email: body.email, password: temporaryPassword };
    assert.equal((await world.app.call('POST', '/auth/login', { body: login })).status, 401);
  });

  it('that was never used and has another role waits for its password', async () => {
    const body = { email: 'other@example.org', firstName: 'Other', lastName: 'Role' };
    await world.app.call('POST', '/caregivers', { token: admin.token, body });
    const met = await logIn(world, 'other', { claims: rosa(['admins'], body) });
    assert.equal(met.location, '/login?link=password');
  });

  it('of a patient does not become one of staff', async () => {
    const patient = await signUp(world.app, 'PATIENT');
    const { location } = await logIn(world, 'patient', { claims: claimsOf(patient) });
    assert.equal(location, '/login?error=OIDC_NOT_STAFF');
  });

  it('that is deactivated stays closed, linked or not', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const { browser } = await logIn(world, 'gone', { claims: claimsOf(old) });
    assert.equal((await link(browser, { password: PASSWORD })).status, 200);
    const body = { status: 'inactive' };
    await world.app.call('PUT', `/admin/users/${old.id}`, { token: admin.token, body });
    assert.equal((await logIn(world, 'gone')).location, '/login?error=ACCOUNT_DEACTIVATED');
    const { location } = await logIn(world, 'again', { claims: claimsOf(old) });
    assert.equal(location, '/login?error=ACCOUNT_DEACTIVATED');
  });

  it('with a second factor of its own asks for the code, where that of the provider does not count', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const offer = await world.app.call('POST', '/profile/totp', { token: old.token });
    const secret = fromBase32(offer.body.data.secret);
    const codeNow = () => totpCode(secret, stepAt(world.app.clock.now()));
    const confirmation = { token: old.token, body: { code: codeNow() } };
    assert.equal((await world.app.call('POST', '/profile/totp/confirm', confirmation)).status, 200);
    world.app.clock.advance(60_000);
    const { browser } = await logIn(world, 'factor', { claims: claimsOf(old) });
    assert.equal((await link(browser, { password: PASSWORD })).body.code, 'TOTP_REQUIRED');
    assert.equal((await link(browser, { password: PASSWORD, totp: codeNow() })).status, 200);
    world.app.clock.advance(60_000);
    const next = await logIn(world, 'factor', { amr: ['pwd', 'otp'] });
    assert.deepEqual([next.location, next.token], ['/login?link=code', undefined]);
    assert.equal((await link(next.browser, {})).body.code, 'TOTP_REQUIRED');
    assert.equal((await link(next.browser, { totp: '000000' })).body.code, 'TOTP_WRONG');
    const { status, body } = await link(next.browser, { totp: codeNow() });
    assert.deepEqual([status, body.data.id], [200, old.id]);
  });

  it('shows its identities to their owner alone, and is unlinked only with another way to log in', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const { browser } = await logIn(world, 'shown', { claims: claimsOf(old) });
    const linked = await link(browser, { password: PASSWORD });
    browser.setCookie(world.app.url, 'access_token', linked.body.token);
    const call = (method: string, path: string, from = browser) => callFrom(world.app, from, method, path);
    const [identity] = (await call('GET', '/profile/identities')).body.data;
    assert.deepEqual([identity.subject, identity.issuer], ['shown', world.provider.issuer]);
    const path = `/profile/identities/${identity.id}`;
    const stranger = (await logIn(world, 'rosa', { claims: rosa() })).browser;
    assert.deepEqual((await call('GET', '/profile/identities', stranger)).body.data.length, 1);
    assert.equal((await call('DELETE', path, stranger)).status, 403);
    const [own] = (await call('GET', '/profile/identities', stranger)).body.data;
    const last = await call('DELETE', `/profile/identities/${own.id}`, stranger);
    assert.deepEqual([last.status, last.body.code], [409, 'IDENTITY_LAST']);
    const other = await logIn(world, 'shown');
    assert.equal((await call('DELETE', path)).status, 200);
    assert.equal((await world.app.call('GET', '/me', { token: other.token })).status, 401, 'opened by it');
    assert.equal((await call('GET', '/me')).status, 200, 'the own one');
    assert.equal((await call('POST', '/auth/renew')).body.code, 'LOGIN_AGAIN');
    assert.equal((await logIn(world, 'shown')).location, '/login?link=password');
  });

  it('of two first logins at the same moment, both enter one account', async () => {
    world.provider.people.set('twin', rosa(['nurses'], { email: 'twin@example.org' }));
    const both = await Promise.all([logIn(world, 'twin'), logIn(world, 'twin')]);
    const ids = await Promise.all(
      both.map(async ({ token }) => (await world.app.call('GET', '/me', { token })).body.data.id),
    );
    assert.equal(new Set(ids).size, 1);
  });

  it('has its identities in the export of the person', async () => {
    const { token } = await logIn(world, 'rosa', { claims: rosa() });
    const headers = { Authorization: `Bearer ${token}` };
    const zip = Buffer.from(
      await (await fetch(`${world.app.url}/profile/me/export`, { headers })).arrayBuffer(),
    );
    const profile = JSON.parse(unzip(zip)['profile.json'] ?? '');
    assert.deepEqual(
      profile.identities.map(({ subject }: { subject: string }) => subject),
      ['rosa'],
    );
    assert.equal(profile.roleByGroups, 'CAREGIVER');
  });

  it('proves recently who it is at the provider, in the same session', async () => {
    const { browser, token } = await logIn(world, 'rosa', { claims: rosa() });
    world.app.clock.advance(20 * 60_000);
    const remove = () => callFrom(world.app, browser, 'DELETE', '/profile/identities/none');
    const late = await callFrom(world.app, browser, 'POST', '/profile/passkeys/options');
    assert.equal(late.body.code, 'REAUTHENTICATE');
    const again = await logIn(world, 'rosa', {
      browser,
      query: '?reauthenticate=true&returnTo=/settings/me',
    });
    assert.deepEqual([again.location, again.token], ['/settings/me', token]);
    assert.notEqual(
      (await callFrom(world.app, browser, 'POST', '/profile/passkeys/options')).body.code,
      'REAUTHENTICATE',
    );
    assert.equal((await remove()).status, 404);
    world.app.clock.advance(20 * 60_000);
    world.provider.people.set('mallory', rosa(['nurses'], { email: 'mallory@example.org' }));
    // A session of the service alone: at the provider, another login would end that of Rosa.
    const thief = new Browser();
    thief.setCookie(world.app.url, 'access_token', token ?? '');
    const mallory = await logIn(world, 'mallory', { browser: thief, query: '?reauthenticate=true' });
    assert.equal(mallory.location, '/login?error=OIDC_OTHER_PERSON');
    assert.equal(
      (await callFrom(world.app, browser, 'POST', '/profile/passkeys/options')).body.code,
      'REAUTHENTICATE',
    );
    const nobody = await new Browser().get(`${world.app.url}/auth/oidc/login?reauthenticate=true`);
    assert.equal(nobody.headers.get('location'), '/login?error=UNAUTHENTICATED');
  });
});
