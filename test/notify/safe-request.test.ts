import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { EventEmitter, once, setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { guardedLookup, type ResolveName } from '../../src/notify/channels/name-lookup.ts';
import { createSafeRequest } from '../../src/notify/channels/safe-request.ts';
import { targetComplaint } from '../../src/notify/channels/target-address.ts';
import { isPublicAddress } from '../../src/platform/public-address.ts';
import { startReceiver } from '../helpers/receiver.ts';

type Options = Parameters<typeof createSafeRequest>[0];

const PRIVATE = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'];

describe('an address', () => {
  it('is used only if it is public', () => {
    for (const address of PRIVATE) assert.ok(!isPublicAddress(address), address);
    for (const address of PUBLIC) assert.ok(isPublicAddress(address), address);
    assert.ok(!isPublicAddress('example.org'));
  });
});

describe('a URL given by a user', () => {
  const refused = (url: string, allowPrivateTargets = false) =>
    assert.notEqual(targetComplaint(url, allowPrivateTargets), undefined, url);

  it('is refused for http, private addresses in any spelling, credentials and other schemes', () => {
    for (const address of PRIVATE)
      refused(address.includes(':') ? `https://[${address}]/x` : `https://${address}/x`);
    const spellings = [
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.0.0.1./',
    ];
    for (const url of spellings) refused(url);
    for (const url of ['http://example.org/', 'ftp://example.org/', 'file:///etc/passwd', 'example.org', ''])
      refused(url);
    refused('https://user:secret@example.org/');
  });

  it('is accepted for https and a public address or name', () => {
    for (const url of ['https://example.org/hook?x=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1]/'])
      assert.equal(targetComplaint(url, false), undefined);
  });

  it('may be http and private where that is allowed, but never has credentials or another scheme', () => {
    for (const url of ['http://127.0.0.1:8080/', 'http://ntfy.local/', 'https://[::1]/'])
      assert.equal(targetComplaint(url, true), undefined);
    refused('http://user@127.0.0.1/', true);
    refused('ftp://127.0.0.1/', true);
  });
});

/** On a busy machine there may be no connection yet when the time is over, and the outcome says so. */
const errorOf = (outcome: object): unknown => ('error' in outcome ? outcome.error : undefined);

describe('a request to a target', () => {
  const setUp = async (
    t: TestContext,
    options: Partial<Options> = {},
    answer?: Parameters<typeof startReceiver>[0],
  ) => {
    const receiver = await startReceiver(answer);
    const request = createSafeRequest({ allowPrivateTargets: true, ...options });
    t.after(async () => {
      request.close();
      await receiver.close();
    });
    const post = (url = receiver.url, signal?: AbortSignal) =>
      request.post({ url, headers: { 'x-test': 'yes' }, body: 'hello' }, signal);
    return { receiver, post };
  };

  it('posts its body and returns the status', async (t) => {
    const { receiver, post } = await setUp(t, {}, (response) =>
      response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
    );
    assert.deepEqual(await post(`${receiver.url}/path?q=1`), { status: 429, retryAfter: '7' });
    const [got] = receiver.received;
    assert.equal(got?.method, 'POST');
    assert.equal(got?.path, '/path?q=1');
    assert.equal(got?.headers['x-test'], 'yes');
    assert.equal(got?.body.toString(), 'hello');
  });

  it('reuses a connection', async (t) => {
    const { receiver, post } = await setUp(t);
    for (let i = 0; i < 3; i += 1) {
      assert.deepEqual(await post(), { status: 201, retryAfter: undefined });
      await new Promise((done) => setImmediate(done));
    }
    assert.equal(receiver.connections(), 1);
  });

  it('retries once on a new connection when the target has just closed the old one', async (t) => {
    let answered = 0;
    const { receiver, post } = await setUp(t, {}, (response, { socket }) => {
      answered += 1;
      if (answered === 2) socket.resetAndDestroy();
      else response.writeHead(200).end();
    });
    assert.deepEqual(await post(), { status: 200, retryAfter: undefined });
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(await post(), { status: 200, retryAfter: undefined });
    assert.equal(receiver.connections(), 2);
  });

  it('connects to no private address, literal or by name', async (t) => {
    const { receiver, post } = await setUp(t, {
      allowPrivateTargets: false,
      resolve: async () => ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
    });
    assert.deepEqual(await post(`https://127.0.0.1:${receiver.port}/`), {
      error: 'the URL must not be a private address',
      final: true,
      unsent: true,
    });
    assert.deepEqual(await post(receiver.url), {
      error: 'the URL must start with https://',
      final: true,
      unsent: true,
    });
    assert.deepEqual(await post(`https://innocent.example:${receiver.port}/`), {
      error: 'the name leads to a private address',
      unsent: true,
    });
    assert.equal(receiver.connections(), 0);
  });

  it('resolves a name once and connects to the address that was checked', async (t) => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const resolve: ResolveName = async () => answers[asked++] ?? [];
    const { receiver, post } = await setUp(t, { resolve });
    assert.deepEqual(await post(`http://changing.example:${receiver.port}/`), {
      status: 201,
      retryAfter: undefined,
    });
    assert.equal(asked, 1);
  });

  it('follows no redirect', async (t) => {
    const hidden = await startReceiver();
    t.after(() => hidden.close());
    const { post } = await setUp(t, {}, (response) =>
      response.writeHead(307, { location: hidden.url }).end(),
    );
    assert.deepEqual(await post(), { status: 307, retryAfter: undefined });
    assert.equal(hidden.received.length, 0);
  });

  it('times out on a target that does not answer', async (t) => {
    const { post } = await setUp(t, { timeoutMs: 100 }, () => {});
    assert.equal(errorOf(await post()), 'gave no answer within 0.1 s');
  });

  it('times out on a target that sends its head byte by byte', async (t) => {
    const slow = createTcpServer((socket) => {
      const drip = setInterval(() => socket.write('H'), 10);
      socket.on('error', () => {});
      socket.on('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\nx: ');
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const { post } = await setUp(t, { timeoutMs: 150 });
    const { port } = slow.address() as AddressInfo;
    assert.equal(errorOf(await post(`http://127.0.0.1:${port}/`)), 'gave no answer within 0.15 s');
    slow.close();
    await once(slow, 'close');
  });

  it('times out on a name server that does not answer', async (t) => {
    const { post } = await setUp(t, { timeoutMs: 100, resolve: () => new Promise(() => {}) });
    assert.deepEqual(await post('http://slow.example/'), {
      error: 'gave no answer within 0.1 s',
      unsent: true,
    });
  });

  it('does not wait for a body that never ends, and reads a limited amount', async (t) => {
    const endings = new EventEmitter();
    const closed = once(endings, 'closed');
    const { post } = await setUp(t, {}, (response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', pour);
      response.on('close', () => endings.emit('closed'));
      pour();
    });
    assert.deepEqual(await post(), { status: 200, retryAfter: undefined });
    await closed;
  });

  it('returns the beginning of the body where that is asked for, also of one that hangs', async (t) => {
    const { receiver } = await setUp(t, {}, (response) => response.writeHead(400).end('{"code":21211}'));
    const hanging = await startReceiver((response) => response.writeHead(201).write('{'));
    const request = createSafeRequest({ allowPrivateTargets: true, timeoutMs: 300 });
    t.after(async () => {
      request.close();
      await hanging.close();
    });
    const post = (url: string) => request.post({ url, headers: {}, body: '', readsBody: true });
    assert.deepEqual(await post(receiver.url), {
      status: 400,
      retryAfter: undefined,
      body: '{"code":21211}',
    });
    assert.deepEqual(await post(hanging.url), { status: 201, retryAfter: undefined });
  });

  it('refuses response headers that are too large', async (t) => {
    const { post } = await setUp(t, {}, (response) =>
      response.writeHead(200, { 'x-large': 'x'.repeat(10_000) }).end(),
    );
    assert.deepEqual(await post(), { error: 'failed with HPE_HEADER_OVERFLOW' });
  });

  it('is not delayed by another host that hangs', async (t) => {
    const hanging = await startReceiver(() => {});
    t.after(() => hanging.close());
    const { receiver, post } = await setUp(t, { timeoutMs: 2_000 });
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const stuck = Array.from({ length: 100 }, () => post(hanging.url, stop.signal));
    assert.deepEqual(await post(receiver.url), { status: 201, retryAfter: undefined });
    assert.ok(hanging.connections() <= 16);
    stop.abort();
    const outcomes = await Promise.all(stuck);
    assert.ok(outcomes.every((outcome) => 'error' in outcome && outcome.error === 'was cancelled'));
    const unsent = outcomes.filter((outcome) => 'unsent' in outcome);
    assert.ok(unsent.length >= 84 && unsent.length < 100, 'those without a connection were not sent');
  });

  it('can be cancelled, also before it starts', async (t) => {
    const { receiver, post } = await setUp(t);
    assert.deepEqual(await post(receiver.url, AbortSignal.abort()), { error: 'was cancelled', unsent: true });
    assert.equal(receiver.received.length, 0);
  });

  it('reports why it failed', async (t) => {
    const notFound = Object.assign(new Error(), { code: 'ENOTFOUND' });
    const { receiver, post } = await setUp(t, { resolve: () => Promise.reject(notFound) });
    assert.deepEqual(await post('http://nowhere.example/'), { error: 'the name was not found' });
    await receiver.close();
    assert.deepEqual(await post(receiver.url), { error: 'failed with ECONNREFUSED', unsent: true });
  });

  it('rejects an untrusted certificate', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-cert-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-subj', '/CN=push.example', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    rmSync(folder, { recursive: true });
    const { post } = await setUp(t, { resolve: async () => ['127.0.0.1'] });
    const { port } = server.address() as AddressInfo;
    assert.deepEqual(await post(`https://push.example:${port}/`), {
      error: 'failed with DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    server.close();
  });

  it('refuses a header value with a line break', async (t) => {
    const { receiver } = await setUp(t);
    const request = createSafeRequest({ allowPrivateTargets: true });
    const outcome = await request.post({ url: receiver.url, headers: { a: 'b\r\nc: d' }, body: '' });
    assert.deepEqual(outcome, { error: 'failed with ERR_INVALID_CHAR', final: true, unsent: true });
    request.close();
  });
});

describe('the DNS lookup of a connection', () => {
  const look = (resolve: ResolveName, all: boolean) =>
    new Promise((done) =>
      guardedLookup(resolve, false)('name.example', { all }, (error, address, family) =>
        done(error === null ? [address, family] : error.message),
      ),
    );

  it('returns the checked public addresses, even if the next answer differs', async () => {
    let asked = 0;
    const resolve: ResolveName = async () =>
      asked++ === 0 ? ['8.8.8.8', '10.0.0.1', '2606:4700::1'] : ['127.0.0.1'];
    assert.deepEqual(await look(resolve, true), [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
      undefined,
    ]);
    assert.equal(asked, 1);
    assert.equal(await look(resolve, true), 'the name leads to a private address');
  });

  it('answers a caller that asks for one address', async () => {
    assert.deepEqual(await look(async () => ['8.8.8.8', '1.1.1.1'], false), ['8.8.8.8', 4]);
    assert.equal(await look(async () => [], false), 'the name has no address');
  });
});
