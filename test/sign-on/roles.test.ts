import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { logInForged } from './forged-login.ts';
import { SIGN_ON } from './sign-on.ts';

describe('the role of a person', () => {
  let provider: ForgedProvider;
  before(async () => {
    provider = await startForgedProvider();
  });
  after(() => provider.close());

  const withApp = async (env: Readonly<Record<string, string>>, work: (app: TestApp) => Promise<void>) => {
    const app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer, ...env });
    await work(app).finally(() => app.close());
  };

  /** A caregiver by their groups whom an admin has made an admin, and who logs in again. */
  async function afterPromotion(app: TestApp, groups: readonly string[]) {
    const { token } = await logInForged(app, provider, { groups: ['nurses'] });
    const { id } = (await app.call('GET', '/me', { token })).body.data;
    const admin = await logInAsAdmin(app);
    const change = { token: admin.token, body: { role: 'ADMIN' } };
    assert.equal((await app.call('POST', `/admin/users/${id}/role`, change)).status, 200);
    return logInForged(app, provider, { groups });
  }
  const roleOf = async (app: TestApp, token: string | undefined) =>
    (await app.call('GET', '/me', { token })).body.data?.role;

  it('follows the groups', () =>
    withApp({}, async (app) => {
      const { token } = await afterPromotion(app, ['nurses']);
      assert.equal(await roleOf(app, token), 'CAREGIVER');
    }));

  it('stays with OIDC_ROLES=additive where an admin gave it, and goes where a group gave it', () =>
    withApp({ OIDC_ROLES: 'additive' }, async (app) => {
      assert.equal(await roleOf(app, (await afterPromotion(app, ['nurses'])).token), 'ADMIN');
      assert.equal(await roleOf(app, (await logInForged(app, provider, { groups: [] })).token), 'ADMIN');
      const other = { sub: 'other', email: 'other@example.org' };
      const first = await logInForged(app, provider, { ...other, groups: ['admins'] });
      assert.equal(await roleOf(app, first.token), 'ADMIN');
      const second = await logInForged(app, provider, { ...other, groups: ['nurses'] });
      assert.equal(await roleOf(app, second.token), 'CAREGIVER');
    }));

  it('of an admin needs a second factor with REQUIRE_TOTP, which the provider may have asked for', () =>
    withApp({ REQUIRE_TOTP: 'ADMIN', OIDC_SECOND_FACTOR: 'true' }, async (app) => {
      const opens = async (claims: object) => {
        const { token } = await logInForged(app, provider, { groups: ['admins'], ...claims });
        const { status, body } = await app.call('GET', '/admin/users', { token });
        return status === 200 ? true : body.code;
      };
      assert.equal(await opens({ amr: ['pwd', 'otp'] }), true);
      assert.equal(await opens({ amr: ['pwd'] }), 'TOTP_SETUP_REQUIRED');
      assert.equal(await opens({}), 'TOTP_SETUP_REQUIRED');
    }));

  it('of an admin does not count a second factor at the provider unless OIDC_SECOND_FACTOR says so', () =>
    withApp({ REQUIRE_TOTP: 'ADMIN' }, async (app) => {
      const { token } = await logInForged(app, provider, { groups: ['admins'], amr: ['mfa'] });
      assert.equal((await app.call('GET', '/admin/users', { token })).body.code, 'TOTP_SETUP_REQUIRED');
    }));

  it('is proved recently only if the provider has just asked', () =>
    withApp({}, async (app) => {
      const removes = async (auth_time: number | undefined) => {
        const { token } = await logInForged(app, provider, { auth_time });
        return (await app.call('POST', '/profile/passkeys/options', { token })).body.code;
      };
      const now = Math.floor(Date.now() / 1000);
      assert.equal(await removes(now - 8 * 3_600), 'REAUTHENTICATE');
      assert.equal(await removes(undefined), 'REAUTHENTICATE');
      assert.equal(await removes(now), undefined);
    }));
});
