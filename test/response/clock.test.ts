import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  createCare,
  createGate,
  createHarness,
  DELIVERED,
  type Harness,
  OK_WINDOW_SECONDS,
} from './harness.ts';

describe('a response when the clock is set back', () => {
  const HOUR_SECONDS = 3_600;
  let harness: Harness;
  let patient: string;
  let caregiver: string;
  before(async () => {
    harness = await createHarness();
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] },
        { afterSeconds: 60, targets: ['assigned'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: 2 },
    });
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    ({ patient, caregiver } = await createCare(harness));
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  it('ends the OK window after its length at the latest', async () => {
    const fall = await harness.fall(patient);
    harness.pass(10 - HOUR_SECONDS);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'CHECKING', 'the wearer still has time to answer');
    harness.pass(OK_WINDOW_SECONDS);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'OPEN');
    assert.equal(harness.sent.length, 1);
  });

  it('delays no step and no repeat by more than its own interval', async () => {
    await harness.fall(patient, 0.95);
    await harness.settle();
    assert.equal(harness.sent.length, 1);
    for (const told of [2, 3]) {
      harness.pass(-HOUR_SECONDS);
      await harness.settle();
      assert.equal(harness.sent.length, told - 1);
      harness.pass(60);
      await harness.settle();
      assert.equal(harness.sent.length, told);
    }
  });

  it('keeps a claim for its duration and then expires it', async () => {
    const fall = await harness.fall(patient, 0.95);
    await harness.responses.claim(fall, caregiver, {});
    harness.pass(60 - HOUR_SECONDS);
    await harness.settle();
    harness.pass(9 * 60);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'CLAIMED');
    harness.pass(61);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'OPEN');
  });

  it('delays neither new messages nor retries', async () => {
    await harness.fall(patient, 0.95);
    await harness.escalator.check();
    harness.pass(-HOUR_SECONDS);
    harness.behave(() => ({ delivered: false, status: 500, error: 'answered 500' }));
    await harness.settle();
    assert.equal(harness.sent.length, 1);
    harness.pass(-HOUR_SECONDS);
    await harness.settle();
    assert.equal(harness.sent.length, 2);
    await harness.settle();
    assert.equal(harness.sent.length, 2, 'retries keep their interval');
    harness.pass(5);
    await harness.settle();
    assert.equal(harness.sent.length, 3);
  });

  it('sends no message twice while it is in flight', async () => {
    const gate = createGate();
    harness.behave(gate.hangs);
    await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.outbox.check();
    harness.pass(-HOUR_SECONDS);
    await harness.outbox.check();
    gate.answer(DELIVERED);
    await harness.outbox.settled();
    await harness.outbox.check();
    await harness.outbox.settled();
    assert.equal(harness.sent.length, 1);
  });
});

describe('a response when the clock is set forward', () => {
  const HOUR_SECONDS = 3_600;
  let harness: Harness;
  let patient: string;
  let caregiver: string;
  before(async () => {
    harness = await createHarness();
    await harness.policy({
      steps: [0, 60, 120].map((afterSeconds) => ({
        afterSeconds,
        targets: ['assigned'],
        channels: ['webpush'],
      })),
      repeats: { everySeconds: 60, times: 2 },
    });
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    ({ patient, caregiver } = await createCare(harness));
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  it('takes all due steps at once and notifies each channel once', async () => {
    const fall = await harness.fall(patient, 0.95);
    harness.pass(HOUR_SECONDS);
    await harness.settle();
    assert.deepEqual([(await harness.response(fall)).step, harness.sent.length], [3, 1]);
    harness.pass(60);
    await harness.settle();
    assert.equal(harness.sent.length, 2, 'repeats keep their interval from then on');
  });

  it('expires a claim and notifies the caregiver again', async () => {
    const fall = await harness.fall(patient, 0.95);
    await harness.responses.claim(fall, caregiver, {});
    harness.pass(HOUR_SECONDS);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'OPEN');
    assert.equal(harness.sent.length, 1);
  });

  it('sends no message twice while it is in flight', async () => {
    const gate = createGate();
    harness.behave(gate.hangs);
    await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.outbox.check();
    harness.pass(HOUR_SECONDS);
    await harness.outbox.check();
    gate.answer(DELIVERED);
    await harness.outbox.settled();
    await harness.outbox.check();
    await harness.outbox.settled();
    assert.equal(harness.sent.length, 1);
  });
});
