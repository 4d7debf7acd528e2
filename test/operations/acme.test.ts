import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { certificateRequest, createKey } from '../../src/operations/acme/certificate-request.ts';
import { type ChallengeServer, startChallengeServer } from '../../src/operations/acme/challenge-server.ts';
import { type Renewal, startRenewal } from '../../src/operations/acme/renewal.ts';
import { isRenewalDue, retryDelayMs } from '../../src/operations/acme/renewal-rules.ts';
import { AcmeStore } from '../../src/operations/acme/store.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { silentLog } from '../helpers/silent-log.ts';

const HOST = 'vigil.example.org';
const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000];

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-acme-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a certificate request', () => {
  it('is valid and names every host', () => {
    const file = join(folder, 'request.der');
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.org`;
    writeFileSync(file, certificateRequest(createKey(), [HOST, long]));
    const args = ['req', '-inform', 'der', '-in', file, '-noout', '-text', '-verify'];
    const text = String(execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }));
    assert.ok(text.includes(`DNS:${HOST}, DNS:${long}`), text);
  });
});

describe('the rules of renewal', () => {
  const DAYS_90 = {
    validFrom: new Date(0).toUTCString(),
    validTo: new Date(90 * DAY_MS).toUTCString(),
    issuer: 'CN=CA',
    subject: `CN=${HOST}`,
    checkHost: (host: string) => (host === HOST ? host : undefined),
  };

  it('renew when a third of the life is left, for another host, and instead of a placeholder', () => {
    assert.equal(isRenewalDue(DAYS_90, [HOST], 60 * DAY_MS - 1), false);
    assert.equal(isRenewalDue(DAYS_90, [HOST], 60 * DAY_MS + 1), true);
    assert.equal(isRenewalDue(DAYS_90, [HOST, 'other.example.org'], 0), true);
    assert.equal(isRenewalDue({ ...DAYS_90, issuer: DAYS_90.subject }, [HOST], 0), true);
  });

  it('retry five times in the first hour, then every six hours, and later if the CA asks for it', () => {
    const delays = Array.from({ length: 8 }, (_, failed) => retryDelayMs(failed + 1, 0) / MINUTE_MS);
    assert.deepEqual(delays, [1, 3, 9, 27, 81, 243, 360, 360]);
    assert.equal(retryDelayMs(1, 2 * HOUR_MS), 2 * HOUR_MS);
    assert.equal(retryDelayMs(1, 900 * DAY_MS), DAY_MS, 'at most a day');
  });
});

describe('the port of challenges', () => {
  let server: ChallengeServer;
  before(async () => {
    server = await startChallengeServer({ host: '127.0.0.1', port: 0, hosts: [HOST], httpsPort: 8443 });
    server.challenges.set('token-of-the-ca', 'token-of-the-ca.thumbprint');
  });
  after(() => server.close());

  const ask = (method: string, path: string, host = HOST) =>
    new Promise<{ status: number | undefined; location: string | undefined; body: string }>(
      (resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port: server.port, method, path, headers: { Host: host } },
          (message) => {
            let body = '';
            message.on('data', (chunk) => {
              body += chunk;
            });
            message.on('end', () =>
              resolve({ status: message.statusCode, location: message.headers.location, body }),
            );
          },
        );
        sent.on('error', reject).end();
      },
    );

  it('answers the tokens of an order in progress and no other', async () => {
    const PREFIX = '/.well-known/acme-challenge/';
    assert.deepEqual(await ask('GET', `${PREFIX}token-of-the-ca`), {
      status: 200,
      location: undefined,
      body: 'token-of-the-ca.thumbprint',
    });
    for (const other of ['', 'unknown', 'token-of-the-ca/..', '../../etc/passwd', 'constructor'])
      assert.equal((await ask('GET', PREFIX + other)).status, 404, other);
  });

  it('redirects to HTTPS on our own host only, and takes no body without TLS', async () => {
    assert.equal((await ask('GET', '/falls/1?x=2')).location, `https://${HOST}:8443/falls/1?x=2`);
    assert.equal((await ask('GET', '/x', 'evil.example.com')).location, `https://${HOST}:8443/x`);
    assert.equal((await ask('GET', 'http://evil.example.com/x')).location, `https://${HOST}:8443/`);
    assert.equal((await ask('POST', '/api/auth/login')).status, 403);
  });
});

describe('a CA that misbehaves', () => {
  let ca: Server;
  let url: string;
  let clock: number;
  let logged: { message: string; reason?: string; retryInS?: number }[];
  let renewal: Renewal;
  let store: AcmeStore;
  /** Answers instead of the CA, by path. */
  let answers: Record<string, (response: ServerResponse) => void>;
  let asked: string[];
  let number = 0;

  beforeEach(async () => {
    [clock, logged, answers, asked] = [Date.now(), [], {}, []];
    ca = createServer((message, response) => {
      message.resume().on('end', () => {
        asked.push(message.url ?? '');
        response.setHeader('Replay-Nonce', `nonce-${asked.length}`);
        response.setHeader('Location', `${url}${message.url}/1`);
        const own = answers[message.url ?? ''];
        if (own !== undefined) own(response);
        else response.end(JSON.stringify(usual(message.url ?? '')));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => ca.once('listening', resolve));
    url = `http://127.0.0.1:${(ca.address() as AddressInfo).port}`;
    number += 1;
    store = new AcmeStore(join(folder, String(number), 'certificate.pem'));
    await store.prepare([HOST], new Date(clock));
  });
  afterEach(async () => {
    await renewal.close();
    ca.closeAllConnections();
    await new Promise((resolve) => ca.close(resolve));
  });

  /** A CA that issues without asking for a proof. */
  function usual(path: string): object {
    if (path === '/directory')
      return { newNonce: `${url}/nonce`, newAccount: `${url}/account`, newOrder: `${url}/order` };
    if (path.startsWith('/order'))
      return {
        status: asked.includes('/finalize') ? 'valid' : 'ready',
        authorizations: [],
        finalize: `${url}/finalize`,
        certificate: `${url}/certificate`,
      };
    return { status: 'valid' };
  }

  function start(): void {
    const note = (fields: object, message: string) => void logged.push({ ...fields, message });
    renewal = startRenewal({
      server: { directory: `${url}/directory`, ca: undefined, email: undefined },
      hosts: [HOST],
      store,
      challenges: new Map(),
      onRenewed: () => {},
      now: () => clock,
      log: silentLog({ warn: note, error: note, info: note }),
    });
  }

  async function failed(): Promise<{ reason?: string; retryInS?: number }> {
    await eventually('the order has failed', () => logged.length > 0);
    const [first] = logged;
    assert.equal(first?.message, 'certificates: order failed, retrying');
    return first ?? {};
  }

  it('and limits the rate is asked again when its Retry-After has passed', async () => {
    answers['/order'] = (response) => {
      response.writeHead(429, { 'Retry-After': '7200' });
      response.end('{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many\\n orders"}');
    };
    start();
    assert.deepEqual(await failed().then(({ reason, retryInS }) => ({ reason, retryInS })), {
      reason: 'too many orders',
      retryInS: 7200,
    });
    const before = asked.length;
    clock += 2 * HOUR_MS - SECOND_MS;
    await dueWorkDone();
    assert.equal(asked.length, before);
    clock += 2 * MINUTE_MS;
    await dueWorkDone();
    assert.ok(asked.length > before);
  });

  it('and rejects every nonce is asked five times', async () => {
    answers['/account'] = (response) =>
      void response.writeHead(400).end('{"type":"urn:ietf:params:acme:error:badNonce","detail":"bad nonce"}');
    start();
    assert.equal((await failed()).reason, 'bad nonce');
    assert.equal(asked.filter((path) => path === '/account').length, 5);
  });

  it('and sends the certificate of another host or key changes nothing', async () => {
    const { certFile } = makeCertificate(folder, 'other');
    answers['/certificate'] = (response) => void response.end(readFileSync(certFile));
    start();
    assert.match((await failed()).reason ?? '', /for another key/);
    assert.match((await store.certificate())?.subject ?? '', /Vigil waits/);
  });

  it('and never stops sending, or sends no JSON or a strange address, costs little', async () => {
    const cases: [string, (response: ServerResponse) => void, RegExp][] = [
      ['/directory', (response) => endless(response), /larger than/],
      ['/order', (response) => endless(response), /larger than/],
      ['/directory', (response) => void response.end('<html>'), /JSON/],
      ['/directory', (response) => void response.end('{"newNonce":"file:///etc/passwd"}'), /usable address/],
      ['/order', (response) => void response.writeHead(302, { Location: `${url}/x` }).end(), /status 302/],
      ['/order', (response) => void response.destroy(), /hang up|ECONNRESET/],
    ];
    for (const [path, answer, reason] of cases) {
      [logged, answers] = [[], { [path]: answer }];
      start();
      assert.match((await failed()).reason ?? '', reason);
      await renewal.close();
    }
  });

  it('and never answers does not delay the end of the service', async () => {
    answers['/directory'] = () => {};
    start();
    await eventually('the CA is asked', () => asked.length > 0);
    const from = patientNow();
    await renewal.close();
    assert.ok(patientNow() - from < 5 * SECOND_MS);
    assert.deepEqual(logged, []);
  });
});

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
