import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type Channels, createChannels } from '../../src/notify/channels/channels.ts';
import { createMailer } from '../../src/notify/channels/mailer.ts';
import { createSafeRequest, type SafeRequest } from '../../src/notify/channels/safe-request.ts';
import { newVapidKeyPair } from '../../src/notify/channels/web-push/vapid-key-pair.ts';
import { listChannels } from '../../src/notify/personal-channels/store.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { subscriptionKeys } from '../response/channels-of.ts';
import { createHarness, type Harness } from '../response/harness.ts';

describe('deliveries that fail', () => {
  /** For the target that hangs alone: on a busy machine others may take longer. */
  const SHORT_TIMEOUT_MS = 200;
  let harness: Harness;
  let receiver: Receiver;
  let request: SafeRequest;
  let impatient: SafeRequest;
  let guarded: SafeRequest;
  let channels: Channels;
  const vapidKeys = { ...newVapidKeyPair(), subject: 'mailto:a@example.org' };
  const channelsWith = (request: SafeRequest): Channels =>
    createChannels({ request, mailer: undefined, vapidKeys, now: harness.now });
  let patient: string;
  let caregiver: string;
  /** The HTTP status the target answers with, or no answer. */
  let answer: number | 'hangs' = 201;
  before(async () => {
    receiver = await startReceiver((response) => {
      if (answer === 'hangs') return;
      response.writeHead(answer, { 'retry-after': '20', location: 'http://127.0.0.1:1/elsewhere' }).end();
    });
    harness = await createHarness();
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'webhook', 'email'] }],
      repeats: { everySeconds: 3600, times: 1 },
    });
    request = createSafeRequest({ allowPrivateTargets: true });
    impatient = createSafeRequest({ allowPrivateTargets: true, timeoutMs: SHORT_TIMEOUT_MS });
    // A public name that resolves to a private address.
    guarded = createSafeRequest({ allowPrivateTargets: false, resolve: async () => ['10.1.2.3'] });
    channels = channelsWith(request);
  });
  after(async () => {
    request.close();
    impatient.close();
    guarded.close();
    await harness.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    patient = await harness.person('PATIENT', 'Pat');
    caregiver = await harness.person('CAREGIVER', 'Ann');
    await harness.assign(caregiver, patient);
    harness.behave((target, message) => channels.send(target, message));
    harness.sent.length = 0;
    answer = 201;
  });

  const push = () => {
    const target = { endpoint: `${receiver.url}/push`, keys: subscriptionKeys() };
    return harness.channel(caregiver, 'webpush', { target });
  };
  const raise = async (): Promise<string> => {
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    return fall;
  };
  const told = async (fall: string): Promise<string[]> =>
    (await timelineOf(harness.db, fall))
      .filter(({ type }) => type === 'told')
      .map((entry) => (entry as unknown as { outcome: string }).outcome);
  const lastErrors = async () =>
    (await listChannels(harness.db, caregiver)).map(({ lastError }) => lastError);

  it('delete a push subscription that answers 410, without a retry', async () => {
    answer = 410;
    await push();
    const fall = await raise();
    harness.pass(60);
    await harness.settle();
    assert.deepEqual(await told(fall), ['failed']);
    assert.deepEqual(await listChannels(harness.db, caregiver), []);
  });

  it('wait for the Retry-After of a push service that answers 429', async () => {
    answer = 429;
    await push();
    const fall = await raise();
    answer = 201;
    harness.pass(19);
    await harness.settle();
    assert.deepEqual(await told(fall), ['failed']);
    harness.pass(2);
    await harness.settle();
    assert.deepEqual(await told(fall), ['failed', 'delivered']);
    assert.deepEqual(await lastErrors(), [null]);
  });

  for (const [status, error] of [
    [500, 'answered 500'],
    [307, 'answered 307: redirects are not followed'],
    ['hangs', 'gave no answer within 0.2 s'],
  ] as const) {
    it(`are tried five times when a push service ${status === 'hangs' ? status : `answers ${status}`}`, async () => {
      answer = status;
      if (answer === 'hangs') {
        const hurried = channelsWith(impatient);
        harness.behave((target, message) => hurried.send(target, message));
      }
      await push();
      const fall = await raise();
      // The outbox honours the Retry-After of a 5xx answer, which is later than its own schedule.
      for (let i = 0; i < 6; i++) {
        harness.pass(30);
        await harness.settle();
      }
      assert.deepEqual(await told(fall), Array(5).fill('failed'));
      assert.deepEqual(await lastErrors(), [error]);
    });
  }

  it('do not connect to a webhook whose name resolves to a private address, and record it in the timeline', async () => {
    const refusing = createChannels({
      request: guarded,
      mailer: undefined,
      vapidKeys: undefined,
    });
    harness.behave((target, message) => refusing.send(target, message));
    await harness.channel(caregiver, 'webhook', {
      target: { url: 'https://hooks.example.org/x', secret: 'whsec_c2VjcmV0' },
    });
    const fall = await raise();
    assert.deepEqual(await told(fall), ['failed']);
    assert.deepEqual(await lastErrors(), ['the name leads to a private address']);
  });

  it('are retried when the mail server refuses, without delaying other channels', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('mailbox busy'), { responseCode: 450 })),
    });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'v@example.org' });
    try {
      const withMail = createChannels({
        request,
        mailer,
        vapidKeys: undefined,
        now: harness.now,
      });
      harness.behave((target, message) => withMail.send(target, message));
      await harness.channel(caregiver, 'email');
      await harness.channel(caregiver, 'webhook', {
        target: { url: `${receiver.url}/hook`, secret: 'whsec_c2VjcmV0' },
      });
      const fall = await raise();
      harness.pass(2);
      await harness.settle();
      assert.deepEqual((await told(fall)).sort(), ['delivered', 'failed', 'failed']);
    } finally {
      mailer.close();
      server.close(() => {});
    }
  });

  it('are not retried after a claim', async () => {
    answer = 500;
    await push();
    const fall = await raise();
    const tried = receiver.received.length;
    await harness.responses.claim(fall, caregiver, {});
    answer = 201;
    for (const seconds of [2, 30, 500]) {
      harness.pass(seconds);
      await harness.settle();
    }
    assert.equal(receiver.received.length, tried);
  });

  it('are not retried for a caregiver whose assignment or account has ended; the others are notified', async () => {
    const other = await harness.person('CAREGIVER', 'Bea');
    await harness.assign(other, patient);
    for (const person of [caregiver, other]) {
      await harness.channel(person, 'webhook', {
        target: { url: `${receiver.url}/${person}`, secret: 'whsec_c2VjcmV0' },
      });
    }
    const notifiedAfter = async (end: () => Promise<unknown>): Promise<string[]> => {
      answer = 500;
      await raise();
      await end();
      const before = receiver.received.length;
      answer = 201;
      harness.pass(30);
      await harness.settle();
      return receiver.received.slice(before).map(({ path }) => path.slice(1));
    };
    assert.deepEqual(
      await notifiedAfter(() =>
        harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [caregiver]),
      ),
      [other],
    );
    await harness.assign(caregiver, patient);
    assert.deepEqual(
      await notifiedAfter(() => harness.db.run('DELETE FROM users WHERE id = $1', [caregiver])),
      [other],
    );
  });
});
