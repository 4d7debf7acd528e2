import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { ADMIN } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { startProvider } from '../helpers/provider.ts';
import { sql } from '../helpers/sql.ts';
import { isCallback, logIn, rosa, type SignOnWorld, startSignOn } from './sign-on.ts';

type Body = Readonly<Record<string, unknown>>;

/** Begins a test as the console does; returns the admin's browser and the address at the provider. */
async function begin({ app }: SignOnWorld, { token = '' }: Person, body: Body = {}) {
  const browser = new Browser();
  const reply = await fetch(`${app.url}/admin/sign-on/trial`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  for (const line of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.setCookie(app.url, name, value);
  }
  const { data } = (await reply.json()) as { data: { location: string | null } };
  return { browser, status: reply.status, location: data.location };
}

describe('a login as a test', () => {
  let world: SignOnWorld;
  let admin: Person;
  before(async () => {
    world = await startSignOn({ REQUIRE_TOTP: '', OIDC_SECOND_FACTOR: 'true' });
    admin = await logInAsAdmin(world.app);
    await world.app.call('POST', '/wards', { token: admin.token, body: { name: 'Ward 1' } });
  });
  after(() => world.close());
  beforeEach(() => sql(world.app.databaseUrl, 'DELETE FROM oidc_attempts'));

  const status = async ({ token } = admin) =>
    (await world.app.call('GET', '/admin/sign-on', { token })).body.data;
  const counts = async () =>
    (
      await sql(
        world.app.databaseUrl,
        `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions,
           (SELECT count(*) FROM oidc_identities) AS identities, (SELECT count(*) FROM oidc_role_grants) AS grants,
           (SELECT count(*) FROM ward_members) AS members, (SELECT count(*) FROM oidc_attempts) AS attempts`,
      )
    )[0];

  async function tried(accountId: string, claims = rosa(), how: object = {}) {
    world.provider.people.set(accountId, claims);
    world.provider.login = { accountId, ...how };
    const { browser, location } = await begin(world, admin);
    const callback = await browser.follow(location ?? '', isCallback);
    const back = await browser.get(callback);
    assert.equal(back.headers.get('location'), '/admin/sign-on');
    assert.equal(browser.cookie(world.app.url, 'access_token'), undefined);
    return (await status()).trial;
  }

  it('shows what the login of a new person would bring, and changes nothing', async () => {
    const before = await counts();
    const claims = rosa(['nurses', 'station-1', 'station-2', 'chess club']);
    const { result, fault } = await tried('rosa', claims);
    assert.deepEqual(await counts(), before);
    assert.equal(fault, null);
    assert.equal(result.outcome, 'CREATED');
    assert.deepEqual([result.role, result.wards], ['CAREGIVER', ['Ward 1', 'Ward 2']]);
    assert.deepEqual(result.groups[0], { name: 'nurses', role: 'CAREGIVER', wards: [] });
    assert.deepEqual(result.groups[1], { name: 'station-1', role: null, wards: ['Ward 1'] });
    assert.deepEqual(result.groups[3], { name: 'chess club', role: null, wards: [] });
    assert.deepEqual([result.email, result.isEmailVerified], ['rosa.klein@example.org', true]);
    assert.deepEqual([result.hasSecondFactor, result.hasRefreshToken], [false, true]);
    assert.ok(result.claims.some(({ name, value }: Body) => name === 'given_name' && value === 'Rosa'));
    for (const secret of ['nonce', 'at_hash', 'sid'])
      assert.ok(!result.claims.some(({ name }: Body) => name === secret), secret);
    assert.doesNotMatch(JSON.stringify(await status()), /eyJ|a secret of the client/);
  });

  it('says why a login would be refused or would ask for more', async () => {
    const none = await tried('stranger', rosa([], { email: 'stranger@example.org' }));
    assert.deepEqual([none.result.outcome, none.result.role], ['OIDC_NO_GROUP', null]);
    const nurse = await signUp(world.app, 'CAREGIVER');
    await sql(world.app.databaseUrl, 'UPDATE users SET last_login = now() WHERE id = $1', [nurse.id]);
    const asked = await tried('nurse', rosa(['nurses'], { email: nurse.email }));
    assert.deepEqual([asked.result.outcome, asked.result.accountId], ['ASKED_PASSWORD', nurse.id]);
    const patient = await signUp(world.app, 'PATIENT');
    const resident = await tried('resident', rosa(['nurses'], { email: patient.email }));
    assert.equal(resident.result.outcome, 'OIDC_NOT_STAFF');
    const unverified = await tried(
      'new',
      rosa(['admins'], { email: nurse.email, email_verified: undefined }),
    );
    assert.deepEqual([unverified.result.outcome, unverified.result.isEmailVerified], ['CREATED', false]);
  });

  it('keeps the sessions of a person whose groups give nothing any more', async () => {
    const { token } = await logIn(world, 'vera', { claims: rosa(['nurses'], { email: 'vera@example.org' }) });
    const { result } = await tried('vera', rosa([], { email: 'vera@example.org' }));
    assert.equal(result.outcome, 'OIDC_NO_GROUP');
    assert.equal((await world.app.call('GET', '/me', { token })).status, 200);
  });

  it('is for the browser that began it, once, and its result for the admin who did', async () => {
    world.provider.login = { accountId: 'rosa' };
    const { browser, location } = await begin(world, admin);
    const callback = await browser.follow(location ?? '', isCallback);
    const thief = await new Browser().get(callback);
    assert.equal(thief.headers.get('location'), '/login?error=OIDC_FLOW_EXPIRED');
    assert.equal((await status()).trial.result, null);
    assert.equal((await browser.get(callback)).headers.get('location'), '/admin/sign-on');
    assert.equal((await browser.get(callback)).headers.get('location'), '/login?error=OIDC_FLOW_EXPIRED');
    assert.equal((await status()).trial.result.subject, 'rosa');
    const { token = '' } = await logIn(world, 'boss', {
      claims: rosa(['admins'], { email: 'boss@example.org' }),
    });
    assert.equal((await status({ ...admin, token })).trial, null);
    await sql(world.app.databaseUrl, `UPDATE oidc_trials SET expires_at = now() - interval '1 s'`);
    assert.equal((await status()).trial, null);
  });

  it('that was begun again is not overwritten by the earlier one', async () => {
    world.provider.login = { accountId: 'rosa' };
    const first = await begin(world, admin);
    const callback = await first.browser.follow(first.location ?? '', isCallback);
    await begin(world, admin);
    assert.equal((await first.browser.get(callback)).headers.get('location'), '/admin/sign-on');
    assert.equal((await status()).trial.result, null);
  });

  it('shows the refusal of the provider in its words, without characters that disguise a line', async () => {
    const { browser, location } = await begin(world, admin);
    const state = new URL(location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      state,
      iss: world.provider.issuer,
      error: 'access_denied',
      error_description: `not \u202e assigned ${'x'.repeat(2_000)}`,
    });
    const back = await browser.get(`${world.app.url}/auth/oidc/callback?${query}`);
    assert.equal(back.headers.get('location'), '/admin/sign-on');
    const { fault, detail } = (await status()).trial;
    assert.equal(fault, 'REFUSED');
    assert.match(detail, /^access_denied: not {3}assigned x+$/);
    assert.equal(detail.length, 200);
  });

  it('asks for another person on request', async () => {
    const { location } = await begin(world, admin, { again: true });
    assert.equal(new URL(location ?? '').searchParams.get('prompt'), 'login');
  });

  it('is closed to caregivers', async () => {
    const { token } = await signUp(world.app, 'CAREGIVER');
    for (const [method, path] of [
      ['POST', '/admin/sign-on/trial'],
      ['GET', '/admin/sign-on'],
      ['GET', '/admin/directory'],
    ] as const)
      assert.equal((await world.app.call(method, path, { token, body: {} })).status, 403, path);
  });

  it('shows the settings without the secret, and what is missing in them', async () => {
    const { isConfigured, settings, addresses, provider } = await status();
    assert.equal(isConfigured, true);
    assert.deepEqual(
      [settings.issuer, settings.clientId, settings.hasSecret],
      [world.provider.issuer, 'vigil', true],
    );
    assert.deepEqual(settings.wardGroups, [
      { group: 'station-1', ward: 'Ward 1', exists: true },
      { group: 'station-2', ward: 'Ward 2', exists: false },
    ]);
    assert.match(addresses.redirect, /\/api\/auth\/oidc\/callback$/);
    assert.deepEqual(provider, {
      fault: null,
      detail: null,
      awaySince: null,
      abilities: {
        pkce: true,
        backChannelLogout: true,
        endSession: true,
        offlineAccess: true,
        groupsClaim: true,
      },
    });
  });

  it('lists what the last logins brought, each person once with each outcome', async () => {
    await logIn(world, 'ida', { claims: rosa(['nurses', 'station-1'], { email: 'ida@example.org' }) });
    await logIn(world, 'ida');
    await logIn(world, 'ida');
    await logIn(world, 'ida', { claims: rosa(['a\u0000b'], { email: 'ida@example.org' }) });
    await new Browser().get(`${world.app.url}/auth/oidc/callback?state=x`);
    await new Browser().get(`${world.app.url}/auth/oidc/callback?state=y`);
    const { attempts } = await status();
    assert.deepEqual(
      attempts.map(({ outcome, subject }: Body) => [outcome, subject]),
      [
        ['OIDC_FLOW_EXPIRED', null],
        ['OIDC_NO_GROUP', 'ida'],
        ['ENTERED', 'ida'],
        ['CREATED', 'ida'],
      ],
    );
    assert.deepEqual(attempts[1].groups, ['a b']);
    assert.deepEqual(
      [attempts[3].role, attempts[3].wards, attempts[3].userName],
      ['CAREGIVER', ['Ward 1'], 'Rosa Klein'],
    );
  });
});

const closedPort = async () => `http://127.0.0.1:${await freePort()}`;

describe('a fault of the provider', () => {
  const faultWith = async (
    env: Readonly<Record<string, string>>,
    meddle?: (world: SignOnWorld) => unknown,
  ) => {
    const world = await startSignOn({ BREAK_GLASS_ADMINS: `${ADMIN.email},gone@example.org`, ...env });
    try {
      await meddle?.(world);
      const admin = await logInAsAdmin(world.app);
      world.provider.people.set('rosa', rosa());
      world.provider.login = { accountId: 'rosa' };
      const { browser, location } = await begin(world, admin);
      if (location !== null) await browser.get(await browser.follow(location, isCallback));
      const { data } = (await world.app.call('GET', '/admin/sign-on', { token: admin.token })).body;
      const logs = await world.app.call('GET', '/admin/logs?action=login.failed', { token: admin.token });
      return { ...data, logs: logs.body.data };
    } finally {
      await world.close();
    }
  };

  it('is named: a wrong secret', async () => {
    const { trial, provider } = await faultWith({ OIDC_CLIENT_SECRET: 'another one' });
    assert.deepEqual([trial.fault, provider.fault], ['WRONG_CLIENT', null]);
  });

  it('is named: another issuer at this address', async () => {
    const other = await startProvider();
    await other.serve({ url: 'http://127.0.0.1:9/api' });
    const issuer = other.issuer.replace('127.0.0.1', 'localhost');
    const { trial, settings } = await faultWith({ OIDC_ISSUER: issuer });
    await other.close();
    assert.equal(trial.fault, 'WRONG_ISSUER');
    assert.deepEqual(settings.breakGlassAdmins, [
      { email: ADMIN.email, isAdmin: true, canLogIn: true },
      { email: 'gone@example.org', isAdmin: false, canLogIn: false },
    ]);
  });

  it('is named: an address that does not answer', async () => {
    const { trial } = await faultWith({ OIDC_ISSUER: await closedPort() });
    assert.equal(trial.fault, 'UNREACHABLE');
  });

  it('is one line a minute in the audit log when logins begin, however many try', async () => {
    const { attempts, logs, provider } = await faultWith(
      { OIDC_ISSUER: await closedPort() },
      async ({ app }) => {
        for (const _ of Array.from({ length: 3 })) {
          const reply = await new Browser().get(`${app.url}/auth/oidc/login`);
          assert.equal(reply.headers.get('location'), '/login?error=OIDC_AWAY');
        }
      },
    );
    assert.equal(logs.length, 1);
    assert.match(logs[0].message, /does not answer/);
    assert.deepEqual(
      attempts.map(({ outcome }: Body) => outcome),
      ['OIDC_AWAY'],
    );
    assert.ok(provider.awaySince);
  });
});
