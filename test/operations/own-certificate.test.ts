import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { WebSocket } from 'ws';
import { addressesIn } from '../../src/operations/own-certificate/addresses.ts';
import { keepOwnCertificate, makeOwnCertificate } from '../../src/operations/own-certificate/keep.ts';
import { isOwnDue, LIFE_MS, nextNames, ownNames } from '../../src/operations/own-certificate/rules.ts';
import { ownFile } from '../../src/platform/config/certificate.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { PASSWORD, signUp } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';

const DAY_MS = 86_400_000;
const ON = { TLS_OWN: 'on', TLS_OWN_PORT: '0' };

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-own-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The certificate that a new handshake shows. */
async function shownAt(port: number | undefined): Promise<X509Certificate> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw);
}

describe('the addresses that a phone may reach', () => {
  const v4 = (address: string, internal = false) => [{ address, family: 'IPv4' as const, internal }];
  const interfaces = {
    lo: v4('127.0.0.1', true),
    docker0: v4('172.17.0.1'),
    'br-1b2c': v4('172.18.0.1'),
    eth0: v4('10.0.0.4'),
    wlan0: [...v4('192.168.1.5'), { address: 'fe80::1', family: 'IPv6' as const, internal: false }],
    usb0: v4('169.254.10.1'),
  };

  it('are those of networks, first the one of the default route, last those of bridges', () => {
    const all = ['192.168.1.5', '10.0.0.4', '172.17.0.1', '172.18.0.1'];
    assert.deepEqual(addressesIn(interfaces, '192.168.1.5'), all);
    assert.equal(addressesIn(interfaces)[0], '10.0.0.4');
    assert.deepEqual(addressesIn({ lo: interfaces.lo }), []);
  });

  it('are not first because a tunnel has the default route', () => {
    assert.deepEqual(addressesIn({ tun0: v4('10.8.0.2'), eth0: v4('10.0.0.4') }, '10.8.0.2'), [
      '10.0.0.4',
      '10.8.0.2',
    ]);
  });
});

describe('the rules of an own certificate', () => {
  const names = ['localhost', '127.0.0.1', '192.168.1.5'];
  const from = Date.parse('2026-01-01T00:00:00Z');
  const seen = {
    validFrom: new Date(from).toUTCString(),
    validTo: new Date(from + LIFE_MS).toUTCString(),
    subjectAltName: 'DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5, IP Address:10.0.0.4',
  };

  it('replace it 30 days before its end, after it, before its beginning, and for another address', () => {
    assert.equal(isOwnDue(seen, names, from + 1), false);
    assert.equal(isOwnDue(seen, names, from + LIFE_MS - 30 * DAY_MS), false);
    assert.equal(isOwnDue(seen, names, from + LIFE_MS - 30 * DAY_MS + 1), true);
    assert.equal(isOwnDue(seen, names, from + LIFE_MS + 1), true);
    assert.equal(isOwnDue(seen, names, from - 1), true);
    assert.equal(isOwnDue(seen, [...names, '192.168.178.2'], from + 1), true);
  });

  it('keep the names of former networks, at most 50', () => {
    assert.deepEqual(nextNames(['localhost', '10.1.1.1'], seen), [
      ...['localhost', '10.1.1.1', '127.0.0.1', '192.168.1.5', '10.0.0.4'],
    ]);
    const many = Array.from({ length: 60 }, (_, i) => `10.0.0.${i}`);
    const subjectAltName = many.map((address) => `IP Address:${address}`).join(', ');
    assert.equal(nextNames(['localhost'], { ...seen, subjectAltName }).length, 50);
    assert.equal(nextNames(many, undefined).length, 60, 'every address of today');
  });

  it('leave out a host name that no certificate may have', () => {
    const of = (hostName: string) => ownNames({ hostName, addresses: [], publicHost: undefined });
    assert.deepEqual(of('Night-Desk.local'), ['localhost', '127.0.0.1', 'night-desk.local']);
    for (const odd of ['', 'büro', 'a_b', '-a', 'a..b', 'a'.repeat(300), 'x, DNS:example.org'])
      assert.deepEqual(of(odd), ['localhost', '127.0.0.1'], odd);
  });
});

describe('an own certificate', () => {
  let number = 0;
  let file: string;
  let clock = Date.parse('2026-11-19T12:00:00Z');
  let addresses = ['192.168.1.5'];
  const deps = () => ({
    file,
    publicHost: undefined,
    addresses: async () => addresses,
    now: () => clock,
    log: silentLog(),
  });
  const stored = () => new X509Certificate(readFileSync(file));
  beforeEach(() => {
    number += 1;
    file = join(folder, String(number), 'tls', 'certificate.pem');
    clock = Date.parse('2026-11-19T12:00:00Z');
    addresses = ['192.168.1.5'];
  });

  it('is one that browsers of phones take: P-256, for servers, 397 days, from the day before', async () => {
    assert.equal(await makeOwnCertificate(deps()), true);
    const certificate = stored();
    assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.equal(certificate.ca, false);
    assert.equal(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom), 397 * DAY_MS);
    assert.equal(Date.parse(certificate.validFrom), clock - DAY_MS);
    assert.equal(certificate.checkIP('192.168.1.5'), '192.168.1.5');
    assert.equal(certificate.checkHost('localhost'), 'localhost');
    assert.ok(certificate.verify(certificate.publicKey));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
  });

  it('is kept while it serves, and made again when it is damaged', async () => {
    await makeOwnCertificate(deps());
    const first = readFileSync(file, 'utf8');
    assert.equal(await makeOwnCertificate(deps()), false);
    assert.equal(readFileSync(file, 'utf8'), first);
    writeFileSync(file, first.slice(0, 300));
    assert.equal(await makeOwnCertificate(deps()), true);
    assert.notEqual(stored().serialNumber, new X509Certificate(first).serialNumber);
  });

  it('is renewed while the service runs, for a new address and before its end', async () => {
    await makeOwnCertificate(deps());
    let renewed = 0;
    const keeping = keepOwnCertificate({ ...deps(), onRenewed: () => (renewed += 1) });
    const pass = async (ms: number) => {
      clock += ms;
      await dueWorkDone();
    };
    await pass(60_000);
    assert.equal(renewed, 0);
    addresses = ['192.168.178.20'];
    await pass(60_000);
    assert.equal(renewed, 1);
    assert.equal(stored().checkIP('192.168.178.20'), '192.168.178.20');
    assert.equal(stored().checkIP('192.168.1.5'), '192.168.1.5', 'the network before');
    addresses = ['192.168.1.5'];
    await pass(60_000);
    assert.equal(renewed, 1, 'the way back needs no other certificate');
    await pass(367 * DAY_MS);
    assert.equal(renewed, 2);
    await keeping.close();
  });

  it('that cannot be written is logged once, and made when it can be', async () => {
    await makeOwnCertificate(deps());
    const lines: unknown[] = [];
    const log = silentLog({ error: (fields: unknown) => void lines.push(fields) });
    let broken = true;
    let renewed = 0;
    const keeping = keepOwnCertificate({
      ...deps(),
      log,
      addresses: async () => {
        if (broken) throw new Error('ENOSPC');
        return ['10.1.1.1'];
      },
      onRenewed: () => (renewed += 1),
    });
    for (let minute = 0; minute < 3; minute++) {
      clock += 60_000;
      await dueWorkDone();
    }
    assert.deepEqual(lines, [{ reason: 'ENOSPC' }]);
    broken = false;
    clock += 60_000;
    await dueWorkDone();
    assert.equal(renewed, 1);
    await keeping.close();
  });
});

interface Reply {
  readonly status: number;
  readonly headers: Json;
  readonly body: string;
}

/** A client that trusts the stored certificate alone, and checks the name. */
function callTls(app: TestApp, dataDir: string, path: string, options: Json = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const url = `https://127.0.0.1:${app.app.ports.https}${path}`;
    const ca = readFileSync(ownFile(dataDir));
    request(url, { ca, agent: false, ...options }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
    })
      .on('error', reject)
      .end(options.body);
  });
}

describe('a service with TLS_OWN', () => {
  let app: TestApp;
  let dataDir: string;
  before(async () => {
    dataDir = join(folder, 'service');
    app = await startTestApp({ ...ON, DATA_DIR: dataDir });
  });
  after(() => app.close());

  it('serves HTTPS beside plain HTTP, by a certificate that names every IPv4 address of the machine', async () => {
    assert.equal((await callTls(app, dataDir, '/api/health')).status, 200);
    assert.equal((await app.call('GET', '/health')).status, 200);
    assert.match(app.app.baseUrl, /^http:/);
    const shown = await shownAt(app.app.ports.https);
    assert.equal(shown.serialNumber, new X509Certificate(readFileSync(ownFile(dataDir))).serialNumber);
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
      if (family === 'IPv4' && !address.startsWith('169.254.')) assert.equal(shown.checkIP(address), address);
  });

  it('sends no HSTS, which would close the plain port of the same host', async () => {
    const { headers } = await callTls(app, dataDir, '/api/health');
    assert.equal(headers['strict-transport-security'], undefined);
  });

  it('takes the cookie from a page of its own HTTPS origin, and from no other', async () => {
    const { body } = await signIn();
    const cookie = body.cookie;
    const origin = `https://127.0.0.1:${app.app.ports.https}`;
    const logOut = (from: string) =>
      callTls(app, dataDir, '/api/auth/logout', { method: 'POST', headers: { cookie, origin: from } });
    const other = `https://127.0.0.1:${app.app.ports.http}`;
    assert.equal((await logOut('https://evil.example.org')).status, 403);
    assert.equal((await logOut(other)).status, 403, 'another port is another origin');
    assert.equal((await logOut(origin)).status, 200);
  });

  it('gives a cookie that works on both ports: one marked Secure could not be replaced over plain HTTP', async () => {
    const { body } = await signIn();
    assert.doesNotMatch(body.setCookie, /Secure/);
    const me = await app.call('GET', '/me', { headers: { cookie: body.cookie } });
    assert.equal(me.status, 200);
  });

  it('carries the live socket over wss', async () => {
    const { token } = await signUp(app);
    const socket = new WebSocket(`wss://127.0.0.1:${app.app.ports.https}/api/live`, {
      ca: readFileSync(ownFile(dataDir)),
      headers: { authorization: `Bearer ${token}` },
    });
    const [frame] = await inTime('welcome', once(socket, 'message'));
    assert.equal(JSON.parse(String(frame)).type, 'welcome');
    socket.close();
    await once(socket, 'close');
  });

  it('tells an admin where a phone reaches it', async () => {
    const { body } = await app.call('POST', '/auth/login', {
      body: { email: 'admin@example.org', password: 'Admin!2345' },
    });
    const setup = await app.call('GET', '/admin/setup', { token: body.token });
    assert.deepEqual(setup.body.data.phoneUrls, [`https://127.0.0.1:${app.app.ports.https}`]);
  });

  it('tells whoever makes a token of a wearable, for its QR code', async () => {
    const { id, token } = await signUp(app);
    const { body } = await app.call('POST', `/patients/${id}/devices`, {
      token,
      body: { macAddress: '02:00:00:00:00:01' },
    });
    assert.deepEqual(body.data.phoneUrls, [`https://127.0.0.1:${app.app.ports.https}`]);
  });

  async function signIn() {
    const person = await signUp(app);
    const login = await callTls(app, dataDir, '/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    assert.equal(login.status, 200, login.body);
    const setCookie = String(login.headers['set-cookie']);
    return { body: { setCookie, cookie: setCookie.split(';')[0] ?? '' } };
  }
});

describe('the next starts of a service with TLS_OWN', () => {
  it('use the same certificate; one that is lost or has expired is replaced while sockets stay open', async () => {
    const dataDir = join(folder, 'starts');
    const first = await startTestApp({ ...ON, DATA_DIR: dataDir });
    const { serialNumber } = await shownAt(first.app.ports.https);
    await first.close();
    const second = await startTestApp({ ...ON, DATA_DIR: dataDir });
    assert.equal((await shownAt(second.app.ports.https)).serialNumber, serialNumber);
    const { token } = await signUp(second);
    const socket = new WebSocket(`wss://127.0.0.1:${second.app.ports.https}/api/live`, {
      rejectUnauthorized: false,
      headers: { authorization: `Bearer ${token}` },
    });
    await inTime('welcome', once(socket, 'message'));
    const another = async (than: string): Promise<string> => {
      let shown = than;
      await eventually('another certificate', async () => {
        await dueWorkDone();
        shown = (await shownAt(second.app.ports.https)).serialNumber;
        return shown !== than;
      });
      return shown;
    };
    rmSync(ownFile(dataDir));
    await second.pass(60_000);
    const replaced = await another(serialNumber);
    assert.equal(socket.readyState, WebSocket.OPEN);
    socket.terminate();
    // The clock jumps beyond its end.
    await second.pass(400 * DAY_MS);
    await another(replaced);
    await second.close();
    // The clock is right again: the certificate on disk is of the future.
    const third = await startTestApp({ ...ON, DATA_DIR: dataDir });
    assert.ok(Date.parse((await shownAt(third.app.ports.https)).validFrom) < Date.now());
    await third.close();
  });
});

describe('production with TLS_OWN', () => {
  it('refuses plain requests as before, answers over HTTPS, and marks its cookies Secure', async () => {
    const dataDir = join(folder, 'production');
    const app = await startTestApp({ ...ON, DATA_DIR: dataDir, NODE_ENV: 'production' });
    assert.equal((await app.call('GET', '/me')).status, 403);
    const forged = await app.call('GET', '/me', { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(forged.status, 403);
    assert.equal((await callTls(app, dataDir, '/api/me')).status, 401);
    const login = await callTls(app, dataDir, '/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.org', password: 'Admin!2345' }),
    });
    assert.match(String(login.headers['set-cookie']), /; Secure/);
    await app.close();
  });
});

describe('addresses for phones', () => {
  const phoneUrls = async (env: Record<string, string>) => {
    const app = await startTestApp(env);
    const { body } = await app.call('POST', '/auth/login', {
      body: { email: 'admin@example.org', password: 'Admin!2345' },
    });
    const { status, body: setup } = await app.call('GET', '/admin/setup', { token: body.token });
    const { token } = await signUp(app, 'CAREGIVER');
    const refused = await app.call('GET', '/admin/setup', { token });
    await app.close();
    assert.equal(status, 200);
    assert.equal(refused.status, 403, 'admins only');
    return setup.data.phoneUrls;
  };

  it('are none over plain HTTP, and PUBLIC_URL where it is HTTPS', async () => {
    assert.deepEqual(await phoneUrls({}), []);
    assert.deepEqual(await phoneUrls({ PUBLIC_URL: 'http://vigil.example.org' }), []);
    assert.deepEqual(await phoneUrls({ PUBLIC_URL: 'https://vigil.example.org' }), [
      'https://vigil.example.org',
    ]);
  });
});

describe('a start with TLS_OWN that fails', () => {
  it('names the port in use, or the folder that cannot be written', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await assert.rejects(
      startTestApp({ TLS_OWN: 'on', TLS_OWN_PORT: String(port), DATA_DIR: join(folder, 'port') }),
      new RegExp(`port ${port} is in use by another program.*: set TLS_OWN_PORT to another`),
    );
    server.close();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await assert.rejects(startTestApp({ ...ON, DATA_DIR: file }), /DATA_DIR: .* cannot be used \(ENOTDIR/);
  });
});

describe('TLS_OWN beside a certificate', () => {
  it('is a contradiction that names both settings', async () => {
    const { certFile, keyFile } = makeCertificate(folder, 'given');
    await assert.rejects(
      startTestApp({ ...ON, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }),
      /TLS_OWN and TLS_CERT_FILE exclude each other/,
    );
    await assert.rejects(
      startTestApp({ ...ON, TLS_ACME: 'vigil.example.org', DATA_DIR: join(folder, 'acme') }),
      /TLS_OWN and TLS_ACME exclude each other/,
    );
    await assert.rejects(startTestApp({ TLS_OWN: 'yes' }), /TLS_OWN must be one of on, off/);
  });
});
