import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { type Json, JWT_SECRET, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { refusedLive } from '../helpers/live.ts';
import { logIn, logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { startRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { codeOf, join } from '../mqtt/clients.ts';
import { connackCode } from '../mqtt/version.ts';

const NEW_PASSWORD = 'Brand*New1';
const DAY_MS = 86_400_000;
/** CONNACK return codes. */
const WELCOME = 0;
const BAD_CREDENTIALS = connackCode(4);
const NOT_AUTHORIZED = connackCode(5);

const refusal = ({ status, body }: Response) => [status, body.code];
const DUE = [403, 'PASSWORD_CHANGE_REQUIRED'];

describe('a temporary password', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ REQUIRE_PASSWORD_CHANGE: 'true' });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  let people = 0;
  async function make(path: '/patients' | '/caregivers', by: Person): Promise<Json> {
    people += 1;
    const body = { email: `temporary${people}@example.org`, firstName: 'Tem', lastName: 'Porary' };
    const answer = await app.call('POST', path, { token: by.token, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  }
  const newCaregiver = () => make('/caregivers', admin);
  const newPatient = async () => make('/patients', await signUp(app, 'CAREGIVER'));
  const tokenOf = async ({ email, temporaryPassword: password }: Json): Promise<string> =>
    (await logIn(app, { email, password })).token;
  const change = (token: string, currentPassword: string, method = 'PUT') =>
    app.call(method, '/profile/password', {
      token,
      body: { currentPassword, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    });

  it('allows only a password change, GET /me and logout after login', async () => {
    const caregiver = await newCaregiver();
    const token = await tokenOf(caregiver);
    const me = await app.call('GET', '/me', { token });
    assert.deepEqual([me.status, me.body.data.mustChangePassword], [200, true]);
    for (const [method, path, body] of [
      ['GET', '/board', undefined],
      ['GET', '/profile/me', undefined],
      ['PUT', '/profile/me', { phone: '1' }],
      ['PUT', '/profile/email', { email: 'x@example.net' }],
      ['POST', '/patients', { email: 'y@example.net', firstName: 'A', lastName: 'B' }],
      ['POST', '/auth/reauthenticate', { password: caregiver.temporaryPassword }],
      ['POST', '/device/sensor-stream', resting(randomMac())],
      ['DELETE', '/profile/me', { confirmation: true }],
    ] as const)
      assert.deepEqual(refusal(await app.call(method, path, { token, body })), DUE, `${method} ${path}`);
    const changed = await change(token, caregiver.temporaryPassword);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal((await app.call('GET', '/board', { token })).status, 200, 'the same session works at once');
    assert.equal((await app.call('GET', '/me', { token })).body.data.mustChangePassword, undefined);
  });

  it('can be changed with POST as with PUT, and its session can log out', async () => {
    const caregiver = await newCaregiver();
    const token = await tokenOf(caregiver);
    assert.equal((await change(token, 'Wrong!1234', 'POST')).status, 400);
    assert.equal((await change(token, caregiver.temporaryPassword, 'POST')).status, 200);
    const another = await newCaregiver();
    assert.equal((await app.call('POST', '/auth/logout', { token: await tokenOf(another) })).status, 200);
  });

  it("from an admin's reset requires a change on the live socket and over MQTT too", async () => {
    const carer = await signUp(app, 'CAREGIVER');
    const { body } = await app.call('POST', `/admin/users/${carer.id}/password-reset`, admin);
    const password = body.data.temporaryPassword;
    const { token } = await logIn(app, { email: carer.email, password });
    const refused = await refusedLive(app, { token });
    assert.deepEqual([refused.status, refused.body.code], DUE);
    assert.equal(await codeOf(join(app, { username: carer.email, password })), NOT_AUTHORIZED);
    assert.equal(await codeOf(join(app, { username: carer.email, password: token })), NOT_AUTHORIZED);
    assert.equal((await change(token, password)).status, 200);
    assert.equal(await codeOf(join(app, { username: carer.email, password: NEW_PASSWORD })), WELCOME);
  });

  it('from POST /patients keeps working for the wearable: MQTT, sensor stream and help', async () => {
    const patient = await newPatient();
    const { email, temporaryPassword: password } = patient;
    const token = await tokenOf(patient);
    assert.equal(await codeOf(join(app, { username: email, password })), WELCOME);
    assert.equal(await codeOf(join(app, { username: email, password: token })), WELCOME);
    const mac = randomMac();
    for (let tries = 0; tries < 2; tries++) {
      const sent = await app.call('POST', '/device/sensor-stream', { token, body: resting(mac) });
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
      app.clock.advance(1_000);
    }
    assert.equal((await app.call('POST', '/help', { token })).status, 201);
    const pressed = { token, body: { answer: 'help' } };
    assert.equal((await app.call('POST', `/device/${mac}/answer`, pressed)).status, 200);
    assert.deepEqual(refusal(await app.call('GET', '/falls', { token })), DUE);
    assert.deepEqual(refusal(await app.call('GET', '/patients/me', { token })), DUE);
    assert.equal((await refusedLive(app, { token })).status, 403);
  });

  it('expires after seven days', async () => {
    const caregiver = await newCaregiver();
    const early = await newCaregiver();
    app.clock.advance(7 * DAY_MS - 60_000);
    assert.equal(await tokenOf(early).then(() => 200), 200);
    app.clock.advance(60_000);
    const { email, temporaryPassword: password } = caregiver;
    const late = await app.call('POST', '/auth/login', { body: { email, password } });
    assert.deepEqual(refusal(late), [401, 'TEMPORARY_PASSWORD_EXPIRED']);
    assert.equal(late.body.token, undefined);
    const wrong = await app.call('POST', '/auth/login', { body: { email, password: 'Wrong!1234' } });
    assert.deepEqual(refusal(wrong), [401, 'LOGIN_FAILED'], 'a wrong password does not reveal the expiry');
    assert.equal(await codeOf(join(app, { username: email, password })), BAD_CREDENTIALS);
    admin = await logInAsAdmin(app);
  });

  it('from POST /patients still works after seven days, but for the wearable only, and cannot be changed', async () => {
    const patient = await newPatient();
    app.clock.advance(7 * DAY_MS);
    const { email, temporaryPassword: password } = patient;
    assert.equal(await codeOf(join(app, { username: email, password })), WELCOME);
    const token = await tokenOf(patient);
    const sent = await app.call('POST', '/device/sensor-stream', { token, body: resting(randomMac()) });
    assert.equal(sent.status, 200);
    assert.deepEqual(refusal(await app.call('GET', '/falls', { token })), DUE);
    assert.deepEqual(refusal(await change(token, password)), [400, 'PASSWORD_WRONG']);
    admin = await logInAsAdmin(app);
  });

  it('change takes effect on another instance at once', { skip: WITHOUT_REDIS }, async () => {
    const redis = await startRedis();
    const env = { REQUIRE_PASSWORD_CHANGE: 'true', REDIS_URL: redis.url };
    const one = await startTestApp(env);
    const other = await startTestApp({ ...env, DATABASE_URL: one.databaseUrl });
    try {
      const { token: by } = await logInAsAdmin(one);
      const body = { email: 'two@example.org', firstName: 'T', lastName: 'Wo' };
      const { data } = (await one.call('POST', '/caregivers', { token: by, body })).body;
      const { token } = await logIn(one, { email: data.email, password: data.temporaryPassword });
      // Both instances cache the session from here on.
      for (const app of [one, other])
        assert.deepEqual(refusal(await app.call('GET', '/board', { token })), DUE);
      const change = {
        currentPassword: data.temporaryPassword,
        newPassword: NEW_PASSWORD,
        confirmPassword: NEW_PASSWORD,
      };
      assert.equal((await one.call('PUT', '/profile/password', { token, body: change })).status, 200);
      assert.equal((await one.call('GET', '/board', { token })).status, 200);
      await eventually(
        'the other instance accepts the session',
        async () => (await other.call('GET', '/board', { token })).status === 200,
      );
    } finally {
      await other.close();
      await one.close();
      await redis.stop();
    }
  });

  it('must be changed in production by default, and not in development', async () => {
    const production = { NODE_ENV: 'production', JWT_SECRET };
    assert.equal(readConfig(production).requirePasswordChange, true);
    assert.equal(
      readConfig({ ...production, REQUIRE_PASSWORD_CHANGE: 'false' }).requirePasswordChange,
      false,
    );
    assert.equal(readConfig({}).requirePasswordChange, false);
    const other = await startTestApp();
    try {
      const { token } = await logInAsAdmin(other);
      const body = { email: 'free@example.org', firstName: 'F', lastName: 'Ree' };
      const { data } = (await other.call('POST', '/caregivers', { token, body })).body;
      const session = await logIn(other, { email: data.email, password: data.temporaryPassword });
      assert.equal((await other.call('GET', '/board', { token: session.token })).status, 200);
    } finally {
      await other.close();
    }
  });
});
