import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { inProject } from '../helpers/project.ts';

const HOMES = ['maple', 'birch'] as const;
type Home = (typeof HOMES)[number];
/** The ports of the examples, by home. */
const EXAMPLE_PORTS = { maple: ['3001', '18831'], birch: ['3002', '18832'] } as const;
const PASSWORD = 'Secret!123';

const nameOf = (home: string): string => `${home}.example.org`;
const leadOf = (home: Home) => ({ email: `lead@${nameOf(home)}`, password: PASSWORD });
const lacks = (program: string, option: string) =>
  spawnSync(program, [option]).error === undefined || process.env.CI === 'true'
    ? false
    : `needs ${program} on the PATH`;

const isServed = (port: string, servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTls({ port: Number(port), servername, rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });

describe('many homes on one machine, by name', () => {
  let folder: string;
  let apps: Readonly<Record<Home, TestApp>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-homes-'));
    const [maple, birch] = await Promise.all(HOMES.map(startHome));
    assert.ok(maple && birch);
    apps = { maple, birch };
  });
  after(async () => {
    await Promise.all(HOMES.map((home) => apps[home].close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const startHome = (home: Home) =>
    startTestApp({
      NODE_ENV: 'production',
      TRUST_PROXY: '127.0.0.1',
      REQUIRE_PASSWORD_CHANGE: 'false',
      ADMIN_EMAIL: leadOf(home).email,
      ADMIN_PASSWORD: PASSWORD,
    });

  /** An example with the ports of this run. */
  function example(path: string): string {
    let text = readFileSync(inProject('deploy', path), 'utf8');
    for (const home of HOMES) {
      const { http, mqtt } = apps[home].app.ports;
      const [examplePort, exampleMqttPort] = EXAMPLE_PORTS[home];
      assert.ok(text.includes(examplePort) || text.includes(exampleMqttPort), `${home} is not in ${path}`);
      text = text
        .replaceAll(new RegExp(`\\b${exampleMqttPort}\\b`, 'g'), String(mqtt))
        .replaceAll(new RegExp(`\\b${examplePort}\\b`, 'g'), String(http));
    }
    return text;
  }

  /** As a client that resolved the name to this machine. */
  const addressed = (port: string, home: string) => ({
    host: '127.0.0.1',
    port: Number(port),
    servername: nameOf(home),
    rejectUnauthorized: false,
  });

  const logIn = (port: string, home: string, body: object) =>
    new Promise<{ status: number | undefined; token?: string }>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', Host: nameOf(home) };
      const sent = request(
        { ...addressed(port, home), path: '/api/auth/login', method: 'POST', headers },
        async (answer) => {
          const text = (await answer.toArray()).join('');
          const isJson = answer.headers['content-type']?.includes('json') === true;
          resolve({ status: answer.statusCode, ...(isJson && { token: JSON.parse(text).token }) });
        },
      );
      sent.on('error', reject).end(JSON.stringify(body));
    });

  /** HTTPS, the live socket and MQTT over WebSocket lead to the home of the name, and its people alone get in. */
  async function leadsEachNameToItsHome(port: string): Promise<void> {
    for (const home of HOMES) {
      const other = home === 'maple' ? 'birch' : 'maple';
      assert.equal((await logIn(port, home, leadOf(other))).status, 401, `${other}'s account at ${home}`);
      const { token = '' } = await logIn(port, home, leadOf(home));
      const headers = { Authorization: `Bearer ${token}`, Host: nameOf(home) };
      const live = new WebSocket(`wss://127.0.0.1:${port}/api/live`, { ...addressed(port, home), headers });
      await inTime(`the live socket of ${home} welcomes`, once(live, 'message'));
      live.terminate();
      const mqtt = await connectAsync(`wss://127.0.0.1:${port}/mqtt`, {
        username: leadOf(home).email,
        password: token,
        reconnectPeriod: 0,
        wsOptions: { ...addressed(port, home), headers: { Host: nameOf(home) } },
      });
      await mqtt.endAsync();
    }
  }

  describe('behind nginx', { skip: lacks('nginx', '-v') }, () => {
    let nginx: Program;
    let ports: readonly [string, string, string];
    before(async () => {
      ports = [await freePort(), await freePort(), await freePort()];
      const { certFile, keyFile } = makeCertificate(folder, 'homes');
      const placed = (text: string): string =>
        text
          .replaceAll('/etc/nginx/vigil.pem', certFile)
          .replaceAll('/etc/nginx/vigil.key', keyFile)
          .replaceAll('/etc/nginx/vigil-proxy.conf', inProject('deploy', 'nginx', 'proxy.conf'))
          .replace(/listen 80;/, `listen ${ports[0]};`)
          .replace(/listen 443 /, `listen ${ports[1]} `)
          .replace(/listen 8883 /, `listen ${ports[2]} `);
      const modules = readdirSync('/usr/lib/nginx/modules').filter((name) =>
        name.endsWith('stream_module.so'),
      );
      const file = join(folder, 'nginx.conf');
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${join(folder, kind)};`,
      );
      writeFileSync(
        file,
        [
          ...modules.map((name) => `load_module /usr/lib/nginx/modules/${name};`),
          `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr notice;`,
          'events {}',
          `http { access_log off; ${paths.join(' ')}`,
          placed(example('nginx/homes/http.conf')),
          '}',
          placed(example('nginx/homes/stream.conf')),
        ].join('\n'),
      );
      nginx = await startProgram('nginx', ['-c', file, '-e', 'stderr'], { ready: 'start worker process' });
    });
    // Not killed: its workers would stay.
    after(() => nginx.signal('SIGTERM'));

    it('leads HTTPS, live sockets and MQTT over WebSocket to the home, and no other name anywhere', async () => {
      await leadsEachNameToItsHome(ports[1]);
      assert.equal((await logIn(ports[1], 'oak', leadOf('maple'))).status, 421);
    });

    it('leads MQTT over TLS to the home that the wearable names in its handshake', async () => {
      const connect = (home: string, token: string) =>
        connectAsync(`mqtts://127.0.0.1:${ports[2]}`, {
          ...addressed(ports[2], home),
          username: leadOf('maple').email,
          password: token,
          reconnectPeriod: 0,
        });
      const { token = '' } = await logIn(ports[1], 'maple', leadOf('maple'));
      await (await connect('maple', token)).endAsync();
      await assert.rejects(connect('birch', token), /Not authorized|Bad username or password/i);
      const stranger = connectTls(addressed(ports[2], 'oak'));
      stranger.on('error', () => {}).resume();
      await inTime('nginx closes the connection of another name', once(stranger, 'close'));
    });
  });

  describe('behind Caddy', { skip: lacks('caddy', 'version') }, () => {
    let caddy: Program;
    let port: string;
    before(async () => {
      port = await freePort();
      const file = join(folder, 'Caddyfile');
      // Instead of Let's Encrypt: a CA of Caddy's own.
      const inTests = `{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tlocal_certs\n\tadmin off\n\thttps_port ${port}\n}\n`;
      writeFileSync(file, inTests + example('caddy/homes.Caddyfile'));
      const args = [`HOME=${folder}`, 'caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
      caddy = await startProgram('env', args, { ready: 'serving initial configuration' });
      for (const home of HOMES)
        await eventually('Caddy has made the certificate', () => isServed(port, nameOf(home)));
    });
    after(() => caddy.stop());

    it('leads HTTPS, live sockets and MQTT over WebSocket to the home', () => leadsEachNameToItsHome(port));
  });
});
