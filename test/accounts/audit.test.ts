import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('the audit log', () => {
  const NEW = 'Brand*New1';
  let app: TestApp;
  let ada: Person;
  let requests = 0;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
  });
  after(() => app.close());

  /** Makes a call under its own request id and waits for its entries, which are written just after the answer. */
  async function trailOf(act: (headers: { 'X-Request-Id': string }) => Promise<unknown>): Promise<Json[]> {
    requests += 1;
    const id = `audit-${requests}`;
    await act({ 'X-Request-Id': id });
    let rows: Json[] = [];
    await eventually('the entry is in the audit log', async () => {
      rows = await sql(app.databaseUrl, 'SELECT * FROM audit_log WHERE request_id = $1', [id]);
      return rows.length > 0;
    });
    return rows;
  }

  function check(
    rows: Json[],
    expected: { actor: string | null; level: string; outcome: string; action: RegExp },
  ): void {
    assert.equal(rows.length, 1, JSON.stringify(rows));
    const [row] = rows;
    assert.match(row.action, expected.action);
    assert.equal(row.actor_id, expected.actor);
    assert.equal(row.level, expected.level);
    assert.equal(row.outcome, expected.outcome);
    assert.equal(row.ip, '127.0.0.1');
    assert.ok(row.message.length > 0);
    assert.ok(Math.abs(row.at - app.clock.now()) < 60_000);
  }

  describe('entries', () => {
    const login = (email: string, password: string) =>
      trailOf((headers) => app.call('POST', '/auth/login', { body: { email, password }, headers }));

    it('record every login', async () => {
      const rows = await login(ada.email, PASSWORD);
      check(rows, { actor: ada.id, level: 'info', outcome: 'done', action: /^login$/ });
    });

    it('record every failed login, for known and unknown addresses', async () => {
      const expected = { level: 'warning', outcome: 'failed', action: /^login\.failed$/ };
      check(await login(ada.email, 'Wrong!1234'), { ...expected, actor: ada.id });
      check(await login('nobody@example.org', PASSWORD), { ...expected, actor: null });
    });

    it('record the refused login of a deactivated account once', async () => {
      const { id, email } = await signUp(app);
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [id]);
      const expected = { actor: id, level: 'warning', outcome: 'refused', action: /^login\.failed$/ };
      check(await login(email, PASSWORD), expected);
    });

    it('record every signup', async () => {
      const body = { email: 'trail@example.org', password: PASSWORD, firstName: 'T', lastName: 'R' };
      let id = '';
      const rows = await trailOf(async (headers) => {
        id = (await app.call('POST', '/auth/signup', { body, headers })).body.data.id;
      });
      check(rows, { actor: id, level: 'info', outcome: 'done', action: /^account\.created$/ });
    });

    it('record refusals, such as a cookie sent by a foreign page', async () => {
      const rows = await trailOf((headers) =>
        app.call('POST', '/auth/logout', { headers: { ...headers, Cookie: `access_token=${ada.token}` } }),
      );
      check(rows, { actor: ada.id, level: 'warning', outcome: 'refused', action: /^access\.refused$/ });
    });

    it('record password changes, including refused ones', async () => {
      const { id, token } = await signUp(app);
      const change = (currentPassword: string) =>
        trailOf((headers) => {
          const body = { currentPassword, newPassword: NEW, confirmPassword: NEW };
          return app.call('POST', '/profile/password', { token, body, headers });
        });
      const action = /^password\.changed$/;
      check(await change('Wrong!1234'), { actor: id, level: 'warning', outcome: 'refused', action });
      check(await change(PASSWORD), { actor: id, level: 'info', outcome: 'done', action });
    });

    it('record logouts', async () => {
      const { email, id } = ada;
      const { token } = await logIn(app, { email, password: PASSWORD });
      const rows = await trailOf((headers) => app.call('POST', '/auth/logout', { token, headers }));
      check(rows, { actor: id, level: 'info', outcome: 'done', action: /^logout$/ });
    });

    it('record deletions and outlive the account', async () => {
      const { id, token } = await signUp(app);
      const rows = await trailOf((headers) =>
        app.call('DELETE', '/profile/me', {
          token,
          body: { confirmation: true, reason: 'my secret reason' },
          headers,
        }),
      );
      check(rows, { actor: id, level: 'warning', outcome: 'done', action: /^account\.deleted$/ });
    });

    it('show their hash', async () => {
      const { token } = await logInAsAdmin(app);
      const { data } = (await app.call('GET', '/admin/logs?limit=100', { token })).body;
      const stored = await sql(
        app.databaseUrl,
        `SELECT id::text, encode(hash, 'hex') AS hash FROM audit_log`,
      );
      const hashes = new Map(stored.map(({ id, hash }) => [id, hash]));
      assert.ok(data.length > 5);
      for (const { id, hash } of data) {
        assert.match(hash, /^[0-9a-f]{64}$/);
        assert.equal(hash, hashes.get(id));
      }
    });

    it('contain no password, token, hash or e-mail address', async () => {
      const text = JSON.stringify(await sql(app.databaseUrl, 'SELECT * FROM audit_log'));
      for (const secret of [PASSWORD, NEW, 'Wrong!1234', 'eyJ', '@', '$argon2', ada.email]) {
        assert.ok(!text.includes(secret), secret);
      }
    });

    it('are all written before the service stops', async () => {
      const brief = await startTestApp();
      const { token } = await signUp(brief);
      await Promise.all(
        Array.from({ length: 20 }, () =>
          logIn(brief, { email: 'admin@example.org', password: 'Admin!2345' }),
        ),
      );
      await brief.call('POST', '/auth/logout', { token });
      await brief.app.close();
      const rows = await sql(
        brief.databaseUrl,
        'SELECT action, count(*)::int AS n FROM audit_log GROUP BY action',
      );
      const counts = Object.fromEntries(rows.map(({ action, n }) => [action, n]));
      assert.deepEqual(counts, { 'account.created': 1, login: 20, logout: 1 });
      await brief.close();
    });
  });
});
