import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../helpers/browser.ts';
import { connectLive } from '../helpers/live.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { callFrom, logIn, rosa, type SignOnWorld, startSignOn } from './sign-on.ts';

const HOUR_MS = 3_600_000;
const REFRESH_MS = 900_000;

describe('a session that the provider has opened', () => {
  let world: SignOnWorld;
  let admin: Person;
  let ward: string;
  before(async () => {
    world = await startSignOn({ SESSION_DURATION: '90d', SESSION_MAX_DAYS: '90' });
    admin = await logInAsAdmin(world.app);
    const body = { name: 'Ward 1' };
    ward = (await world.app.call('POST', '/wards', { token: admin.token, body })).body.data.id;
  });
  after(() => world.close());

  const statusOf = async (token: string | undefined) =>
    (await world.app.call('GET', '/me', { token })).status;
  const me = async (token: string | undefined) => (await world.app.call('GET', '/me', { token })).body.data;
  const person = (name: string, groups = ['nurses']) => rosa(groups, { email: `${name}@example.org` });

  it('goes on while the provider says so, with the role and the wards of the groups at that time', async () => {
    const { token } = await logIn(world, 'anna', { claims: person('anna') });
    const socket = await connectLive(world.app, { token: token ?? '' });
    world.provider.people.set('anna', person('anna', ['nurses', 'station-1']));
    await world.app.pass(REFRESH_MS);
    assert.equal((await me(token)).wards.length, 1);
    world.provider.people.set('anna', person('anna', ['admins']));
    await world.app.pass(REFRESH_MS);
    assert.equal((await me(token)).role, 'ADMIN');
    assert.equal((await socket.closed).code, 1013, 'reconnects with its new role');
    world.provider.people.set('anna', person('anna'));
    await world.app.pass(REFRESH_MS);
    assert.equal((await me(token)).role, 'CAREGIVER');
  });

  it('has its tokens of the provider encrypted in the database', async () => {
    await logIn(world, 'anna', { claims: person('anna') });
    const rows = await sql(world.app.databaseUrl, 'SELECT tokens FROM oidc_sessions');
    assert.ok(
      rows.length > 0 && rows.every(({ tokens }: { tokens: string }) => tokens.startsWith('enc:v1:')),
    );
  });

  it('ends when the groups of the person vanish, or their account at the provider', async () => {
    const { token } = await logIn(world, 'bert', { claims: person('bert', ['nurses', 'station-1']) });
    const members = async () =>
      (await world.app.call('GET', `/wards/${ward}/caregivers`, { token: admin.token })).body.data;
    const names = async () => (await members()).map(({ id }: { id: string }) => id);
    const { id } = await me(token);
    assert.ok((await names()).includes(id));
    const socket = await connectLive(world.app, { token: token ?? '' });
    const { email, ...without } = person('bert');
    world.provider.people.set('bert', { ...without, email, groups: undefined });
    await world.app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 401);
    assert.equal((await socket.closed).code, 4401);
    assert.ok(!(await names()).includes(id), 'no alerts of the ward on a phone');
    const next = await logIn(world, 'bert', { claims: person('bert') });
    world.provider.people.delete('bert');
    await world.app.pass(REFRESH_MS);
    assert.equal(await statusOf(next.token), 401);
  });

  it('of the last admin with a password keeps its role', async () => {
    const claims = rosa(['nurses'], { email: admin.email });
    const { browser } = await logIn(world, 'boss', { claims });
    const linked = await callFrom(world.app, browser, 'POST', '/auth/oidc/link', {
      body: { password: 'Admin!2345' },
    });
    assert.equal(linked.body.data.role, 'ADMIN');
    const eva = await logIn(world, 'eva', { claims: person('eva', ['admins']) });
    const path = `/admin/users/${admin.id}`;
    const change = { token: eva.token, body: { status: 'inactive' } };
    assert.equal((await world.app.call('PUT', path, change)).body.code, 'LAST_ADMIN');
  });

  it('goes on for a night while the provider is away, which the boards of admins and their own say, and no longer', async () => {
    const { token } = await logIn(world, 'carl', { claims: person('carl') });
    await world.provider.close();
    await world.app.pass(REFRESH_MS);
    for (let quarters = 0; quarters < 2; quarters++) await world.app.pass(4 * HOUR_MS);
    assert.equal(await statusOf(token), 200);
    for (const reader of [token, (await logInAsAdmin(world.app)).token]) {
      const board = await world.app.call('GET', '/board', { token: reader });
      assert.ok(JSON.stringify(board.body).includes('SIGN_ON_AWAY'));
    }
    const login = await new Browser().get(`${world.app.url}/auth/oidc/login`);
    assert.match(login.headers.get('location') ?? '', /^\/login\?error=OIDC_AWAY$/);
    for (let halves = 0; halves < 2; halves++) await world.app.pass(9 * HOUR_MS);
    assert.equal(await statusOf(token), 401);
  });
});

describe('a logout', () => {
  let world: SignOnWorld;
  before(async () => {
    world = await startSignOn();
  });
  after(() => world.close());

  it('goes on at the provider, which then ends the other sessions of the browser there', async () => {
    const claims = rosa();
    const { browser, token } = await logIn(world, 'rosa', { claims });
    const other = await logIn(world, 'rosa', { browser });
    assert.notEqual(other.token, token);
    const socket = await connectLive(world.app, { token: token ?? '' });
    const { body } = await callFrom(world.app, browser, 'POST', '/auth/logout');
    const url = new URL(body.data.endSessionUrl);
    assert.ok(url.href.startsWith(world.provider.issuer));
    assert.ok(url.searchParams.get('id_token_hint'));
    // The page of the provider asks for a confirmation, which a person gives.
    const page = await browser.get(url.href);
    const html = await page.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    const answer = await browser.post(action, { xsrf, logout: 'yes' });
    assert.ok([302, 303].includes(answer.status), `${answer.status} ${await answer.text()}`);
    assert.equal((await socket.closed).code, 4401);
    assert.equal((await world.app.call('GET', '/me', { token })).status, 401);
  });

  it('without a refresh token at the provider cannot be renewed, and ends at its time', async () => {
    const own = await startSignOn({}, { issueRefreshToken: async () => false });
    const { browser } = await logIn(own, 'rosa', { claims: rosa() });
    const renewal = await callFrom(own.app, browser, 'POST', '/auth/renew');
    assert.deepEqual([renewal.status, renewal.body.code], [409, 'LOGIN_AGAIN']);
    const silent = await logIn(own, 'rosa', { browser, query: '?silent=true&returnTo=/reports' });
    assert.equal(silent.location, '/reports', 'the provider has a session of the browser');
    const elsewhere = await logIn(own, 'rosa', { query: '?silent=true' });
    assert.equal(elsewhere.location, '/login?error=OIDC_LOGIN_REQUIRED');
    await own.close();
  });
});
