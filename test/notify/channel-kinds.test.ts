import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { httpResult } from '../../src/notify/channels/channel.ts';
import { createChannels, targetComplaints } from '../../src/notify/channels/channels.ts';
import { createSafeRequest } from '../../src/notify/channels/safe-request.ts';
import { newVapidKeyPair } from '../../src/notify/channels/web-push/vapid-key-pair.ts';
import { SUBSCRIPTION_GONE } from '../../src/notify/channels/web-push/web-push.ts';
import { newWebhookSecret, WEBHOOK_GONE } from '../../src/notify/channels/webhook.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { message } from './message.ts';

async function setUp(t: TestContext, status = 200) {
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  const request = createSafeRequest({ allowPrivateTargets: true });
  t.after(async () => {
    request.close();
    await receiver.close();
  });
  const vapidKeys = { ...newVapidKeyPair(), subject: 'mailto:a@example.org' };
  return { receiver, channels: createChannels({ request, mailer: undefined, vapidKeys }) };
}

describe('the answer of a target', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const GONE = { webpush: SUBSCRIPTION_GONE, ntfy: undefined, webhook: WEBHOOK_GONE };
  const result = (kind: keyof typeof GONE, status: number, retryAfter?: string) =>
    httpResult({ status, retryAfter }, now, GONE[kind]);

  it('is a delivery only if it is 2xx', () => {
    for (const status of [200, 201, 202, 204]) assert.ok(result('webhook', status).delivered);
    for (const status of [199, 301, 302, 307, 400, 404, 429, 500]) {
      const failed = result('webhook', status);
      assert.equal(failed.delivered, false);
      assert.match(failed.error ?? '', new RegExp(`^answered ${status}`));
    }
  });

  it('is final only for 400, 401, 403 and 404', () => {
    const final = [400, 401, 403, 404, 405, 408, 409, 413, 429, 500, 503].filter(
      (s) => result('ntfy', s).final,
    );
    assert.deepEqual(final, [400, 401, 403, 404]);
  });

  it('ends a push subscription with 404 and 410, and a webhook with 410', () => {
    const ends = (kind: keyof typeof GONE) => [404, 410].filter((s) => result(kind, s).gone);
    assert.deepEqual(ends('webpush'), [404, 410]);
    assert.deepEqual(ends('webhook'), [410]);
    assert.deepEqual(ends('ntfy'), []);
  });

  it('sets the time of the retry, in seconds or by date, at most 30 s ahead, for 429 and 5xx', () => {
    const wait = (status: number, retryAfter?: string) => result('webpush', status, retryAfter).retryAfterMs;
    assert.equal(wait(429, '12'), 12_000);
    assert.equal(wait(503, '3600'), 30_000);
    assert.equal(wait(503, 'Sun, 01 Mar 2026 12:00:20 GMT'), 20_000);
    assert.equal(wait(503, 'Sun, 01 Mar 2026 11:00:00 GMT'), 0);
    assert.equal(wait(503, 'soon'), undefined);
    assert.equal(wait(503), undefined);
    assert.equal(wait(409, '12'), undefined);
  });

  it('is reported as an error when the target does not answer', () => {
    assert.deepEqual(httpResult({ error: 'was cancelled' }, now), {
      delivered: false,
      status: null,
      error: 'was cancelled',
    });
  });
});

describe('a webhook', () => {
  it('passes the check of standardwebhooks and describes the fall', async (t) => {
    const { receiver, channels } = await setUp(t);
    const secret = newWebhookSecret();
    const response = { state: 'OPEN' };
    const sent = message({ response });
    const target = { kind: 'webhook', url: `${receiver.url}/hook`, secret } as const;
    assert.deepEqual(await channels.send(target, sent), { delivered: true, status: 200, error: null });
    const { headers, body } = receiver.received[0] ?? assert.fail();
    const event = new Webhook(secret).verify(body, headers as Record<string, string>);
    assert.deepEqual(event, {
      type: 'fall.alert',
      timestamp: '2026-03-01T12:00:00.000Z',
      data: {
        fallId: sent.fallId,
        patientId: sent.patientId,
        patientName: 'Anna Berg',
        patientRoom: null,
        level: 'HIGH',
        link: sent.link,
        response,
      },
    });
    assert.equal(headers['webhook-id'], sent.id);
    assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers as Record<string, string>));
  });

  it('says what a message about a fall is about if it is no alert', async (t) => {
    const { receiver, channels } = await setUp(t);
    const target = { kind: 'webhook', url: receiver.url, secret: newWebhookSecret() } as const;
    await channels.send(target, message({ about: 'hand-off' }));
    await channels.send(target, message({ type: 'test', about: 'test' }));
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body.toString()).data.about),
      ['hand-off', undefined],
    );
  });

  it('keeps its id and body at every try, with the timestamp of that try', async (t) => {
    const { receiver } = await setUp(t);
    let now = Date.now();
    const request = createSafeRequest({ allowPrivateTargets: true });
    t.after(() => request.close());
    const channels = createChannels({
      request,
      mailer: undefined,
      vapidKeys: undefined,
      now: () => now,
    });
    const sent = message();
    const target = { kind: 'webhook', url: receiver.url, secret: newWebhookSecret() } as const;
    await channels.send(target, sent);
    now += 5_000;
    await channels.send(target, sent);
    const [first, second] = receiver.received;
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
    assert.deepEqual(first?.body, second?.body);
    assert.equal(
      Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp']),
      5,
    );
  });

  it('that answers 410 is disabled', async (t) => {
    const { receiver, channels } = await setUp(t, 410);
    const { delivered, gone } = await channels.send(
      { kind: 'webhook', url: receiver.url, secret: newWebhookSecret() },
      message({ type: 'test' }),
    );
    assert.deepEqual([delivered, gone], [false, true]);
  });

  it('has a secret of 32 random bytes', () => {
    assert.match(newWebhookSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(newWebhookSecret(), newWebhookSecret());
  });
});

describe('ntfy', () => {
  it("receives the message as JSON at the server's root, with both links as buttons", async (t) => {
    const { receiver, channels } = await setUp(t);
    const sent = message({ claimLink: 'https://vigil.example.org/claim/abc' });
    const target = { kind: 'ntfy', url: `${receiver.url}/`, topic: 'ward-7', token: 'tk_secret' } as const;
    assert.ok((await channels.send(target, sent)).delivered);
    const { path, headers, body } = receiver.received[0] ?? assert.fail();
    assert.equal(path, '/');
    assert.equal(headers.authorization, 'Bearer tk_secret');
    assert.deepEqual(JSON.parse(body.toString()), {
      topic: 'ward-7',
      title: sent.title,
      message: sent.body,
      priority: 5,
      tags: ['rotating_light'],
      click: sent.link,
      actions: [
        { action: 'view', label: "I'm going", url: sent.claimLink, clear: true },
        { action: 'view', label: 'Show', url: sent.link },
      ],
    });
  });

  it('receives a closing message with a low priority', async (t) => {
    const { receiver, channels } = await setUp(t);
    const target = { kind: 'ntfy', url: receiver.url, topic: 'ward-7', token: null } as const;
    await channels.send(target, message({ about: 'closing', claimable: false }));
    const { priority, tags } = JSON.parse(receiver.received[0]?.body.toString() ?? '');
    assert.deepEqual([priority, tags], [2, ['white_check_mark']]);
  });

  it('needs no token, and works without a claim link', async (t) => {
    const { receiver, channels } = await setUp(t);
    await channels.send(
      { kind: 'ntfy', url: receiver.url, topic: 'x', token: null },
      message({ type: 'test' }),
    );
    const { headers, body } = receiver.received[0] ?? assert.fail();
    assert.equal(headers.authorization, undefined);
    assert.equal(JSON.parse(body.toString()).actions.length, 1);
  });
});

describe('the channels', () => {
  it('report which kinds are configured; the others deliver nothing', async (t) => {
    const { channels } = await setUp(t);
    assert.ok(
      channels.isConfigured('webpush') && channels.isConfigured('ntfy') && channels.isConfigured('webhook'),
    );
    assert.ok(!channels.isConfigured('email'));
    assert.deepEqual(await channels.send({ kind: 'email', address: 'a@example.org' }, message()), {
      delivered: false,
      status: null,
      error: 'not configured',
      final: true,
    });
  });

  it('never throw, even for invalid keys', async (t) => {
    const { receiver, channels } = await setUp(t);
    const result = await channels.send(
      { kind: 'webpush', endpoint: receiver.url, keys: { p256dh: 'x', auth: 'y' } },
      message(),
    );
    assert.equal(result.final, true);
    assert.match(result.error ?? '', /^could not be sent/);
  });

  it('refuse a target that can never be delivered to, and name the invalid field', () => {
    const url = 'https://example.org/';
    const given = [
      ['webhook', { url: 'http://example.org/' }, 'url'],
      ['ntfy', { url: 'https://192.168.0.1/' }, 'url'],
      ['webhook', { url: '' }, 'url'],
      ['webpush', { endpoint: 'https://[::1]/' }, 'endpoint'],
      ['webpush', { endpoint: url, keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'keys'],
      ['webpush', { endpoint: 'http://example.org/', keys: { p256dh: '', auth: '' } }, 'endpoint,keys'],
      ['ntfy', { url }, ''],
      ['email', { url: 'http://example.org/' }, ''],
      ['webpush', {}, ''],
    ] as const;
    for (const [kind, target, fields] of given)
      assert.equal(Object.keys(targetComplaints(kind, target, false)).join(), fields, JSON.stringify(target));
  });
});

describe('a channel of another module', () => {
  const sms = { kind: 'sms', number: '+4915123456789' } as const;

  it('that throws fails finally and is reported; while the database is away the message is retried', async (t) => {
    const { channels } = await setUp(t);
    const reported: unknown[] = [];
    for (const [error, final] of [
      [new TypeError('a bug'), true],
      [new Unavailable('The database is not available'), false],
    ] as const) {
      const send = () => Promise.reject(error);
      channels.add({ senders: { sms: { send } } }, (thrown) => reported.push(thrown));
      const result = await channels.send(sms, message());
      assert.deepEqual([result.delivered, result.final], [false, final]);
    }
    assert.deepEqual(reported.map(String), ['TypeError: a bug']);
  });

  it('whose format of webhooks throws is reported, and the event is retried', async (t) => {
    const { receiver, channels } = await setUp(t);
    const reported: unknown[] = [];
    const errors = [new TypeError('a bug'), new Unavailable('The database is not available')];
    const fhir = () => Promise.reject(errors.shift());
    channels.add({ webhookFormats: { fhir } }, (thrown) => reported.push(thrown));
    const target = {
      kind: 'webhook',
      url: receiver.url,
      secret: newWebhookSecret(),
      format: 'fhir',
    } as const;
    for (const _ of [1, 2]) {
      const { delivered, final } = await channels.send(target, message());
      assert.deepEqual([delivered, final ?? false], [false, false]);
    }
    assert.deepEqual([reported.map(String), receiver.received.length], [['TypeError: a bug'], 0]);
  });
});
