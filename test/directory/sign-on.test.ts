import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { logIn, rosa, type SignOnWorld, startSignOn } from '../sign-on/sign-on.ts';
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
