import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import { ADMIN, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';

describe('rate limits', () => {
  const MINUTE_MS = 60_000;
  let app: TestApp;
  afterEach(() => app.close());

  const start = async (env: Record<string, string>) => {
    app = await startTestApp(env);
    return app;
  };
  const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });
  const times = async (n: number, call: (i: number) => Promise<Response>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < n; i++) statuses.push((await call(i)).status);
    return statuses;
  };
  const repeat = (n: number, status: number) => Array.from({ length: n }, () => status);
  const number = (answer: Response, header: string) => Number(answer.headers.get(header) ?? Number.NaN);

  describe('the global limit', () => {
    it('is 100 requests per minute by default: headers count down, the 101st gets 429, a minute resets it', async () => {
      const { call, clock } = await start({ RATE_LIMIT_GLOBAL: '' });
      const { token } = await signUp(app);
      for (let left = 99; left >= 0; left--) {
        const answer = await call('GET', '/me', { token });
        assert.equal(answer.status, 200);
        assert.equal(number(answer, 'x-ratelimit-limit'), 100);
        assert.equal(number(answer, 'x-ratelimit-remaining'), left);
        const reset = number(answer, 'x-ratelimit-reset') - clock.now() / 1000;
        assert.ok(
          Number.isInteger(number(answer, 'x-ratelimit-reset')) && reset > 0 && reset <= 61,
          `${reset}`,
        );
      }
      const refused = await call('GET', '/me', { token });
      assert.equal(refused.status, 429);
      assert.equal(refused.body.success, false);
      assert.equal(typeof refused.body.error, 'string');
      assert.equal(number(refused, 'x-ratelimit-limit'), 100);
      assert.equal(number(refused, 'x-ratelimit-remaining'), 0);
      const wait = number(refused, 'retry-after');
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `${wait}`);
      assert.ok(Math.abs(number(refused, 'x-ratelimit-reset') - (clock.now() / 1000 + wait)) <= 1.5);

      clock.advance((wait - 2) * 1000);
      const still = await call('GET', '/me', { token });
      assert.equal(still.status, 429);
      assert.ok(number(still, 'retry-after') <= 2);
      clock.advance(2_000);
      const recovered = await call('GET', '/me', { token });
      assert.equal(recovered.status, 200);
      assert.equal(number(recovered, 'x-ratelimit-remaining'), 99);
    });

    it('counts failures, unknown paths and wrong methods, and applies before authentication', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '4' });
      const failing = ['/me', '/nowhere', '/auth/logout', '/openapi.json'];
      assert.deepEqual(await times(4, (i) => call('GET', failing[i] ?? '')), [401, 404, 405, 200]);
      for (const path of failing) {
        const answer = await call('GET', path);
        assert.equal(answer.status, 429, path);
        assert.ok(number(answer, 'retry-after') >= 1);
      }
    });

    it('adds its headers to every answer it covers, and to no other', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '50' });
      const under: [string, string][] = [
        ['GET', '/me'],
        ['GET', '/nowhere'],
        ['POST', '/me'],
        ['PUT', '/profile/me'],
        ['HEAD', '/me'],
      ];
      for (const [method, path] of under) {
        assert.equal(number(await call(method, path), 'x-ratelimit-limit'), 50, `${method} ${path}`);
      }
      const free: [string, string][] = [
        ['GET', '/health'],
        ['POST', '/auth/logout'],
        ['POST', '/auth/login'],
        ['OPTIONS', '/me'],
      ];
      for (const [method, path] of free) {
        assert.equal((await call(method, path)).headers.get('x-ratelimit-limit'), null, `${method} ${path}`);
      }
    });

    it('counts neither OPTIONS nor routes with a limit of their own', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '2' });
      const { email, token } = await signUp(app);
      assert.deepEqual(await times(10, () => call('OPTIONS', '/me')), repeat(10, 204));
      assert.deepEqual(await times(10, () => call('GET', '/health')), repeat(10, 200));
      assert.deepEqual(await times(10, () => call('POST', '/auth/logout')), repeat(10, 401));
      await logIn(app, { email, password: PASSWORD });
      await signUp(app);
      assert.deepEqual(await times(3, () => call('GET', '/me', { token })), [200, 200, 429]);
      assert.equal((await call('GET', '/health')).status, 200);
      assert.equal((await call('POST', '/auth/logout', { token })).status, 200);
    });

    it('counts urgent requests such as acknowledgements, but never refuses them', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '2' });
      const { token } = await signUp(app, 'CAREGIVER');
      const acknowledge = () => call('POST', `/caregivers/alerts/${randomUUID()}/acknowledge`, { token });
      assert.deepEqual(await times(2, acknowledge), [404, 404]);
      assert.equal((await call('GET', '/caregivers/alerts', { token })).status, 429);
      const beyond = await acknowledge();
      assert.equal(beyond.status, 404);
      assert.equal(number(beyond, 'x-ratelimit-remaining'), 0);
    });

    it('is switched off by 0', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '0' });
      assert.deepEqual(new Set(await times(120, () => call('GET', '/nowhere'))), new Set([404]));
    });
  });

  describe('the global limit with RATE_LIMIT_BY=session', () => {
    const admin = async () => (await logIn(app, ADMIN)).token;

    it('counts each session of a person for itself, and requests without one per address', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '3', RATE_LIMIT_BY: 'session' });
      const [ada, ben] = [await signUp(app), await signUp(app)];
      const me = (token?: string) => call('GET', '/me', { token });
      const first = await me(ada.token);
      assert.deepEqual([number(first, 'x-ratelimit-limit'), number(first, 'x-ratelimit-remaining')], [3, 2]);
      assert.deepEqual(await times(3, () => me(ada.token)), [200, 200, 429]);
      assert.deepEqual(await times(4, () => me(ben.token)), [200, 200, 200, 429], 'another person');
      const second = (await logIn(app, { email: ada.email, password: PASSWORD })).token;
      assert.equal((await me(second)).status, 200, 'another session');
      const cookie = { headers: { Cookie: `access_token=${second}` } };
      assert.deepEqual(await times(3, () => call('GET', '/me', cookie)), [200, 200, 429], 'the same session');
      assert.deepEqual(await times(4, () => me()), [401, 401, 401, 429]);
      assert.equal((await me('no.such.token')).status, 429, 'no valid session');
      assert.equal((await call('POST', '/auth/logout', ben)).status, 200);
      assert.equal((await me(ben.token)).status, 429, 'a session that has ended');
    });

    it('counts access tokens and stations per address', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '6', RATE_LIMIT_BY: 'session' });
      const token = await admin();
      const made = await call('POST', '/admin/service-accounts', {
        token,
        body: { name: 'X', scopes: ['read'] },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { code } = (await call('POST', '/stations', { token, body: { name: 'Office' } })).body.data;
      const enrolled = await call('POST', '/stations/enrol', { body: { code } });
      const Cookie = `access_token=${token}; ${enrolled.headers.getSetCookie()[0]?.split(';')[0]}`;
      assert.deepEqual(
        await times(4, () => call('GET', '/board', { token: made.body.data.token })),
        repeat(4, 200),
      );
      assert.deepEqual(
        await times(3, () => call('GET', '/stations/me', { headers: { Cookie } })),
        [200, 200, 429],
      );
      assert.equal((await call('GET', '/me', { token })).status, 200);
    });

    it('stops an address at ten times the limit of a session, whatever tokens it has', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '2', RATE_LIMIT_BY: 'session' });
      const sessions: Person[] = [];
      for (let i = 0; i < 11; i++) sessions.push(await signUp(app));
      const statuses = await times(22, (i) => call('GET', '/me', { token: sessions[i % 11]?.token }));
      assert.deepEqual(statuses, [...repeat(20, 200), 429, 429]);
      const beyond = await call('GET', '/me', { token: sessions[10]?.token });
      assert.equal(number(beyond, 'x-ratelimit-limit'), 20);
      app.clock.advance(MINUTE_MS);
      assert.equal((await call('GET', '/me', { token: sessions[10]?.token })).status, 200);
    });

    it('is off by default: two people of one address share its limit, and the setup guide learns of it', async () => {
      const { call, clock } = await start({ RATE_LIMIT_GLOBAL: '4' });
      const [ada, ben] = [await signUp(app), await signUp(app)];
      const token = await admin();
      const facts = async () => {
        clock.advance(MINUTE_MS);
        return (await call('GET', '/admin/setup', { token })).body.data;
      };
      const refuse = async (person: typeof ada) => {
        clock.advance(MINUTE_MS);
        assert.deepEqual(await times(6, () => call('GET', '/me', person)), [200, 200, 200, 200, 429, 429]);
      };
      await refuse(ada);
      const { rateLimitBy, sharesAddress } = await facts();
      assert.deepEqual({ rateLimitBy, sharesAddress }, { rateLimitBy: 'address', sharesAddress: false });
      await refuse(ben);
      await eventually('the guide knows', async () => (await facts()).sharesAddress);
      assert.equal((await call('GET', '/admin/setup', ada)).status, 403);
    });
  });

  describe('the signup limit', () => {
    it('is 5 per 15 minutes by default and counts every attempt', async () => {
      const { call, clock } = await start({ RATE_LIMIT_SIGNUP: '' });
      await signUp(app);
      assert.deepEqual(await times(4, () => call('POST', '/auth/signup', { body: {} })), repeat(4, 400));
      const refused = await call('POST', '/auth/signup', { body: {} });
      assert.equal(refused.status, 429);
      const wait = number(refused, 'retry-after');
      assert.ok(wait > 14 * 60 && wait <= 15 * 60, `${wait}`);
      clock.advance(14 * MINUTE_MS);
      assert.equal((await call('POST', '/auth/signup', { body: {} })).status, 429);
      clock.advance(MINUTE_MS);
      await signUp(app);
    });
  });

  describe('the client address', () => {
    it("is the socket's: X-Forwarded-For from an untrusted peer changes nothing", async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '3' });
      assert.deepEqual(
        await times(4, (i) => call('GET', '/me', from(`203.0.113.${i}`))),
        [401, 401, 401, 429],
      );
    });

    it('is the right-most untrusted address behind proxies of TRUST_PROXY', async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '1', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' });
      const status = async (forwarded: string) => (await call('GET', '/me', from(forwarded))).status;
      assert.equal(await status('203.0.113.1'), 401);
      assert.equal(await status('203.0.113.1'), 429);
      assert.equal(await status('203.0.113.2'), 401, 'a different client address');
      assert.equal(
        await status('203.0.113.99, 203.0.113.1'),
        429,
        'addresses claimed further left are ignored',
      );
      assert.equal(
        await status('203.0.113.98, 203.0.113.2, 10.1.2.3'),
        429,
        'a trusted proxy in between is skipped',
      );
      assert.equal(await status(' 203.0.113.3 ,10.9.9.9'), 401);
      assert.equal(await status('::ffff:203.0.113.3'), 429, 'an IPv4-mapped IPv6 address is the same client');
      assert.equal(await status('2001:db8::1'), 401);
      assert.equal(await status('2001:0DB8:0:0::1'), 429, 'in another spelling');
    });

    it("is the proxy's when the header is invalid", async () => {
      const { call } = await start({ RATE_LIMIT_GLOBAL: '1', TRUST_PROXY: '127.0.0.0/8' });
      const forwards = ['unknown', '203.0.113.7, nonsense', '10.0.0.300', ',', '127.0.0.9'];
      assert.deepEqual(
        await times(5, (i) => call('GET', '/me', from(forwards[i] ?? ''))),
        [401, 429, 429, 429, 429],
      );
    });
  });
});
