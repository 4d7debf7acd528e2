import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CHANNEL_KINDS, type ChannelKind, kindOf } from '../../src/notify/channels/kinds.ts';
import { createHarness, type Harness } from './harness.ts';

const NIGHT = { from: '00:00', to: '23:59', timeZone: 'UTC' };

describe('a hand-off', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let bob: string;
  let fall: string;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    patient = await harness.person('PATIENT', 'Pat');
    ann = await harness.person('CAREGIVER', 'Ann');
    bob = await harness.person('CAREGIVER', 'Bob');
    for (const caregiver of [ann, bob]) await harness.assign(caregiver, patient);
    fall = await harness.fall(patient, 0.95);
    await harness.responses.claim(fall, ann, {});
    await harness.settle();
    harness.sent.length = 0;
  });

  const withAllChannels = async (person: string, more?: object) => {
    for (const kind of CHANNEL_KINDS) await harness.channel(person, kind, more);
  };
  const told = () => harness.sent.map(({ target: { kind } }) => kind).sort();
  const everyKind: readonly ChannelKind[] = [...CHANNEL_KINDS].sort();
  /** The state of the messages to a person, in the order in which they were written. */
  const messagesTo = async (person: string) =>
    (
      await harness.db.rows<{ state: string }>(
        'SELECT state FROM outbox WHERE fall_id = $1 AND person_id = $2 ORDER BY created_at, id',
        [fall, person],
      )
    ).map(({ state }) => state);

  it('is offered by every channel of the caregiver, as an offer, with a claim link where alerts have one', async () => {
    await withAllChannels(bob);
    await harness.responses.handOff(fall, ann, bob);
    await harness.settle();
    assert.deepEqual(told(), everyKind);
    for (const { target, message } of harness.sent) {
      assert.match(message.title, /^Ann No\d+ asks you to take over: Pat No\d+$/);
      assert.match(message.brief, /^Pat No\d+: Ann No\d+ asks you to take over$/);
      assert.equal(message.claimLink !== null, kindOf(target.kind).hasClaimLink, target.kind);
      assert.deepEqual([message.about, message.claimable], ['hand-off', true]);
    }
  });

  it('is told to the holder by every channel when it is declined', async () => {
    await withAllChannels(ann);
    await harness.responses.handOff(fall, ann, bob);
    await harness.responses.declineHandOff(fall, bob);
    await harness.settle();
    assert.deepEqual(told(), everyKind);
    for (const { message } of harness.sent) {
      assert.match(message.title, /^Bob No\d+ can't take over: Pat/);
      assert.match(message.brief, /^Pat No\d+: Bob No\d+ can't take over$/);
      assert.deepEqual([message.claimLink, message.claimable], [null, false], 'the holder has the claim');
    }
  });

  it('is told by every channel to the others when the holder’s shift ends with the claim open', async () => {
    await withAllChannels(bob);
    await harness.shifts.start(ann, new Date(harness.now() + 60_000));
    harness.pass(60);
    await harness.settle();
    assert.deepEqual(told(), everyKind);
    for (const { message } of harness.sent) {
      assert.match(message.title, /^Shift over, claim still open: Pat/);
      assert.match(message.brief, /^Pat No\d+: Ann No\d+ is off duty, claim still open$/);
      assert.deepEqual(
        [message.claimLink, message.claimable],
        [null, false],
        'the claim lasts until it expires',
      );
    }
  });

  it('respects the least level and the quiet hours of a channel as an alert does', async () => {
    await withAllChannels(bob, { quietHours: NIGHT });
    await harness.responses.handOff(fall, ann, bob);
    await harness.settle();
    assert.deepEqual(told(), everyKind, 'quiet hours never mute HIGH and above');
    const likely = await harness.fall(patient, 0.6);
    await harness.responses.claim(likely, ann, {});
    harness.sent.length = 0;
    await harness.responses.handOff(likely, ann, bob);
    await harness.settle();
    assert.deepEqual(told(), [], 'they mute a likely fall');
  });

  it('is not held back to be grouped with an alert about another fall', async () => {
    await harness.channel(bob, 'sms');
    const other = await harness.person('PATIENT', 'Otto');
    await harness.assign(bob, other);
    await harness.fall(other, 0.95);
    await harness.settle();
    harness.sent.length = 0;
    await harness.responses.handOff(fall, ann, bob);
    await harness.settle();
    assert.deepEqual(
      harness.sent.map(({ message }) => [message.fallId, message.claimLink !== null]),
      [[fall, true]],
    );
  });

  for (const [how, end] of [
    ['declines it', () => harness.responses.declineHandOff(fall, bob)],
    ['claims', () => harness.responses.claim(fall, bob, {})],
  ] as const)
    it(`drops what is still to be sent of it when the caregiver ${how}`, async () => {
      await harness.channel(bob, 'ntfy');
      await harness.responses.handOff(fall, ann, bob);
      await end();
      assert.deepEqual(await messagesTo(bob), ['DROPPED']);
    });

  it('drops what is still to be sent of it when the holder releases, resolves or offers it to another caregiver', async () => {
    const cleo = await harness.person('CAREGIVER', 'Cleo');
    await harness.assign(cleo, patient);
    for (const person of [bob, cleo]) await harness.channel(person, 'ntfy');
    await harness.responses.handOff(fall, ann, bob);
    await harness.responses.handOff(fall, ann, cleo);
    assert.deepEqual([await messagesTo(bob), await messagesTo(cleo)], [['DROPPED'], ['PENDING']]);
    await harness.responses.release(fall, ann);
    assert.deepEqual(await messagesTo(cleo), ['DROPPED']);
    await harness.responses.claim(fall, ann, {});
    harness.pass(1);
    await harness.responses.handOff(fall, ann, bob);
    assert.equal((await messagesTo(bob)).at(-1), 'PENDING');
    await harness.responses.resolve(fall, ann, { outcome: 'HELPED' });
    assert.equal((await messagesTo(bob)).at(-1), 'DROPPED');
  });

  it('drops what is still to be sent of it when the claim expires, and the escalation goes on', async () => {
    await harness.channel(bob, 'ntfy');
    await harness.responses.handOff(fall, ann, bob);
    harness.pass(600);
    await harness.settle();
    assert.equal((await harness.response(fall)).state, 'OPEN');
    assert.equal((await messagesTo(bob))[0], 'DROPPED');
    assert.ok(harness.sent.every(({ message }) => message.about === 'fall'));
    assert.ok(harness.sent.length > 0);
  });

  it('leaves what the others must know of the claim when it is offered', async () => {
    const cleo = await harness.person('CAREGIVER', 'Cleo');
    await harness.assign(cleo, patient);
    await harness.channel(cleo, 'ntfy');
    await harness.shifts.start(ann, new Date(harness.now() + 60_000));
    harness.pass(60);
    await harness.escalator.check();
    await harness.responses.handOff(fall, ann, bob);
    assert.deepEqual(await messagesTo(cleo), ['PENDING']);
  });

  it('by phone, 2 declines the offer, and the holder hears of it', async () => {
    await harness.channel(ann, 'ntfy');
    await harness.responses.handOff(fall, ann, bob);
    assert.equal(await harness.responses.passByPhone(fall, bob, async () => true), 'declined');
    await harness.settle();
    const { offeredTo, claimedBy } = await harness.response(fall);
    assert.deepEqual([offeredTo, claimedBy?.id], [null, ann]);
    assert.equal((await harness.log(fall)).at(-2), 'declined');
    assert.deepEqual(
      harness.sent.map(({ message }) => message.about),
      ['hand-off-declined'],
    );
  });
});
