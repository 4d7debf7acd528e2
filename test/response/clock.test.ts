import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createCare, createGate, createHouse, DELIVERED, type House, OK_WINDOW_SECONDS } from './house.ts';

describe('a response when the clock is set back', () => {
  const HOUR_SECONDS = 3_600;
  let house: House;
  let patient: string;
  let caregiver: string;
  before(async () => {
    house = await createHouse();
    await house.policy({
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] },
        { afterSeconds: 60, targets: ['assigned'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: 2 },
    });
  });
  after(() => house.close());
  beforeEach(async () => {
    await house.db.run('DELETE FROM users');
    ({ patient, caregiver } = await createCare(house));
    house.behave(() => DELIVERED);
    house.sent.length = 0;
  });

  it('ends the OK window after its length at the latest', async () => {
    const fall = await house.fall(patient);
    house.pass(10 - HOUR_SECONDS);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'CHECKING', 'the wearer still has time to answer');
    house.pass(OK_WINDOW_SECONDS);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'OPEN');
    assert.equal(house.sent.length, 1);
  });

  it('delays no step and no repeat by more than its own interval', async () => {
    await house.fall(patient, 0.95);
    await house.settle();
    assert.equal(house.sent.length, 1);
    for (const told of [2, 3]) {
      house.pass(-HOUR_SECONDS);
      await house.settle();
      assert.equal(house.sent.length, told - 1);
      house.pass(60);
      await house.settle();
      assert.equal(house.sent.length, told);
    }
  });

  it('keeps a claim for its duration and then expires it', async () => {
    const fall = await house.fall(patient, 0.95);
    await house.responses.claim(fall, caregiver, {});
    house.pass(60 - HOUR_SECONDS);
    await house.settle();
    house.pass(9 * 60);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'CLAIMED');
    house.pass(61);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'OPEN');
  });

  it('delays neither new messages nor retries', async () => {
    await house.fall(patient, 0.95);
    await house.ladder.check();
    house.pass(-HOUR_SECONDS);
    house.behave(() => ({ delivered: false, status: 500, error: 'answered 500' }));
    await house.settle();
    assert.equal(house.sent.length, 1);
    house.pass(-HOUR_SECONDS);
    await house.settle();
    assert.equal(house.sent.length, 2);
    await house.settle();
    assert.equal(house.sent.length, 2, 'retries keep their interval');
    house.pass(5);
    await house.settle();
    assert.equal(house.sent.length, 3);
  });

  it('sends no message twice while it is in flight', async () => {
    const gate = createGate();
    house.behave(gate.hangs);
    await house.fall(patient, 0.95);
    await house.ladder.check();
    await house.outbox.check();
    house.pass(-HOUR_SECONDS);
    await house.outbox.check();
    gate.answer(DELIVERED);
    await house.outbox.settled();
    await house.outbox.check();
    await house.outbox.settled();
    assert.equal(house.sent.length, 1);
  });
});

describe('a response when the clock is set forward', () => {
  const HOUR_SECONDS = 3_600;
  let house: House;
  let patient: string;
  let caregiver: string;
  before(async () => {
    house = await createHouse();
    await house.policy({
      steps: [0, 60, 120].map((afterSeconds) => ({
        afterSeconds,
        targets: ['assigned'],
        channels: ['webpush'],
      })),
      repeats: { everySeconds: 60, times: 2 },
    });
  });
  after(() => house.close());
  beforeEach(async () => {
    await house.db.run('DELETE FROM users');
    ({ patient, caregiver } = await createCare(house));
    house.behave(() => DELIVERED);
    house.sent.length = 0;
  });

  it('takes all due steps at once and notifies each channel once', async () => {
    const fall = await house.fall(patient, 0.95);
    house.pass(HOUR_SECONDS);
    await house.settle();
    assert.deepEqual([(await house.response(fall)).step, house.sent.length], [3, 1]);
    house.pass(60);
    await house.settle();
    assert.equal(house.sent.length, 2, 'repeats keep their interval from then on');
  });

  it('expires a claim and notifies the caregiver again', async () => {
    const fall = await house.fall(patient, 0.95);
    await house.responses.claim(fall, caregiver, {});
    house.pass(HOUR_SECONDS);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'OPEN');
    assert.equal(house.sent.length, 1);
  });

  it('sends no message twice while it is in flight', async () => {
    const gate = createGate();
    house.behave(gate.hangs);
    await house.fall(patient, 0.95);
    await house.ladder.check();
    await house.outbox.check();
    house.pass(HOUR_SECONDS);
    await house.outbox.check();
    gate.answer(DELIVERED);
    await house.outbox.settled();
    await house.outbox.check();
    await house.outbox.settled();
    assert.equal(house.sent.length, 1);
  });
});
