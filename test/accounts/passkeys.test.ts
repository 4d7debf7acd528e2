import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { relyingPartyOf } from '../../src/accounts/passkeys/relying-party.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Authenticator, attestationOf, createAuthenticator } from '../helpers/authenticator.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const ORIGIN = 'https://vigil.example.org';
const MINUTE = 60_000;

describe('the relying party', () => {
  it('comes from PUBLIC_URL, where browsers offer passkeys', () => {
    assert.deepEqual(relyingPartyOf('https://care.example.org/'), {
      id: 'care.example.org',
      origin: 'https://care.example.org',
    });
    assert.deepEqual(relyingPartyOf('http://localhost:3000'), {
      id: 'localhost',
      origin: 'http://localhost:3000',
    });
    for (const url of [
      'http://care.example.org',
      'https://192.0.2.1',
      'https://[2001:db8::1]',
      'http://127.0.0.1:3000',
    ])
      assert.equal(relyingPartyOf(url), undefined, url);
  });
});

describe('passkeys', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({
      PUBLIC_URL: ORIGIN,
      REQUIRE_TOTP: 'ADMIN',
      REQUIRE_PASSWORD_CHANGE: 'true',
      SESSION_DURATION: '24h',
    });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const as = (person: Pick<Person, 'token'> | undefined, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person?.token, body });
  const options = async (person: Person): Promise<Json> => {
    const answer = await as(person, 'POST', '/profile/passkeys/options');
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const add = (person: Person, response: Json, name = 'Phone') =>
    as(person, 'POST', '/profile/passkeys', { response, name });
  async function enrolled(person: Person): Promise<Authenticator & { readonly passkeyId: string }> {
    const authenticator = createAuthenticator(ORIGIN);
    const answer = await add(person, authenticator.create(await options(person)));
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return Object.assign(authenticator, { passkeyId: answer.body.data.id });
  }
  const loginOptions = async (body: Json = {}): Promise<Json> =>
    (await as(undefined, 'POST', '/auth/passkey/options', body)).body.data;
  const logIn = (response: Json) => as(undefined, 'POST', '/auth/passkey', { response });
  const logInWith = async (authenticator: Authenticator) => logIn(authenticator.get(await loginOptions()));
  const asSession = (answer: Json): Person => ({ ...answer.body.data, token: answer.body.token });

  it('are added, listed, used for a login without a password, and removed', async () => {
    const ada = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    const offered = await options(ada);
    assert.deepEqual(offered.rp, { id: 'vigil.example.org', name: 'Vigil' });
    assert.deepEqual([offered.user.name, offered.user.displayName], [ada.email, 'Ada Jones']);
    assert.equal(offered.authenticatorSelection.userVerification, 'required');
    const phone = createAuthenticator(ORIGIN);
    const added = await add(ada, phone.create(offered), '  Phone ');
    assert.equal(added.status, 201);
    assert.deepEqual(Object.keys(added.body.data).sort(), ['createdAt', 'id', 'lastUsedAt', 'name']);
    assert.equal(added.body.data.name, 'Phone');

    phone.counter = 1;
    const answer = await logInWith(phone);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.data.id, ada.id);
    assert.match(answer.headers.get('set-cookie') ?? '', /^access_token=.*HttpOnly/);
    const session = asSession(answer);
    assert.equal((await as(session, 'GET', '/me')).body.data.email, ada.email);
    const [listed] = (await as(session, 'GET', '/profile/passkeys')).body.data;
    assert.ok(listed.lastUsedAt);
    const { excludeCredentials } = await options(session);
    assert.deepEqual(
      excludeCredentials.map((one: Json) => one.id),
      [phone.id],
    );

    assert.equal((await as(session, 'DELETE', `/profile/passkeys/${listed.id}`)).status, 200);
    assert.equal((await as(session, 'DELETE', `/profile/passkeys/${listed.id}`)).status, 404);
    assert.deepEqual((await as(session, 'GET', '/profile/passkeys')).body.data, []);
    phone.counter = 2;
    assert.equal((await logInWith(phone)).body.code, 'PASSKEY_REFUSED');
    const { data } = (await as(session, 'GET', '/profile/sessions')).body;
    assert.ok(data.length >= 2, 'the session of the removal goes on');
    const actions = await sql(app.databaseUrl, 'SELECT action FROM audit_log WHERE actor_id = $1', [ada.id]);
    for (const action of ['passkey.added', 'passkey.deleted', 'login'])
      assert.ok(
        actions.some((line) => line.action === action),
        action,
      );
  });

  it('ask for a recent proof, and belong to one person', async () => {
    const [ada, eva] = [await signUp(app), await signUp(app)];
    const { passkeyId } = await enrolled(ada);
    assert.equal((await as(eva, 'DELETE', `/profile/passkeys/${passkeyId}`)).status, 403);
    assert.deepEqual((await as(eva, 'GET', '/profile/passkeys')).body.data, []);
    const offered = await options(ada);
    assert.equal((await add(eva, createAuthenticator(ORIGIN).create(offered))).status, 400);
    app.clock.advance(11 * MINUTE);
    for (const [method, path] of [
      ['POST', '/profile/passkeys/options'],
      ['DELETE', `/profile/passkeys/${passkeyId}`],
    ] as const)
      assert.equal((await as(ada, method, path)).body.code, 'REAUTHENTICATE');
    assert.equal((await add(ada, createAuthenticator(ORIGIN).create(offered))).body.code, 'REAUTHENTICATE');
    await as(ada, 'POST', '/auth/reauthenticate', { password: PASSWORD });
    assert.equal((await as(ada, 'DELETE', `/profile/passkeys/${passkeyId}`)).status, 200);
  });

  it('are refused unless challenge, origin, relying party, type and verification are right', async () => {
    const ada = await signUp(app);
    const wrong: readonly [string, Json][] = [
      ['origin', { origin: 'https://evil.example.org' }],
      ['relying party', { rpId: 'evil.example.org' }],
      ['type', { type: 'webauthn.get' }],
      ['verification', { isVerified: false }],
      ['challenge', { challenge: 'AAAA' }],
      ['attestation', { attestation: Buffer.from('nonsense') }],
    ];
    for (const [what, changes] of wrong) {
      const answer = await add(ada, createAuthenticator(ORIGIN).create(await options(ada), changes));
      assert.deepEqual([answer.status, answer.body.code], [400, 'PASSKEY_INVALID'], what);
    }
    const withCertificate = attestationOf(
      'packed',
      { alg: -7, sig: Buffer.alloc(8), x5c: [Buffer.alloc(8)] },
      Buffer.alloc(64),
    );
    const certified = createAuthenticator(ORIGIN).create(await options(ada), {
      attestation: withCertificate,
    });
    assert.equal((await add(ada, certified)).status, 400);

    const phone = await enrolled(ada);
    for (const [what, changes] of wrong.slice(0, 5)) {
      const type = what === 'type' ? { type: 'webauthn.create' } : changes;
      const answer = await logIn(phone.get(await loginOptions(), type));
      assert.deepEqual([answer.status, answer.body.code], [401, 'PASSKEY_REFUSED'], what);
    }
    const other = Buffer.alloc(16).toString('base64url');
    assert.equal((await logIn(phone.get(await loginOptions(), { userHandle: other }))).status, 401);
    const forged = createAuthenticator(ORIGIN).get(await loginOptions(), { userHandle: null });
    assert.equal((await logIn({ ...forged, id: phone.id, rawId: phone.id })).status, 401);
    assert.equal((await logIn(phone.get(await loginOptions(), { userHandle: null }))).status, 200);
  });

  it('answer a challenge once, within five minutes, at the place it was made for', async () => {
    const ada = await signUp(app);
    const phone = await enrolled(ada);
    const assertion = phone.get(await loginOptions());
    assert.equal((await logIn(assertion)).status, 200);
    assert.equal((await logIn(assertion)).status, 401);
    const late = phone.get(await loginOptions());
    const enrolment = await options(ada);
    app.clock.advance(5 * MINUTE);
    assert.equal((await logIn(late)).status, 401);
    assert.equal((await add(ada, createAuthenticator(ORIGIN).create(enrolment))).status, 400);
    assert.equal(
      (await logIn(phone.get(await loginOptions(), { challenge: (await options(ada)).challenge }))).status,
      401,
    );
    const login = await loginOptions();
    const created = createAuthenticator(ORIGIN).create(await options(ada), { challenge: login.challenge });
    assert.equal((await add(ada, created)).status, 400);
    const together = phone.get(await loginOptions());
    const statuses = (await Promise.all([logIn(together), logIn(together)])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 401]);
    const other = await startTestApp(
      { PUBLIC_URL: ORIGIN, DATABASE_URL: app.databaseUrl },
      { now: app.clock.now },
    );
    const elsewhere = phone.get(await loginOptions());
    const login2 = await other.call('POST', '/auth/passkey', { body: { response: elsewhere } });
    await other.close();
    assert.equal(login2.status, 200, 'at another instance');
    await loginOptions();
    const [{ count }] = await sql(app.databaseUrl, 'SELECT count(*)::int FROM passkey_challenges');
    assert.ok(count < 12, 'expired challenges are deleted');
  });

  it('whose counter does not rise are refused as copies', async () => {
    const phone = await enrolled(await signUp(app));
    phone.counter = 5;
    assert.equal((await logInWith(phone)).status, 200);
    for (const counter of [5, 4, 0]) {
      phone.counter = counter;
      assert.equal((await logInWith(phone)).status, 401, String(counter));
    }
    phone.counter = 6;
    assert.equal((await logInWith(phone)).status, 200);
  });

  it('say nothing about which accounts exist', async () => {
    const ada = await signUp(app);
    await enrolled(ada);
    const shape = (answer: Json) => ({ ...answer, challenge: answer.challenge.length });
    const known = shape(await loginOptions({ email: ada.email }));
    assert.deepEqual(shape(await loginOptions({ email: 'nobody@example.org' })), known);
    assert.deepEqual(shape(await loginOptions()), known);
    assert.equal(known.userVerification, 'required');
  });

  it("count as second factor, and as a password of one's own; a password alone does not", async () => {
    assert.equal((await as(admin, 'GET', '/admin/users')).body.code, 'TOTP_SETUP_REQUIRED');
    admin = await logInAsAdmin(app);
    const phone = await enrolled(admin);
    assert.equal((await as(admin, 'GET', '/admin/users')).body.code, 'TOTP_SETUP_REQUIRED');
    const session = asSession(await logInWith(phone));
    assert.equal((await as(session, 'GET', '/admin/users')).status, 200);
    assert.equal((await as(session, 'GET', '/me')).body.data.lacksSecondFactor, undefined);

    const nurse = await signUp(app, 'CAREGIVER');
    const key = await enrolled(nurse);
    await as(session, 'POST', `/admin/users/${nurse.id}/password-reset`);
    const reset = asSession(await logInWith(key));
    assert.equal((await as(reset, 'GET', '/caregivers/me')).status, 200);
    app.clock.advance(8 * 24 * 60 * MINUTE);
    assert.equal((await logInWith(key)).status, 200, 'also after the temporary password has expired');

    await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [nurse.id]);
    const refused = await logInWith(key);
    assert.deepEqual([refused.status, refused.body.code], [403, 'ACCOUNT_DEACTIVATED']);
    admin = asSession(await logInWith(phone));
    await as(admin, 'DELETE', `/profile/passkeys/${phone.passkeyId}`);
    assert.equal((await as(admin, 'GET', '/admin/users')).body.code, 'TOTP_SETUP_REQUIRED');
  });

  it('end the other sessions that they have opened when they are removed', async () => {
    const ada = await signUp(app);
    const [phone, tablet] = [await enrolled(ada), await enrolled(ada)];
    const [lost, kept] = [asSession(await logInWith(phone)), asSession(await logInWith(tablet))];
    assert.equal((await as(ada, 'DELETE', `/profile/passkeys/${phone.passkeyId}`)).status, 200);
    assert.equal((await as(lost, 'GET', '/me')).status, 401);
    assert.equal((await as(kept, 'GET', '/me')).status, 200);
    assert.equal((await as(ada, 'GET', '/me')).status, 200);
  });

  it('are at most ten, also when two are added at once, and one credential belongs to one account', async () => {
    const ada = await signUp(app);
    const first = await enrolled(ada);
    const eva = await signUp(app);
    const taken = await add(eva, first.create(await options(eva)));
    assert.deepEqual([taken.status, taken.body.code], [409, 'PASSKEY_TAKEN']);
    await sql(
      app.databaseUrl,
      `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, created_at)
       SELECT $1::uuid, 'Key', decode(md5(n::text || $1::uuid), 'hex'), '', 0, '{}', now() FROM generate_series(1, 8) n`,
      [ada.id],
    );
    const [one, two] = [await options(ada), await options(ada)].map((offered) =>
      createAuthenticator(ORIGIN).create(offered),
    );
    const statuses = (await Promise.all([add(ada, one), add(ada, two)])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 409]);
    assert.equal((await as(ada, 'POST', '/profile/passkeys/options')).body.code, 'PASSKEY_LIMIT');
    await as(ada, 'DELETE', '/profile/me', { confirmation: true });
    assert.deepEqual(await sql(app.databaseUrl, 'SELECT 1 FROM passkeys WHERE user_id = $1', [ada.id]), []);
  });

  it('refuse malformed answers with 400', async () => {
    const ada = await signUp(app);
    const good = createAuthenticator(ORIGIN).create(await options(ada));
    for (const body of [
      {},
      { response: 1, name: 'x' },
      { response: good },
      { response: good, name: '' },
      { response: good, name: 'x'.repeat(81) },
      { response: { ...good, id: '' }, name: 'x' },
      { response: { ...good, id: 'not base64url!' }, name: 'x' },
      { response: { ...good, response: {} }, name: 'x' },
      { response: { ...good, response: { ...good.response, clientDataJSON: 'e30' } }, name: 'x' },
      { response: { ...good, response: { ...good.response, clientDataJSON: 'bnVsbA' } }, name: 'x' },
      { response: { ...good, response: { ...good.response, attestationObject: 'oA' } }, name: 'x' },
      { response: { ...good, type: 'password' }, name: 'x' },
    ])
      assert.equal((await as(ada, 'POST', '/profile/passkeys', body)).status, 400, JSON.stringify(body));
    for (const body of [{}, { response: null }, { response: { id: 'a' } }, { response: good }])
      assert.equal((await as(undefined, 'POST', '/auth/passkey', body)).status, 400, JSON.stringify(body));
    assert.equal((await as(undefined, 'POST', '/auth/passkey/options', { email: 5 })).status, 400);
  });
});

describe('passkeys and login limits', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ PUBLIC_URL: 'https://192.0.2.1', RATE_LIMIT_LOGIN: '5' });
  });
  after(() => app.close());

  it('count unknown passkeys as login attempts, and need a host name', async () => {
    const stranger = createAuthenticator(ORIGIN);
    const response = stranger.get({ challenge: 'AAAA', rpId: 'x' }, { userHandle: null });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await app.call('POST', '/auth/passkey', { body: { response } })).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const options = await app.call('POST', '/auth/passkey/options', { body: {} });
    assert.deepEqual([options.status, options.body.code], [409, 'NOT_CONFIGURED']);
  });
});
