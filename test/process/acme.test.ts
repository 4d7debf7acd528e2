import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { CERTIFICATE_SECONDS, type Pebble, startPebble, WITHOUT_PEBBLE } from '../helpers/pebble.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';

const HOSTS = ['vigil.example.org', 'care.example.org'];
const PLACEHOLDER = 'Vigil waits for its certificate';
const MINUTE_MS = 60_000;

/** What the servers of HTTPS and MQTTS present in new handshakes. */
const shownBy = ({ app: { ports } }: TestApp): Promise<X509Certificate[]> =>
  Promise.all([ports.http, ports.mqtts ?? 0].map((port) => shownAt(port).catch(() => shownAt(port))));

function shownAt(port: number): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port, servername: HOSTS[0], rejectUnauthorized: false },
      () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw));
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}

describe('certificates of an ACME server', { skip: WITHOUT_PEBBLE }, () => {
  let folder: string;
  let pebble: Pebble;
  let env: Record<string, string>;
  let app: TestApp;
  let person: Person;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-acme-'));
    pebble = await startPebble(folder);
    await pebble.server.stop();
    env = {
      DATA_DIR: join(folder, 'data'),
      MQTTS_PORT: '0',
      TLS_ACME: HOSTS.join(),
      TLS_ACME_PORT: String(pebble.httpPort),
      TLS_ACME_DIRECTORY: pebble.directory,
      TLS_ACME_CA_FILE: pebble.caFile,
      TLS_ACME_EMAIL: 'tech@example.org',
    };
    app = await startTestApp(env);
    const plain = await startTestApp({ DATABASE_URL: app.databaseUrl });
    person = await signUp(plain);
    await plain.close();
  });
  after(async () => {
    await app.close();
    await pebble.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const issuersAre = async (words: RegExp): Promise<boolean> =>
    (await shownBy(app)).every(({ issuer }) => words.test(issuer));

  it('are replaced by a placeholder while the CA cannot be reached, and the service runs', async () => {
    assert.ok(await issuersAre(new RegExp(PLACEHOLDER)));
    assert.match(app.app.baseUrl, new RegExp(`^https://${HOSTS[0]}:`));
  });

  it('are ordered as soon as the CA answers, for all hosts, and only the owner may read the key', async () => {
    await pebble.server.start();
    await app.pass(2 * MINUTE_MS);
    await eventually('HTTPS and MQTTS have the certificate', () => issuersAre(/Pebble/));
    for (const certificate of await shownBy(app))
      for (const host of HOSTS) assert.equal(certificate.checkHost(host), host);
    for (const name of ['certificate.pem', 'account-key.pem'])
      assert.equal(statSync(join(folder, 'data', 'acme', name)).mode & 0o777, 0o600, name);
  });

  it('are renewed when a third of their life is left, and open connections stay', async () => {
    const tls = { rejectUnauthorized: false };
    const mqtt = await connectAsync(`mqtts://127.0.0.1:${app.app.ports.mqtts}`, {
      username: person.email,
      password: person.token,
      reconnectPeriod: 0,
      ...tls,
    });
    const live = new WebSocket(`wss://127.0.0.1:${app.app.ports.http}/api/live`, {
      headers: { Authorization: `Bearer ${person.token}` },
      ...tls,
    });
    await inTime('the live socket welcomes', once(live, 'message'));
    const [before] = await shownBy(app);
    await app.pass((CERTIFICATE_SECONDS * 1000) / 2);
    assert.equal((await shownBy(app))[0]?.serialNumber, before?.serialNumber, 'half of its life is left');
    await app.pass((CERTIFICATE_SECONDS * 1000) / 5);
    await eventually('HTTPS and MQTTS have the new certificate', async () =>
      (await shownBy(app)).every(({ serialNumber }) => serialNumber !== before?.serialNumber),
    );
    const mac = randomMac();
    await mqtt.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac)), { qos: 1 });
    const answer = new Promise<string>((resolve) => live.once('message', (data) => resolve(String(data))));
    live.send(JSON.stringify({ type: 'ping' }));
    assert.equal(JSON.parse(await inTime('the live socket answers', answer)).type, 'pong');
    live.terminate();
    await mqtt.endAsync(true);
  });

  it('are kept over a restart while the CA cannot be reached', async () => {
    const stored = new X509Certificate(readFileSync(join(folder, 'data', 'acme', 'certificate.pem')));
    await app.app.close();
    await pebble.server.stop();
    const again = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
    const shown = await shownBy(again);
    await again.app.close();
    assert.deepEqual(
      shown.map(({ serialNumber }) => serialNumber),
      [stored.serialNumber, stored.serialNumber],
    );
  });
});
