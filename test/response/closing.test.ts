import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ChannelKind } from '../../src/notify/channels/kinds.ts';
import { createGate, createHarness, DELIVERED, type Harness } from './harness.ts';

describe('a closing message', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let ben: string;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.policy({
      steps: [
        {
          afterSeconds: 0,
          targets: ['assigned'],
          channels: ['webpush', 'email', 'ntfy', 'webhook', 'sms', 'call', 'pager'],
        },
      ],
      repeats: { everySeconds: 3600, times: null },
    });
    patient = await harness.person('PATIENT', 'Pat');
    await harness.db.run(`UPDATE users SET room = '12' WHERE id = $1`, [patient]);
    ann = await harness.person('CAREGIVER', 'Ann');
    ben = await harness.person('CAREGIVER', 'Ben');
    for (const caregiver of [ann, ben]) await harness.assign(caregiver, patient);
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  const raise = async (confidence = 0.95): Promise<string> => {
    const fall = await harness.fall(patient, confidence);
    harness.pass(31);
    await harness.settle();
    return fall;
  };
  const closings = () => harness.sent.filter(({ message }) => message.about === 'closing');
  const kinds = () =>
    closings()
      .map(({ target }) => target.kind)
      .sort();
  const NAMES = /^Resolved: room 12, Ann No\d+$/;

  it('goes to every channel that got the alert and wants it, at once', async () => {
    const all: ChannelKind[] = ['webpush', 'email', 'ntfy', 'webhook', 'sms', 'call', 'pager'];
    for (const kind of all) await harness.channel(ben, kind);
    const fall = await raise();
    assert.deepEqual(harness.sent.map(({ target }) => target.kind).sort(), [...all].sort());
    await harness.responses.resolve(fall, ann, { outcome: 'HELPED' });
    await harness.settle();
    assert.deepEqual(kinds(), ['ntfy', 'webpush']);
    for (const { message } of closings()) {
      assert.match(message.title, NAMES);
      assert.deepEqual([message.fallId, message.claimLink, message.claimable], [fall, null, false]);
    }
    assert.ok(!(await harness.log(fall)).slice(-1).includes('told'), 'it is not in the timeline');
  });

  it('goes by e-mail and SMS if the person wants it, and never by other channels', async () => {
    for (const kind of ['email', 'webhook', 'sms', 'call', 'pager'] as const)
      await harness.channel(ben, kind, { closing: true });
    const fall = await raise();
    await harness.responses.resolve(fall, ann, { outcome: 'FALSE_ALARM' });
    await harness.settle();
    assert.deepEqual(kinds(), ['email', 'sms']);
    assert.ok(closings().every(({ message }) => message.title === 'False alarm: room 12'));
  });

  it('does not go to the person who resolved it, nor to one who was not notified', async () => {
    await harness.channel(ann);
    await harness.channel(ben);
    const fall = await raise();
    await harness.responses.claim(fall, ann, {});
    await harness.channel(ben, 'ntfy');
    await harness.responses.resolve(fall, ann, { outcome: 'NO_HELP_NEEDED' });
    await harness.settle();
    assert.deepEqual(
      closings().map(({ message, target }) => [message.recipient?.personId, target.kind]),
      [[ben, 'webpush']],
    );
  });

  it('is sent once, however many alerts there were, and none for a fall of which nobody was notified', async () => {
    await harness.channel(ben);
    const fall = await raise();
    for (let i = 0; i < 3; i += 1) {
      harness.pass(3600);
      await harness.settle();
    }
    assert.equal(harness.sent.length, 4);
    await harness.responses.resolve(fall, ann, { outcome: 'HELPED' });
    await harness.settle();
    assert.equal(closings().length, 1);
    const unnoticed = await harness.fall(patient, 0.6);
    await harness.responses.resolve(unnoticed, ann, { outcome: 'HELPED' });
    await harness.settle();
    assert.equal(closings().length, 1);
  });

  it('follows “I’m OK” too', async () => {
    await harness.channel(ben);
    const fall = await raise(0.6);
    await harness.responses.cancel(fall, patient);
    await harness.settle();
    assert.deepEqual(
      closings().map(({ message }) => message.title),
      ['Resolved: room 12, says they are OK'],
    );
  });

  it('follows an alert that is on its way while the fall is resolved', async () => {
    await harness.channel(ben);
    const { hangs, answer } = createGate();
    harness.behave(hangs);
    const fall = await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.outbox.check();
    await harness.responses.resolve(fall, ann, { outcome: 'HELPED' });
    answer(DELIVERED);
    await harness.outbox.settled();
    await harness.settle();
    assert.equal(closings().length, 1);
  });
});
