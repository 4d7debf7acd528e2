import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { connectLive, live, refusedLive } from '../helpers/live.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { openRaw } from '../helpers/raw-http.ts';

describe('the upgrade to a live socket', () => {
  const AUTHORIZED = 'https://app.example.org';

  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp({ CORS_ORIGINS: AUTHORIZED });
    ada = await signUp(app, 'CAREGIVER');
  });
  after(() => app.close());

  describe('a live socket', () => {
    it('opens with the Authorization header and receives welcome', async () => {
      const client = await live(app, ada);
      const { type, id, data } = client.welcome;
      assert.equal(type, 'welcome');
      assert.equal(id, undefined);
      assert.deepEqual(data.user, {
        id: ada.id,
        email: ada.email,
        firstName: 'Pat',
        lastName: data.user.lastName,
        role: 'CAREGIVER',
      });
      assert.equal(data.lastEventId, 0);
      assert.ok(Math.abs(Date.parse(data.serverTime) - app.clock.now()) < 5_000);
      assert.equal(client.ws.protocol, '');
      await client.close();
    });

    it('opens with the subprotocol pair and answers with the first of the two', async () => {
      const client = await connectLive(app, { protocols: ['fall-monitor.v1', `bearer.${ada.token}`] });
      assert.equal(client.ws.protocol, 'fall-monitor.v1');
      assert.equal(client.welcome.data.user.id, ada.id);
      await client.close();
    });

    it('opens with the cookie from its own or an allowed origin', async () => {
      const Cookie = `access_token=${ada.token}`;
      for (const Origin of [new URL(app.url).origin, AUTHORIZED]) {
        const client = await connectLive(app, { headers: { Cookie, Origin } });
        assert.equal(client.welcome.data.user.id, ada.id, Origin);
        await client.close();
      }
    });

    it('is refused with 403 for a cookie from a foreign origin or without one', async () => {
      const Cookie = `access_token=${ada.token}`;
      const foreign: Record<string, string>[] = [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }];
      for (const headers of foreign) {
        const { status, body } = await refusedLive(app, { headers: { Cookie, ...headers } });
        assert.equal(status, 403, JSON.stringify(headers));
        assert.equal(body.success, false);
      }
    });

    it('is refused with 401 without a valid token, as an HTTP answer with envelope and security headers', async () => {
      const own = new URL(app.url).origin;
      for (const options of [
        {},
        { token: 'x' },
        { protocols: ['fall-monitor.v1'] },
        { protocols: ['fall-monitor.v1', 'bearer.x.y.z'] },
        { headers: { Cookie: 'access_token=no', Origin: own } },
        { headers: { Authorization: 'Basic abc' }, protocols: ['fall-monitor.v1', `bearer.${ada.token}`] },
      ]) {
        const { status, body, headers } = await refusedLive(app, options);
        assert.equal(status, 401, JSON.stringify(options));
        assert.equal(body.success, false);
        assert.equal(typeof body.error, 'string');
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.ok(headers['x-request-id']);
      }
    });

    it('is refused with 401 after logout', async () => {
      const { token } = await logIn(app, { email: ada.email, password: PASSWORD });
      await app.call('POST', '/auth/logout', { token });
      assert.equal((await refusedLive(app, { token })).status, 401);
    });

    for (const after of ['', 'x', '-1', '1.5', '1e3', '99999999999999999']) {
      it(`is refused with 400 for ?after=${after}`, async () => {
        const { status, body } = await refusedLive(app, { token: ada.token, after });
        assert.equal(status, 400);
        assert.equal(typeof body.details.after, 'string');
      });
    }

    it('starts at the end when the client’s cursor is ahead of the log', async () => {
      const client = await live(app, ada, 4711);
      assert.equal(client.welcome.data.lastEventId, 0);
      await client.close();
    });

    it('answers a plain request with 426', async () => {
      const answer = await app.call('GET', '/live', { token: ada.token });
      assert.equal(answer.status, 426);
      assert.equal(answer.headers.get('upgrade'), 'websocket');
      assert.equal(answer.body.success, false);
    });

    it('survives clients that disconnect during the upgrade', async () => {
      const key = randomBytes(16).toString('base64');
      for (let i = 0; i < 50; i++) {
        const raw = await openRaw(app.app.ports.http);
        raw.send(
          `GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
            `Sec-WebSocket-Key: ${key}\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`,
        );
        // Disconnects at once, when the request is in the kernel, or when the answer has started.
        if (i % 3 === 1) await new Promise((resolve) => raw.socket.write('', resolve));
        if (i % 3 === 2) await inTime('the answer begins', once(raw.socket, 'data'));
        raw.socket.resetAndDestroy();
      }
      const client = await live(app, ada);
      await client.close();
    });

    it('receives welcome each time when many open at once', async () => {
      const people = await Promise.all(Array.from({ length: 3 }, () => signUp(app)));
      for (const person of people) {
        const clients = await Promise.all(Array.from({ length: 90 }, () => live(app, person)));
        await Promise.all(clients.map((client) => client.close()));
      }
    });

    it('is limited to a hundred per account', async () => {
      const busy = await signUp(app);
      const clients = await Promise.all(Array.from({ length: 100 }, () => live(app, busy)));
      const { status, headers } = await refusedLive(app, { token: busy.token });
      assert.equal(status, 429);
      assert.ok(Number(headers['retry-after']) >= 1);
      await Promise.all(clients.map((client) => client.close()));
      await (await live(app, busy)).close();
    });
  });

  describe('the upgrade request', () => {
    it('counts toward the global rate limit, but is never refused by it', async () => {
      const limited = await startTestApp({ RATE_LIMIT_GLOBAL: '3' });
      try {
        const person = await signUp(limited);
        for (let i = 0; i < 5; i++) await (await live(limited, person)).close();
        assert.equal((await limited.call('GET', '/me', { token: person.token })).status, 429);
        const { status, headers } = await refusedLive(limited, { token: 'x' });
        assert.equal(status, 401);
        assert.equal(headers['x-ratelimit-remaining'], '0');
      } finally {
        await limited.close();
      }
    });

    it('needs HTTPS in production', async () => {
      const strict = await startTestApp({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' });
      try {
        const headers = { 'X-Forwarded-Proto': 'https' };
        const body = { email: 'p@example.org', password: PASSWORD, firstName: 'P', lastName: 'R' };
        const { token } = (await strict.call('POST', '/auth/signup', { body, headers })).body;
        assert.equal((await refusedLive(strict, { token })).status, 403);
        await (await connectLive(strict, { token, headers })).close();
      } finally {
        await strict.close();
      }
    });
  });
});
