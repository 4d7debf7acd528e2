import assert from 'node:assert/strict';
import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { importJWK, jwtVerify } from 'jose';
import webpush from 'web-push';
import { createSafeRequest } from '../../src/notify/channels/safe-request.ts';
import { areSubscriptionKeys } from '../../src/notify/channels/web-push/encryption.ts';
import { isVapidKeyPair, newVapidKeyPair } from '../../src/notify/channels/web-push/vapid-key-pair.ts';
import { developmentVapidKeys } from '../../src/notify/channels/web-push/vapid-keys.ts';
import { createWebPushChannel } from '../../src/notify/channels/web-push/web-push.ts';
import { HOUR_MS } from '../../src/platform/time.ts';
import { type Received, startReceiver } from '../helpers/receiver.ts';
import { message } from './message.ts';

type Decrypt = (
  body: Buffer,
  keys: { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string },
) => Buffer;
/** Has no types. */
const { decrypt } = createRequire(import.meta.url)('http_ece') as { readonly decrypt: Decrypt };

const subject = 'mailto:admin@example.org';

/** Acts as a browser that subscribes. */
function subscribe() {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  const read = ({ body }: Received) =>
    JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString());
  return { keys: { p256dh, auth }, read };
}

async function setUp(
  t: TestContext,
  { status = 201, now = Date.now }: { status?: number; now?: () => number } = {},
) {
  const service = await startReceiver((response) => response.writeHead(status, { 'retry-after': '3' }).end());
  const request = createSafeRequest({ allowPrivateTargets: true });
  t.after(async () => {
    request.close();
    await service.close();
  });
  const vapidKeys = { ...newVapidKeyPair(), subject };
  const channel = createWebPushChannel({ request, vapidKeys, now });
  const browser = subscribe();
  const target = { kind: 'webpush', endpoint: `${service.url}/push/abc`, keys: browser.keys } as const;
  return { service, channel, vapidKeys, browser, target };
}

const onlyOne = (received: readonly Received[]): Received => {
  assert.equal(received.length, 1);
  return received[0] as Received;
};

describe('a push message', () => {
  it('is decrypted by its browser as Declarative Web Push', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    const sent = message({ isReminder: true });
    assert.deepEqual(await channel.send(target, sent), { delivered: true, status: 201, error: null });
    const { web_push, notification } = browser.read(onlyOne(service.received));
    assert.equal(web_push, 8030);
    assert.equal(notification.title, sent.title);
    assert.equal(notification.body, sent.body);
    assert.equal(notification.navigate, sent.link);
    assert.deepEqual(notification.data, { fallId: sent.fallId, level: 'HIGH', still: true });
  });

  it('carries its receipt, and replaces the alert without a sound when the fall is resolved', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    const fallId = 'f6e2c3a4-7c0a-4d0f-8f8c-0a4f3a1f6a11';
    await channel.send(target, message({ fallId, receipt: 'secret-1' }));
    await channel.send(target, message({ fallId, about: 'closing', receipt: 'secret-2' }));
    const [alert, closing] = service.received.map((received) => ({
      ...browser.read(received),
      urgency: received.headers.urgency,
      topic: received.headers.topic,
    }));
    assert.deepEqual([alert.receipt, alert.urgency, alert.notification.silent], ['secret-1', 'high', false]);
    assert.deepEqual(
      [closing.receipt, closing.urgency, closing.notification.silent],
      ['secret-2', 'normal', true],
    );
    assert.deepEqual(
      [closing.notification.renotify, closing.notification.requireInteraction],
      [false, false],
    );
    assert.deepEqual([closing.topic, closing.notification.tag], [alert.topic, alert.notification.tag]);
  });

  it('goes to the service worker first, where that reports receipts', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    const sent = message({ receipt: 'secret-1' });
    for (const givesReceipts of [true, false]) await channel.send({ ...target, givesReceipts }, sent);
    const [mutable, fixed] = service.received.map((received) => browser.read(received));
    assert.deepEqual([mutable.mutable, mutable.notification.data.receipt], [true, 'secret-1']);
    assert.ok(!('mutable' in fixed), 'an earlier service worker would show an empty notification');
  });

  it('is not declarative for Firefox, which shows those without the service worker', async (t) => {
    const { vapidKeys, browser } = await setUp(t);
    const bodies: Buffer[] = [];
    const request = {
      post: async ({ body }: { readonly body: string | Buffer }) => {
        bodies.push(Buffer.from(body));
        return { status: 201, retryAfter: null };
      },
    } as never;
    const channel = createWebPushChannel({ request, vapidKeys });
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc';
    await channel.send({ endpoint, keys: browser.keys, givesReceipts: true }, message());
    const payload = browser.read({ body: bodies[0] } as Received);
    assert.deepEqual([payload.web_push, payload.mutable], [undefined, undefined]);
    assert.equal(payload.notification.title, message().title);
  });

  it('names the language of its reader, which the phone reads it out in', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    for (const language of ['de', 'en'] as const)
      await channel.send(target, message({ reader: { timeZone: 'Europe/Berlin', language } }));
    assert.deepEqual(
      service.received.map((received) => browser.read(received).notification.lang),
      ['de', 'en'],
    );
  });

  it('contains neither claim link nor response nor extra fields', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    const secret = message({
      claimLink: 'https://x/claim/secret',
      response: { note: 'secret' },
      extra: { secret: 1 },
    });
    await channel.send(target, secret);
    assert.ok(!JSON.stringify(browser.read(onlyOne(service.received))).includes('secret'));
  });

  it('equals one of the web-push library, apart from random values', async (t) => {
    const { service, channel, vapidKeys, target } = await setUp(t);
    await channel.send(target, message());
    const { method, path, headers, body } = onlyOne(service.received);
    const oracle = webpush.generateRequestDetails(target, 'x', {
      TTL: 600,
      urgency: 'high',
      topic: headers.topic as string,
      contentEncoding: 'aes128gcm',
      vapidDetails: { ...vapidKeys },
    });
    assert.equal(method, oracle.method);
    assert.equal(`${service.url}${path}`, oracle.endpoint);
    for (const [name, value] of Object.entries(oracle.headers)) {
      if (!['Authorization', 'Content-Length'].includes(name))
        assert.equal(headers[name.toLowerCase()], String(value), name);
    }
    assert.match(headers.authorization ?? '', /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
    assert.ok(body.length <= 4096);
  });

  it('is signed for its push service with the key that browsers know', async (t) => {
    const now = Date.now();
    const { service, channel, vapidKeys, target } = await setUp(t, { now: () => now });
    await channel.send(target, message());
    const [, token = '', key = ''] =
      /^vapid t=(.+), k=(.+)$/.exec(onlyOne(service.received).headers.authorization ?? '') ?? [];
    assert.equal(key, vapidKeys.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const { payload, protectedHeader } = await jwtVerify(
      token,
      await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
      { audience: service.url },
    );
    assert.equal(protectedHeader.alg, 'ES256');
    assert.equal(payload.sub, subject);
    assert.equal(payload.exp, Math.floor((now + 12 * HOUR_MS) / 1000));
  });

  it('reuses its signature for hours, and renews it before it expires or when the clock was set back', async (t) => {
    let now = Date.now();
    const { service, channel, target } = await setUp(t, { now: () => now });
    const moments = [now, now + HOUR_MS, now + 12 * HOUR_MS, now + 13 * HOUR_MS, now - HOUR_MS];
    for (const moment of moments) {
      now = moment;
      await channel.send(target, message());
    }
    const [a, b, c, d, e] = service.received.map(({ headers }) => headers.authorization);
    assert.equal(a, b);
    assert.notEqual(b, c);
    assert.equal(c, d);
    assert.notEqual(d, e);
  });

  it('has one topic per fall, of at most 32 characters', async (t) => {
    const { service, channel, target } = await setUp(t);
    const first = message();
    for (const sent of [first, message({ fallId: first.fallId }), message(), message({ fallId: null })])
      await channel.send(target, sent);
    const topics = service.received.map(({ headers }) => headers.topic as string);
    assert.equal(topics[0], topics[1]);
    assert.equal(new Set(topics).size, 3);
    for (const topic of topics) assert.match(topic, /^[\w-]{1,32}$/);
  });

  it('fits the size limit of push services, however long its text is', async (t) => {
    const { service, channel, browser, target } = await setUp(t);
    const long = '\u0001'.repeat(5_000);
    assert.ok((await channel.send(target, message({ title: long, body: long }))).delivered);
    const pushed = onlyOne(service.received);
    assert.ok(pushed.body.length <= 4096, String(pushed.body.length));
    assert.ok(browser.read(pushed).notification.title.length > 0);
  });

  for (const status of [404, 410])
    it(`answered ${status} ends the subscription`, async (t) => {
      const { channel, target } = await setUp(t, { status });
      const { delivered, gone, final } = await channel.send(target, message());
      assert.deepEqual([delivered, gone, final], [false, true, true]);
    });

  it('answered with 429 is retried when the service says', async (t) => {
    const { channel, target } = await setUp(t, { status: 429 });
    assert.deepEqual(await channel.send(target, message()), {
      delivered: false,
      status: 429,
      error: 'answered 429',
      retryAfterMs: 3_000,
    });
  });
});

describe('the keys of a subscription', () => {
  it('are a curve point and 16 bytes', () => {
    const { keys } = subscribe();
    assert.ok(areSubscriptionKeys(keys));
    const point = Buffer.from(keys.p256dh, 'base64url');
    const off = Buffer.from(point);
    off.writeUInt8(off.readUInt8(64) ^ 1, 64);
    const bad = [
      { ...keys, p256dh: off.toString('base64url') },
      { ...keys, p256dh: point.subarray(0, 64).toString('base64url') },
      { ...keys, p256dh: Buffer.alloc(65).toString('base64url') },
      { ...keys, p256dh: '' },
      { ...keys, p256dh: `${keys.p256dh.slice(0, -1)}=` },
      { ...keys, auth: randomBytes(15).toString('base64url') },
      { ...keys, auth: '' },
    ];
    for (const each of bad) assert.ok(!areSubscriptionKeys(each), JSON.stringify(each));
  });
});

describe('the VAPID keys of development', () => {
  it('are created once, readable by their owner only', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-vapid-'));
    t.after(() => rm(folder, { recursive: true }));
    const dataDir = join(folder, 'data');
    const [one, other] = await Promise.all([developmentVapidKeys(dataDir), developmentVapidKeys(dataDir)]);
    assert.ok(isVapidKeyPair(one));
    assert.deepEqual(one, other);
    assert.deepEqual(await developmentVapidKeys(dataDir), one);
    assert.equal((await stat(join(dataDir, 'vapid-keys.json'))).mode & 0o777, 0o600);
    await writeFile(
      join(dataDir, 'vapid-keys.json'),
      JSON.stringify({ ...one, publicKey: newVapidKeyPair().publicKey }),
    );
    await assert.rejects(developmentVapidKeys(dataDir), /holds no VAPID key pair/);
  });

  it('match each other', () => {
    for (let i = 0; i < 300; i += 1) assert.ok(isVapidKeyPair(newVapidKeyPair()));
    const { privateKey, publicKey } = newVapidKeyPair();
    const zero = Buffer.alloc(32).toString('base64url');
    assert.ok(!isVapidKeyPair({ privateKey: newVapidKeyPair().privateKey, publicKey }));
    assert.ok(!isVapidKeyPair({ privateKey: zero, publicKey }));
    assert.ok(!isVapidKeyPair({ privateKey, publicKey: privateKey }));
  });
});
