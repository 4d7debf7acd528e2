import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CHANNEL_KINDS, type ChannelKind, kindOf } from '../../src/notify/channels/kinds.ts';
import { createHouse, type House } from './house.ts';

const NIGHT = { from: '00:00', to: '23:59', timeZone: 'UTC' };

describe('a hand-off', () => {
  let house: House;
  let patient: string;
  let ann: string;
  let bob: string;
  let fall: string;
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());
  beforeEach(async () => {
    patient = await house.person('PATIENT', 'Pat');
    ann = await house.person('CAREGIVER', 'Ann');
    bob = await house.person('CAREGIVER', 'Bob');
    for (const caregiver of [ann, bob]) await house.assign(caregiver, patient);
    fall = await house.fall(patient, 0.95);
    await house.responses.claim(fall, ann, {});
    await house.settle();
    house.sent.length = 0;
  });

  const withAllChannels = async (person: string, more?: object) => {
    for (const kind of CHANNEL_KINDS) await house.channel(person, kind, more);
  };
  const told = () => house.sent.map(({ target: { kind } }) => kind).sort();
  const everyKind: readonly ChannelKind[] = [...CHANNEL_KINDS].sort();
  /** The state of the messages to a person, in the order in which they were written. */
  const messagesTo = async (person: string) =>
    (
      await house.db.rows<{ state: string }>(
        'SELECT state FROM outbox WHERE fall_id = $1 AND person_id = $2 ORDER BY created_at, id',
        [fall, person],
      )
    ).map(({ state }) => state);

  it('is offered by every channel of the caregiver, as an offer, with a claim link where alerts have one', async () => {
    await withAllChannels(bob);
    await house.responses.handOff(fall, ann, bob);
    await house.settle();
    assert.deepEqual(told(), everyKind);
    for (const { target, message } of house.sent) {
      assert.match(message.title, /^Ann No\d+ asks you to take over: Pat No\d+$/);
      assert.match(message.brief, /^Pat No\d+: Ann No\d+ asks you to take over$/);
      assert.equal(message.claimLink !== null, kindOf(target.kind).hasClaimLink, target.kind);
      assert.deepEqual([message.about, message.claimable], ['hand-off', true]);
    }
  });

  it('is told to the holder by every channel when it is declined', async () => {
    await withAllChannels(ann);
    await house.responses.handOff(fall, ann, bob);
    await house.responses.declineHandOff(fall, bob);
    await house.settle();
    assert.deepEqual(told(), everyKind);
    for (const { message } of house.sent) {
      assert.match(message.title, /^Bob No\d+ can't take over: Pat/);
      assert.match(message.brief, /^Pat No\d+: Bob No\d+ can't take over$/);
      assert.deepEqual([message.claimLink, message.claimable], [null, false], 'the holder has the claim');
    }
  });

  it('is told by every channel to the others when the holder’s shift ends with the claim open', async () => {
    await withAllChannels(bob);
    await house.shifts.start(ann, new Date(house.now() + 60_000));
    house.pass(60);
    await house.settle();
    assert.deepEqual(told(), everyKind);
    for (const { message } of house.sent) {
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
    await house.responses.handOff(fall, ann, bob);
    await house.settle();
    assert.deepEqual(told(), everyKind, 'quiet hours never mute HIGH and above');
    const likely = await house.fall(patient, 0.6);
    await house.responses.claim(likely, ann, {});
    house.sent.length = 0;
    await house.responses.handOff(likely, ann, bob);
    await house.settle();
    assert.deepEqual(told(), [], 'they mute a likely fall');
  });

  it('is not held back to be grouped with an alert about another fall', async () => {
    await house.channel(bob, 'sms');
    const other = await house.person('PATIENT', 'Otto');
    await house.assign(bob, other);
    await house.fall(other, 0.95);
    await house.settle();
    house.sent.length = 0;
    await house.responses.handOff(fall, ann, bob);
    await house.settle();
    assert.deepEqual(
      house.sent.map(({ message }) => [message.fallId, message.claimLink !== null]),
      [[fall, true]],
    );
  });

  for (const [how, end] of [
    ['declines it', () => house.responses.declineHandOff(fall, bob)],
    ['claims', () => house.responses.claim(fall, bob, {})],
  ] as const)
    it(`drops what is still to be sent of it when the caregiver ${how}`, async () => {
      await house.channel(bob, 'ntfy');
      await house.responses.handOff(fall, ann, bob);
      await end();
      assert.deepEqual(await messagesTo(bob), ['DROPPED']);
    });

  it('drops what is still to be sent of it when the holder releases, resolves or offers it to another caregiver', async () => {
    const cleo = await house.person('CAREGIVER', 'Cleo');
    await house.assign(cleo, patient);
    for (const person of [bob, cleo]) await house.channel(person, 'ntfy');
    await house.responses.handOff(fall, ann, bob);
    await house.responses.handOff(fall, ann, cleo);
    assert.deepEqual([await messagesTo(bob), await messagesTo(cleo)], [['DROPPED'], ['PENDING']]);
    await house.responses.release(fall, ann);
    assert.deepEqual(await messagesTo(cleo), ['DROPPED']);
    await house.responses.claim(fall, ann, {});
    house.pass(1);
    await house.responses.handOff(fall, ann, bob);
    assert.equal((await messagesTo(bob)).at(-1), 'PENDING');
    await house.responses.resolve(fall, ann, { outcome: 'HELPED' });
    assert.equal((await messagesTo(bob)).at(-1), 'DROPPED');
  });

  it('drops what is still to be sent of it when the claim expires, and the escalation goes on', async () => {
    await house.channel(bob, 'ntfy');
    await house.responses.handOff(fall, ann, bob);
    house.pass(600);
    await house.settle();
    assert.equal((await house.response(fall)).state, 'OPEN');
    assert.equal((await messagesTo(bob))[0], 'DROPPED');
    assert.ok(house.sent.every(({ message }) => message.about === 'fall'));
    assert.ok(house.sent.length > 0);
  });

  it('leaves what the others must know of the claim when it is offered', async () => {
    const cleo = await house.person('CAREGIVER', 'Cleo');
    await house.assign(cleo, patient);
    await house.channel(cleo, 'ntfy');
    await house.shifts.start(ann, new Date(house.now() + 60_000));
    house.pass(60);
    await house.ladder.check();
    await house.responses.handOff(fall, ann, bob);
    assert.deepEqual(await messagesTo(cleo), ['PENDING']);
  });

  it('by phone, 2 declines the offer, and the holder hears of it', async () => {
    await house.channel(ann, 'ntfy');
    await house.responses.handOff(fall, ann, bob);
    assert.equal(await house.responses.passOnce(fall, bob, async () => true), 'declined');
    await house.settle();
    const { offeredTo, claimedBy } = await house.response(fall);
    assert.deepEqual([offeredTo, claimedBy?.id], [null, ann]);
    assert.equal((await house.log(fall)).at(-2), 'declined');
    assert.deepEqual(
      house.sent.map(({ message }) => message.about),
      ['hand-off-declined'],
    );
  });
});
