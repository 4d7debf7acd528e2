import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { inProject } from '../helpers/project.ts';

const present = spawnSync('caddy', ['version']).error === undefined;
const WITHOUT_CADDY = present || process.env.CI === 'true' ? false : 'needs caddy on the PATH';
/** Instead of Let's Encrypt: a CA of Caddy's own. */
const IN_TESTS = '{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n';

describe('deploy/caddy', { skip: WITHOUT_CADDY }, () => {
  let folder: string;
  let app: TestApp;
  let caddy: Program;
  let port: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-caddy-'));
    port = await freePort();
    app = await startTestApp({
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret for tests that is long enough',
      TRUST_PROXY: '127.0.0.1',
      REQUIRE_PASSWORD_CHANGE: 'false',
    });
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, IN_TESTS + readFileSync(inProject('deploy', 'caddy', 'Caddyfile'), 'utf8'));
    const settings = [
      `HOME=${folder}`,
      `VIGIL_HOST=https://localhost:${port}`,
      `VIGIL_UPSTREAM=127.0.0.1:${app.app.ports.http}`,
    ];
    caddy = await startProgram(
      'env',
      [...settings, 'caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
      {
        ready: 'serving initial configuration',
      },
    );
  });
  after(async () => {
    await caddy.stop();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tls = { rejectUnauthorized: false };
  const logIn = () =>
    new Promise<{ status: number | undefined; token: string }>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      const sent = request(
        { host: 'localhost', port, path: '/api/auth/login', method: 'POST', headers, ...tls },
        (message) => {
          let body = '';
          message.on('data', (chunk) => {
            body += chunk;
          });
          message.on('end', () => resolve({ status: message.statusCode, token: JSON.parse(body).token }));
        },
      );
      sent.on('error', reject).end(JSON.stringify(ADMIN));
    });

  it('forwards HTTPS, live sockets and MQTT over WebSocket in production', async () => {
    assert.equal((await app.call('POST', '/auth/login', { body: ADMIN })).status, 403, 'without HTTPS');
    const { status, token } = await logIn();
    assert.equal(status, 200);
    const live = new WebSocket(`wss://localhost:${port}/api/live`, {
      headers: { Authorization: `Bearer ${token}` },
      ...tls,
    });
    await inTime('the live socket welcomes', once(live, 'message'));
    live.terminate();
    const mqtt = await connectAsync(`wss://localhost:${port}/mqtt`, {
      username: ADMIN.email,
      password: token,
      reconnectPeriod: 0,
      ...tls,
    });
    await mqtt.endAsync();
  });
});
