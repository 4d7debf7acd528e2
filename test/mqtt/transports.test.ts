import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import WebSocket from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { assessmentsTopic, bySession, codeOf, granted, join, listenTo, readingsTopic } from './clients.ts';
import { rowsOf } from './stored.ts';
import { connackCode } from './version.ts';

const run = promisify(execFile);

describe('MQTT over WebSocket', () => {
  let app: TestApp;
  let person: Person;
  let url: string;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
    url = `ws://127.0.0.1:${app.app.ports.http}/mqtt`;
  });
  after(() => app.close());

  it('works at /mqtt on the HTTP port, as over TCP', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person), {}, url);
    const subscriber = listenTo(client);
    assert.equal(await granted(client, assessmentsTopic(mac)), 0);
    const all = Array.from({ length: 30 }, (_, i) =>
      client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms: i })), { qos: 1 }),
    );
    await Promise.all(all);
    assert.equal(await rowsOf(app, mac), 30);
    assert.equal((await subscriber.next()).json.status, 200);
    await client.endAsync();
  });

  it('carries packets up to the size limit, in both directions', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person), {}, url);
    const subscriber = listenTo(client);
    await granted(client, `devices/${mac}/#`);
    const payload = JSON.stringify(resting(mac, { note: 'x'.repeat(200_000) }));
    await client.publishAsync(readingsTopic(mac), payload, { qos: 1 });
    assert.equal((await subscriber.next('/readings')).text, payload);
    client.end();
  });

  it('refuses wrong credentials with CONNACK, and other subprotocols before the upgrade', async () => {
    assert.equal(
      await codeOf(join(app, { username: person.email, password: 'Wrong!123' }, {}, url)),
      connackCode(4),
    );
    for (const protocols of [[], ['other']]) {
      const socket = new WebSocket(url, protocols);
      const [, response] = (await inTime('it is refused', once(socket, 'unexpected-response'))) as [
        unknown,
        { statusCode: number },
      ];
      assert.equal(response.statusCode, 400);
    }
    const plain = await fetch(url.replace('ws:', 'http:'));
    assert.equal(plain.status, 426);
  });

  it('refuses text frames', async () => {
    const socket = new WebSocket(url, ['mqtt']);
    await inTime('it opens', once(socket, 'open'));
    assert.equal(socket.protocol, 'mqtt');
    socket.send('hello');
    const [code] = await inTime('it is closed', once(socket, 'close'));
    assert.equal(code, 1003);
  });

  it('survives clients that disappear without a close', async () => {
    for (let i = 0; i < 5; i++) {
      const client = await join(app, bySession(person), {}, url);
      client.publish(readingsTopic(randomMac()), JSON.stringify(resting(randomMac())), { qos: 1 });
      client.stream.destroy();
    }
    assert.equal((await app.call('GET', '/health')).status, 200);
  });
});

describe('MQTT over TLS', () => {
  it('works on its own port, and WebSocket over TLS on the HTTPS port', async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'vigil-mqtts-'));
    const [key, cert] = [joinPath(folder, 'key.pem'), joinPath(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
    const app = await startTestApp({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    const { mqtts, http } = app.app.ports;
    const ca = readFileSync(cert);
    const post = (path: string, body: object) =>
      run('curl', [
        '-s',
        '--cacert',
        cert,
        `https://localhost:${http}/api${path}`,
        '-H',
        'Content-Type: application/json',
        '-d',
        JSON.stringify(body),
      ]);
    const email = 'tls@example.org';
    await post('/auth/signup', { email, password: PASSWORD, firstName: 'T', lastName: 'L' });
    for (const url of [`mqtts://localhost:${mqtts}`, `wss://localhost:${http}/mqtt`]) {
      const mac = randomMac();
      const client = await join(app, { username: email, password: PASSWORD }, { ca }, url);
      await client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
      assert.equal(await rowsOf(app, mac), 1);
      await client.endAsync();
    }
    await assert.rejects(
      join(
        app,
        { username: email, password: PASSWORD },
        { connectTimeout: 1000 },
        `mqtt://localhost:${mqtts}`,
      ),
    );
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('is required for WebSocket in production, as for all HTTP requests', async () => {
    const app = await startTestApp({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' });
    const url = `ws://127.0.0.1:${app.app.ports.http}/mqtt`;
    const plain = new WebSocket(url, ['mqtt']);
    const [, response] = (await inTime('it is refused', once(plain, 'unexpected-response'))) as [
      unknown,
      { statusCode: number },
    ];
    assert.equal(response.statusCode, 403);
    const proxied = new WebSocket(url, ['mqtt'], { headers: { 'X-Forwarded-Proto': 'https' } });
    await inTime('it opens', once(proxied, 'open'));
    proxied.close();
    await app.close();
  });
});

const installed = ((): boolean => {
  try {
    execFileSync('mosquitto_pub', ['--help'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
})();

describe('third-party MQTT clients', {
  // Where CI provides them, missing ones fail instead.
  skip: installed || process.env.CI === 'true' ? false : 'mosquitto-clients is not installed',
}, () => {
  it('mosquitto_pub and mosquitto_sub', async () => {
    const app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    const person = await signUp(app);
    const mac = randomMac();
    const common = ['-h', '127.0.0.1', '-p', String(app.app.ports.mqtt), '-u', person.email, '-P', PASSWORD];
    const filter = ['-t', `devices/${mac}/#`, '-F', '%r %t %p', '-C', '6', '-W', '20'];
    const subscriber = spawn('mosquitto_sub', [...common, ...filter], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    let ended = false;
    subscriber.stdout.on('data', (bytes) => {
      said += bytes;
    });
    subscriber.once('close', () => {
      ended = true;
    });
    let published = 0;
    const deadline = Date.now() + 20_000;
    for (; !ended && Date.now() < deadline; published++) {
      const payload = JSON.stringify(resting(mac, { uptime_ms: published }));
      await run('mosquitto_pub', [
        ...common,
        '-t',
        readingsTopic(mac),
        '-m',
        payload,
        '-q',
        String(published % 3),
      ]);
    }
    assert.ok(ended, said);
    assert.match(said, new RegExp(`0 devices/${mac}/assessments {"success":true,"status":200`));
    assert.match(said, new RegExp(`0 devices/${mac}/presence online`));
    await eventually(
      'the last one is stored, which nobody acknowledged',
      async () => (await rowsOf(app, mac)) === published,
    );
    await assert.rejects(
      run('mosquitto_pub', ['-h', '127.0.0.1', '-p', String(app.app.ports.mqtt), '-t', 'x', '-m', 'y']),
    );
    await app.close();
  });
});
