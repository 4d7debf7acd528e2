import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, signUp } from '../helpers/people.ts';
import { sendRaw } from '../helpers/raw-http.ts';
import { sql } from '../helpers/sql.ts';

describe('the request pipeline', () => {
  const KIB = 1024;
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startTestApp();
    token = (await signUp(app)).token;
  });
  after(() => app.close());

  type Body = NonNullable<RequestInit['body']>;

  /** Sends arbitrary bytes as a body. */
  async function post(path: string, body: Body | undefined, headers: Record<string, string> = {}) {
    const init = { method: 'POST', headers, ...(body !== undefined && { body, duplex: 'half' as const }) };
    const response = await fetch(app.url + path, init);
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const login = (body: Body | undefined, headers: Record<string, string> = JSON_TYPE) =>
    post('/auth/login', body, headers);

  function isFailure(body: { success: unknown; error: unknown }): void {
    assert.equal(body.success, false);
    assert.equal(typeof body.error, 'string');
  }

  describe('an unknown path', () => {
    it('gets 404 in the envelope, with or without a token, for any method', async () => {
      for (const path of [
        '/nowhere',
        '/me/',
        '/me/x',
        '/auth',
        '//me',
        '/%6De',
        '/ME',
        '/auth/login/../signup%00',
      ]) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
          const answer = await app.call(method, path, { token: method === 'GET' ? token : undefined });
          assert.equal(answer.status, 404, `${method} ${path}`);
          isFailure(answer.body);
        }
      }
    });

    it('gets 404 outside /api too', async () => {
      for (const path of ['/', '/apix', '/api', '/api/', '/favicon.ico', '/apihealth']) {
        const response = await fetch(new URL(path, app.url));
        assert.equal(response.status, 404, path);
        isFailure((await response.json()) as { success: unknown; error: unknown });
      }
    });
  });

  describe('a known path with a wrong method', () => {
    it('gets 405 with Allow', async () => {
      const wrong: [string, string, string][] = [
        ['GET', '/auth/login', 'POST, OPTIONS'],
        ['GET', '/auth/logout', 'POST, OPTIONS'],
        ['POST', '/health', 'GET, HEAD, OPTIONS'],
        ['PATCH', '/profile/me', 'GET, PUT, DELETE, HEAD, OPTIONS'],
        ['HEAD', '/auth/login', 'POST, OPTIONS'],
        ['get', '/health', 'GET, HEAD, OPTIONS'],
      ];
      for (const [method, path, allow] of wrong) {
        const answer = await sendRaw(
          app.app.ports.http,
          `${method} /api${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
        ).catch(() => assert.fail(`${method} ${path}`));
        assert.equal(answer.status, 405, `${method} ${path}`);
        assert.ok(answer.head.toLowerCase().includes(`\r\nallow: ${allow.toLowerCase()}\r\n`), answer.head);
        if (method !== 'HEAD') isFailure(answer.body);
      }
    });
  });

  describe('HEAD and OPTIONS', () => {
    it('HEAD answers like GET, without the body', async () => {
      for (const [path, headers] of [
        ['/health', {}],
        ['/me', { Authorization: `Bearer ${token}` }],
        ['/me', {}],
        ['/nowhere', {}],
      ] as const) {
        const get = await fetch(app.url + path, { headers });
        const head = await fetch(app.url + path, { method: 'HEAD', headers });
        assert.equal(head.status, get.status, path);
        assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
        assert.equal(await head.text(), '');
        await get.text();
      }
    });

    it('OPTIONS answers 204 with Allow and no body', async () => {
      const response = await fetch(`${app.url}/profile/me`, { method: 'OPTIONS' });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('allow'), 'GET, PUT, DELETE, HEAD, OPTIONS');
      assert.equal(await response.text(), '');
    });
  });

  describe('a body', () => {
    it('that is not JSON gets 400 with that reason', async () => {
      for (const text of [
        '{',
        '{"email":}',
        'email=a&password=b',
        "{'email':'a'}",
        '{"a":1}{"b":2}',
        'NaN',
        '{"a":1,}',
        '\ufeff{}',
      ]) {
        const answer = await login(text);
        assert.equal(answer.status, 400, text);
        isFailure(answer.body);
        assert.match(answer.body.error, /JSON/);
      }
    });

    it('that is not an object gets 400 with that reason', async () => {
      for (const text of [
        'null',
        '[]',
        '"text"',
        '7',
        'true',
        '[{"email":"a@example.org","password":"x"}]',
      ]) {
        const answer = await login(text);
        assert.equal(answer.status, 400, text);
        assert.match(answer.body.error, /object/);
      }
    });

    it('that is empty but required gets 400', async () => {
      for (const body of [undefined, '']) {
        const answer = await login(body);
        assert.equal(answer.status, 400);
        assert.match(answer.body.error, /body/i);
      }
      assert.equal((await login(' ')).status, 400);
    });

    it('that is not UTF-8 gets 400 and is not silently repaired', async () => {
      const text = JSON.stringify({
        email: 'utf@example.org',
        password: PASSWORD,
        firstName: 'J?rg',
        lastName: 'X',
      });
      for (const bad of [[0xf6], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
        const [before, behind] = text.split('?');
        const bytes = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bad), Buffer.from(behind ?? '')]);
        const answer = await post('/auth/signup', bytes, JSON_TYPE);
        assert.equal(answer.status, 400, bad.join());
        assert.match(answer.body.error, /UTF-8/);
      }
    });

    it('with a NUL in any string gets 400', async () => {
      const body = {
        email: 'nul\0@example.org',
        password: `${PASSWORD}\0`,
        firstName: 'A\0',
        lastName: '\0',
      };
      const answer = await app.call('POST', '/auth/signup', { body });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details).sort(), [
        'email',
        'firstName',
        'lastName',
        'password',
      ]);
    });

    it('has at most 64 KiB, with a length or in chunks', async () => {
      const start = '{"email":"nobody@example.org","password":"Secret!123","padding":"';
      const sized = (bytes: number) => `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
      const stream = (text: string) => new Blob([text]).stream();
      assert.equal((await login(sized(64 * KIB))).status, 401);
      assert.equal((await login(stream(sized(64 * KIB)))).status, 401);
      for (const body of [sized(64 * KIB + 1), stream(sized(64 * KIB + 1)), sized(300 * KIB)]) {
        const answer = await login(body);
        assert.equal(answer.status, 413);
        isFailure(answer.body);
      }
    });

    it('is measured in bytes, not in characters', async () => {
      const owls = (count: number) =>
        JSON.stringify({ email: 'a@example.org', password: 'x', padding: '🦉'.repeat(count) });
      assert.equal((await login(owls(16 * KIB))).status, 413);
      assert.equal((await login(owls(15 * KIB))).status, 401);
    });

    it('may be declared as JSON in several ways, or not at all', async () => {
      const types = [
        'application/json',
        'Application/JSON',
        'application/json; charset=utf-8',
        'application/json;charset=UTF-8',
        'application/json ; charset=utf-8',
        'application/vnd.api+json',
        'application/problem+json; x=y',
      ];
      for (const type of types) assert.equal((await login('{}', { 'Content-Type': type })).status, 400, type);
      assert.equal((await login(Buffer.from('{}'), {})).status, 400, 'without a content type');
    });

    it('with another content type gets 415', async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/json',
        'application/xml',
        'application/json-seq',
        'text/plain; application/json',
        'json',
      ];
      for (const type of types) {
        const answer = await login('{}', { 'Content-Type': type });
        assert.equal(answer.status, 415, type);
        isFailure(answer.body);
      }
    });

    it('with deep nesting, huge numbers or many fields is harmless', async () => {
      const texts = [
        '['.repeat(30_000),
        `{"email":${'[['.repeat(10_000)}${']]'.repeat(10_000)}}`,
        '{"email":1e999}',
      ];
      for (const text of texts) assert.equal((await login(text)).status, 400);
      const many = Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`field${i}`, i]));
      assert.equal((await login(JSON.stringify(many))).status, 400);
    });
  });

  describe('X-Request-Id', () => {
    const idFor = async (given?: string) => {
      const headers: Record<string, string> = given === undefined ? {} : { 'X-Request-Id': given };
      return (await app.call('GET', '/health', { headers })).headers.get('x-request-id') ?? '';
    };

    it("is the client's when it is valid", async () => {
      for (const id of ['abc', '3f2c-11:9_0.x', 'a'.repeat(64)]) assert.equal(await idFor(id), id);
    });

    it('is generated otherwise, and different each time', async () => {
      for (const id of ['', 'a'.repeat(65), 'a b', 'a,b', '<script>', 'é', '"x"']) {
        const ours = await idFor(id);
        assert.notEqual(ours, id);
        assert.match(ours, /^[\w.:-]{1,64}$/);
      }
      assert.notEqual(await idFor(), await idFor());
    });

    it('is in failures too', async () => {
      const headers = { 'X-Request-Id': 'mine' };
      for (const path of ['/nowhere', '/me', '/auth/login']) {
        assert.equal((await app.call('GET', path, { headers })).headers.get('x-request-id'), 'mine', path);
      }
    });
  });

  describe('security headers', () => {
    it('are in every answer', async () => {
      const calls: [number, string, string, RequestInit][] = [
        [200, 'GET', '/health', {}],
        [200, 'GET', '/openapi.json', {}],
        [200, 'HEAD', '/health', {}],
        [204, 'OPTIONS', '/me', {}],
        [400, 'POST', '/auth/login', { body: '{', headers: JSON_TYPE }],
        [401, 'GET', '/me', {}],
        [403, 'POST', '/auth/logout', { headers: { Cookie: `access_token=${token}` } }],
        [404, 'GET', '/nowhere', {}],
        [405, 'POST', '/health', {}],
        [413, 'POST', '/auth/login', { body: 'x'.repeat(70_000), headers: JSON_TYPE }],
        [415, 'POST', '/auth/login', { body: 'x', headers: { 'Content-Type': 'text/plain' } }],
      ];
      for (const [status, method, path, init] of calls) {
        const { headers, ...response } = await fetch(app.url + path, { method, ...init }).then(async (r) => {
          await r.arrayBuffer();
          return { status: r.status, headers: r.headers };
        });
        const which = `${method} ${path} ${status}`;
        assert.equal(response.status, status, which);
        assert.equal(headers.get('x-content-type-options'), 'nosniff', which);
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, which);
        assert.ok(headers.get('referrer-policy'), which);
        assert.equal(headers.get('x-frame-options'), 'DENY', which);
        assert.equal(headers.get('cache-control'), 'no-store', which);
        assert.ok(headers.get('x-request-id'), which);
        assert.equal(headers.get('strict-transport-security'), null, 'no HSTS on plain HTTP');
        assert.equal(headers.get('uwebsockets'), null, which);
        assert.equal(headers.get('server'), null, which);
        if (status !== 204)
          assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', which);
      }
    });
  });

  describe('GET /health', () => {
    it('reports status, times, memory and version', async () => {
      const { status, body } = await app.call('GET', '/health');
      assert.equal(status, 200);
      const { timestamp, uptime, memory, version, detector, channels, details, ...rest } = body.data;
      const queues = { readings: 0, outbox: 0, responses: 0, events: 0 };
      assert.deepEqual(rest, { status: 'HEALTHY', database: 'CONNECTED', queues });
      assert.ok(Math.abs(Date.parse(timestamp) - app.clock.now()) < 5_000);
      assert.ok(Number.isInteger(uptime) && uptime >= 0 && uptime < 3600);
      assert.ok(Number.isInteger(memory.used) && Number.isInteger(memory.available));
      assert.match(version, /^\d+\.\d+\.\d+/);
      assert.match(detector.version, /^20\d\d-\d\d-\d\d-[0-9a-f]{8}$/);
      assert.equal(detector.shadow, null);
      assert.deepEqual(channels, { sms: 'OFF', voice: 'OFF', pager: 'OFF', homeBroker: 'OFF' });
      // Other tests of this file sign up patients; test/response/reachability.test.ts has the values.
      assert.deepEqual(Object.keys(details), [
        'path',
        'update',
        'caregiversReachable',
        'disk',
        'backup',
        'restoring',
        'warnings',
      ]);
      assert.deepEqual([details.backup, details.restoring], [null, null]);
    });

    it('answers 503 without a database, other requests 5xx without a cause, and both recover', async () => {
      const other = await startTestApp({ LOG_LEVEL: 'silent' });
      const admin = await other.call('POST', '/auth/login', {
        body: { email: 'admin@example.org', password: 'Admin!2345' },
      });
      const server = process.env.TEST_DATABASE_URL ?? '';
      const name = new URL(other.databaseUrl).pathname.slice(1);
      try {
        await sql(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await sql(server, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
          name,
        ]);
        let health = await other.call('GET', '/health');
        const answers = (status: number) => async () => {
          health = await other.call('GET', '/health');
          return health.status === status;
        };
        await eventually('the service is unhealthy', answers(503));
        assert.equal(health.body.success, false);
        assert.equal(health.body.status, 'UNHEALTHY');
        assert.equal(typeof health.body.error, 'string');
        const me = await other.call('GET', '/me', { token: admin.body.token });
        assert.ok(me.status >= 500);
        assert.ok(!/postgres|database "|connect/i.test(JSON.stringify(me.body)), JSON.stringify(me.body));
        await sql(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
        await eventually('the service is healthy again', answers(200));
        assert.equal((await other.call('GET', '/me', { token: admin.body.token })).status, 200);
      } finally {
        await other.close();
      }
    });
  });
});
