import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { newReceiptKey, readReceipt, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { type Receipt, recordReceipts } from '../../src/notify/receipts/store.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { deliveriesOf, timelineOf } from '../../src/response/store/response-log.ts';
import { createCare, createGate, createHarness, DELIVERED, type Harness } from '../response/harness.ts';

const PUSH_ONLY = {
  steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'webhook', 'ntfy'] }],
  repeats: { everySeconds: 3600, times: null },
} as const;

/** An attempt takes some milliseconds. */
const secondOf = (time: number): number => Math.floor(time / 1000);

describe('receipts', () => {
  let harness: Harness;
  let patient: string;
  let caregiver: string;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.policy({ ...PUSH_ONLY, steps: [...PUSH_ONLY.steps] } as never);
    ({ patient, caregiver } = await createCare(harness));
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  const raise = async (): Promise<string> => {
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    return fall;
  };
  const report = (receipt: string, state: Receipt['state'] = 'received', reason: string | null = null) => {
    const given = readReceipt(receipt);
    assert.ok(given);
    const at = new Date(harness.now());
    return harness.db.transaction((q) => recordReceipts(q, notifiedFalls, [{ ...given, state, reason, at }]));
  };
  const receiptAt = (place: number): string => harness.sent.at(place)?.message.receipt ?? '';
  const told = async (fall: string) =>
    (await deliveriesOf(harness.db, fall)).map(({ channel, acceptedAt, receivedAt, openedAt, failedAt }) => [
      channel,
      ...[acceptedAt, receivedAt, openedAt, failedAt].map((time) =>
        time === null ? null : secondOf(time.getTime()),
      ),
    ]);

  it('say when the device had the message and when the person opened it, the first of each', async () => {
    const fall = await raise();
    const sentAt = secondOf(harness.now());
    assert.deepEqual(await told(fall), [['webpush', sentAt, null, null, null]]);
    harness.pass(2);
    await report(receiptAt(0));
    harness.pass(3);
    await report(receiptAt(0), 'opened');
    harness.pass(3);
    await report(receiptAt(0));
    await report(receiptAt(0), 'opened');
    const expected = [['webpush', sentAt, sentAt + 2, sentAt + 5, null]];
    assert.deepEqual(await told(fall), expected);
    const entry = (await timelineOf(harness.db, fall)).find(({ type }) => type === 'told');
    const { outcome, receivedAt, openedAt, failedAt } = entry ?? assert.fail();
    assert.deepEqual(
      [outcome, receivedAt, openedAt, failedAt],
      ['delivered', new Date((sentAt + 2) * 1000), new Date((sentAt + 5) * 1000), null],
    );
  });

  it('that open a message without having received it count as both', async () => {
    const fall = await raise();
    await report(receiptAt(0), 'opened');
    const at = secondOf(harness.now());
    assert.deepEqual(await told(fall), [['webpush', at, at, at, null]]);
  });

  it('are counted although they are faster than the record of the delivery', async () => {
    const { hangs, answer } = createGate();
    harness.behave(hangs);
    const fall = await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.outbox.check();
    await report(receiptAt(0));
    assert.deepEqual(await told(fall), []);
    answer(DELIVERED);
    await harness.outbox.settled();
    assert.deepEqual(await told(fall), [
      ['webpush', secondOf(harness.now()), secondOf(harness.now()), null, null],
    ]);
  });

  it('that are faster than the record of a second try leave the first one as it was', async () => {
    harness.behave(() => ({ delivered: false, status: 500, error: 'answered 500' }));
    const fall = await raise();
    const first = secondOf(harness.now());
    const { hangs, answer } = createGate();
    harness.behave(hangs);
    harness.pass(2);
    await harness.outbox.check();
    await report(receiptAt(1));
    answer(DELIVERED);
    await harness.outbox.settled();
    const second = secondOf(harness.now());
    assert.deepEqual(await told(fall), [
      ['webpush', null, null, null, first],
      ['webpush', second, second, null, null],
    ]);
  });

  it('of a gateway that are faster than the record make the delivery a failure', async () => {
    const { hangs, answer } = createGate();
    harness.behave(hangs);
    const fall = await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.outbox.check();
    await report(receiptAt(0), 'failed', 'the SMS was not delivered');
    answer(DELIVERED);
    await harness.outbox.settled();
    const [delivery] = await deliveriesOf(harness.db, fall);
    assert.deepEqual(
      [delivery?.reason, delivery?.failedAt?.getTime()],
      ['the SMS was not delivered', harness.now()],
    );
    const entry = (await timelineOf(harness.db, fall)).find(({ type }) => type === 'told');
    assert.equal(entry?.outcome, 'failed');
  });

  it('of one message about several falls count for each of them', async () => {
    const others = [];
    for (let i = 0; i < 3; i += 1) {
      const other = await harness.person('PATIENT');
      await harness.assign(caregiver, other);
      others.push(other);
    }
    await raise();
    const falls = [];
    for (const other of others) falls.push(await harness.fall(other, 0.95));
    await harness.settle();
    harness.pass(31);
    await harness.settle();
    assert.equal(harness.sent.length, 2);
    const sentAt = secondOf(harness.now());
    harness.pass(1);
    await report(receiptAt(1));
    for (const fall of falls)
      assert.deepEqual(await told(fall), [['webpush', sentAt, sentAt + 1, null, null]]);
  });

  it('of another message, with a wrong secret, or late by a day change nothing', async () => {
    const fall = await raise();
    const nothing = [['webpush', secondOf(harness.now()), null, null, null]];
    const id = harness.sent[0]?.message.id ?? '';
    await report(receiptOf(newReceiptKey(), id));
    await report(receiptOf(newReceiptKey(), patient));
    assert.deepEqual(await told(fall), nothing);
    harness.pass(24 * 3600);
    await report(receiptAt(0));
    assert.deepEqual(await told(fall), nothing);
  });

  it('of one of two browsers of a person say nothing of the other', async () => {
    await harness.channel(caregiver);
    const fall = await raise();
    const sentAt = secondOf(harness.now());
    harness.pass(1);
    await report(receiptAt(0));
    harness.pass(1);
    await report(receiptAt(1), 'failed', 'gone');
    assert.deepEqual(
      (await told(fall)).sort(),
      [
        ['webpush', sentAt, sentAt + 1, null, null],
        ['webpush', sentAt, null, null, sentAt + 2],
      ].sort(),
    );
  });

  it('are stored as a hash', async () => {
    await raise();
    const bytes = Buffer.from(receiptAt(0), 'base64url');
    const [row] = await harness.db.rows<{ row: string }>('SELECT outbox::text AS row FROM outbox');
    assert.ok(row?.row.includes(readReceipt(receiptAt(0))?.hash.toString('hex') ?? 'none'));
    assert.ok(!row?.row.includes(bytes.subarray(16).toString('hex')));
    assert.ok(!row?.row.includes(receiptAt(0)));
  });

  it('of a webhook are its 2xx, and ntfy has none', async () => {
    await harness.db.run('DELETE FROM notification_channels');
    await harness.channel(caregiver, 'webhook');
    await harness.channel(caregiver, 'ntfy');
    const fall = await raise();
    assert.ok(
      harness.sent.every(({ message }) => message.receipt === null),
      'nobody could report with it',
    );
    const at = secondOf(harness.now());
    assert.deepEqual((await told(fall)).sort(), [
      ['ntfy', at, null, null, null],
      ['webhook', at, at, null, null],
    ]);
  });

  it('of a message that failed are none, and each attempt has its time', async () => {
    harness.behave(() => ({ delivered: false, status: 500, error: 'answered 500' }));
    const fall = await raise();
    const first = secondOf(harness.now());
    harness.pass(2);
    harness.behave(() => DELIVERED);
    await harness.settle();
    assert.deepEqual(await told(fall), [
      ['webpush', null, null, null, first],
      ['webpush', secondOf(harness.now()), null, null, null],
    ]);
  });
});
