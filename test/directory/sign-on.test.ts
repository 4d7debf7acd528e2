import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { Client } from 'pg';
import { startTestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { startForgedProvider } from '../helpers/forged-provider.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { logInForged } from '../sign-on/forged-login.ts';
import { logIn, rosa, SIGN_ON, type SignOnWorld, startSignOn } from '../sign-on/sign-on.ts';
import { createDirectory, scimOf } from './scim-app.ts';

describe('single sign-on with a directory', () => {
  let world: SignOnWorld;
  let admin: Person;
  let scim: ReturnType<typeof scimOf>;
  before(async () => {
    world = await startSignOn();
    admin = await logInAsAdmin(world.app);
    const { token } = await createDirectory(world.app, admin);
    scim = scimOf(world.app, token);
  });
  after(() => world.close());

  const roleOf = async (id: string): Promise<string> =>
    (await world.app.call('GET', `/admin/users/${id}`, { token: admin.token })).body.data.role;

  it('opens the account that the directory has created, with the role of its groups there', async () => {
    const { body: user } = await scim('POST', '/Users', { userName: 'Rosa.Klein@example.org' });
    assert.equal(
      (await logIn(world, 'rosa', { claims: rosa() })).location,
      '/login?error=ACCOUNT_DEACTIVATED',
    );
    const group = (await scim('POST', '/Groups', { displayName: 'nurses', members: [{ value: user.id }] }))
      .body;
    const { token } = await logIn(world, 'rosa', { claims: rosa([]) });
    const me = await world.app.call('GET', '/me', { token });
    assert.deepEqual([me.status, me.body.data?.id], [200, user.id]);
    await logIn(world, 'rosa', { claims: rosa(['admins']) });
    assert.equal(await roleOf(user.id), 'CAREGIVER', 'the groups of a login change nothing');

    await scim('PATCH', `/Groups/${group.id}`, {
      Operations: [{ op: 'replace', path: 'displayName', value: 'admins' }],
    });
    assert.equal(await roleOf(user.id), 'ADMIN');
    assert.equal(
      (await world.app.call('GET', '/admin/users', { token })).status,
      200,
      'the session has the new role',
    );

    await scim('PATCH', `/Users/${user.id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    });
    assert.equal((await world.app.call('GET', '/me', { token })).status, 401);
    assert.equal((await logIn(world, 'rosa')).location, '/login?error=ACCOUNT_DEACTIVATED');
  });

  it('leaves no session to somebody who is deactivated while their login is on its way', async () => {
    const claims = rosa([], { email: 'hasty@example.org' });
    const { body: user } = await scim('POST', '/Users', { userName: 'hasty@example.org' });
    await scim('POST', '/Groups', { displayName: 'nurses', members: [{ value: user.id }] });
    const { id: group } = (await scim('GET', '/Groups?filter=displayName+eq+%22nurses%22')).body.Resources[0];
    const member = { op: 'add', path: 'members', value: [{ value: user.id }] };
    assert.equal((await scim('PATCH', `/Groups/${group}`, { Operations: [member] })).status, 204);
    const setActive = (value: boolean) =>
      scim('PATCH', `/Users/${user.id}`, { Operations: [{ op: 'replace', path: 'active', value }] });
    const open = () =>
      sql(world.app.databaseUrl, 'SELECT FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [user.id]);
    assert.ok((await logIn(world, 'hasty', { claims })).token, 'the identity is linked');

    const writer = new Client({ connectionString: world.app.databaseUrl });
    await writer.connect();
    try {
      // The login has locked the account, and is about to write its session.
      await writer.query('BEGIN');
      await writer.query('LOCK TABLE sessions IN SHARE MODE');
      const login = logIn(world, 'hasty', { claims });
      const waiting = (count: number) =>
        eventually('writers wait', async () => (await lockWaits(world.app.databaseUrl)) === count);
      await waiting(1);
      const ended = setActive(false);
      await waiting(2);
      await writer.query('COMMIT');
      const { token } = await login;
      assert.equal((await ended).status, 200);
      assert.equal((await world.app.call('GET', '/me', { token })).status, 401);
      assert.equal((await open()).length, 0);
    } finally {
      await writer.end();
    }
    for (let round = 0; round < 4; round++) {
      assert.equal((await setActive(true)).status, 200);
      const [{ token }, ended] = await Promise.all([logIn(world, 'hasty', { claims }), setActive(false)]);
      assert.equal(ended.status, 200);
      assert.equal((await open()).length, 0, `round ${round}`);
      if (token !== undefined) assert.equal((await world.app.call('GET', '/me', { token })).status, 401);
    }
  });

  it('asks for the password of an account that was made by hand, also when an admin has handed it over', async () => {
    const old = await signUp(world.app, 'CAREGIVER');
    const handed = await world.app.call('POST', `/admin/users/${old.id}/directory`, {
      token: admin.token,
      body: {},
    });
    assert.equal(handed.status, 200);
    assert.equal((await scim('POST', '/Users', { userName: old.email })).body.id, old.id);
    const met = await logIn(world, 'old', { claims: rosa(['nurses'], { email: old.email }) });
    assert.deepEqual([met.location, met.token], ['/login?link=password', undefined]);
  });
});

test('a login by Entra ID opens the account that it has provisioned, also with too many groups for a token', async (t) => {
  const provider = await startForgedProvider();
  provider.userInfo = { sub: 'rosa' };
  t.after(() => provider.close());
  const app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer });
  t.after(() => app.close());
  const { token: directory } = await createDirectory(app, await logInAsAdmin(app));
  const scim = scimOf(app, directory);
  const { body: user } = await scim('POST', '/Users', {
    userName: 'rosa@tenant.example.org',
    externalId: 'object-1',
    emails: [{ type: 'work', value: 'rosa.klein@example.org' }],
  });
  await scim('POST', '/Groups', { displayName: 'nurses', members: [{ value: user.id }] });
  const { token } = await logInForged(app, provider, {
    email_verified: undefined,
    xms_edov: true,
    oid: 'object-1',
    groups: undefined,
    _claim_names: { groups: 'src1' },
  });
  assert.equal((await app.call('GET', '/me', { token })).body.data?.id, user.id);
});
