import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DAY_MS } from '../../src/platform/time.ts';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('the login limits', () => {
  const MINUTE_MS = 60_000;
  const HOME = '203.0.113.1';
  const WRONG = 'Wrong!1234';
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ RATE_LIMIT_LOGIN: '', TRUST_PROXY: '127.0.0.1' });
  });
  after(() => app.close());
  /** Ends every window that the previous test opened. */
  beforeEach(() => app.clock.advance(15 * MINUTE_MS));

  const post = (path: string, ip: string, body: unknown) =>
    app.call('POST', path, { body, headers: { 'X-Forwarded-For': ip } });
  const login = (ip: string, email: string, password = PASSWORD) =>
    post('/auth/login', ip, { email, password });
  const status = async (answer: Promise<Response>) => (await answer).status;
  const repeated = (times: number, value: number) => Array.from({ length: times }, () => value);
  async function statuses(times: number, call: (i: number) => Promise<Response>): Promise<number[]> {
    const all: number[] = [];
    for (let i = 0; i < times; i++) all.push((await call(i)).status);
    return all;
  }
  const waitOf = (answer: Response) => Number(answer.headers.get('retry-after') ?? Number.NaN);
  /** Tries wrong passwords for an account, two from each address. */
  const guess = (email: string, times: number) =>
    statuses(times, (i) => login(`198.51.100.${Math.floor(i / 2)}`, email, WRONG));

  describe('a shift change behind one address', () => {
    it('passes: eleven caregivers log in within a minute, some after a wrong password', async () => {
      const caregivers: Person[] = [];
      for (let i = 0; i < 11; i++) caregivers.push(await signUp(app, 'CAREGIVER'));
      for (const { email } of caregivers) {
        assert.equal(await status(login(HOME, email, WRONG)), 401);
        assert.equal(await status(login(HOME, email)), 200);
      }
    });
  });

  describe('10 requests in 5 minutes from one address for one account', () => {
    it('are the limit: the eleventh gets 429 with the remaining time in Retry-After', async () => {
      const { email } = await signUp(app);
      const other = await signUp(app);
      assert.deepEqual(await statuses(6, () => login(HOME, email)), repeated(6, 200));
      assert.deepEqual(await statuses(4, () => login(HOME, email.toUpperCase(), WRONG)), repeated(4, 401));
      app.clock.advance(MINUTE_MS);
      const refused = await login(HOME, email);
      assert.equal(refused.status, 429);
      assert.match(refused.body.error, /15 minutes/);
      assert.equal(refused.headers.get('set-cookie'), null);
      assert.ok(waitOf(refused) > 3 * 60 && waitOf(refused) <= 4 * 60, `${waitOf(refused)}`);
      assert.equal(await status(login(HOME, other.email)), 200, 'another account');
      assert.equal(await status(login('203.0.113.2', email)), 200, 'another address');
      app.clock.advance(waitOf(refused) * 1000);
      assert.equal(await status(login(HOME, email)), 200);
    });

    it('include requests to POST /auth/forgot', async () => {
      await signUp(app);
      // Without SMTP_URL each answers 409.
      const forgot = () => post('/auth/forgot', HOME, { email: 'nobody@example.org' });
      assert.deepEqual(await statuses(11, forgot), [...repeated(10, 409), 429]);
      assert.equal(await status(login(HOME, 'nobody@example.org')), 429);
    });
  });

  it('a stolen session cannot guess the password through PUT /profile/password', async () => {
    const { token } = await signUp(app);
    const change = () =>
      app.call('PUT', '/profile/password', {
        token,
        body: { currentPassword: WRONG, newPassword: 'Other!2345', confirmPassword: 'Other!2345' },
        headers: { 'X-Forwarded-For': HOME },
      });
    assert.deepEqual(await statuses(11, change), [...repeated(10, 400), 429]);
  });

  it('invalid requests count for their address and for no account', async () => {
    const { email } = await signUp(app);
    const bad = [
      {},
      { email },
      { email: 7, password: PASSWORD },
      'no JSON',
      { email: ' ', password: PASSWORD },
    ];
    const answers = await statuses(10, (i) => post('/auth/login', HOME, bad[i % bad.length]));
    assert.deepEqual(answers, repeated(10, 400));
    assert.equal(await status(post('/auth/login', HOME, {})), 429);
    assert.equal(await status(post('/auth/login', '203.0.113.2', {})), 400);
    assert.equal(await status(login(HOME, email)), 200);
  });

  describe('50 failed logins in 5 minutes from one address', () => {
    const guessFrom = (ip: (i: number) => string, times: number) =>
      statuses(times, (i) => login(ip(i), `guess${i}@example.org`, WRONG));

    /** Uses up the limit of the address. */
    const besiege = async (ip = HOME) => assert.deepEqual(await guessFrom(() => ip, 50), repeated(50, 401));

    it('are the limit over all accounts: unknown logins from there get 429 until the window ends', async () => {
      const { email } = await signUp(app);
      await besiege();
      const bodies: unknown[] = [];
      for (const one of [email, 'guess50@example.org'])
        for (const password of [PASSWORD, WRONG]) {
          const refused = await login(HOME, one, password);
          assert.equal(refused.status, 429);
          assert.ok(waitOf(refused) > 4 * 60 && waitOf(refused) <= 5 * 60, `${waitOf(refused)}`);
          const { retryAfter: _, ...body } = refused.body;
          bodies.push(body);
        }
      assert.deepEqual(
        bodies,
        repeated(4, 0).map(() => bodies[0]),
        'whether it exists is not told',
      );
      assert.equal(await status(login('203.0.113.2', email)), 200);
      app.clock.advance(5 * MINUTE_MS);
      assert.equal(await status(login(HOME, email)), 200);
    });

    it('do not stop an account that has logged in from there in the last 30 days', async () => {
      const { email } = await signUp(app);
      assert.equal(await status(login(HOME, email)), 200);
      app.clock.advance(29 * DAY_MS);
      await besiege();
      assert.equal(await status(login(HOME, email)), 200);
      app.clock.advance(31 * DAY_MS);
      await besiege();
      assert.equal(await status(login(HOME, email)), 429);
    });

    it('slow such an account to one login in 5 s, and no other', async (t) => {
      const at = Date.now();
      const still = await startTestApp({ RATE_LIMIT_LOGIN: '' }, { now: () => at });
      t.after(() => still.close());
      const attempt = (email: string, password = PASSWORD) =>
        status(still.call('POST', '/auth/login', { body: { email, password } }));
      const [nurse, other] = [await signUp(still), await signUp(still)];
      for (let i = 0; i < 50; i++) assert.equal(await attempt(`guess${i}@example.org`), 401);
      assert.equal(await attempt(nurse.email, WRONG), 401);
      let isAnswered = false;
      const waiting = attempt(nurse.email).finally(() => {
        isAnswered = true;
      });
      assert.equal(await attempt(other.email), 200, 'others do not wait');
      assert.equal(isAnswered, false);
      still.clock.advance(5_000);
      assert.equal(await waiting, 200);
    });

    it('do not hold more than a few logins of one account: the others get 429', async () => {
      const { email } = await signUp(app);
      assert.equal(await status(login(HOME, email)), 200);
      await besiege();
      const answers = Promise.all(Array.from({ length: 9 }, () => status(login(HOME, email))));
      let isDone = false;
      void answers.finally(() => {
        isDone = true;
      });
      await eventually('all are answered', () => {
        app.clock.advance(1_000);
        return isDone;
      });
      const counts = (await answers).toSorted();
      assert.ok(counts.filter((one) => one === 200).length >= 2, String(counts));
      assert.ok(
        counts.every((one) => one === 200 || one === 429),
        String(counts),
      );
    });

    describe('do not stop a browser with the cookie of an earlier login', () => {
      const cookieOf = (answer: Response) =>
        answer.headers
          .getSetCookie()
          .find((cookie) => cookie.startsWith('known_browser='))
          ?.split(';')[0] ?? assert.fail('no cookie');
      const loginWith = (cookie: string, email: string, password = PASSWORD) =>
        app.call('POST', '/auth/login', {
          body: { email, password },
          headers: { 'X-Forwarded-For': HOME, Cookie: cookie },
        });

      it('for its own accounts, several on a shared computer, and for no other', async () => {
        const [nurse, colleague, stranger] = [await signUp(app), await signUp(app), await signUp(app)];
        const first = cookieOf(await login('198.51.100.1', nurse.email));
        const both = cookieOf(
          await app.call('POST', '/auth/login', {
            body: { email: colleague.email, password: PASSWORD },
            headers: { 'X-Forwarded-For': '198.51.100.1', Cookie: first },
          }),
        );
        await besiege();
        assert.equal(await status(loginWith(first, colleague.email)), 429);
        assert.equal(await status(loginWith(both, stranger.email)), 429);
        assert.equal(await status(loginWith(both, nurse.email)), 200);
        app.clock.advance(5_000);
        assert.equal(await status(loginWith(both, colleague.email)), 200);
      });

      it('unless it is forged, changed or older than a year', async () => {
        const { email } = await signUp(app);
        const cookie = cookieOf(await login('198.51.100.1', email));
        const value = cookie.slice('known_browser='.length);
        const bytes = Buffer.from(value, 'base64url');
        const flipped = (at: number) =>
          Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))).toString('base64url');
        await besiege();
        for (const bad of [
          '',
          'x',
          'A'.repeat(5_000),
          value.slice(0, -4),
          flipped(0),
          flipped(20),
          flipped(bytes.length - 1),
          Buffer.alloc(bytes.length).toString('base64url'),
        ])
          assert.equal(await status(loginWith(`known_browser=${bad}`, email)), 429, bad.slice(0, 20));
        assert.equal(await status(loginWith(cookie, email, WRONG)), 401);
        app.clock.advance(366 * DAY_MS);
        await besiege();
        assert.equal(await status(loginWith(cookie, email)), 429);
      });

      it('which is http-only, for logins alone, and stays after logout', async () => {
        const { email } = await signUp(app);
        const answer = await login('198.51.100.1', email);
        const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('known_browser='));
        assert.match(
          cookie ?? '',
          /^known_browser=[\w-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
        );
        const { headers } = await app.call('POST', '/auth/logout', { token: answer.body.token });
        assert.ok(headers.getSetCookie().every((one) => !one.startsWith('known_browser=')));
      });

      it('who asks for a link to a new password', async () => {
        const { email } = await signUp(app);
        const cookie = cookieOf(await login(HOME, email));
        await besiege();
        const forgot = (headers: Readonly<Record<string, string>>) =>
          status(
            app.call('POST', '/auth/forgot', {
              body: { email },
              headers: { 'X-Forwarded-For': HOME, ...headers },
            }),
          );
        assert.equal(await forgot({}), 429, 'the answer does not tell who logs in from here');
        assert.equal(await forgot({ Cookie: cookie }), 409, 'without SMTP_URL');
      });
    });

    it('do not stop what is done with a valid session', async () => {
      const { email, token } = await signUp(app);
      await besiege();
      const as = (method: string, path: string, body: unknown) =>
        status(app.call(method, path, { token, body, headers: { 'X-Forwarded-For': HOME } }));
      assert.equal(await status(login(HOME, email)), 429);
      assert.equal(await as('POST', '/auth/reauthenticate', { password: WRONG }), 401);
      assert.equal(await as('POST', '/auth/reauthenticate', { password: PASSWORD }), 200);
      const newPassword = 'Other!2345';
      const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
      assert.equal(await as('PUT', '/profile/password', change), 200);
    });

    it('are counted exactly when simultaneous', async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) => status(login(HOME, `guess${i}@example.org`, WRONG))),
      );
      assert.equal(answers.filter((one) => one === 401).length, 50);
      assert.equal(answers.filter((one) => one === 429).length, 10);
    });

    it('share one count within an IPv6 /64', async () => {
      const { email } = await signUp(app);
      const inside = (i: number) => `2001:db8:0:7:${i.toString(16)}::${i + 1}`;
      assert.deepEqual(await guessFrom(inside, 50), repeated(50, 401));
      assert.equal(await status(login('2001:db8:0:7:ffff:ffff:ffff:ffff', email)), 429);
      assert.equal(await status(login('2001:db8:0:8::1', email)), 200);
    });

    it('include requests to POST /auth/forgot', async () => {
      const ask = (i: number) => post('/auth/forgot', HOME, { email: `guess${i}@example.org` });
      assert.deepEqual(await statuses(51, ask), [...repeated(50, 409), 429]);
      assert.equal(await status(login(HOME, 'somebody@example.org')), 429);
    });
  });

  describe('20 failed logins in 15 minutes for one account from any address', () => {
    it('lock the account for new addresses, but not for those it logged in from before', async () => {
      const nurse = await signUp(app, 'CAREGIVER');
      assert.equal(await status(login(HOME, nurse.email)), 200);
      assert.equal(await status(login('2001:db8::7', nurse.email)), 200);
      assert.deepEqual(await guess(nurse.email, 20), repeated(20, 401));
      const refused = await login('192.0.2.9', nurse.email);
      assert.equal(refused.status, 429);
      assert.ok(waitOf(refused) > 14 * 60 && waitOf(refused) <= 15 * 60, `${waitOf(refused)}`);
      assert.equal(await status(login(HOME, nurse.email)), 200);
      assert.equal(await status(login('2001:db8::1:2:3:4', nurse.email)), 200, 'the same network');
      assert.equal(
        await status(login(HOME, nurse.email, WRONG)),
        401,
        'a wrong password from a known address does not lock the account',
      );
      assert.equal(await status(login(HOME, nurse.email)), 200);
      assert.equal(await status(login('192.0.2.9', nurse.email)), 429);
      app.clock.advance(15 * MINUTE_MS);
      assert.equal(await status(login('192.0.2.9', nurse.email)), 200);
    });

    it('keep known addresses open after the sessions are purged', async () => {
      const nurse = await signUp(app, 'CAREGIVER');
      assert.equal(await status(login(HOME, nurse.email)), 200);
      await sql(app.databaseUrl, 'DELETE FROM sessions WHERE user_id = $1', [nurse.id]);
      await guess(nurse.email, 20);
      assert.equal(await status(login('192.0.2.9', nurse.email)), 429);
      assert.equal(await status(login(HOME, nurse.email)), 200);
    });

    it('get the same answers for an account that does not exist', async () => {
      const real = await signUp(app);
      const bodies: unknown[] = [];
      for (const email of [real.email, 'nobody@example.org']) {
        assert.deepEqual(await guess(email, 20), repeated(20, 401));
        const refused = await login('192.0.2.9', email);
        assert.equal(refused.status, 429);
        const { retryAfter, ...body } = refused.body;
        assert.ok(retryAfter > 14 * 60);
        bodies.push(body);
        app.clock.advance(15 * MINUTE_MS);
      }
      assert.deepEqual(bodies[0], bodies[1]);
    });

    it('keep only the newest 20 networks of an account', async () => {
      const { id, email } = await signUp(app);
      for (let i = 0; i < 25; i++) {
        app.clock.advance(MINUTE_MS);
        assert.equal(await status(login(`198.51.100.${i}`, email)), 200);
      }
      const kept = await sql(
        app.databaseUrl,
        'SELECT network FROM login_networks WHERE user_id = $1 ORDER BY last_login_at DESC',
        [id],
      );
      assert.equal(kept.length, 20);
      assert.equal(kept[0].network, '198.51.100.24');
      assert.equal(kept[19].network, '198.51.100.5');
    });
  });

  it('RATE_LIMIT_LOGIN=0 lifts all three limits', async () => {
    const open = await startTestApp({ RATE_LIMIT_LOGIN: '0' });
    const { email } = await signUp(open);
    const attempt = (password: string) => open.call('POST', '/auth/login', { body: { email, password } });
    assert.deepEqual(await statuses(60, () => attempt(WRONG)), repeated(60, 401));
    assert.equal(await status(attempt(PASSWORD)), 200);
    await open.close();
  });
});
