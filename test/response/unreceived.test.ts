import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { DeliveryResult } from '../../src/notify/channels/channel.ts';
import { readReceipt } from '../../src/notify/receipts/receipt.ts';
import { recordReceipts } from '../../src/notify/receipts/store.ts';
import { receiptsOf, type StepNotification } from '../../src/response/escalation/receipts.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { deliveriesOf } from '../../src/response/store/response-log.ts';
import { createCare, createHarness, DELIVERED, endpointsOf, type Harness } from './harness.ts';

describe('the receipts of a step', () => {
  const now = new Date('2026-03-01T10:00:20Z');
  const sent = (change: Partial<StepNotification> = {}): StepNotification => ({
    hasFailed: false,
    isAccepted: true,
    isReceived: false,
    givesReceipts: true,
    sendAt: new Date('2026-03-01T10:00:00Z'),
    ...change,
  });
  const of = (...notifications: StepNotification[]) => receiptsOf(notifications, 20, now);

  it('are missing when every notification has failed, or has no receipt in time', () => {
    assert.deepEqual(of(), { is: 'unreceived' });
    assert.deepEqual(of(sent()), { is: 'unreceived' });
    assert.deepEqual(of(sent({ hasFailed: true, isAccepted: false })), { is: 'unreceived' });
    assert.deepEqual(of(sent({ isAccepted: false }), sent({ hasFailed: true })), { is: 'unreceived' });
    assert.deepEqual(of(sent({ hasFailed: true, givesReceipts: false })), { is: 'unreceived' });
  });

  it('are there with one that is received, or accepted by a channel that cannot say', () => {
    assert.deepEqual(of(sent(), sent({ isReceived: true })), { is: 'received' });
    assert.deepEqual(of(sent(), sent({ givesReceipts: false })), { is: 'received' });
    const afterATimeout = sent({ hasFailed: true, isAccepted: false, isReceived: true });
    assert.deepEqual(
      of(sent(), afterATimeout),
      { is: 'received' },
      'the push service delivered it, but did not answer',
    );
  });

  it('are awaited from the time when a notification is sent, and while one is not accepted yet', () => {
    const held = new Date('2026-03-01T10:00:05Z');
    assert.deepEqual(of(sent(), sent({ sendAt: held })), {
      is: 'awaited',
      until: new Date('2026-03-01T10:00:25Z'),
    });
    assert.deepEqual(of(sent(), sent({ isAccepted: false, givesReceipts: false })), {
      is: 'awaited',
      until: new Date('2026-03-01T10:00:40Z'),
    });
  });
});

describe('a step that nobody received', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let ben: string;
  before(async () => {
    harness = await createHarness({ receiptSeconds: 20 });
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush', 'ntfy', 'webhook'] },
        { afterSeconds: 60, targets: ['assigned'], channels: ['webpush', 'ntfy'] },
        { afterSeconds: 180, targets: ['assigned'], channels: ['webpush', 'ntfy'] },
      ],
      repeats: { everySeconds: 180, times: null },
    });
    ({ patient, caregiver: ann } = await createCare(harness));
    ben = await harness.person('CAREGIVER', 'Ben');
    await harness.assign(ben, patient);
    await harness.channel(ben);
    await harness.db.run('INSERT INTO shifts (caregiver_id, until, created_at) VALUES ($1, $2, $3)', [
      ann,
      new Date(harness.now() + 3_600_000),
      new Date(harness.now()),
    ]);
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  const raise = async (): Promise<string> => {
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent), [ann]);
    return fall;
  };
  const wait = async (seconds: number): Promise<void> => {
    harness.pass(seconds);
    await harness.settle();
  };
  const steps = async (fall: string) =>
    (await harness.log(fall)).filter((type) => type === 'step' || type === 'unreceived');
  const receive = async (): Promise<void> => {
    const given = readReceipt(harness.sent[0]?.message.receipt ?? '') ?? assert.fail();
    const receipt = { ...given, state: 'received', reason: null, at: new Date(harness.now()) } as const;
    await harness.db.transaction((q) => recordReceipts(q, notifiedFalls, [receipt]));
  };
  const failing: DeliveryResult = { delivered: false, status: 404, error: 'answered 404', final: true };

  it('is followed by the next one after 20 s, and the one after that keeps its distance', async () => {
    const fall = await raise();
    await wait(19);
    assert.deepEqual(await steps(fall), ['step']);
    await wait(1);
    assert.deepEqual(await steps(fall), ['step', 'unreceived', 'step']);
    assert.deepEqual(new Set(endpointsOf(harness.sent)), new Set([ann, ben]));
    assert.equal((await harness.response(fall)).nextStepAt?.getTime(), harness.now() + 120_000);
    await wait(20);
    assert.deepEqual(await steps(fall), ['step', 'unreceived', 'step', 'unreceived', 'step']);
    await wait(170);
    assert.deepEqual((await steps(fall)).length, 5, 'repeats keep their interval');
    await wait(10);
    assert.deepEqual((await steps(fall)).at(-1), 'step');
  });

  it('is not one that a phone has received', async () => {
    const fall = await raise();
    await receive();
    await wait(59);
    assert.deepEqual(await steps(fall), ['step']);
    await wait(1);
    assert.deepEqual(await steps(fall), ['step', 'step']);
  });

  it('is not one that a channel without receipts accepted', async () => {
    await harness.channel(ann, 'ntfy');
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    await wait(59);
    assert.deepEqual(await steps(fall), ['step']);
  });

  it('is not one whose browser may have an earlier service worker, until it has given a receipt', async () => {
    await harness.db.run('UPDATE notification_channels SET gives_receipts = false');
    const fall = await raise();
    await wait(59);
    assert.deepEqual(await steps(fall), ['step'], 'perhaps received');
    await receive();
    await harness.responses.resolve(fall, ben, { outcome: 'HELPED' });
    await wait(600);
    harness.sent.length = 0;
    const next = await raise();
    await wait(20);
    assert.deepEqual(await steps(next), ['step', 'unreceived', 'step']);
  });

  it('is followed once when a push service delivers a message twice, or a receipt is replayed', async () => {
    const fall = await raise();
    await wait(19);
    await Promise.all([receive(), receive()]);
    await receive();
    await wait(1);
    await receive();
    await wait(39);
    assert.deepEqual(await steps(fall), ['step']);
    const [delivery] = await deliveriesOf(harness.db, fall);
    assert.equal(delivery?.receivedAt?.getTime(), harness.now() - 40_000);
  });

  it('is not made received by a receipt that comes after the next step', async () => {
    const fall = await raise();
    await wait(20);
    await receive();
    await wait(20);
    assert.deepEqual(
      await steps(fall),
      ['step', 'unreceived', 'step', 'unreceived', 'step'],
      'the second step is judged by its own notifications',
    );
  });

  it('waits its time where receipts are switched off', async () => {
    const off = await createHarness({ receiptSeconds: 0 });
    const care = await createCare(off);
    off.behave(() => DELIVERED);
    const fall = await off.fall(care.patient, 0.95);
    await off.settle();
    off.pass(59);
    await off.settle();
    assert.ok(!(await off.log(fall)).includes('unreceived'));
    assert.equal(await off.db.value('SELECT receipts_due_at FROM responses'), null);
    await off.close();
  });

  it('is followed at once when every notification has failed', async () => {
    await harness.channel(ann, 'ntfy');
    harness.behave(({ kind }) => (kind === 'ntfy' ? { ...failing, final: false } : failing));
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    await wait(2);
    await wait(3);
    assert.deepEqual(await steps(fall), ['step'], 'ntfy may still accept it');
    await wait(10);
    await wait(15);
    harness.behave(() => DELIVERED);
    // As the database does at the commit.
    harness.escalator.wake(fall);
    await harness.settle();
    assert.deepEqual(await steps(fall), ['step', 'unreceived', 'step']);
  });

  it('is not looked at again after a claim, also when it is released', async () => {
    const fall = await raise();
    await harness.responses.claim(fall, ben, {});
    await wait(25);
    await harness.responses.release(fall, ben);
    await wait(5);
    assert.deepEqual(await steps(fall), ['step']);
    await wait(30);
    assert.deepEqual(await steps(fall), ['step', 'step']);
  });

  it('waits for messages that are held back to be grouped', async () => {
    const other = await harness.person('PATIENT');
    await harness.assign(ann, other);
    await harness.assign(ben, other);
    await raise();
    await receive();
    await harness.settle();
    harness.pass(10);
    const fall = await harness.fall(other, 0.95);
    await harness.settle();
    await wait(39);
    assert.deepEqual(await steps(fall), ['step'], 'sent after 20 s, with 20 s for its receipt');
    await wait(1);
    assert.deepEqual(await steps(fall), ['step', 'unreceived', 'step']);
  });

  it('is followed once by two instances', async () => {
    const fall = await raise();
    harness.pass(20);
    const other = await harness.anotherEscalator();
    await Promise.all([harness.escalator.check(), other.check()]);
    await harness.settle();
    assert.deepEqual(await steps(fall), ['step', 'unreceived', 'step']);
  });

  it('keeps its time after the setting was switched off', async () => {
    const fall = await raise();
    await harness.db.run('UPDATE responses SET receipts_due_at = $1, due_at = $1', [new Date(harness.now())]);
    const off = await harness.anotherEscalator(undefined, 0);
    await off.check();
    assert.deepEqual(await steps(fall), ['step']);
    const due = await harness.db.value<Date>('SELECT due_at FROM responses');
    assert.equal(due?.getTime(), harness.now() + 60_000);
  });
});
