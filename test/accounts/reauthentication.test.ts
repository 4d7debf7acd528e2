import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const refusal = ({ status, body }: Response) => [status, body.code];

/** Requests that need recent authentication. */
const NEEDING = [
  ['PUT', '/profile/email', { email: 'another@example.net' }],
  ['POST', '/profile/totp', undefined],
  ['POST', '/profile/totp/confirm', { code: '123456' }],
  ['DELETE', '/profile/totp', { password: PASSWORD }],
  ['DELETE', '/profile/me', { confirmation: true }],
] as const;

describe('reauthentication', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ RATE_LIMIT_LOGIN: '1000' });
  });
  after(() => app.close());

  const prove = (person: Pick<Person, 'token'>, body: object = { password: PASSWORD }) =>
    app.call('POST', '/auth/reauthenticate', { token: person.token, body });

  it('is required ten minutes after login to change or delete the account', async () => {
    const ada = await signUp(app);
    app.clock.advance(10 * MINUTE_MS + SECOND_MS);
    for (const [method, path, body] of NEEDING)
      assert.deepEqual(
        refusal(await app.call(method, path, { token: ada.token, body })),
        [403, 'REAUTHENTICATE'],
        `${method} ${path}`,
      );
    const me = await app.call('GET', '/profile/me', ada);
    assert.deepEqual([me.status, me.body.data.email], [200, ada.email]);
    assert.equal((await app.call('GET', '/profile/totp', ada)).body.data.active, false);
    assert.equal(
      (await app.call('GET', '/profile/me/export', ada)).status,
      200,
      'the export does not require it',
    );
  });

  it('does not count for longer when the clock was two days ahead', async () => {
    app.clock.set(48 * 60 * MINUTE_MS);
    const ada = await signUp(app);
    assert.equal((await prove(ada)).status, 200);
    app.clock.set(-48 * 60 * MINUTE_MS);
    assert.deepEqual(refusal(await app.call('POST', '/profile/totp', ada)), [403, 'REAUTHENTICATE']);
    assert.equal((await prove(ada)).status, 200);
    assert.equal((await app.call('POST', '/profile/totp', ada)).status, 200);
  });

  it('counts for ten minutes, in its own session only', async () => {
    const ada = await signUp(app);
    const { token: other } = await logIn(app, { email: ada.email, password: PASSWORD });
    app.clock.advance(11 * MINUTE_MS);
    const { status, body } = await prove(ada);
    assert.equal(status, 200);
    assert.equal(Math.round((Date.parse(body.data.until) - app.clock.now()) / MINUTE_MS), 10);
    const offer = (token: string) => app.call('POST', '/profile/totp', { token });
    assert.equal((await offer(ada.token)).status, 200);
    assert.deepEqual(refusal(await offer(other)), [403, 'REAUTHENTICATE']);
    app.clock.advance(10 * MINUTE_MS);
    assert.deepEqual(refusal(await offer(ada.token)), [403, 'REAUTHENTICATE']);
  });

  it('answers 401 to a wrong password and keeps the session', async () => {
    const ada = await signUp(app);
    app.clock.advance(11 * MINUTE_MS);
    assert.equal((await prove(ada, { password: 'Wrong!1234' })).status, 401);
    assert.deepEqual(refusal(await app.call('POST', '/profile/totp', ada)), [403, 'REAUTHENTICATE']);
    assert.equal((await app.call('GET', '/me', ada)).status, 200);
    for (const body of [{}, { password: '' }, { password: 7 }, { password: PASSWORD, totp: 123456 }])
      assert.equal((await prove(ada, body)).status, 400, JSON.stringify(body));
    assert.equal(
      (await app.call('POST', '/auth/reauthenticate', { body: { password: PASSWORD } })).status,
      401,
    );
  });

  it('requires the TOTP code when a second factor is active, and takes each code once', async () => {
    const ada = await signUp(app);
    const offer = await app.call('POST', '/profile/totp', ada);
    const secret = fromBase32(offer.body.data.secret);
    const codeNow = () => totpCode(secret, stepAt(app.clock.now()));
    const confirm = { token: ada.token, body: { code: codeNow() } };
    assert.equal((await app.call('POST', '/profile/totp/confirm', confirm)).status, 200);
    app.clock.advance(11 * MINUTE_MS);
    assert.deepEqual(refusal(await prove(ada)), [401, 'TOTP_REQUIRED']);
    const code = codeNow();
    const wrong = code === '000000' ? '111111' : '000000';
    assert.deepEqual(refusal(await prove(ada, { password: PASSWORD, totp: wrong })), [401, 'TOTP_WRONG']);
    const shown = await prove(ada, { password: 'Wrong!1234', totp: code });
    assert.deepEqual(
      refusal(shown),
      [401, 'LOGIN_FAILED'],
      'a wrong password reveals nothing about the code',
    );
    assert.equal((await prove(ada, { password: PASSWORD, totp: code })).status, 200);
    assert.deepEqual(refusal(await prove(ada, { password: PASSWORD, totp: code })), [401, 'TOTP_WRONG']);
    const removal = (password: string) =>
      app.call('DELETE', '/profile/totp', { token: ada.token, body: { password } });
    assert.equal(
      (await removal('Wrong!1234')).status,
      400,
      'removing the second factor still takes the password',
    );
    assert.equal((await removal(PASSWORD)).status, 200);
  });

  it('counts against the login limit', async () => {
    const other = await startTestApp({ RATE_LIMIT_LOGIN: '5' });
    try {
      const ada = await signUp(other);
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++)
        statuses.push(
          (
            await other.call('POST', '/auth/reauthenticate', {
              token: ada.token,
              body: { password: 'Wrong!1234' },
            })
          ).status,
        );
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    } finally {
      await other.close();
    }
  });

  it('with REAUTHENTICATE_MINUTES=0 is required right after login and counts for a minute', async () => {
    const other = await startTestApp({ REAUTHENTICATE_MINUTES: '0' });
    try {
      const ada = await signUp(other);
      const offer = () => other.call('POST', '/profile/totp', ada);
      assert.deepEqual(refusal(await offer()), [403, 'REAUTHENTICATE']);
      const given = { token: ada.token, body: { password: PASSWORD } };
      assert.equal((await other.call('POST', '/auth/reauthenticate', given)).status, 200);
      other.clock.advance(59 * SECOND_MS);
      assert.equal((await offer()).status, 200);
      other.clock.advance(SECOND_MS);
      assert.deepEqual(refusal(await offer()), [403, 'REAUTHENTICATE']);
    } finally {
      await other.close();
    }
  });

  it('on one instance counts on another', async () => {
    const other = await startTestApp({ DATABASE_URL: app.databaseUrl });
    try {
      const ada = await signUp(app);
      for (const clock of [app.clock, other.clock]) clock.advance(11 * MINUTE_MS);
      other.clock.advance(app.clock.now() - other.clock.now());
      const offer = () => other.call('POST', '/profile/totp', ada);
      assert.deepEqual(refusal(await offer()), [403, 'REAUTHENTICATE']);
      assert.equal((await prove(ada)).status, 200);
      assert.equal((await offer()).status, 200);
    } finally {
      await other.close();
    }
  });
});
