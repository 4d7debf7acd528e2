import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { brokenPasswordRule } from '../../src/accounts/passwords/password-rule.ts';
import { canonicalMac } from '../../src/platform/mac.ts';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { checkAgainst, type DocumentCheck } from '../helpers/openapi.ts';
import { logInAsAdmin, PASSWORD, signUp } from '../helpers/people.ts';
import { seeded } from '../helpers/seeded.ts';

describe('the OpenAPI and AsyncAPI documents', () => {
  /** Operations that every client may rely on. */
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
  /** Operations without a token: docs/contract.md, "Tokens and sessions", and the documents that describe the service. */
  const OPEN =
    /^(post \/auth\/(signup|login|forgot|reset|passkey|passkey\/options|oidc\/link|oidc\/backchannel-logout)|get \/auth\/oidc(\/login|\/callback)?|post \/(stations\/enrol|receipts)|get \/health|get \/calendars\/\{token\}|get \/\w+\.json)$/;

  let app: TestApp;
  let document: Json;
  let check: DocumentCheck;
  before(async () => {
    app = await startTestApp({ RATE_LIMIT_LOGIN: '40', RATE_LIMIT_SIGNUP: '40', RATE_LIMIT_GLOBAL: '200' });
    document = (await app.call('GET', '/openapi.json')).body;
    check = checkAgainst(document);
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

  /** Every object in the document with its path. */
  function* everything(value: Json, way = '#'): Generator<[string, Json]> {
    if (typeof value !== 'object' || value === null) return;
    yield [way, value];
    for (const [key, inner] of Object.entries(value)) yield* everything(inner, `${way}/${key}`);
  }

  describe('the OpenAPI document', () => {
    it('has every row of the route table, the hooks of gateways, and nothing else', () => {
      // Other protocols describe themselves.
      const rows = app.app.routes
        .filter(({ protocol }) => protocol === undefined)
        .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
      const documented = operations().map(([method, path]) => `${method} ${path}`);
      assert.ok(rows.length > 9);
      rows.push('post /hooks/sms', 'post /hooks/voice');
      assert.deepEqual(documented.sort(), rows.sort());
    });

    it('has every operation of the contract', () => {
      for (const [method, path] of BUILT) assert.ok(document.paths[path]?.[method], `${method} ${path}`);
    });

    it('is OpenAPI 3.1', () => {
      assert.match(document.openapi, /^3\.1\.\d+$/);
      assert.equal(typeof document.info.title, 'string');
      assert.equal(typeof document.info.version, 'string');
      assert.deepEqual(
        document.servers.map((server: Json) => server.url),
        ['/api'],
      );
      const frame = ['openapi', 'info', 'servers', 'tags', 'paths', 'components'];
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
        for (const tag of operation.tags)
          assert.ok(
            document.tags.some(({ name }: Json) => name === tag),
            which,
          );
        assert.equal(operation.tags.length, 1, which);
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
          statuses.some((status) => /^(2\d\d|302)$/.test(status)),
          which,
        );
        for (const status of statuses) {
          assert.match(status, /^[1-5]\d\d$/, which);
          assert.equal(typeof operation.responses[status].description, 'string', which);
        }
        if (method === 'get') assert.equal(operation.requestBody, undefined, which);
      }
    });

    it('states which operations need a token', () => {
      for (const [method, path, { security, responses }] of operations()) {
        const open = OPEN.test(`${method} ${path}`);
        const isHook = path.startsWith('/hooks/');
        assert.equal(security.length === 0, open, `${method} ${path}`);
        if (isHook) assert.deepEqual([security, '403' in responses], [[{ signature: [] }], true], path);
        else if (!open) assert.ok('401' in responses, `${method} ${path}`);
        for (const scheme of security.flatMap((entry: object) => Object.keys(entry))) {
          assert.ok(scheme in document.components.securitySchemes, scheme);
        }
      }
    });

    it('describes the hooks of gateways: signed forms, answered with XML', async () => {
      for (const path of ['/hooks/sms', '/hooks/voice']) {
        const { requestBody, responses } = document.paths[path].post;
        const form = requestBody.content['application/x-www-form-urlencoded'];
        assert.deepEqual(check.complaints(form.schema, form.example), []);
        assert.deepEqual(Object.keys(responses[200].content), ['text/xml']);
        const unsigned = await app.call('POST', path, { body: form.example });
        assert.deepEqual([unsigned.status, unsigned.body.code], [403, 'SIGNATURE_WRONG']);
        check.assertAnswer('POST', path, unsigned);
      }
    });

    it('lists the failures of the contract', () => {
      const has = (method: string, path: string, ...statuses: number[]) => {
        for (const status of statuses)
          assert.ok(document.paths[path][method].responses[status], `${method} ${path} ${status}`);
      };
      has('post', '/auth/signup', 201, 400, 409, 429);
      has('post', '/auth/login', 200, 401, 403, 429);
      has('post', '/auth/logout', 200, 401);
      has('get', '/health', 200, 503);
    });

    it('has valid references, schemas that compile and no private keywords', () => {
      for (const [way, value] of everything(document)) {
        if (typeof value.$ref === 'string')
          assert.notEqual(check.resolve(value.$ref), undefined, `${way}: ${value.$ref}`);
        if (way.endsWith('/schema')) assert.doesNotThrow(() => check.complaints(value, {}), way);
        assert.deepEqual(
          Object.keys(value).filter((key) => key.startsWith('x-') && key !== 'x-unit'),
          [],
          way,
        );
        // Keywords of OpenAPI 3.0 that JSON Schema, and therefore 3.1, does not have.
        assert.ok(!('nullable' in value), way);
      }
    });
  });

  describe('the descriptions in both documents', () => {
    let schemas: [string, Json][];
    before(async () => {
      const live = (await app.call('GET', '/asyncapi.json')).body;
      schemas = [document, live].flatMap((root) =>
        [...everything(root)].filter(([way]) => !way.includes('/example')),
      );
      for (const [name, schema] of Object.entries(live.components.schemas)) {
        const same = document.components.schemas[name] ?? schema;
        assert.deepEqual(schema, same, `${name} has one definition`);
      }
      named = { ...document.components.schemas, ...live.components.schemas };
    });
    let named: Json;

    const target = (schema: Json): Json =>
      schema.$ref === undefined ? schema : named[schema.$ref.split('/').at(-1)];
    /** Whether it or the schema it refers to has a description. */
    const isDescribed = (schema: Json): boolean =>
      (schema.description ?? target(schema).description ?? '').length > 1;

    it('cover every named schema and every property', () => {
      for (const [name, schema] of Object.entries(named)) assert.ok(isDescribed(schema), name);
      for (const [way, { properties }] of schemas.filter(([, value]) => value.properties !== undefined))
        for (const [name, schema] of Object.entries(properties)) {
          // `data` may be described by the schema of its items.
          const described = isDescribed(schema) || (name === 'data' && isDescribed(target(schema).items));
          assert.ok(described, `${way}/${name}`);
        }
    });

    it('cover every parameter and header, with an example', () => {
      const parameters = operations().flatMap(([, , operation]) => operation.parameters);
      assert.ok(parameters.length > 100);
      for (const thing of [...parameters, ...Object.values<Json>(document.components.headers)]) {
        assert.ok(thing.description.length > 1, thing.name);
        assert.deepEqual(check.complaints(thing.schema, thing.example), [], thing.name);
        assert.ok(![thing.schema.type].flat().includes('null'), thing.name);
      }
    });

    it('give every number a unit and an example', () => {
      const numbers = schemas.filter(
        ([way, { type, const: only }]) =>
          only === undefined &&
          !way.includes('/headers/') &&
          [type].flat().some((word) => word === 'number' || word === 'integer'),
      );
      assert.ok(numbers.length > 100);
      for (const [way, { 'x-unit': unit, examples, description }] of numbers) {
        assert.ok(unit, way);
        assert.equal(typeof examples?.[0], 'number', way);
        // The description of a parameter stands beside its schema.
        if (way.includes('/parameters/')) continue;
        const physical = !['count', 'number', 'fraction'].includes(unit);
        assert.equal(description.includes(`in ${unit}`), physical, `${way}: ${description}`);
      }
    });
  });

  describe('patterns', () => {
    const random = seeded(2026);
    const textOf = (alphabet: string, length: number): string =>
      Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
    const isIn = (name: string, property: string, value: string): boolean =>
      check.matches(document.components.schemas[name].properties[property], value);

    it('match exactly the passwords that the rules allow', () => {
      for (let i = 0; i < 2000; i++) {
        const password = textOf('AZaz09!*é \n\0', Math.floor(random() * 20));
        assert.equal(
          isIn('Signup', 'password', password),
          brokenPasswordRule(password) === undefined,
          password,
        );
      }
      for (const length of [7, 8, 128, 129])
        assert.equal(isIn('Signup', 'password', 'Aa1!'.padEnd(length, 'x')), length === 8 || length === 128);
    });

    it('match exactly the MAC addresses that the service can parse', () => {
      for (const [name, property] of [
        ['SensorReading', 'device_id'],
        ['NewDevice', 'macAddress'],
      ] as const)
        for (let i = 0; i < 1000; i++) {
          const separator = textOf(':-. ', 1);
          const text = Array.from({ length: 6 }, () => textOf('09afAFg', 2)).join(
            random() < 0.3 ? '' : separator,
          );
          assert.equal(isIn(name, property, text), canonicalMac(text) !== undefined, text);
        }
    });
  });

  describe('examples', () => {
    it('exist for every request and answer, and match their schemas', () => {
      for (const [method, path, operation] of operations()) {
        const answers = Object.entries<Json>(operation.responses);
        for (const [where, { content }] of [['request', operation.requestBody ?? {}], ...answers]) {
          const json = content?.['application/json'];
          if (json === undefined) continue;
          assert.ok(json.example !== undefined, `${method} ${path} ${where}`);
          const complaints = check.complaints(json.schema, json.example);
          assert.deepEqual(complaints, [], `${method} ${path} ${where} ${JSON.stringify(json.example)}`);
        }
      }
    });
  });

  describe('real answers', () => {
    const asked = new Set<string>();

    function assertDocumented(method: string, path: string, answer: Response): void {
      check.assertAnswer(method, path, answer);
      if (answer.status < 300) asked.add(`${method} ${path}`);
    }

    it('of success match their schemas for every operation', async () => {
      const call = async (method: string, path: string, options = {}) => {
        const answer = await app.call(method, path, options);
        assertDocumented(method.toLowerCase(), path, answer);
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

    it('of failure match their schemas', async () => {
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
        assertDocumented(method.toLowerCase(), path.replace(admin.id, '{id}'), answer);
      }
      let last = await app.call('POST', '/auth/login', { body: {} });
      for (let i = 0; i < 50 && last.status !== 429; i++)
        last = await app.call('POST', '/auth/login', { body: {} });
      assert.equal(last.status, 429);
      assertDocumented('post', '/auth/login', last);
    });
  });
});
