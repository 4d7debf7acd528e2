import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';

describe('CORS', () => {
  const AUTHORIZED = 'https://app.example.org';
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ CORS_ORIGINS: `${AUTHORIZED}, http://localhost:5173` });
  });
  after(() => app.close());

  const FOREIGN = [
    'https://evil.example',
    'null',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://app.example.org.evil.example',
    'https://xapp.example.org',
    'https://APP.example.org.',
    '*',
  ];

  describe('headers', () => {
    it('let pages of allowed origins read every answer with credentials, including errors', async () => {
      for (const Origin of [AUTHORIZED, 'http://localhost:5173']) {
        for (const path of ['/health', '/me', '/nowhere']) {
          const { headers } = await app.call('GET', path, { headers: { Origin } });
          assert.equal(headers.get('access-control-allow-origin'), Origin, path);
          assert.equal(headers.get('access-control-allow-credentials'), 'true');
          assert.match(headers.get('vary') ?? '', /\bOrigin\b/i);
          assert.match(headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining/i);
        }
      }
    });

    it('answer the preflight of allowed origins', async () => {
      const headers = {
        Origin: AUTHORIZED,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type',
      };
      const answer = await app.call('OPTIONS', '/profile/me', { headers });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('access-control-allow-origin'), AUTHORIZED);
      const methods = answer.headers.get('access-control-allow-methods') ?? '';
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) assert.ok(methods.includes(method), methods);
      const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
      for (const name of ['authorization', 'content-type']) assert.ok(allowed.includes(name), allowed);
    });

    it('give other origins no permission, neither for the answer nor for the preflight', async () => {
      for (const Origin of FOREIGN) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await app.call(method, '/health', {
            headers: { Origin, 'Access-Control-Request-Method': 'GET' },
          });
          assert.equal(headers.get('access-control-allow-origin'), null, `${method} ${Origin}`);
          assert.equal(headers.get('access-control-allow-credentials'), null, `${method} ${Origin}`);
        }
      }
    });

    it('tell caches that answers differ by origin', async () => {
      const { headers } = await app.call('GET', '/health', { headers: { Origin: 'https://evil.example' } });
      assert.match(headers.get('vary') ?? '', /\bOrigin\b/i);
    });

    it('are absent when no origin is configured or the request has none', async () => {
      const closed = await startTestApp();
      const { headers } = await closed.call('GET', '/health', { headers: { Origin: AUTHORIZED } });
      assert.equal(headers.get('access-control-allow-origin'), null);
      await closed.close();
      const plain = await app.call('GET', '/health');
      assert.equal(plain.headers.get('access-control-allow-origin'), null);
    });
  });
});
