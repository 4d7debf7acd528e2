import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { PASSWORD } from '../helpers/people.ts';

const HTTPS = { 'X-Forwarded-Proto': 'https' };

describe('production without TLS', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' });
  });
  after(() => app.close());

  it('answers 403 to every plain request and does not execute it', async () => {
    const body = { email: 'plain@example.org', password: PASSWORD, firstName: 'P', lastName: 'L' };
    const calls: [string, string, object][] = [
      ['GET', '/me', {}],
      ['POST', '/auth/signup', { body }],
      ['GET', '/nowhere', {}],
      ['GET', '/openapi.json', {}],
      ['GET', '/me', { headers: { 'X-Forwarded-Proto': 'http' } }],
      ['GET', '/me', { headers: { 'X-Forwarded-Proto': 'http, https' } }],
    ];
    for (const [method, path, options] of calls) {
      const answer = await app.call(method, path, options);
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.equal(answer.body.success, false);
      assert.match(answer.body.error, /HTTPS/);
      assert.equal(answer.headers.get('strict-transport-security'), null);
    }
    const login = await app.call('POST', '/auth/login', { body, headers: HTTPS });
    assert.equal(login.status, 401, 'the signup above created no account');
  });

  it('still answers /health', async () => {
    assert.equal((await app.call('GET', '/health')).status, 200);
    assert.equal((await app.call('HEAD', '/health')).status, 200);
  });

  it('accepts X-Forwarded-Proto from a trusted proxy, sends HSTS and marks the cookie Secure', async () => {
    const body = { email: 'proxied@example.org', password: PASSWORD, firstName: 'P', lastName: 'X' };
    const answer = await app.call('POST', '/auth/signup', { body, headers: HTTPS });
    assert.equal(answer.status, 201);
    assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{7,}/);
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure(;|$)/);
    const me = await app.call('GET', '/me', { token: answer.body.token, headers: HTTPS });
    assert.equal(me.status, 200);
  });
});

describe('production behind an untrusted proxy', () => {
  it('ignores X-Forwarded-Proto', async () => {
    const app = await startTestApp({ NODE_ENV: 'production', TRUST_PROXY: '192.0.2.1' });
    const answer = await app.call('GET', '/me', { headers: { ...HTTPS, 'X-Forwarded-For': '192.0.2.1' } });
    await app.close();
    assert.equal(answer.status, 403);
  });
});

describe('production with a certificate', () => {
  let folder: string;
  let files: { TLS_CERT_FILE: string; TLS_KEY_FILE: string };
  let app: TestApp;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-tls-'));
    const { certFile, keyFile } = makeCertificate(folder, 'localhost');
    files = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    app = await startTestApp({ NODE_ENV: 'production', MQTT_PORT: '', ...files });
  });
  after(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fetchTls = (path: string): Promise<{ status: number; headers: Json; body: Json }> =>
    new Promise((resolve, reject) => {
      const ca = readFileSync(files.TLS_CERT_FILE);
      const options = { ca, servername: 'localhost', agent: false };
      get(`https://127.0.0.1:${app.app.ports.http}/api${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        const { statusCode: status = 0, headers } = response;
        response.on('end', () => resolve({ status, headers, body: JSON.parse(text) }));
      }).on('error', reject);
    });

  it('opens no MQTT listener without TLS', () => {
    assert.equal(app.app.ports.mqtt, undefined);
    assert.ok((app.app.ports.mqtts ?? 0) > 0);
  });

  it('serves requests with its certificate and sends HSTS on every answer', async () => {
    assert.match(app.app.baseUrl, /^https:/);
    for (const [path, status] of [
      ['/health', 200],
      ['/me', 401],
      ['/nowhere', 404],
    ] as const) {
      const answer = await fetchTls(path);
      assert.equal(answer.status, status, path);
      assert.match(answer.headers['strict-transport-security'], /^max-age=\d{7,}/);
      assert.equal(typeof answer.body.success, 'boolean');
    }
  });

  it('does not answer plain HTTP', async () => {
    await assert.rejects(fetch(`http://127.0.0.1:${app.app.ports.http}/api/health`));
    assert.equal((await fetchTls('/health')).status, 200);
  });
});
