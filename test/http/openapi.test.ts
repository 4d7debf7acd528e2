import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, PASSWORD, signUp } from '../helpers/people.ts';

describe('http/openapi', () => {
  /** The operations that every client may count on. */
  const BUILT: readonly [string, string][] = [
    ['post', '/auth/signup'],
    ['post', '/auth/login'],
    ['post', '/auth/logout'],
    ['get', '/profile/me'],
    ['put', '/profile/me'],
    ['post', '/profile/password'],
    ['delete', '/profile/me'],
    ['get', '/health'],
    ['get', '/me'],
  ];
  /** docs/contract.md, "Tokens and sessions", and the descriptions of the service itself. */
  const OPEN = /^(post \/auth\/(signup|login|forgot|reset)|get \/health|get \/\w+\.json)$/;

  let app: TestApp;
  let document: Json;
  before(async () => {
    app = await startTestApp({ RATE_LIMIT_LOGIN: '40', RATE_LIMIT_SIGNUP: '40', RATE_LIMIT_GLOBAL: '200' });
    document = (await app.call('GET', '/openapi.json')).body;
  });
  after(() => app.close());

  /** Every operation as [method, path, operation]. */
  const operations = (): [string, string, Json][] =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]): [string, string, Json] => [
        method,
        path,
        operation,
      ]),
    );

  /** Every object in the document, with the way to it. */
  function* everything(value: Json, way = '#'): Generator<[string, Json]> {
    if (typeof value !== 'object' || value === null) return;
    yield [way, value];
    for (const [key, inner] of Object.entries(value)) yield* everything(inner, `${way}/${key}`);
  }

  const resolve = (ref: string): Json =>
    ref
      .split('/')
      .slice(1)
      .reduce((value: Json, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

  describe('the OpenAPI document', () => {
    it('has every row of the route table and nothing else', () => {
      const rows = app.app.routes.map(
        ({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      );
      const documented = operations().map(([method, path]) => `${method} ${path}`);
      assert.ok(rows.length > 9);
      assert.deepEqual(documented.sort(), rows.sort());
    });

    it('has every operation of the contract', () => {
      for (const [method, path] of BUILT) assert.ok(document.paths[path]?.[method], `${method} ${path}`);
    });

    it('is OpenAPI 3.1 in its frame', () => {
      assert.match(document.openapi, /^3\.1\.\d+$/);
      assert.equal(typeof document.info.title, 'string');
      assert.equal(typeof document.info.version, 'string');
      assert.deepEqual(document.servers, [{ url: '/api' }]);
      const frame = ['openapi', 'info', 'servers', 'paths', 'components'];
      assert.deepEqual(Object.keys(document), frame);
      for (const path of Object.keys(document.paths)) assert.match(path, /^\/[^:?#]*$/);
    });

    it('describes each operation completely', () => {
      const ids = operations().map(([, , { operationId }]) => operationId);
      assert.equal(new Set(ids).size, ids.length);
      for (const [method, path, operation] of operations()) {
        const which = `${method} ${path}`;
        assert.ok(['get', 'put', 'post', 'delete'].includes(method), which);
        assert.match(operation.operationId, /^[A-Za-z0-9]+$/, which);
        assert.ok(operation.summary.length > 0, which);
        assert.ok(
          operation.tags.every((tag: unknown) => typeof tag === 'string'),
          which,
        );
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const declared = operation.parameters.filter((p: Json) => p.in === 'path');
        assert.deepEqual(
          declared.map((p: Json) => p.name),
          inPath,
          which,
        );
        assert.ok(
          declared.every((p: Json) => p.required === true),
          which,
        );
        for (const parameter of operation.parameters) assert.equal(typeof parameter.schema, 'object', which);
        const statuses = Object.keys(operation.responses);
        assert.ok(
          statuses.some((status) => /^2\d\d$/.test(status)),
          which,
        );
        for (const status of statuses) {
          assert.match(status, /^[1-5]\d\d$/, which);
          assert.equal(typeof operation.responses[status].description, 'string', which);
        }
        if (method === 'get') assert.equal(operation.requestBody, undefined, which);
      }
    });

    it('says which operations need a token', () => {
      for (const [method, path, { security, responses }] of operations()) {
        const open = OPEN.test(`${method} ${path}`);
        assert.equal(security.length === 0, open, `${method} ${path}`);
        if (!open) assert.ok('401' in responses, `${method} ${path}`);
        for (const scheme of security.flatMap((entry: object) => Object.keys(entry))) {
          assert.ok(scheme in document.components.securitySchemes, scheme);
        }
      }
    });

    it('names the failures that the contract lists', () => {
      const has = (method: string, path: string, ...statuses: number[]) => {
        for (const status of statuses)
          assert.ok(document.paths[path][method].responses[status], `${method} ${path} ${status}`);
      };
      has('post', '/auth/signup', 201, 400, 409, 429);
      has('post', '/auth/login', 200, 401, 403, 429);
      has('post', '/auth/logout', 200, 401);
      has('get', '/health', 200, 503);
    });

    it('has references that lead somewhere and schemas that compile, without our own keywords', () => {
      for (const [way, value] of everything(document)) {
        if (typeof value.$ref === 'string')
          assert.notEqual(resolve(value.$ref), undefined, `${way}: ${value.$ref}`);
        if (way.endsWith('/schema') && value.$ref === undefined)
          assert.doesNotThrow(() => Compile(value), way);
        assert.deepEqual(
          Object.keys(value).filter((key) => key.startsWith('x-')),
          [],
          way,
        );
        // Words of OpenAPI 3.0 that JSON Schema, and so 3.1, does not know.
        assert.ok(!('nullable' in value), way);
      }
    });
  });

  describe('real answers', () => {
    const asked = new Set<string>();

    function fits(method: string, path: string, answer: Response): void {
      const response = document.paths[path]?.[method]?.responses[answer.status];
      const which = `${method} ${path} ${answer.status}`;
      assert.ok(response, `${which} is not in the document`);
      const { schema } = response.content['application/json'];
      const plain = schema.$ref === undefined ? schema : resolve(schema.$ref);
      const compiled = Compile(plain);
      const complaints = JSON.stringify([...compiled.Errors(answer.body)]);
      assert.ok(compiled.Check(answer.body), `${which}: ${complaints} in ${JSON.stringify(answer.body)}`);
      if (answer.status < 300) asked.add(`${method} ${path}`);
    }

    it('of success fit their schemas, for every operation', async () => {
      const call = async (method: string, path: string, options = {}) => {
        const answer = await app.call(method, path, options);
        fits(method.toLowerCase(), path, answer);
        return answer;
      };
      const body = { email: 'schema@example.org', password: PASSWORD, firstName: 'S', lastName: 'C' };
      await call('POST', '/auth/signup', { body });
      const { token } = (await call('POST', '/auth/login', { body })).body;
      await call('GET', '/me', { token });
      await call('GET', '/profile/me', { token });
      await call('PUT', '/profile/me', { token, body: { phone: '1', dateOfBirth: '1948-03-17' } });
      await call('GET', '/profile/me', { token });
      const newPassword = 'Brand*New1';
      await call('POST', '/profile/password', {
        token,
        body: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword },
      });
      await call('DELETE', '/profile/me', { token, body: { confirmation: true } });
      await call('POST', '/auth/logout', { token: (await signUp(app)).token });
      await call('GET', '/health');
      await call('GET', '/openapi.json');
      for (const [method, path] of BUILT)
        assert.ok(asked.has(`${method} ${path}`), `${method} ${path} was not tried`);
    });

    it('of failure fit theirs', async () => {
      const admin = await logInAsAdmin(app);
      const failing: [string, string, object, number][] = [
        ['POST', '/auth/signup', { body: {} }, 400],
        [
          'POST',
          '/auth/signup',
          { body: { email: admin.email, password: PASSWORD, firstName: 'A', lastName: 'B' } },
          409,
        ],
        ['POST', '/auth/signup', { body: 'x'.repeat(70_000) }, 413],
        ['POST', '/auth/signup', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, 415],
        ['POST', '/auth/login', { body: { email: 'x', password: 'y' } }, 401],
        ['GET', '/me', {}, 401],
        ['POST', '/auth/logout', { headers: { Cookie: `access_token=${admin.token}` } }, 403],
        ['DELETE', '/profile/me', { token: admin.token, body: { confirmation: true } }, 409],
        ['PUT', '/profile/me', { token: admin.token, body: { phone: 3 } }, 400],
        ['DELETE', `/admin/users/${admin.id}`, { token: admin.token }, 409],
        [
          'POST',
          '/messages',
          { token: admin.token, body: { recipientId: randomUUID(), content: 'Hello' } },
          404,
        ],
        ['POST', '/auth/logout', { token: admin.token, body: 'x'.repeat(70_000) }, 413],
        [
          'POST',
          '/auth/logout',
          { token: admin.token, body: 'x', headers: { 'Content-Type': 'text/plain' } },
          415,
        ],
      ];
      for (const [method, path, options, status] of failing) {
        const answer = await app.call(method, path, options);
        assert.equal(answer.status, status, `${method} ${path}`);
        fits(method.toLowerCase(), path.replace(admin.id, '{id}'), answer);
      }
      let last = await app.call('POST', '/auth/login', { body: {} });
      for (let i = 0; i < 50 && last.status !== 429; i++)
        last = await app.call('POST', '/auth/login', { body: {} });
      assert.equal(last.status, 429);
      fits('post', '/auth/login', last);
    });
  });
});
