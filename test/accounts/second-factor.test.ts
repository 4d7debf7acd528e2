import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { base32, stepAt, stepOfCode, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { ADMIN, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { refusedLive } from '../helpers/live.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { closed, codeOf, join } from '../mqtt/clients.ts';
import { connackCode } from '../mqtt/version.ts';

describe('a TOTP code', () => {
  const secret = Buffer.from('12345678901234567890');

  it('matches RFC 6238, appendix B', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const)
      assert.equal(totpCode(secret, stepAt(seconds * 1000)), code);
    assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    assert.deepEqual(fromBase32(base32(Buffer.from([255, 1, 7]))), Buffer.from([255, 1, 7]));
  });

  it('is valid one step early or late, but not two', () => {
    const now = 1_234_567_890_000;
    const found = [-2, -1, 0, 1, 2].map((distance) =>
      stepOfCode(secret, totpCode(secret, stepAt(now) + distance), now),
    );
    const step = stepAt(now);
    assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
  });
});

describe('the second factor', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ RATE_LIMIT_LOGIN: '0' });
  });
  after(() => app.close());

  const login = (person: Pick<Person, 'email'>, more: object = {}): Promise<Response> =>
    app.call('POST', '/auth/login', { body: { email: person.email, password: PASSWORD, ...more } });
  const confirm = (person: Person, code: string) =>
    app.call('POST', '/profile/totp/confirm', { token: person.token, body: { code } });
  const codeNow = (secret: Buffer): string => totpCode(secret, stepAt(app.clock.now()));

  async function setUp(person: Person): Promise<{ secret: Buffer; recoveryCodes: string[] }> {
    const { body } = await app.call('POST', '/profile/totp', person);
    const secret = fromBase32(body.data.secret);
    const confirmed = await confirm(person, codeNow(secret));
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
    return { secret, recoveryCodes: confirmed.body.data.recoveryCodes };
  }

  it('is active only after a code confirms its secret', async () => {
    const ada = await signUp(app);
    assert.equal((await confirm(ada, '123456')).status, 409);
    const { body } = await app.call('POST', '/profile/totp', ada);
    const { secret, otpauthUrl } = body.data;
    const url = new URL(otpauthUrl);
    assert.deepEqual([url.protocol, url.host, url.searchParams.get('secret')], ['otpauth:', 'totp', secret]);
    assert.equal((await login(ada)).status, 200);
    const right = codeNow(fromBase32(secret));
    const wrong = await confirm(ada, right === '000000' ? '111111' : '000000');
    assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['code']]);
    const confirmed = await confirm(ada, ` ${right.slice(0, 3)} ${right.slice(3)}`);
    assert.equal(confirmed.status, 200);
    assert.equal(new Set(confirmed.body.data.recoveryCodes).size, 10);
    assert.equal((await app.call('POST', '/profile/totp', ada)).status, 409);
    assert.equal((await confirm(ada, right)).status, 409);
    const used = await login(ada, { totp: right });
    assert.equal(used.status, 401, 'the confirming code is used up');
    const state = (await app.call('GET', '/profile/totp', ada)).body.data;
    assert.deepEqual([state.active, state.recoveryCodesLeft, state.required], [true, 10, false]);
    app.clock.advance(30_000);
  });

  it('is asked for after the right password only, and takes each code once', async () => {
    const bob = await signUp(app);
    const { secret, recoveryCodes } = await setUp(bob);
    app.clock.advance(30_000);
    const without = await login(bob);
    assert.deepEqual([without.status, Object.keys(without.body.details)], [401, ['totp']]);
    for (const totp of [undefined, codeNow(secret), recoveryCodes[0]]) {
      const { status, body } = await login(bob, { password: 'Wrong!1234', totp });
      assert.deepEqual([status, body.details], [401, undefined], 'a wrong password reveals nothing');
    }
    const code = codeNow(secret);
    const wrong = await login(bob, { totp: code === '000000' ? '111111' : '000000' });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [401, ['totp']]);
    assert.equal((await login(bob, { totp: code })).status, 200);
    assert.equal((await login(bob, { totp: code })).status, 401);
    app.clock.advance(30_000);
    const next = codeNow(secret);
    const atOnce = await Promise.all([login(bob, { totp: next }), login(bob, { totp: next })]);
    assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, 401]);

    const [recovery = ''] = recoveryCodes;
    assert.equal((await login(bob, { totp: recovery.toUpperCase().replaceAll('-', ' ') })).status, 200);
    assert.equal((await login(bob, { totp: recovery })).status, 401);
    assert.equal((await app.call('GET', '/profile/totp', bob)).body.data.recoveryCodesLeft, 9);
  });

  it('is removed with the password; removal answers 404 when there is none', async () => {
    const cleo = await signUp(app);
    const remove = (password: string) =>
      app.call('DELETE', '/profile/totp', { token: cleo.token, body: { password } });
    assert.equal((await remove(PASSWORD)).status, 404);
    const { recoveryCodes } = await setUp(cleo);
    const wrong = await remove('Wrong!1234');
    assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['password']]);
    assert.equal((await remove(PASSWORD)).status, 200);
    assert.equal((await login(cleo)).status, 200);
    await setUp(cleo);
    assert.equal((await login(cleo, { totp: recoveryCodes[0] })).status, 401, 'old recovery codes are void');
    app.clock.advance(30_000);
  });

  it('lets MQTT accept a session or device token, but not the password', async () => {
    const dot = await signUp(app);
    const mac = randomMac();
    await stream(app, dot, resting(mac));
    const deviceToken = (await app.call('POST', `/device/${mac}/token`, dot)).body.data.token;
    const by = (username: string, password: string) => codeOf(join(app, { username, password }));
    assert.equal(await by(dot.email, PASSWORD), 0);
    const earlier = await join(app, { username: dot.email, password: PASSWORD });
    await setUp(dot);
    await closed(earlier);
    assert.equal(await by(dot.email, PASSWORD), connackCode(5));
    assert.equal(await by(dot.email, dot.token), 0);
    assert.equal(await by(mac, deviceToken), 0);
  });

  describe('10 wrong codes for an account in 15 minutes', () => {
    const MINUTE_MS = 60_000;
    const wrongCode = (secret: Buffer): string => {
      const near = [-1, 0, 1].map((distance) => totpCode(secret, stepAt(app.clock.now()) + distance));
      return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '';
    };

    it('are the limit even with RATE_LIMIT_LOGIN=0: valid codes get 429 until the window ends', async () => {
      const [eve, other] = [await signUp(app), await signUp(app)];
      const { secret, recoveryCodes } = await setUp(eve);
      await setUp(other);
      app.clock.advance(30_000);
      assert.equal((await login(eve, { totp: codeNow(secret) })).status, 200, 'valid codes do not count');
      const guesses = Array.from({ length: 12 }, () => login(eve, { totp: wrongCode(secret) }));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429], 'simultaneous attempts');
      app.clock.advance(MINUTE_MS);
      const refused = await login(eve, { totp: codeNow(secret) });
      assert.equal(refused.status, 429);
      assert.ok(refused.body.retryAfter > 13 * 60 && refused.body.retryAfter <= 14 * 60);
      assert.equal((await login(eve, { totp: recoveryCodes[0] })).status, 429);
      const wrong = await login(eve, { password: 'Wrong!1234', totp: codeNow(secret) });
      assert.equal(wrong.status, 401, 'only the right password reveals the limit');
      assert.equal((await login(other, { totp: '000000' })).status, 401, 'another account');
      app.clock.advance(14 * MINUTE_MS);
      assert.equal((await login(eve, { totp: codeNow(secret) })).status, 200);
    });

    it('include those sent to POST /profile/totp/confirm', async () => {
      const fay = await signUp(app);
      const { body } = await app.call('POST', '/profile/totp', fay);
      const secret = fromBase32(body.data.secret);
      for (let i = 0; i < 10; i++) assert.equal((await confirm(fay, wrongCode(secret))).status, 400);
      assert.equal((await confirm(fay, codeNow(secret))).status, 429);
      app.clock.advance(15 * MINUTE_MS);
      const proof = { token: fay.token, body: { password: PASSWORD } };
      assert.equal((await app.call('POST', '/auth/reauthenticate', proof)).status, 200);
      assert.equal((await confirm(fay, codeNow(secret))).status, 200);
    });
  });

  describe('with REQUIRE_TOTP=ADMIN', () => {
    let strict: TestApp;
    before(async () => {
      strict = await startTestApp({ REQUIRE_TOTP: 'ADMIN' });
    });
    after(() => strict.close());

    it('limits admins to its setup until they confirm it', async () => {
      const admin = await logInAsAdmin(strict);
      const statuses = async (...paths: string[]) =>
        Promise.all(paths.map(async (path) => (await strict.call('GET', path, admin)).status));
      const refused = await strict.call('GET', '/admin/users', admin);
      assert.deepEqual([refused.status, Object.keys(refused.body.details)], [403, ['totp']]);
      assert.deepEqual(await statuses('/profile/me', '/messages', '/admin/stats'), [403, 403, 403]);
      assert.deepEqual(await statuses('/me', '/profile/totp'), [200, 200]);
      assert.equal((await strict.call('GET', '/me', admin)).body.data.lacksSecondFactor, true);
      assert.equal((await send(strict, admin, resting(randomMac()))).status, 403);
      assert.equal((await refusedLive(strict, admin)).status, 403);
      for (const password of [ADMIN.password, admin.token])
        assert.equal(await codeOf(join(strict, { username: ADMIN.email, password })), connackCode(5));
      assert.equal((await strict.call('GET', '/profile/totp', admin)).body.data.required, true);

      const { body } = await strict.call('POST', '/profile/totp', admin);
      const secret = fromBase32(body.data.secret);
      const code = totpCode(secret, stepAt(strict.clock.now()));
      const options = { token: admin.token, body: { code } };
      assert.equal((await strict.call('POST', '/profile/totp/confirm', options)).status, 200);
      assert.deepEqual(await statuses('/admin/users', '/profile/me'), [200, 200]);

      const removal = { token: admin.token, body: { password: ADMIN.password } };
      assert.equal((await strict.call('DELETE', '/profile/totp', removal)).status, 200);
      assert.deepEqual(await statuses('/admin/users', '/me'), [403, 200]);
      assert.equal((await strict.call('POST', '/auth/logout', admin)).status, 200);
    });

    it('does not affect patients', async () => {
      const patient = await signUp(strict);
      assert.equal((await strict.call('GET', '/profile/me', patient)).status, 200);
    });
  });
});
