import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type CallOptions, type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('sessions and tokens', () => {
  const SECRET = 'the secret that the tokens of this file are signed with';
  const AUTHORIZED = 'https://app.example.org';
  const HOUR_MS = 3_600_000;

  let app: TestApp;
  before(async () => {
    app = await startTestApp({ JWT_SECRET: SECRET, CORS_ORIGINS: AUTHORIZED });
  });
  after(() => app.close());

  const me = (token: string) => app.call('GET', '/me', { token });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part: string | undefined): Json =>
    JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
  const hmac = (bits: number, text: string, secret = SECRET) =>
    createHmac(`sha${bits}`, secret).update(text).digest('base64url');

  function forge(header: object, payload: object, signature: (text: string) => string): string {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${signature(text)}`;
  }

  async function refused(token: string, why: string): Promise<void> {
    const answer = await me(token);
    assert.equal(answer.status, 401, why);
    assert.equal(answer.body.success, false);
    assert.equal(typeof answer.body.error, 'string');
  }

  describe('a token', () => {
    let ada: Person;
    let claims: Json;
    before(async () => {
      ada = await signUp(app);
      claims = decode(ada.token.split('.')[1]);
    });

    it('is an HS256 JWT with the claims sub, role, jti, iat and exp, valid for 24 hours', () => {
      assert.equal(decode(ada.token.split('.')[0]).alg, 'HS256');
      assert.deepEqual(Object.keys(claims).sort(), ['exp', 'iat', 'jti', 'role', 'sub']);
      assert.equal(claims.sub, ada.id);
      assert.equal(claims.role, 'PATIENT');
      assert.equal(claims.exp - claims.iat, 24 * 3600);
    });

    it('is required: 401 without one, or with an Authorization header without a bearer token', async () => {
      assert.equal((await app.call('GET', '/me')).status, 401);
      const headers = [
        'Bearer',
        'Bearer ',
        ada.token,
        `Basic ${ada.token}`,
        `Bearer ${ada.token} x`,
        'Bearer null',
        'Bearer ..',
      ];
      for (const Authorization of headers) {
        assert.equal(
          (await app.call('GET', '/me', { headers: { Authorization } })).status,
          401,
          Authorization,
        );
      }
      const lower = await app.call('GET', '/me', { headers: { Authorization: `bearer ${ada.token}` } });
      assert.equal(lower.status, 200, 'the scheme is case-insensitive (RFC 9110, 11.1)');
    });

    it('is refused when forged, altered or signed with another key or algorithm', async () => {
      const [head = '', payload = '', signature = ''] = ada.token.split('.');
      const hs256 = { alg: 'HS256' };
      const right = (text: string) => hmac(256, text);
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const first = signature.startsWith('A') ? 'B' : 'A';
      const tokens: Record<string, string> = {
        'alg none': forge({ alg: 'none' }, claims, () => ''),
        'alg None, with the old signature': forge({ alg: 'None' }, claims, () => signature),
        'no alg': forge({ typ: 'JWT' }, claims, right),
        'another secret': forge(hs256, claims, (text) =>
          hmac(256, text, 'guessed secret guessed secret guessed'),
        ),
        'an empty secret': forge(hs256, claims, (text) => hmac(256, text, '')),
        'HS512 with the right secret': forge({ alg: 'HS512' }, claims, (text) => hmac(512, text)),
        RS256: forge({ alg: 'RS256' }, claims, (t) =>
          sign('sha256', Buffer.from(t), privateKey).toString('base64url'),
        ),
        'another role under the old signature': `${head}.${encode({ ...claims, role: 'ADMIN' })}.${signature}`,
        'a later exp under the old signature': `${head}.${encode({ ...claims, exp: claims.exp + 9 })}.${signature}`,
        'a changed signature': `${head}.${payload}.${first}${signature.slice(1)}`,
        'no signature': `${head}.${payload}.`,
        'two parts': `${head}.${payload}`,
        'four parts': `${ada.token}.x`,
        'a payload that is not JSON': ((text) => `${text}.${right(text)}`)(`${head}.bm8`),
        'correctly signed, unknown session': forge(
          hs256,
          { ...claims, jti: '11111111-1111-4111-8111-111111111111' },
          right,
        ),
        'correctly signed, without exp': forge(hs256, { ...claims, exp: undefined }, right),
        'correctly signed, jti is not a UUID': forge(hs256, { ...claims, jti: 'first' }, right),
        'correctly signed, jti is not text': forge(hs256, { ...claims, jti: 7 }, right),
        'correctly signed, sub is not a UUID': forge(hs256, { ...claims, sub: 'ada' }, right),
        "correctly signed, another account's session": forge(
          hs256,
          { ...claims, sub: (await signUp(app)).id },
          right,
        ),
        'correctly signed, without jti': forge(hs256, { ...claims, jti: undefined }, right),
        'correctly signed, expired': forge(hs256, { ...claims, exp: claims.iat - 1 }, right),
        'an unknown critical header': forge({ alg: 'HS256', crit: ['exp'], exp: 1 }, claims, right),
        'empty parts': '..',
        'a very long word': 'x'.repeat(8000),
      };
      for (const [why, token] of Object.entries(tokens)) await refused(token, why);
      assert.equal(
        (await me(forge(hs256, claims, right))).status,
        200,
        'a correctly signed token is accepted',
      );
      assert.equal((await me(ada.token)).status, 200);
    });

    it('has the role of the account, not of its own claim', async () => {
      const token = forge({ alg: 'HS256' }, { ...claims, role: 'ADMIN' }, (text) => hmac(256, text));
      const answer = await me(token);
      assert.ok(answer.status === 401 || answer.body.data.role === 'PATIENT');
    });

    it('is refused once the account is deactivated', async () => {
      const { id, token } = await signUp(app);
      // Not used before: only the admin endpoint makes instances drop cached sessions.
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [id]);
      await refused(token, 'deactivated');
    });
  });

  describe('POST /auth/renew', () => {
    const renew = (token: string) => app.call('POST', '/auth/renew', { token });
    const sessionsOf = async (token: string): Promise<Json[]> =>
      (await app.call('GET', '/profile/sessions', { token })).body.data;

    it('returns a new token of the same session and sets the cookie; the old token stays valid', async () => {
      const { token, id } = await signUp(app);
      app.clock.advance(12 * HOUR_MS);
      const answer = await renew(token);
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'success', 'token']);
      const [before, after] = [token, answer.body.token].map((one) => decode(one.split('.')[1]));
      assert.deepEqual([after.jti, after.sub, after.role], [before.jti, id, 'PATIENT']);
      assert.equal(after.exp - after.iat, 24 * 3600);
      assert.ok(Math.abs(after.exp - before.exp - 12 * 3600) <= 1, `${after.exp - before.exp}`);
      assert.equal(Date.parse(answer.body.data.expiresAt), after.exp * 1000);
      assert.equal(Date.parse(answer.body.data.renewableUntil), before.iat * 1000 + 30 * 24 * HOUR_MS);
      const cookie = answer.headers.get('set-cookie') ?? '';
      assert.match(cookie, new RegExp(`^access_token=${answer.body.token.replaceAll('.', '\\.')}; `));
      assert.match(cookie, /Max-Age=86400; HttpOnly; SameSite=Strict/);
      const listed = await sessionsOf(token);
      assert.deepEqual(
        listed.map(({ expiresAt }) => Date.parse(expiresAt)),
        [after.exp * 1000],
        'both tokens belong to one session',
      );
      app.clock.advance(12 * HOUR_MS - 5_000);
      assert.equal((await me(token)).status, 200);
      app.clock.advance(6_000);
      await refused(token, 'the old token has expired');
      assert.equal((await renew(token)).status, 401);
      assert.equal((await me(answer.body.token)).status, 200);
    });

    it('extends a session up to SESSION_MAX_DAYS after login', async () => {
      let { token } = await signUp(app);
      const { iat } = decode(token.split('.')[1]);
      const last = iat + 30 * 24 * 3600;
      for (let hours = 0; hours < 30 * 24; hours += 20) {
        const answer = await renew(token);
        assert.equal(answer.status, 200, `after ${hours} h`);
        token = answer.body.token;
        const { exp } = decode(token.split('.')[1]);
        assert.ok(exp <= last, `${exp - last} s too long after ${hours} h`);
        app.clock.advance(20 * HOUR_MS);
      }
      assert.equal(decode(token.split('.')[1]).exp, last);
      assert.equal((await renew(token)).status, 401);
      await refused(token, 'the session has ended');
    });

    it('is refused for an ended session, by token and by cookie', async () => {
      const who = await signUp(app);
      const other = await logIn(app, { email: who.email, password: PASSWORD });
      const again = (await renew(who.token)).body.token;
      await app.call('POST', '/auth/logout', { token: who.token });
      assert.equal((await renew(who.token)).status, 401);
      assert.equal((await renew(again)).status, 401, 'the renewed token ends with its session');
      await refused(again, 'logged out');
      const headers = { Cookie: `access_token=${other.token}`, Origin: AUTHORIZED };
      assert.equal((await app.call('POST', '/auth/renew', { headers })).status, 200);
      const foreign = { ...headers, Origin: 'https://evil.example.org' };
      assert.equal((await app.call('POST', '/auth/renew', { headers: foreign })).status, 403);
    });

    it('protects the session from housekeeping', async () => {
      const { token } = await signUp(app);
      const admin = await logIn(app, ADMIN);
      app.clock.advance(13 * HOUR_MS);
      const renewed = (await renew(token)).body.token;
      const { token: adminToken } = (await renew(admin.token)).body;
      app.clock.advance(13 * HOUR_MS);
      const purge = { token: adminToken, body: { task: 'purge_sessions' } };
      assert.equal((await app.call('POST', '/admin/maintenance', purge)).status, 200);
      assert.equal((await me(renewed)).status, 200);
    });
  });

  describe('a session', () => {
    it('expires after 24 hours, used or not', async () => {
      const clocked = await startTestApp();
      try {
        const seen = await signUp(clocked);
        const unseen = await signUp(clocked);
        const status = async ({ token }: Person) => (await clocked.call('GET', '/me', { token })).status;
        assert.equal(await status(seen), 200);
        clocked.clock.advance(24 * HOUR_MS - 5_000);
        assert.equal(await status(seen), 200);
        clocked.clock.advance(6_000);
        assert.equal(await status(seen), 401);
        assert.equal(await status(unseen), 401);
      } finally {
        await clocked.close();
      }
    });

    it('lasts SESSION_DURATION, like its cookie', async () => {
      const short = await startTestApp({ SESSION_DURATION: '15m' });
      try {
        const body = { email: 'short@example.org', password: PASSWORD, firstName: 'S', lastName: 'H' };
        const { headers, body: answer } = await short.call('POST', '/auth/signup', { body });
        assert.match(headers.get('set-cookie') ?? '', /Max-Age=900\b/);
        short.clock.advance(14.9 * 60_000);
        assert.equal((await short.call('GET', '/me', { token: answer.token })).status, 200);
        short.clock.advance(7_000);
        assert.equal((await short.call('GET', '/me', { token: answer.token })).status, 401);
      } finally {
        await short.close();
      }
    });
  });

  describe('POST /auth/logout', () => {
    const logout = (options: CallOptions) => app.call('POST', '/auth/logout', options);

    it('ends this session only, at once', async () => {
      const { email, token } = await signUp(app);
      const other = (await logIn(app, { email, password: PASSWORD })).token;
      for (const t of [token, other]) assert.equal((await me(t)).status, 200);
      const answer = await logout({ token });
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.data.message, 'string');
      assert.match(answer.headers.get('set-cookie') ?? '', /^access_token=; .*Max-Age=0\b/);
      await refused(token, 'logged out');
      assert.equal((await me(other)).status, 200);
      assert.equal((await logout({ token })).status, 401);
      const fresh = (await logIn(app, { email, password: PASSWORD })).token;
      assert.equal((await me(fresh)).status, 200);
    });

    it('ends a session whose token was never used', async () => {
      const { token } = await signUp(app);
      assert.equal((await logout({ token })).status, 200);
      await refused(token, 'logged out');
    });

    it('prevails over requests that race with it', async () => {
      const { token } = await signUp(app);
      await Promise.all([logout({ token }), ...Array.from({ length: 10 }, () => me(token))]);
      await refused(token, 'logged out');
    });

    it('needs a token and accepts any body', async () => {
      assert.equal((await logout({})).status, 401);
      const { token } = await signUp(app);
      assert.equal((await logout({ token, body: { whatever: true } })).status, 200);
    });
  });

  describe('the session cookie', () => {
    let cookie: string;
    let setCookie: string;
    before(async () => {
      const body = { email: 'cookie@example.org', password: PASSWORD, firstName: 'C', lastName: 'K' };
      const answer = await app.call('POST', '/auth/signup', { body });
      setCookie = answer.headers.getSetCookie()[0] ?? '';
      cookie = setCookie.split(';')[0] ?? '';
      assert.equal(cookie, `access_token=${answer.body.token}`);
    });

    const put = (headers: Record<string, string>) =>
      app.call('PUT', '/profile/me', { body: { phone: '1' }, headers: { Cookie: cookie, ...headers } });

    it('is HttpOnly, SameSite=Strict, for every path, as long as the session, and not Secure in development', () => {
      const attributes = setCookie.split('; ').slice(1).sort();
      assert.deepEqual(attributes, ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Strict']);
    });

    it('is also set by login', async () => {
      const body = { email: 'cookie@example.org', password: PASSWORD };
      const answer = await app.call('POST', '/auth/login', { body });
      assert.ok(answer.headers.get('set-cookie')?.startsWith(`access_token=${answer.body.token}; `));
    });

    it('authenticates a GET without a bearer token, among other cookies, from any page', async () => {
      for (const Cookie of [cookie, `a=b; ${cookie}; c=d`, `xaccess_token=1;${cookie}`]) {
        assert.equal((await app.call('GET', '/me', { headers: { Cookie } })).status, 200, Cookie);
      }
      const headers = { Cookie: cookie, Origin: 'https://evil.example' };
      const elsewhere = await app.call('GET', '/me', { headers });
      assert.equal(elsewhere.headers.get('access-control-allow-origin'), null);
    });

    it('does not authenticate with an invalid token', async () => {
      for (const Cookie of [
        'access_token=',
        'access_token',
        'access_token=x.y.z',
        `xaccess_token=${cookie}`,
        ';;=',
      ]) {
        assert.equal((await app.call('GET', '/me', { headers: { Cookie } })).status, 401, Cookie);
      }
    });

    it('is ignored when there is an Authorization header', async () => {
      const bad = await app.call('GET', '/me', { token: 'bad', headers: { Cookie: cookie } });
      assert.equal(bad.status, 401);
      const { token, id } = await signUp(app);
      const both = await app.call('GET', '/me', { token, headers: { Cookie: cookie } });
      assert.equal(both.body.data.id, id);
    });

    it("authorises changes from the service's own pages", async () => {
      const own = new URL(app.url).origin;
      for (const headers of [{ Origin: own }, { 'Sec-Fetch-Site': 'same-origin' }]) {
        assert.equal((await put(headers)).status, 200, JSON.stringify(headers));
      }
    });

    it('authorises changes from pages of allowed origins', async () => {
      assert.equal((await put({ Origin: AUTHORIZED, 'Sec-Fetch-Site': 'cross-site' })).status, 200);
    });

    const foreign: Record<string, string>[] = [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${AUTHORIZED}.evil.example` },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Referer: `${AUTHORIZED}/page` },
    ];
    for (const headers of foreign) {
      it(`does not authorise changes from a page that sends ${JSON.stringify(headers)}`, async () => {
        const answer = await put(headers);
        assert.equal(answer.status, 403);
        assert.equal(answer.body.success, false);
        const logout = await app.call('POST', '/auth/logout', { headers: { Cookie: cookie, ...headers } });
        assert.equal(logout.status, 403);
      });
    }

    it('gets 401, not 403, when it is invalid', async () => {
      assert.equal((await put({ Cookie: 'access_token=x' })).status, 401);
    });

    it('does not restrict a request with a bearer token, whatever its origin', async () => {
      const { token } = await signUp(app);
      const headers = { Origin: 'https://evil.example', Cookie: cookie };
      assert.equal(
        (await app.call('PUT', '/profile/me', { token, body: { phone: '1' }, headers })).status,
        200,
      );
    });
  });
});
