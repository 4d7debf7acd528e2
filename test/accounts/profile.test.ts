import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('profiles', () => {
  const NEW = 'Brand*New1';
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const status = async (token: string) => (await app.call('GET', '/me', { token })).status;

  describe('GET and PUT /profile/me', () => {
    let ada: Person;
    before(async () => {
      ada = await signUp(app);
    });

    const get = async () => (await app.call('GET', '/profile/me', { token: ada.token })).body.data;
    const put = (body: unknown) => app.call('PUT', '/profile/me', { token: ada.token, body });

    it('return every field of the contract, with null for unknown values', async () => {
      const { id, email, createdAt, lastLogin, lastName, ...rest } = await get();
      assert.deepEqual([id, email], [ada.id, ada.email]);
      assert.ok(!Number.isNaN(Date.parse(createdAt)) && !Number.isNaN(Date.parse(lastLogin)));
      assert.equal(typeof lastName, 'string');
      assert.deepEqual(rest, {
        firstName: 'Pat',
        role: 'PATIENT',
        dateOfBirth: null,
        phone: null,
        avatar: null,
        language: null,
      });
    });

    it('need a token; GET /me has the fields of the contract', async () => {
      const me = await app.call('GET', '/me', { token: ada.token });
      const fields = ['createdAt', 'email', 'firstName', 'id', 'lastLogin', 'lastName', 'role'];
      const more = ['language', 'organisation', 'wards'];
      assert.deepEqual(Object.keys(me.body.data).sort(), [...fields, ...more].sort());
      for (const [method, path] of [
        ['GET', '/me'],
        ['GET', '/profile/me'],
        ['PUT', '/profile/me'],
        ['DELETE', '/profile/me'],
        ['POST', '/profile/password'],
      ] as const) {
        assert.equal((await app.call(method, path)).status, 401, `${method} ${path}`);
      }
    });

    it('change one field or several and return the profile', async () => {
      const all = {
        firstName: ' Ada ',
        lastName: 'Lovelace',
        phone: ' +40 21 555 01 01 ',
        dateOfBirth: '1948-02-29',
      };
      const answer = await put(all);
      assert.equal(answer.status, 200);
      const { firstName, lastName, phone, dateOfBirth } = answer.body.data;
      assert.deepEqual(
        { firstName, lastName, phone, dateOfBirth },
        { ...all, firstName: 'Ada', phone: '+40 21 555 01 01' },
      );
      assert.deepEqual(await get(), answer.body.data);
      const one = await put({ lastName: 'King' });
      assert.deepEqual(one.body.data, { ...answer.body.data, lastName: 'King' });
    });

    it('clear phone and date of birth with null, but not the names', async () => {
      await put({ phone: '1', dateOfBirth: '1948-03-17' });
      const cleared = await put({ phone: null });
      assert.equal(cleared.body.data.phone, null);
      assert.equal(cleared.body.data.dateOfBirth, '1948-03-17');
      assert.equal((await put({ dateOfBirth: null })).body.data.dateOfBirth, null);
      const names = await put({ firstName: null, lastName: null });
      assert.equal(names.status, 400);
      assert.deepEqual(Object.keys(names.body.details).sort(), ['firstName', 'lastName']);
    });

    it('answer 400 to a body without any profile field', async () => {
      for (const body of [undefined, '', '{}', '{"nickname":"x"}', '{"email":"new@example.org"}']) {
        const answer = await put(body);
        assert.equal(answer.status, 400, body);
        assert.equal(answer.body.success, false);
      }
    });

    it('name every invalid field and change nothing', async () => {
      const before = await get();
      const answer = await put({
        firstName: '',
        lastName: 'x'.repeat(101),
        phone: 12,
        dateOfBirth: 'yesterday',
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details).sort(), [
        'dateOfBirth',
        'firstName',
        'lastName',
        'phone',
      ]);
      assert.equal((await put({ firstName: 'Changed', phone: 12 })).status, 400);
      assert.deepEqual(await get(), before);
    });

    it('refuse invalid dates', async () => {
      const dates = [
        '2023-02-29',
        '2023-13-01',
        '2023-00-10',
        '2023-04-31',
        '17.03.1948',
        '1948-3-17',
        '1948-03-17T00:00:00Z',
        '',
        '0000-01-01',
        '10000-01-01',
        '-0044-03-15',
        '1948-03-17 ',
        19480317,
        true,
        ['1948-03-17'],
        '１９４８-03-17',
      ];
      for (const dateOfBirth of dates) {
        const answer = await put({ dateOfBirth });
        assert.equal(answer.status, 400, JSON.stringify(dateOfBirth));
        assert.deepEqual(Object.keys(answer.body.details), ['dateOfBirth']);
      }
    });

    it('keep a date of birth unchanged in every time zone', async () => {
      for (const dateOfBirth of ['1900-01-01', '2000-02-29', '1999-12-31', '0001-01-01']) {
        assert.equal((await put({ dateOfBirth })).body.data.dateOfBirth, dateOfBirth);
      }
    });

    it('refuse NUL and overlong text', async () => {
      for (const phone of ['1\0', 'x'.repeat(33), '', '  ']) {
        assert.deepEqual(Object.keys((await put({ phone })).body.details), ['phone'], phone);
      }
    });

    it('ignore fields outside the profile', async () => {
      const before = await get();
      const extra = {
        id: before.lastLogin,
        role: 'ADMIN',
        email: 'x@example.org',
        avatar: 'x',
        status: 'inactive',
        createdAt: null,
      };
      const answer = await put({ ...extra, phone: '2' });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.data, { ...before, phone: '2' });
    });

    it("return the caller's profile only", async () => {
      const bob = await signUp(app);
      await put({ phone: '777' });
      const answer = await app.call('GET', '/profile/me', { token: bob.token });
      assert.equal(answer.body.data.id, bob.id);
      assert.equal(answer.body.data.phone, null);
    });
  });

  describe('POST /profile/password', () => {
    let ada: Person;
    before(async () => {
      ada = await signUp(app);
    });

    const change = (body: unknown, token = ada.token) =>
      app.call('POST', '/profile/password', { token, body });

    it('answers 400 with details.currentPassword when the current one is wrong', async () => {
      const answer = await change({ currentPassword: 'Wrong!1234', newPassword: NEW, confirmPassword: NEW });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details), ['currentPassword']);
      assert.match(answer.body.error, /current password is incorrect/i);
      assert.equal(await status(ada.token), 200);
    });

    it('answers 400 with details.confirmPassword when the two differ', async () => {
      const answer = await change({
        currentPassword: PASSWORD,
        newPassword: NEW,
        confirmPassword: `${NEW}x`,
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details), ['confirmPassword']);
    });

    it('applies the password rules of signup', async () => {
      const bad = [
        'Ab!4567',
        'secret!123',
        'SECRET!123',
        'Secret!abc',
        'Secret1234',
        `Secret!1${'x'.repeat(121)}`,
        'Secret!123\0',
      ];
      for (const password of bad) {
        const answer = await change({
          currentPassword: PASSWORD,
          newPassword: password,
          confirmPassword: password,
        });
        assert.equal(answer.status, 400);
        assert.ok('newPassword' in answer.body.details, password);
      }
    });

    it('names every invalid field', async () => {
      const weak = await change({ newPassword: 'weak', confirmPassword: 'other' });
      assert.deepEqual(Object.keys(weak.body.details).sort(), [
        'confirmPassword',
        'currentPassword',
        'newPassword',
      ]);
      const none = await change({});
      assert.deepEqual(Object.keys(none.body.details).sort(), [
        'confirmPassword',
        'currentPassword',
        'newPassword',
      ]);
      const types = await change({ currentPassword: 1, newPassword: [], confirmPassword: null });
      assert.deepEqual(Object.keys(types.body.details).sort(), [
        'confirmPassword',
        'currentPassword',
        'newPassword',
      ]);
    });

    it("keeps the caller's session, ends all others and replaces the password", async () => {
      const { email, token } = await signUp(app);
      const seen = (await logIn(app, { email, password: PASSWORD })).token;
      const unseen = (await logIn(app, { email, password: PASSWORD })).token;
      assert.equal(await status(seen), 200);
      const bystander = await status(ada.token);

      const answer = await change(
        { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW },
        token,
      );
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.data.message, 'string');
      assert.deepEqual([await status(token), await status(seen), await status(unseen)], [200, 401, 401]);
      assert.equal(await status(ada.token), bystander);

      const old = await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
      assert.equal(old.status, 401);
      assert.equal(await status((await logIn(app, { email, password: NEW })).token), 200);
    });

    it('changes nothing when refused', async () => {
      await change({ currentPassword: 'Wrong!1234', newPassword: NEW, confirmPassword: NEW });
      await change({ currentPassword: PASSWORD, newPassword: NEW, confirmPassword: 'x' });
      assert.equal(typeof (await logIn(app, { email: ada.email, password: PASSWORD })).token, 'string');
    });
  });

  describe('DELETE /profile/me', () => {
    const remove = (token: string, body: unknown) => app.call('DELETE', '/profile/me', { token, body });

    it('needs confirmation: true', async () => {
      const { token } = await signUp(app);
      for (const body of [
        undefined,
        '',
        {},
        { confirmation: false },
        { confirmation: 'true' },
        { confirmation: 1 },
        { confirmation: null },
      ]) {
        const answer = await remove(token, body);
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.equal(answer.body.success, false);
      }
      const { body } = await remove(token, { confirmation: false, reason: 7 });
      assert.deepEqual(Object.keys(body.details).sort(), ['confirmation', 'reason']);
      assert.equal(await status(token), 200);
    });

    it('removes the account and its sessions permanently', async () => {
      const { id, email, token } = await signUp(app);
      const seen = (await logIn(app, { email, password: PASSWORD })).token;
      const unseen = (await logIn(app, { email, password: PASSWORD })).token;
      await status(seen);
      const answer = await remove(token, { confirmation: true, reason: 'moving house' });
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.data.message, 'string');
      assert.match(answer.headers.get('set-cookie') ?? '', /^access_token=; .*Max-Age=0\b/);
      assert.deepEqual([await status(token), await status(seen), await status(unseen)], [401, 401, 401]);
      assert.equal(
        (await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } })).status,
        401,
      );
      const left = `SELECT (SELECT count(*) FROM users WHERE id = $1)::int AS users,
                         (SELECT count(*) FROM sessions WHERE user_id = $1)::int AS sessions`;
      assert.deepEqual(await sql(app.databaseUrl, left, [id]), [{ users: 0, sessions: 0 }]);
    });

    it('frees the e-mail for a new account', async () => {
      const first = await signUp(app, 'PATIENT', { email: 'again@example.org' });
      await remove(first.token, { confirmation: true });
      const second = await signUp(app, 'PATIENT', { email: 'again@example.org' });
      assert.notEqual(second.id, first.id);
      assert.equal(await status(first.token), 401);
    });

    it('answers 409 to the last admin and keeps the account', async () => {
      const admin = await logInAsAdmin(app);
      assert.equal((await remove(admin.token, { confirmation: false })).status, 400);
      const answer = await remove(admin.token, { confirmation: true });
      assert.equal(answer.status, 409);
      assert.match(answer.body.error, /last admin/);
      assert.equal(await status(admin.token), 200);
      await logIn(app, ADMIN);
    });

    it('keeps at least one active admin, even with simultaneous deletions', async () => {
      const second = await signUp(app);
      const idle = await signUp(app);
      await sql(app.databaseUrl, `UPDATE users SET role = 'ADMIN' WHERE id = ANY($1)`, [
        [second.id, idle.id],
      ]);
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [idle.id]);
      const first = await logInAsAdmin(app);
      const answers = await Promise.all(
        [first, second].map(({ token }) => remove(token, { confirmation: true })),
      );
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
    });
  });
});
