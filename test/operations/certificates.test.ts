import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import { CertificateExpiry } from '../../src/operations/certificate-expiry.ts';
import { watchCertificate } from '../../src/operations/certificates.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { commonNameAt, type MadeCertificate, makeCertificate } from '../helpers/certificates.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';

const LOOK_EVERY_MS = 5_000;

let folder: string;
let certificates: Readonly<Record<'first' | 'second' | 'third', MadeCertificate>>;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-certificates-'));
  certificates = {
    first: makeCertificate(folder, 'first'),
    second: makeCertificate(folder, 'second'),
    third: makeCertificate(folder, 'third'),
  };
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** As ACME clients do: a symbolic link that is switched in one step. */
async function point(link: string, to: string): Promise<void> {
  await symlink(to, `${link}.new`);
  await rename(`${link}.new`, link);
}

describe('a certificate that is renewed while the service runs', () => {
  let app: TestApp;
  let certFile: string;
  let keyFile: string;
  let person: Person;
  let mqtt: MqttClient;
  let live: WebSocket;
  before(async () => {
    certFile = join(folder, 'cert.pem');
    keyFile = join(folder, 'key.pem');
    await point(certFile, certificates.first.certFile);
    await point(keyFile, certificates.first.keyFile);
    app = await startTestApp({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
    const plain = await startTestApp({ DATABASE_URL: app.databaseUrl });
    person = await signUp(plain);
    await plain.close();
    const tls = { rejectUnauthorized: false };
    mqtt = await connectAsync(`mqtts://127.0.0.1:${app.app.ports.mqtts}`, {
      username: person.email,
      password: person.token,
      reconnectPeriod: 0,
      ...tls,
    });
    live = new WebSocket(`wss://127.0.0.1:${app.app.ports.http}/api/live`, {
      headers: { Authorization: `Bearer ${person.token}` },
      ...tls,
    });
    await inTime('the live socket welcomes', once(live, 'message'));
  });
  after(async () => {
    live.terminate();
    await mqtt.endAsync(true);
    await app.close();
  });

  /** Connections in the accept queue at the moment of the change are reset, and clients retry. */
  const shown = (servername?: string) =>
    Promise.all(
      [app.app.ports.http, app.app.ports.mqtts ?? 0].map((port) =>
        commonNameAt(port, servername).catch(() => commonNameAt(port, servername)),
      ),
    );

  /** Uses the connections that were opened before any change. */
  async function stillServed(): Promise<void> {
    const mac = randomMac();
    await mqtt.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac)), { qos: 1 });
    const answer = new Promise<string>((resolve) => live.once('message', (data) => resolve(String(data))));
    live.send(JSON.stringify({ type: 'ping' }));
    assert.equal(JSON.parse(await inTime('the live socket answers', answer)).type, 'pong');
  }

  it('is served to new clients of HTTPS and MQTTS, with and without SNI, and open connections stay', async () => {
    assert.deepEqual(await shown(), ['first', 'first']);
    await point(certFile, certificates.second.certFile);
    await point(keyFile, certificates.second.keyFile);
    app.clock.advance(LOOK_EVERY_MS);
    await eventually('the new certificate is served', async () => (await shown()).join() === 'second,second');
    assert.deepEqual(await shown('localhost'), ['second', 'second']);
    await stillServed();
  });

  it('is served at once after a reload, also a second time', async () => {
    await point(certFile, certificates.third.certFile);
    await point(keyFile, certificates.third.keyFile);
    app.app.reload();
    await eventually('the new certificate is served', async () => (await shown()).join() === 'third,third');
    await stillServed();
  });

  it('is not served until its key is there too', async () => {
    await point(certFile, certificates.first.certFile);
    for (let looks = 0; looks < 3; looks++) {
      app.app.reload();
      assert.deepEqual(await shown(), ['third', 'third']);
    }
    await point(keyFile, certificates.first.keyFile);
    app.clock.advance(LOOK_EVERY_MS);
    await eventually('the new certificate is served', async () => (await shown()).join() === 'first,first');
    await stillServed();
  });
});

describe('the watch over certificate files', () => {
  let files: MadeCertificate;
  let clock = 0;
  let used: string[] = [];
  let logged: string[] = [];
  let fails = false;
  let expiries: number[] = [];
  const log = silentLog({
    warn: (_, message) => void logged.push(message),
    info: (_, message) => void logged.push(message),
    error: (_, message) => void logged.push(message),
  });
  beforeEach(async () => {
    files = { certFile: join(folder, 'watched-cert.pem'), keyFile: join(folder, 'watched-key.pem') };
    await put('first');
    [clock, used, logged, fails, expiries] = [0, [], [], false, []];
  });

  async function put(name: keyof typeof certificates): Promise<void> {
    await copyFile(certificates[name].certFile, files.certFile);
    await copyFile(certificates[name].keyFile, files.keyFile);
  }

  const start = () =>
    watchCertificate({
      files,
      current: { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) },
      async use({ cert }) {
        if (fails) throw new Error('the port is gone');
        used.push(
          Object.keys(certificates).find((name) =>
            cert.equals(readFileSync(certificates[name as 'first'].certFile)),
          ) ?? '?',
        );
      },
      expiry: new CertificateExpiry({
        metrics: { certificateExpires: (at) => void expiries.push(at) },
        now: () => clock,
        log,
      }),
      now: () => clock,
      log,
    });
  const KEPT = 'certificates: files are invalid, keeping the old certificate';

  /** Resolves when it has checked as often as the clock advanced. */
  async function looks(times: number, until: () => boolean): Promise<void> {
    for (let look = 0; look < times; look++) {
      clock += LOOK_EVERY_MS;
      await dueWorkDone();
    }
    await eventually('the watch has checked', until);
  }

  it('reports an unusable pair once and only if it stays so, and takes the next good one', async () => {
    const watch = start();
    await copyFile(certificates.second.certFile, files.certFile);
    await looks(1, () => true);
    assert.deepEqual(logged, [], 'the key may follow in a moment');
    await looks(2, () => logged.length > 0);
    assert.deepEqual(logged, [KEPT]);
    await rm(files.keyFile);
    await looks(2, () => logged.length === 2);
    assert.deepEqual([logged, used], [[KEPT, KEPT], []]);
    await put('third');
    await looks(1, () => used.length > 0);
    assert.deepEqual([used, logged.at(-1)], [['third'], 'certificates: reloaded']);
    await watch.close();
  });

  it('warns once a day when the certificate expires within a sixth of its life, and shows its end', async () => {
    const watch = start();
    const [end = 0] = expiries;
    const HOUR_MS = 3_600_000;
    // It lives for two days.
    clock = end - 9 * HOUR_MS;
    await looks(1, () => true);
    assert.deepEqual(logged, []);
    clock = end - 7 * HOUR_MS;
    await looks(2, () => logged.length > 0);
    assert.deepEqual(logged, ['certificates: expires soon']);
    clock = end + 24 * HOUR_MS;
    await looks(1, () => logged.length > 1);
    assert.deepEqual(logged, ['certificates: expires soon', 'certificates: expired']);
    await watch.close();
  });

  it('answers a reload at once: unchanged, not usable, or reloaded', async () => {
    const watch = start();
    watch.reload();
    await eventually('the result is logged', () => logged.includes('certificates: unchanged'));
    await writeFile(files.certFile, 'no certificate');
    watch.reload();
    await eventually('the result is logged', () => logged.includes(KEPT));
    await put('second');
    fails = true;
    watch.reload();
    await eventually('the result is logged', () => logged.filter((line) => line === KEPT).length === 2);
    fails = false;
    watch.reload();
    await eventually('the certificate is in use', () => logged.includes('certificates: reloaded'));
    assert.deepEqual(used, ['second']);
    await watch.close();
  });
});
