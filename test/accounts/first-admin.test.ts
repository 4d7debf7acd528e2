import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { ADMIN, callApi, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { logIn, logInAsAdmin, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { occupyPort } from '../process/child.ts';

describe('the first admin', () => {
  const SETTINGS = {
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    JWT_SECRET: 'a secret for tests that is long enough',
  };

  /** Closes what a test opened, so that a failing test leaves nothing running. */
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  async function start(env: Record<string, string>): Promise<App> {
    const app = await startApp(readConfig({ ...SETTINGS, ...env }), { log: pino({ level: 'silent' }) });
    opened.push(() => app.close());
    return app;
  }

  async function startWhole(env: Record<string, string> = {}): Promise<TestApp> {
    const app = await startTestApp(env);
    opened.push(() => app.close());
    return app;
  }

  async function emptyDatabase(): Promise<string> {
    const database = await createTestDatabase();
    opened.push(() => database.drop());
    return database.url;
  }

  describe('at start', () => {
    it('is created from ADMIN_EMAIL and ADMIN_PASSWORD', async () => {
      const app = await startWhole({ ADMIN_EMAIL: 'Boss@Example.org' });
      const { data } = await logIn(app, { email: 'boss@example.org', password: ADMIN.password });
      assert.equal(data.role, 'ADMIN');
      assert.deepEqual(app.app.firstAdmin, { email: 'boss@example.org' });
    });

    it('stays unchanged on a second start with another password in the settings', async () => {
      const app = await startWhole();
      const before = await logInAsAdmin(app);
      const env = { DATABASE_URL: app.databaseUrl, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'Another!234' };
      const second = await start(env);
      assert.equal(second.firstAdmin, undefined);
      await second.close();
      assert.equal((await logInAsAdmin(app)).id, before.id);
    });

    it('gets a random password on an empty development database, and only there', async () => {
      const url = await emptyDatabase();
      const env = { NODE_ENV: 'development', DATABASE_URL: url };
      const first = await start(env);
      const { email, password } = first.firstAdmin ?? assert.fail('no admin was created');
      const body = { email, password };
      const login = await callApi(`http://127.0.0.1:${first.ports.http}/api`, 'POST', '/auth/login', {
        body,
      });
      assert.equal(login.body.data.role, 'ADMIN');
      const [stored] = await sql(url, 'SELECT password_hash FROM users');
      assert.match(
        stored.password_hash,
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
        'the hash has the production cost',
      );
      await first.close();

      const again = await start(env);
      assert.equal(again.firstAdmin, undefined);
      await again.close();

      await sql(url, 'DELETE FROM users');
      const third = await start(env);
      assert.notEqual(third.firstAdmin?.password, password);
    });

    it('is not created by a start that fails on a taken port', async () => {
      const url = await emptyDatabase();
      const { port, server } = await occupyPort();
      opened.push(async () => void server.close());
      const env = { NODE_ENV: 'development', DATABASE_URL: url };
      for (const taken of ['PORT', 'MQTT_PORT', 'METRICS_PORT'])
        await assert.rejects(start({ ...env, [taken]: String(port) }), taken);
      assert.deepEqual(await sql(url, 'SELECT id FROM users'), []);
      const { firstAdmin, ports } = await start(env);
      const api = `http://127.0.0.1:${ports.http}/api`;
      assert.equal((await callApi(api, 'POST', '/auth/login', { body: firstAdmin })).status, 200);
    });

    it('is not generated when an account exists, nor in production', async () => {
      const app = await startWhole();
      await signUp(app);
      await sql(app.databaseUrl, `DELETE FROM users WHERE role = 'ADMIN'`);
      const second = await start({ NODE_ENV: 'development', DATABASE_URL: app.databaseUrl });
      assert.equal(second.firstAdmin, undefined);
      await second.close();

      await sql(app.databaseUrl, 'DELETE FROM users');
      const production = await start({ NODE_ENV: 'production', DATABASE_URL: app.databaseUrl });
      assert.equal(production.firstAdmin, undefined);
      assert.deepEqual(await sql(app.databaseUrl, 'SELECT id FROM users'), []);
    });

    it('is created once by instances that start together, and one of them reports the password', async () => {
      const url = await emptyDatabase();
      const env = { NODE_ENV: 'development', DATABASE_URL: url };
      const apps = await Promise.all([start(env), start(env), start(env)]);
      const told = apps.flatMap(({ firstAdmin }) => (firstAdmin === undefined ? [] : [firstAdmin]));
      assert.equal(told.length, 1);
      const api = `http://127.0.0.1:${apps[0]?.ports.http}/api`;
      assert.equal((await callApi(api, 'POST', '/auth/login', { body: told[0] })).status, 200);
    });
  });
});
