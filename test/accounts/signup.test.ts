import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, PASSWORD } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('signup', () => {
  const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const nobody = () => {
    count += 1;
    return { email: `new${count}@example.org`, password: PASSWORD, firstName: 'Ada', lastName: 'Jones' };
  };
  const signup = (body: unknown) => app.call('POST', '/auth/signup', { body });

  describe('POST /auth/signup', () => {
    it('answers 201 with the account and a token at top level, and nothing else', async () => {
      const body = nobody();
      const answer = await signup(body);
      assert.equal(answer.status, 201);
      const { id, createdAt, ...rest } = answer.body.data;
      assert.match(id, UUID);
      assert.match(createdAt, ISO);
      assert.deepEqual(rest, { email: body.email, firstName: 'Ada', lastName: 'Jones', role: 'PATIENT' });
      assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'success', 'token']);
      assert.equal(answer.body.success, true);
      const me = await app.call('GET', '/me', { token: answer.body.token });
      assert.equal(me.body.data.id, id);
    });

    it('sets lastLogin, because it opens a session', async () => {
      const { body } = await signup(nobody());
      const me = await app.call('GET', '/me', { token: body.token });
      assert.match(me.body.data.lastLogin, ISO);
    });

    it('creates caregivers on request', async () => {
      const answer = await signup({ ...nobody(), role: 'CAREGIVER' });
      assert.equal(answer.body.data.role, 'CAREGIVER');
    });

    it('treats a role of null as absent', async () => {
      const answer = await signup({ ...nobody(), role: null });
      assert.equal(answer.status, 201);
      assert.equal(answer.body.data.role, 'PATIENT');
    });

    it('refuses the role ADMIN and unknown roles', async () => {
      for (const role of ['ADMIN', 'admin', 'patient', '', 7, ['CAREGIVER'], {}]) {
        const answer = await signup({ ...nobody(), role });
        assert.equal(answer.status, 400, JSON.stringify(role));
        assert.deepEqual(Object.keys(answer.body.details), ['role']);
      }
    });

    it('trims text and stores the e-mail in lower case', async () => {
      const { email, ...rest } = nobody();
      const shouted = `  ${email.toUpperCase()} `;
      const answer = await signup({ ...rest, email: shouted, firstName: ' Ada ', lastName: '\tvan  Dyke\n' });
      assert.equal(answer.status, 201);
      assert.equal(answer.body.data.email, email);
      assert.equal(answer.body.data.firstName, 'Ada');
      assert.equal(answer.body.data.lastName, 'van  Dyke');
    });

    it('keeps names in any script unchanged', async () => {
      const names = { firstName: 'Zoë 🦉', lastName: '李 O’Neill-Łoś' };
      const answer = await signup({ ...nobody(), ...names });
      const { firstName, lastName } = answer.body.data;
      assert.deepEqual({ firstName, lastName }, names);
    });

    it('does not trim the password', async () => {
      const body = { ...nobody(), password: ` ${PASSWORD} ` };
      assert.equal((await signup(body)).status, 201);
      const login = (password: string) =>
        app.call('POST', '/auth/login', { body: { email: body.email, password } });
      assert.equal((await login(PASSWORD)).status, 401);
      assert.equal((await login(body.password)).status, 200);
    });

    it('answers 409 for a registered e-mail in any spelling and leaves the account unchanged', async () => {
      const body = nobody();
      await signup(body);
      for (const email of [body.email, body.email.toUpperCase(), ` ${body.email} `]) {
        const again = await signup({ ...body, email, password: 'Other!1234' });
        assert.equal(again.status, 409);
        assert.equal(again.body.success, false);
        assert.equal(typeof again.body.error, 'string');
        assert.equal(again.headers.get('set-cookie'), null);
      }
      assert.equal((await app.call('POST', '/auth/login', { body })).status, 200);
    });

    it('lets one of several simultaneous signups with the same e-mail succeed', async () => {
      const body = nobody();
      const answers = await Promise.all(Array.from({ length: 4 }, () => signup(body)));
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409, 409, 409]);
    });

    it('names every invalid field, the password with its rules', async () => {
      const answer = await signup({ email: 'nowhere', password: 'short', firstName: '', role: 'BOSS' });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.success, false);
      const fields = Object.keys(answer.body.details).sort();
      assert.deepEqual(fields, ['email', 'firstName', 'lastName', 'password', 'role']);
      for (const message of Object.values(answer.body.details)) assert.equal(typeof message, 'string');
      assert.match(answer.body.details.password, /at least 8/);
    });

    it('refuses a body without a required field', async () => {
      for (const field of ['email', 'password', 'firstName', 'lastName']) {
        for (const value of [undefined, null]) {
          const answer = await signup({ ...nobody(), [field]: value });
          assert.equal(answer.status, 400);
          assert.deepEqual(Object.keys(answer.body.details), [field]);
        }
      }
      const all = await signup({});
      assert.deepEqual(Object.keys(all.body.details).sort(), ['email', 'firstName', 'lastName', 'password']);
    });

    it('refuses values of the wrong type', async () => {
      for (const value of [1, true, [], {}, ['a@example.org'], { $ne: null }]) {
        const answer = await signup({ email: value, password: value, firstName: value, lastName: value });
        assert.equal(answer.status, 400);
        assert.equal(Object.keys(answer.body.details).length, 4);
      }
    });

    const rules: Record<string, string> = {
      'fewer than 8 characters': 'Ab!4567',
      'no uppercase letter': 'secret!123',
      'no lowercase letter': 'SECRET!123',
      'no digit': 'Secret!abc',
      'none of the special characters': 'Secret1234',
      'another special character only': 'Secret-1234_?',
      'letters of other alphabets in place of A-Z and a-z': 'ÀÉÎéîö!123',
      'a NUL character': 'Secret!123\0',
      'more than 128 characters': `Secret!1${'x'.repeat(121)}`,
      'many more than 128 characters': `Secret!1${'x'.repeat(5000)}`,
    };
    for (const [what, password] of Object.entries(rules)) {
      it(`refuses a password with ${what}`, async () => {
        const answer = await signup({ ...nobody(), password });
        assert.equal(answer.status, 400);
        assert.deepEqual(Object.keys(answer.body.details), ['password']);
      });
    }

    it('accepts passwords at the limits of the rules, with every special character', async () => {
      const passwords = [
        'Ab!45678',
        `Secret!1${'x'.repeat(120)}`,
        ...[...'!@#$%^&*'].map((c) => `Secret1${c}`),
      ];
      const answers = await Promise.all(passwords.map((password) => signup({ ...nobody(), password })));
      assert.deepEqual(
        answers.map((answer) => answer.status),
        passwords.map(() => 201),
      );
    });

    const badEmails = [
      'plain',
      '@example.org',
      'a@',
      'a@b',
      'a b@example.org',
      'a@exa mple.org',
      'a@@example.org',
      'a@example..org',
      'a@-example.org',
      'a@example.org,b@example.org',
      'Ada <a@example.org>',
      'a\0@example.org',
      `${'a'.repeat(250)}@example.org`,
    ];
    it('refuses invalid e-mail addresses', async () => {
      for (const email of badEmails) {
        const answer = await signup({ ...nobody(), email });
        assert.equal(answer.status, 400, email);
        assert.deepEqual(Object.keys(answer.body.details), ['email'], email);
      }
    });

    it('accepts unusual but valid e-mail addresses', async () => {
      for (const email of ["o'brien+vigil@example.co.uk", 'a_b-c.d@sub.example.org', '1@2.example']) {
        assert.equal((await signup({ ...nobody(), email })).status, 201, email);
      }
    });

    it('refuses names that are blank, too long or contain a NUL', async () => {
      for (const name of ['', '   ', '\n', 'x'.repeat(101), 'a\0b', `e${'\u0301'.repeat(5000)}`]) {
        const answer = await signup({ ...nobody(), firstName: name, lastName: name });
        assert.equal(answer.status, 400, name.slice(0, 20));
        assert.deepEqual(Object.keys(answer.body.details).sort(), ['firstName', 'lastName']);
      }
      assert.equal((await signup({ ...nobody(), firstName: 'x'.repeat(100) })).status, 201);
    });

    it('ignores unknown fields', async () => {
      const past = '2001-01-01T00:00:00.000Z';
      const id = '11111111-1111-4111-8111-111111111111';
      const extra = {
        id,
        createdAt: past,
        created_at: past,
        lastLogin: past,
        status: 'inactive',
        phone: '123',
        passwordHash: 'x',
        token: 'x',
        success: false,
        isAdmin: true,
        constructor: { prototype: { role: 'ADMIN' } },
      };
      // JSON.stringify omits __proto__, so the test writes it by hand.
      const json = `{"__proto__":{"role":"ADMIN"},${JSON.stringify({ ...extra, ...nobody() }).slice(1)}`;
      const answer = await signup(json);
      assert.equal(answer.status, 201);
      assert.notEqual(answer.body.data.id, id);
      assert.notEqual(answer.body.data.createdAt, past);
      assert.equal(answer.body.data.role, 'PATIENT');
      const profile = await app.call('GET', '/profile/me', { token: answer.body.token });
      assert.equal(profile.status, 200);
      assert.equal(profile.body.data.phone, null);
      assert.notEqual(profile.body.data.lastLogin, past);
    });

    it('stores the password as an argon2id hash only', async () => {
      const { body } = await signup(nobody());
      const [row] = await sql(app.databaseUrl, 'SELECT * FROM users WHERE id = $1', [body.data.id]);
      assert.match(row.password_hash, /^\$argon2id\$/);
      assert.ok(!JSON.stringify(row).includes(PASSWORD));
    });
  });

  describe('signup limited by SIGNUP_ROLES', () => {
    const closed = async (roles: string, check: (home: TestApp) => Promise<void>) => {
      const home = await startTestApp({ SIGNUP_ROLES: roles });
      await check(home).finally(() => home.close());
    };
    const as = (home: TestApp, role?: string) =>
      home.call('POST', '/auth/signup', { body: { ...nobody(), role } });

    it('answers 403 to a closed role and records it in the audit log', () =>
      closed('PATIENT', async (home) => {
        assert.equal((await as(home)).status, 201);
        assert.equal((await as(home, 'PATIENT')).status, 201);
        const refused = await as(home, 'CAREGIVER');
        assert.equal(refused.status, 403);
        assert.equal(refused.body.success, false);
        assert.match(refused.body.error, /CAREGIVER/);
        assert.equal(refused.headers.get('set-cookie'), null);
        const { token } = await logInAsAdmin(home);
        const { body } = await home.call('GET', '/admin/logs', { token });
        assert.ok(
          body.data.some(
            ({ action, message }: Json) => action === 'access.refused' && message.includes('CAREGIVER'),
          ),
        );
      }));

    it('set to none leaves it to admins to create caregivers and to caregivers to create patients', () =>
      closed('none', async (home) => {
        for (const role of ['PATIENT', 'CAREGIVER', undefined])
          assert.equal((await as(home, role)).status, 403);
        const { token } = await logInAsAdmin(home);
        const { password: _, ...cara } = nobody();
        const made = await home.call('POST', '/caregivers', { token, body: cara });
        assert.equal(made.status, 201);
        const login = { email: cara.email, password: made.body.data.temporaryPassword };
        const caregiver = await home.call('POST', '/auth/login', { body: login });
        const { password: __, ...pat } = nobody();
        const patient = await home.call('POST', '/patients', { token: caregiver.body.token, body: pat });
        assert.equal(patient.status, 201);
      }));
  });
});
