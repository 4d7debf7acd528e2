import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../helpers/browser.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { isCallback, logIn, rosa, type SignOnWorld, startSignOn } from './sign-on.ts';

describe('a login at the provider', () => {
  let world: SignOnWorld;
  before(async () => {
    world = await startSignOn();
    const admin = await logInAsAdmin(world.app);
    for (const name of ['Ward 1', 'Ward 2'])
      assert.equal(
        (await world.app.call('POST', '/wards', { token: admin.token, body: { name } })).status,
        201,
      );
  });
  after(() => world.close());

  const me = async (token: string | undefined) => (await world.app.call('GET', '/me', { token })).body.data;

  it('says on the login page that it is there', async () => {
    const { body } = await world.app.call('GET', '/auth/oidc');
    assert.deepEqual(body.data, { enabled: true, name: 'Single sign-on', passwordLogin: true });
  });

  it('opens an account with the role and the wards of the groups', async () => {
    const claims = rosa(['nurses', 'station-1', 'chess club']);
    const { location, token } = await logIn(world, 'rosa', { claims, query: '?returnTo=/reports' });
    assert.equal(location, '/reports');
    const person = await me(token);
    assert.equal(person.email, 'rosa.klein@example.org');
    assert.equal(person.role, 'CAREGIVER');
    assert.deepEqual([person.firstName, person.lastName], ['Rosa', 'Klein']);
    assert.deepEqual(
      person.wards.map(({ name }: { name: string }) => name),
      ['Ward 1'],
    );
  });

  it('finds the same account the next time, whose name, address, role and wards follow the provider', async () => {
    const first = await me((await logIn(world, 'rosa', { claims: rosa() })).token);
    const claims = rosa(['nurses', 'station-2'], { family_name: 'Gross', email: 'rosa.gross@example.org' });
    const next = await me((await logIn(world, 'rosa', { claims })).token);
    assert.equal(next.id, first.id);
    assert.equal(next.lastName, 'Gross');
    assert.equal(next.email, 'rosa.gross@example.org');
    assert.deepEqual(
      next.wards.map(({ name }: { name: string }) => name),
      ['Ward 2'],
    );
    const admin = await me((await logIn(world, 'rosa', { claims: rosa(['admins']) })).token);
    assert.deepEqual([admin.id, admin.role], [first.id, 'ADMIN']);
    assert.equal((await me((await logIn(world, 'rosa', { claims: rosa() })).token)).role, 'CAREGIVER');
  });

  it('is refused without a group, and ends the sessions that the person has', async () => {
    const { token } = await logIn(world, 'nora', { claims: rosa(['nurses'], { email: 'nora@example.org' }) });
    assert.equal((await world.app.call('GET', '/me', { token })).status, 200);
    const claims = rosa(['station-1'], { email: 'nora@example.org' });
    const refused = await logIn(world, 'nora', { claims });
    assert.equal(refused.location, '/login?error=OIDC_NO_GROUP');
    assert.equal(refused.token, undefined);
    assert.equal((await world.app.call('GET', '/me', { token })).status, 401);
    const stranger = await logIn(world, 'stranger', { claims: rosa([], { email: 's@example.org' }) });
    assert.equal(stranger.location, '/login?error=OIDC_NO_GROUP');
    const { token: adminToken } = await logInAsAdmin(world.app);
    const logs = await world.app.call('GET', '/admin/logs?action=login.failed', { token: adminToken });
    assert.ok(logs.body.data.some(({ message }: { message: string }) => /groups/.test(message)));
  });

  it('works once: neither a repeated callback nor one in another browser opens a session', async () => {
    const browser = new Browser();
    world.provider.login = { accountId: 'rosa' };
    const callback = await browser.follow(`${world.app.url}/auth/oidc/login`, isCallback);
    const thief = new Browser();
    const stolen = await thief.get(callback);
    assert.equal(stolen.headers.get('location'), '/login?error=OIDC_FLOW_EXPIRED');
    assert.equal(thief.cookie(callback, 'access_token'), undefined);
    assert.equal((await browser.get(callback)).headers.get('location'), '/');
    const again = await browser.get(callback);
    assert.equal(again.headers.get('location'), '/login?error=OIDC_FLOW_EXPIRED');
  });

  it('goes back to a path of this host only', async () => {
    const evil = [
      '//evil.example',
      '/%5Cevil.example',
      'https://evil.example',
      '/%252Fevil.example',
      '/api/me',
    ];
    for (const returnTo of evil) {
      const { location } = await logIn(world, 'rosa', { query: `?returnTo=${encodeURIComponent(returnTo)}` });
      assert.equal(location, '/', returnTo);
    }
  });

  it('sets the cookies of a session and of a login as the browser needs them', async () => {
    const login = await new Browser().get(`${world.app.url}/auth/oidc/login`);
    assert.equal(login.status, 302);
    const [flow = ''] = login.headers.getSetCookie();
    assert.match(
      flow,
      /^login_flow_\d+=[\w-]{43}; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const to = new URL(login.headers.get('location') ?? '');
    assert.equal(to.searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(to.searchParams.get(name), name);
  });
});
