import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { ConfigMistakes } from '../../src/platform/config/config.ts';
import { ADMIN, startTestApp } from '../helpers/app.ts';
import { logInAsAdmin, PASSWORD, type Person } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { codeOf, join } from '../mqtt/clients.ts';
import { callFrom, logIn, rosa, SIGN_ON, type SignOnWorld, startSignOn } from './sign-on.ts';

describe('PASSWORD_LOGIN=off', () => {
  let world: SignOnWorld;
  let admin: Person;
  before(async () => {
    world = await startSignOn({ PASSWORD_LOGIN: 'off', BREAK_GLASS_ADMINS: ADMIN.email });
    admin = await logInAsAdmin(world.app);
  });
  after(() => world.close());

  async function opened(path: '/caregivers' | '/patients', email: string, { token } = admin) {
    const body = { email, firstName: 'Pat', lastName: 'Word' };
    const { data } = (await world.app.call('POST', path, { token, body })).body;
    return { email, password: data.temporaryPassword as string, id: data.id as string };
  }

  it('closes passwords for caregivers, over HTTP and MQTT, and says so to those who know theirs alone', async () => {
    const { email, password } = await opened('/caregivers', 'nurse@example.org');
    const login = async (given: string) => {
      const { status, body } = await world.app.call('POST', '/auth/login', {
        body: { email, password: given },
      });
      return [status, body.code];
    };
    assert.deepEqual(await login(password), [403, 'PASSWORD_LOGIN_OFF']);
    assert.deepEqual(await login('Wrong!1234'), [401, 'LOGIN_FAILED']);
    assert.notEqual(await codeOf(join(world.app, { username: email, password })), undefined);
  });

  it('leaves patients their passwords', async () => {
    const { token = '' } = await logIn(world, 'rosa', { claims: rosa() });
    const nurse = { id: '', email: '', token };
    const { email, password } = await opened('/patients', 'patient@example.org', nurse);
    assert.equal((await world.app.call('POST', '/auth/login', { body: { email, password } })).status, 200);
  });

  it('closes sign-up', async () => {
    const body = {
      email: 'x@example.org',
      password: PASSWORD,
      firstName: 'X',
      lastName: 'Y',
      role: 'PATIENT',
    };
    assert.equal((await world.app.call('POST', '/auth/signup', { body })).body.code, 'SIGNUP_CLOSED');
  });

  it('tells all admins of each login of an emergency admin', async () => {
    const { token } = await logIn(world, 'boss', { claims: rosa(['admins'], { email: 'boss@example.org' }) });
    const before = await world.app.call('GET', '/board', { token });
    const count = (body: unknown) => JSON.stringify(body).split('"PASSWORD_USED"').length - 1;
    await logInAsAdmin(world.app);
    let shown = before;
    for (let tries = 0; tries < 200 && count(shown.body) <= count(before.body); tries++)
      shown = await world.app.call('GET', '/board', { token });
    assert.ok(count(shown.body) > count(before.body));
  });

  it('keeps the last emergency admin, whose role and address follow no provider', async () => {
    const body = { email: 'second@example.org', firstName: 'Second', lastName: 'Admin' };
    const { id } = (await world.app.call('POST', '/caregivers', { token: admin.token, body })).body.data;
    // An admin with a password that PASSWORD_LOGIN does not let in.
    const promotion = { token: admin.token, body: { role: 'ADMIN' } };
    assert.equal((await world.app.call('POST', `/admin/users/${id}/role`, promotion)).status, 200);
    const claims = rosa(['nurses'], { email: ADMIN.email });
    const { browser, location } = await logIn(world, 'emergency', { claims });
    assert.equal(location, '/login?link=password');
    const link = await callFrom(world.app, browser, 'POST', '/auth/oidc/link', {
      body: { password: ADMIN.password },
    });
    assert.equal(link.body.data.role, 'ADMIN');
    await logIn(world, 'emergency', { claims: rosa(['nurses'], { email: 'moved@example.org' }) });
    const { status, body: answer } = await world.app.call('POST', '/auth/login', { body: ADMIN });
    assert.deepEqual([status, answer.data?.role], [200, 'ADMIN']);
  });

  it('still takes the password of an account once, to link it', async () => {
    const { email, password, id } = await opened('/caregivers', 'once@example.org');
    const body = { role: 'ADMIN' };
    // With another role than that of the groups, it is not linked at once.
    await world.app.call('POST', `/admin/users/${id}/role`, { token: admin.token, body });
    const { browser, location } = await logIn(world, 'once', { claims: rosa(['nurses'], { email }) });
    assert.equal(location, '/login?link=password');
    const linked = await callFrom(world.app, browser, 'POST', '/auth/oidc/link', { body: { password } });
    assert.deepEqual([linked.status, linked.body.data.id], [200, id]);
  });
});

describe('BREAK_GLASS_ADMINS', () => {
  it('warns at the start of addresses that no admin has', async () => {
    const said: string[] = [];
    const log = silentLog({ warn: (_, message) => said.push(message) });
    const names = `${ADMIN.email}, nobody@example.org`;
    const app = await startTestApp(
      {
        ...SIGN_ON,
        OIDC_ISSUER: 'https://login.example.org',
        PASSWORD_LOGIN: 'off',
        BREAK_GLASS_ADMINS: names,
      },
      { log },
    );
    await app.close();
    assert.ok(
      said.some((line) => /BREAK_GLASS_ADMINS names 1 of 2/.test(line)),
      said.join('; '),
    );
  });
});

describe('the settings of single sign-on', () => {
  const BASE = { NODE_ENV: 'test', OIDC_ISSUER: 'https://login.example.org', ...SIGN_ON };
  const mistakesOf = (env: Readonly<Record<string, string>>): readonly string[] => {
    try {
      readConfig(env);
      return [];
    } catch (error) {
      if (error instanceof ConfigMistakes) return error.mistakes;
      throw error;
    }
  };
  const assertMistake = (env: Readonly<Record<string, string>>, mistake: RegExp) => {
    const mistakes = mistakesOf(env);
    assert.ok(
      mistakes.some((one) => mistake.test(one)),
      `${mistakes.join('; ')} has no ${mistake}`,
    );
  };

  it('are right as the documents show them', () => {
    assert.deepEqual(mistakesOf(BASE), []);
    assert.deepEqual(mistakesOf({ ...BASE, OIDC_ISSUER: 'http://127.0.0.1:3000' }), []);
    assert.deepEqual(mistakesOf({ NODE_ENV: 'test' }), []);
  });

  it('are refused at the start when they would let nobody in, or anybody', () => {
    assertMistake({ ...BASE, OIDC_ISSUER: 'http://login.example.org' }, /OIDC_ISSUER .*https/);
    assertMistake({ ...BASE, OIDC_ISSUER: 'http://127.0.0.1.example.org' }, /OIDC_ISSUER .*https/);
    assertMistake({ ...BASE, OIDC_CLIENT_ID: '' }, /OIDC_ISSUER and OIDC_CLIENT_ID go together/);
    assertMistake({ ...BASE, OIDC_SCOPES: 'profile' }, /OIDC_SCOPES must contain openid/);
    assertMistake({ ...BASE, OIDC_WARD_GROUPS: 'station-1' }, /OIDC_WARD_GROUPS/);
    assertMistake({ ...BASE, OIDC_ADMIN_GROUPS: '', OIDC_CAREGIVER_GROUPS: '' }, /nobody could log in/);
    assertMistake(
      { NODE_ENV: 'test', PASSWORD_LOGIN: 'off', BREAK_GLASS_ADMINS: 'a@b.de' },
      /needs OIDC_ISSUER/,
    );
    assertMistake({ ...BASE, PASSWORD_LOGIN: 'off' }, /BREAK_GLASS_ADMINS is required/);
    assertMistake({ ...BASE, PASSWORD_LOGIN: 'off', BREAK_GLASS_ADMINS: ' , ' }, /BREAK_GLASS_ADMINS/);
    assertMistake({ ...BASE, NODE_ENV: 'production' }, /PUBLIC_URL is required/);
  });
});
