import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { callApi } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { startProxy } from '../helpers/proxy.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { killAll, refusesToStart, startVigil, stop } from './child.ts';
import { startProber } from './prober.ts';

describe('the start of the service', () => {
  const SECRET = 'a secret for tests that is long enough';
  const ADMIN = { email: 'admin@example.org', password: 'Admin!2345' };
  const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };

  afterEach(killAll);

  describe('the configuration at the start', () => {
    it('is reported with all its errors, and the process exits 1, when it is invalid', async () => {
      const vigil = startVigil({
        NODE_ENV: 'production',
        PORT: 'x',
        SESSION_DURATION: 'long',
        ADMIN_PASSWORD: 'weak',
      });
      await refusesToStart(vigil, /PORT/);
      for (const name of ['PORT', 'SESSION_DURATION', 'JWT_SECRET', 'ADMIN_PASSWORD']) {
        assert.ok(vigil.stderr().includes(name), name);
      }
      assert.equal(vigil.stdout(), '');
    });

    it('is only checked and shown, with secrets masked, by --check-config', async () => {
      const env = {
        JWT_SECRET: SECRET,
        DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/db',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      };
      const good = startVigil(env, ['--check-config']);
      assert.equal((await good.exited).code, 0);
      assert.match(good.stdout(), /^SESSION_DURATION +/m);
      for (const secret of [SECRET, 'hush', ADMIN.password])
        assert.ok(!good.stdout().includes(secret), secret);
    });
  });

  describe('a Node version without a binary of the HTTP server', () => {
    it('is reported in one line, before a database is created', async () => {
      // Node 23's, which has none.
      const abi = 'Object.defineProperty(process,"versions",{value:{...process.versions,modules:"131"}})';
      const vigil = startVigil({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(abi)}` });
      await refusesToStart(
        vigil,
        /^Vigil could not start: [^\n]*no binary for Node [^\n]*use Node 22[^\n]*\n$/,
      );
      assert.equal(vigil.stdout().trim().split('\n').length, 1);
      assert.ok(!vigil.stdout().includes('stack'));
    });
  });

  describe('the service on an external database', () => {
    let database: TestDatabase;
    let env: Record<string, string>;
    before(async () => {
      database = await createTestDatabase();
      env = {
        DATABASE_URL: database.url,
        JWT_SECRET: SECRET,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT_LOGIN: '0',
        RATE_LIMIT_SIGNUP: '0',
        RATE_LIMIT_GLOBAL: '0',
      };
    });
    after(() => database.drop());

    it('serves, logs start and stop, and never logs a token, a password or an e-mail address', async () => {
      const vigil = startVigil({ ...env, LOG_LEVEL: 'trace' });
      const url = await vigil.started;
      assert.equal((await callApi(url, 'GET', '/health')).status, 200);
      const signup = await callApi(url, 'POST', '/auth/signup', { body: ADA });
      const { token } = signup.body;
      await callApi(url, 'POST', '/auth/signup', { body: ADA });
      await callApi(url, 'POST', '/auth/login', { body: ADA });
      await callApi(url, 'POST', '/auth/login', { body: { ...ADA, password: 'Wrong!1234' } });
      await callApi(url, 'GET', `/me?token=${token}`, { token });
      await callApi(url, 'GET', `/nowhere?email=${ADA.email}`, { token });
      await callApi(url, 'GET', '/me', { token: `${token}x` });
      // An internal error, as far as the service can tell: the table is gone.
      await sql(database.url, 'ALTER TABLE users RENAME TO users_away');
      const headers = { 'X-Request-Id': 'the-failing-one' };
      const failed = await callApi(url, 'POST', '/auth/login', { body: ADA, headers });
      const again = await callApi(url, 'POST', '/auth/signup', {
        body: { ...ADA, email: 'bob@example.org' },
      });
      await sql(database.url, 'ALTER TABLE users_away RENAME TO users');
      for (const answer of [failed, again]) {
        assert.equal(answer.status, 500);
        assert.deepEqual(answer.body, {
          success: false,
          error: 'Internal server error',
          code: 'INTERNAL_ERROR',
        });
      }
      await stop(vigil);
      const output = vigil.stdout() + vigil.stderr();
      assert.match(output, /"requestId":"the-failing-one"/);
      assert.match(output, /users/, 'the cause is in the log');
      assert.match(output, /"ms":\d+,"msg":"stopped"/);
      for (const secret of [
        token,
        'eyJ',
        ADA.password,
        'Wrong!1234',
        ADA.email,
        'bob@',
        ADMIN.password,
        SECRET,
        '$argon2',
      ]) {
        assert.ok(!output.includes(secret), `${secret} is in the log`);
      }
      assert.ok(!output.includes(new URL(database.url).password));
    });

    it('answers a request in flight at SIGTERM, even when the signal is sent twice, and refuses new ones', async () => {
      const vigil = startVigil(env);
      const url = await vigil.started;
      await callApi(url, 'POST', '/auth/signup', { body: ADA });
      const blocker = new Client({ connectionString: database.url });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE users');
      const login = callApi(url, 'POST', '/auth/login', { body: ADA });
      await eventually('the login waits', async () => (await lockWaits(database.url)) > 0);
      const stopped = stop(vigil, 2);
      const isRefused = () =>
        callApi(url, 'GET', '/health', { headers: { Connection: 'close' } }).then(
          () => false,
          () => true,
        );
      await eventually('new requests are refused', isRefused);
      await blocker.query('ROLLBACK');
      await blocker.end();
      const answer = await login;
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.token, 'string');
      await stopped;
      const logins = await sql(
        database.url,
        `SELECT 1 FROM audit_log WHERE action = 'login' ORDER BY id DESC`,
      );
      assert.ok(logins.length > 0, 'its audit entry is written');
    });

    it('answers 503 and exits 0 on SIGTERM while the database hangs', async () => {
      const proxy = await startProxy(database.url);
      const vigil = startVigil({ ...env, DATABASE_URL: proxy.url });
      try {
        const url = await vigil.started;
        proxy.hold();
        const login = callApi(url, 'POST', '/auth/login', { body: ADA });
        await staysQuiet(
          200,
          'the login reaches the service within some milliseconds and waits there for the database',
        );
        const stopped = stop(vigil);
        assert.equal((await login).status, 503);
        await stopped;
      } finally {
        await proxy.close();
      }
    });

    it('answers its health check while 100 logins wait', async (t) => {
      const vigil = startVigil(env);
      const url = await vigil.started;
      await callApi(url, 'POST', '/auth/signup', { body: ADA });
      const prober = await startProber(`${url}/health`);
      const login = () => callApi(url, 'POST', '/auth/login', { body: ADA });
      const answers = await Promise.all(Array.from({ length: 100 }, login));
      const probes = await prober.stop();
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.deepEqual(new Set(probes.map(({ status }) => status)), new Set([200]));
      const waits = probes.map(({ ms }) => ms).sort((a, b) => a - b);
      const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN);
      t.diagnostic(
        `health during 100 logins: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms (${waits.length} calls)`,
      );
      assert.ok(waits.length >= 10, 'enough calls to measure');
      assert.ok(at(0.95) < 100, `95th percentile ${at(0.95)} ms`);
      vigil.signal('SIGINT');
      assert.equal((await vigil.exited).code, 0, 'Ctrl-C works like SIGTERM');
    });

    it('warns in production without HTTPS, key or admin, and with open signup for caregivers', async () => {
      const empty = await createTestDatabase();
      const vigil = startVigil({ NODE_ENV: 'production', DATABASE_URL: empty.url, JWT_SECRET: SECRET });
      await vigil.started;
      const warnings = vigil
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"level":40'));
      assert.equal(warnings.length, 4, vigil.stdout());
      assert.match(warnings.join(), /TRUST_PROXY.*SECRETS_KEY.*SIGNUP_ROLES.*ADMIN_EMAIL/);
      await stop(vigil);
      await empty.drop();
    });

    it('refuses to start on a schema newer than itself', async () => {
      const newer = await createTestDatabase();
      await sql(
        newer.url,
        `INSERT INTO schema_migrations (version, name, checksum) VALUES (999, 'future', '')`,
      );
      await refusesToStart(startVigil({ ...env, DATABASE_URL: newer.url }), /could not start:.*999/);
      await newer.drop();
    });
  });
});
