import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Authenticator, createAuthenticator } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { refusedLive } from '../helpers/live.ts';
import { mailTo } from '../helpers/mail-links.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { startProvider, type TestProvider } from '../helpers/provider.ts';
import { bySession, codeOf, join } from '../mqtt/clients.ts';
import { callFrom, logIn, rosa, SIGN_ON } from './sign-on.ts';

const MINUTE_MS = 60_000;

describe('what a password or a passkey opens, with PASSWORD_LOGIN=off', () => {
  let database: TestDatabase;
  let provider: TestProvider;
  let mailbox: Mailbox;
  let app: TestApp;
  /** With a password and a passkey from before, and an account at the provider. */
  let nurse: Person;
  let admin: Person;
  const passkeys = new Map<string, Authenticator>();
  let oldLink: string;
  let token: string;

  const start = (env: Readonly<Record<string, string>> = {}) =>
    startTestApp({
      ...SIGN_ON,
      DATABASE_URL: database.url,
      OIDC_ISSUER: provider.issuer,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'vigil@example.org',
      REQUIRE_PASSWORD_CHANGE: 'true',
      ...env,
    });
  const origin = () => new URL(app.url).origin.replace('127.0.0.1', 'localhost');
  const call = (method: string, path: string, body?: Json, person?: Pick<Person, 'token'>) =>
    app.call(method, path, { token: person?.token, body });
  const codeFrom = async (method: string, path: string, body?: Json, person?: Pick<Person, 'token'>) => {
    const { status, body: reply } = await call(method, path, body, person);
    return [status, reply.code];
  };
  async function enrol(person: Person): Promise<void> {
    const key = createAuthenticator(origin());
    const { data } = (await call('POST', '/profile/passkeys/options', undefined, person)).body;
    const passkey = { response: key.create(data), name: 'Phone' };
    assert.equal((await call('POST', '/profile/passkeys', passkey, person)).status, 201);
    passkeys.set(person.id, key);
  }
  async function byPasskey(person: Person): Promise<Json> {
    const { data } = (await call('POST', '/auth/passkey/options', {})).body;
    const response = passkeys.get(person.id)?.get(data, { origin: origin() });
    const { status, body } = await call('POST', '/auth/passkey', { response });
    return [status, body.code];
  }
  const atProvider = async (): Promise<string> => {
    const world = { app, provider, close: async () => {} };
    const claims = rosa(['nurses'], { email: nurse.email });
    return (await logIn(world, 'nurse', { claims })).token ?? '';
  };

  before(async () => {
    [database, provider, mailbox] = await Promise.all([
      createTestDatabase(),
      startProvider(),
      startMailbox(),
    ]);
    app = await start();
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
    for (const person of [nurse, admin]) await enrol(person);
    await call('POST', '/auth/forgot', { email: nurse.email });
    oldLink = /\/login#token=([\w-]+)/.exec(await mailTo(mailbox, nurse.email))?.[1] ?? '';
    await app.close();
    app = await start({ PASSWORD_LOGIN: 'off', BREAK_GLASS_ADMINS: ADMIN.email });
    await provider.serve(app, {});
    const browser = new Browser();
    provider.people.set('nurse', rosa(['nurses'], { email: nurse.email }));
    provider.login = { accountId: 'nurse' };
    const world = { app, provider, close: async () => {} };
    assert.equal((await logIn(world, 'nurse', { browser })).location, '/login?link=password');
    const link = await callFrom(app, browser, 'POST', '/auth/oidc/link', { body: { password: PASSWORD } });
    assert.equal(link.status, 200);
    token = link.body.token;
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await provider.close();
    await mailbox.close();
    await database.drop();
  });

  it('is closed for an old session over HTTP, MQTT and the live socket', async () => {
    assert.equal((await call('GET', '/me', undefined, nurse)).status, 401);
    assert.equal((await refusedLive(app, { token: nurse.token })).status, 401);
    assert.notEqual(await codeOf(join(app, bySession(nurse))), 0);
    assert.equal(await codeOf(join(app, bySession({ ...nurse, token }))), 0, 'that of the provider is open');
  });

  it('is closed for the password of staff over HTTP and MQTT', async () => {
    const body = { email: nurse.email, password: PASSWORD };
    assert.deepEqual(await codeFrom('POST', '/auth/login', body), [403, 'PASSWORD_LOGIN_OFF']);
    assert.notEqual(await codeOf(join(app, { username: nurse.email, password: PASSWORD })), 0);
  });

  it('is closed for the passkey of staff, who get no new one, and open for that of an emergency admin', async () => {
    assert.deepEqual(await byPasskey(nurse), [403, 'PASSWORD_LOGIN_OFF']);
    assert.deepEqual(await codeFrom('POST', '/profile/passkeys/options', undefined, { token }), [
      403,
      'PASSWORD_LOGIN_OFF',
    ]);
    assert.deepEqual(await byPasskey(admin), [200, undefined]);
    assert.equal((await call('POST', '/profile/passkeys/options', undefined, admin)).status, 200);
  });

  it('is said by GET /me, for the pages of the console', async () => {
    const signOn = async (person: Pick<Person, 'token'>) =>
      (await call('GET', '/me', undefined, person)).body.data.signOn;
    const { name } = await signOn({ token });
    assert.deepEqual(await signOn({ token }), {
      name,
      isLinked: true,
      hasPassword: false,
      mayUsePasskey: false,
    });
    assert.deepEqual(await signOn(admin), { name, isLinked: false, hasPassword: true, mayUsePasskey: true });
  });

  it('is no link to a new password: the reply is that for an unknown address, without a mail', async () => {
    const count = () => mailbox.mails.length;
    const before = count();
    const ask = (email: string) => call('POST', '/auth/forgot', { email });
    const [unknown, known] = [await ask('nobody@example.org'), await ask(nurse.email)];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    await ask(ADMIN.email);
    await mailTo(mailbox, ADMIN.email);
    assert.equal(count(), before + 1, 'that of the emergency admin');
  });

  it('is not recent authentication, so no second factor is set up with it', async () => {
    app.clock.advance(11 * MINUTE_MS);
    const setUp = () => codeFrom('POST', '/profile/totp', undefined, { token });
    assert.deepEqual(await setUp(), [403, 'REAUTHENTICATE']);
    assert.deepEqual(await codeFrom('POST', '/auth/reauthenticate', { password: PASSWORD }, { token }), [
      403,
      'PASSWORD_LOGIN_OFF',
    ]);
    assert.deepEqual(await setUp(), [403, 'REAUTHENTICATE']);
  });

  it('is nothing by a link from before, or by a temporary password that an admin gives', async () => {
    const chosen = { token: oldLink, newPassword: 'Brand*New1' };
    await call('POST', '/auth/reset', chosen);
    const login = (password: string) => codeFrom('POST', '/auth/login', { email: nurse.email, password });
    for (const password of [PASSWORD, chosen.newPassword]) assert.notEqual((await login(password))[0], 200);
    admin = await logInAsAdmin(app);
    const reset = await call('POST', `/admin/users/${nurse.id}/password-reset`, undefined, admin);
    const { temporaryPassword } = reset.body.data;
    assert.deepEqual(await login(temporaryPassword), [403, 'PASSWORD_LOGIN_OFF']);
    const byMqtt = { username: nurse.email, password: temporaryPassword };
    assert.notEqual(await codeOf(join(app, byMqtt)), 0);
  });

  it('is not asked for of a person with a temporary password who logs in at the provider', async () => {
    token = await atProvider();
    const me = await call('GET', '/me', undefined, { token });
    assert.deepEqual([me.status, me.body.data.mustChangePassword], [200, undefined]);
    assert.equal((await call('GET', '/board', undefined, { token })).status, 200);
  });
});
