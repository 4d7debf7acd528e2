// What a proxy in front of the service in production must pass on.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:https';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';

export const startProxiedApp = (): Promise<TestApp> =>
  startTestApp({
    NODE_ENV: 'production',
    JWT_SECRET: 'a secret for tests that is long enough',
    TRUST_PROXY: '127.0.0.1',
    REQUIRE_PASSWORD_CHANGE: 'false',
  });

const tls = { rejectUnauthorized: false };
const logIn = (port: string) =>
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

/** HTTPS, live sockets and MQTT over WebSocket. */
export async function assertPassesAll(app: TestApp, port: string): Promise<void> {
  assert.equal((await app.call('POST', '/auth/login', { body: ADMIN })).status, 403, 'without HTTPS');
  const { status, token } = await logIn(port);
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
}
