import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import argon2 from 'argon2';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('logins', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app, 'CAREGIVER');
  });
  after(() => app.close());

  const login = (body: unknown) => app.call('POST', '/auth/login', { body });
  /** The part of a hash before the salt, such as `$argon2id$v=19$m=64,t=1,p=1`. */
  const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

  describe('POST /auth/login', () => {
    it('answers 200 with the identity and a token that works', async () => {
      const answer = await login({ email: ada.email, password: PASSWORD });
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'success', 'token']);
      assert.deepEqual(Object.keys(answer.body.data), ['id', 'email', 'firstName', 'lastName', 'role']);
      assert.equal(answer.body.data.id, ada.id);
      assert.equal(answer.body.data.role, 'CAREGIVER');
      assert.equal((await app.call('GET', '/me', { token: answer.body.token })).status, 200);
    });

    it('accepts the e-mail in any case and with surrounding blanks', async () => {
      assert.equal((await login({ email: ` ${ada.email.toUpperCase()}\n`, password: PASSWORD })).status, 200);
    });

    it('updates lastLogin', async () => {
      const lastLogin = async () => (await app.call('GET', '/me', { token: ada.token })).body.data.lastLogin;
      const before = await lastLogin();
      app.clock.advance(5_000);
      await login({ email: ada.email, password: 'Wrong!1234' });
      assert.equal(await lastLogin(), before);
      await login({ email: ada.email, password: PASSWORD });
      assert.ok(Date.parse(await lastLogin()) - Date.parse(before) >= 5_000);
    });

    it('gives the same 401 for an unknown e-mail as for a wrong password', async () => {
      const wrong = await login({ email: ada.email, password: 'Wrong!1234' });
      const unknown = await login({ email: 'nobody@example.org', password: PASSWORD });
      const impossible = await login({ email: 'no address at all', password: PASSWORD });
      assert.equal(wrong.status, 401);
      assert.deepEqual(unknown.body, wrong.body);
      assert.deepEqual(impossible.body, wrong.body);
      const names = (answer: typeof wrong) => [...answer.headers.keys()].sort();
      assert.deepEqual(names(unknown), names(wrong));
      for (const answer of [wrong, unknown, impossible]) {
        assert.equal(answer.status, 401);
        assert.equal(answer.headers.get('set-cookie'), null);
        assert.equal(answer.body.token, undefined);
      }
    });

    it('verifies a hash of the same cost in both cases, so that timing reveals nothing', async (t) => {
      const verify = t.mock.method(argon2, 'verify');
      await login({ email: ada.email, password: 'Wrong!1234' });
      await login({ email: 'nobody@example.org', password: 'Wrong!1234' });
      const costs = verify.mock.calls.map(({ arguments: [hash] }) => costOf(hash));
      assert.equal(costs.length, 2);
      assert.equal(costs[0], costs[1]);
    });

    it('names fields that are missing or of the wrong type', async () => {
      for (const body of [
        {},
        { email: 1, password: false },
        { email: null, password: null },
        { email: '', password: '' },
      ]) {
        const answer = await login(body);
        assert.equal(answer.status, 400);
        assert.deepEqual(Object.keys(answer.body.details).sort(), ['email', 'password']);
      }
    });

    it('refuses NUL characters with 400', async () => {
      const email = await login({ email: 'a\0@example.org', password: PASSWORD });
      assert.equal(email.status, 400);
      assert.deepEqual(Object.keys(email.body.details), ['email']);
      const password = await login({ email: ada.email, password: 'Secret!123\0' });
      assert.equal(password.status, 400);
      assert.deepEqual(Object.keys(password.body.details), ['password']);
    });

    it('survives arbitrary text', async () => {
      const texts = [
        "' OR 1=1 --",
        '\ud800',
        '%00',
        '$argon2id$',
        '🦉'.repeat(60),
        '\u0301'.repeat(1000),
        '\\',
        '{}',
      ];
      for (const text of texts) {
        const { status } = await login({ email: text, password: text });
        assert.ok(status === 401 || status === 400, `${text}: ${status}`);
      }
    });

    it('answers 403 for a deactivated account, but only with the right password', async () => {
      const { id, email } = await signUp(app);
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [id]);
      const answer = await login({ email, password: PASSWORD });
      assert.equal(answer.status, 403);
      assert.equal(answer.body.token, undefined);
      assert.equal(answer.headers.get('set-cookie'), null);
      assert.equal((await login({ email, password: 'Wrong!1234' })).status, 401);
    });
  });

  describe('a login that races with a change of its account', () => {
    /** Changes the account between the password check and the insert of the session. */
    async function overtake(change: string): Promise<{ status: number; sessions: number }> {
      const { email, id } = await signUp(app);
      const other = new Client({ connectionString: app.databaseUrl });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
        const answer = login({ email, password: PASSWORD });
        await eventually('the login waits for the lock', async () => (await lockWaits(app.databaseUrl)) > 0);
        await other.query(change, [id]);
        await other.query('COMMIT');
        const { status } = await answer;
        const rows = await sql(app.databaseUrl, 'SELECT 1 FROM sessions WHERE user_id = $1', [id]);
        return { status, sessions: rows.length };
      } finally {
        await other.end();
      }
    }

    it('gets 401, not 500, when the account is deleted', async () => {
      const { status } = await overtake('DELETE FROM users WHERE id = $1');
      assert.equal(status, 401);
    });

    it('gets 401 and no session when the password changes', async () => {
      const change = `UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1`;
      assert.deepEqual(await overtake(change), { status: 401, sessions: 1 });
    });

    it('gets no session when the account is deactivated', async () => {
      const { status, sessions } = await overtake(`UPDATE users SET status = 'inactive' WHERE id = $1`);
      assert.ok(status === 401 || status === 403, `${status}`);
      assert.equal(sessions, 1);
    });

    it('succeeds when the change is unrelated', async () => {
      assert.deepEqual(await overtake(`UPDATE users SET phone = '1' WHERE id = $1`), {
        status: 200,
        sessions: 2,
      });
    });
  });
});
