import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { heldDevice } from '../../src/devices/store/devices.ts';
import { FallAlerts } from '../../src/falls/raise/raise.ts';
import { createWearerSignals } from '../../src/falls/wearer-signals/wearer-signals.ts';
import { createEventLog } from '../../src/live/event-log.ts';
import { CHANNEL_KINDS, kindOf } from '../../src/notify/channels/kinds.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { recordHelpPress } from '../../src/test-book/store.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createHarness, type Harness } from './harness.ts';

const TWO_MINUTES = 120;

describe('help pressed again', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let bob: string;
  before(async () => {
    harness = await createHarness();
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] },
        { afterSeconds: 3600, targets: ['assigned', 'admins'], channels: ['webpush', 'ntfy'] },
      ],
      repeats: { everySeconds: 3600, times: null },
    });
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM fall_events');
    await harness.db.run(`UPDATE users SET status = 'inactive'`);
    patient = await harness.person('PATIENT', 'Pat');
    ann = await harness.person('CAREGIVER', 'Ann');
    bob = await harness.person('CAREGIVER', 'Bob');
    for (const caregiver of [ann, bob]) await harness.assign(caregiver, patient);
  });

  /** One instance of the service. */
  function instance() {
    const { db, responses, now } = harness;
    const cluster = createMemoryCluster({ now, log: silentLog() });
    const events = createEventLog({ db, cluster, now });
    events.subscribe((event) => harness.received.push(event));
    const fallAlerts = new FallAlerts({ cluster, events, heldDevice, responses, now, log: silentLog() });
    return createWearerSignals({
      db,
      responses,
      fallAlerts,
      recordHelpPress,
      now,
      log: silentLog(),
    });
  }
  type Signals = ReturnType<typeof instance>;
  type Options = Parameters<Signals['answer']>[3];

  const pressOn = (signals: Signals, options?: Options) =>
    signals.answer({ userId: patient, role: 'PATIENT' }, undefined, 'help', options);
  /** A second passes before every press. */
  const press = (options?: Options) => {
    harness.pass(1);
    return pressOn(instance(), options);
  };
  const forgetNews = async () => {
    await harness.settle();
    harness.sent.length = 0;
    harness.received.length = 0;
  };
  const emergency = async (claimant?: string): Promise<string> => {
    const { fall } = await press();
    await harness.settle();
    if (claimant !== undefined) await harness.responses.claim(fall.id, claimant, {});
    await forgetNews();
    return fall.id;
  };
  const repeatsIn = async (fall: string) =>
    (await harness.log(fall)).filter((type) => type === 'repeated').length;
  const sentTo = () => harness.sent.map(({ message: { about, recipient } }) => [about, recipient?.personId]);
  const at = (seconds = 0) => new Date(harness.now() + seconds * 1000);

  it('is 1 press after the first, and 0 for a fall without a call', async () => {
    const fall = await emergency();
    assert.deepEqual(
      [(await harness.response(fall)).helpPresses, (await harness.response(fall)).repeated],
      [1, null],
    );
    const quiet = await harness.fall(await harness.person('PATIENT'));
    assert.deepEqual(
      [(await harness.response(quiet)).helpPresses, (await harness.response(quiet)).repeated],
      [0, null],
    );
  });

  it('counts the call that raises a detected fall as the first press', async () => {
    const fall = await harness.fall(patient, 0.6);
    assert.equal((await press()).fall.id, fall);
    assert.deepEqual([(await harness.response(fall)).helpPresses, await repeatsIn(fall)], [1, 0]);
  });

  it('tells the holder of the claim by every channel, and all caregivers by a frame with sound', async () => {
    for (const kind of CHANNEL_KINDS) for (const person of [ann, bob]) await harness.channel(person, kind);
    const fall = await emergency(ann);
    const { status, isNew, fall: answered } = await press();
    assert.deepEqual([status, isNew, answered.id], [200, true, fall]);
    const told = { at: at(), told: [{ id: ann, name: answered.response?.claimedBy?.name }] };
    assert.deepEqual([answered.response?.helpPresses, answered.response?.repeated], [2, told]);
    const updated = harness.received.filter(({ type }) => type === 'alert.updated');
    assert.deepEqual(updated.map(({ recipientId }) => recipientId).sort(), [ann, bob].sort());
    for (const { data } of updated as unknown as {
      data: { message: string; response: { helpPresses: number } };
    }[]) {
      assert.match(data.message, /^EMERGENCY: Pat No\d+ calls for help again \(2×\)$/);
      assert.equal(data.response.helpPresses, 2);
    }
    const frames = harness.received
      .filter(({ type }) => type === 'response')
      .map(({ recipientId }) => recipientId);
    assert.deepEqual(frames.sort(), [ann, bob, patient].sort());
    await harness.settle();
    assert.deepEqual(harness.sent.map(({ target }) => target.kind).sort(), [...CHANNEL_KINDS].sort());
    for (const { message } of harness.sent) {
      assert.equal(message.recipient?.personId, ann);
      assert.match(message.title, /^EMERGENCY: Pat No\d+ calls for help again \(2×\)$/);
      assert.match(message.body, /next caregivers are called at 10:\d\d/);
      assert.match(message.brief, /^Pat No\d+: EMERGENCY, calls for help again \(2x\)$/);
      assert.deepEqual([message.claimable, message.claimLink], [false, null]);
    }
    const entry = (await timelineOf(harness.db, fall)).find(({ type }) => type === 'repeated');
    assert.deepEqual([entry?.by?.id, (entry as { presses?: number } | undefined)?.presses], [patient, 2]);
  });

  it('tells the people of the present step while no one has claimed it, with a claim link', async () => {
    const admin = await harness.person('ADMIN');
    for (const person of [ann, bob, admin])
      for (const kind of ['webpush', 'ntfy'] as const) await harness.channel(person, kind);
    const fall = await emergency();
    const { fall: answered } = await press();
    assert.deepEqual(answered.response?.repeated?.told.map(({ id }) => id).sort(), [ann, bob].sort());
    await harness.settle();
    assert.deepEqual(sentTo().sort(), [ann, ann, bob, bob].map((person) => ['help-again', person]).sort());
    for (const { target, message } of harness.sent)
      assert.equal(message.claimLink !== null, kindOf(target.kind).hasClaimLink);
    harness.pass(3600);
    await forgetNews();
    await press();
    await harness.settle();
    assert.ok(
      sentTo().some(([, person]) => person === admin),
      'the second step has the admins',
    );
    assert.equal((await harness.response(fall)).state, 'OPEN');
  });

  it('is one press within 10 s, whoever hears it', async () => {
    await harness.channel(ann, 'ntfy');
    const fall = await emergency(ann);
    assert.equal((await press()).isNew, true);
    for (let i = 0; i < 9; i += 1) assert.equal((await press()).isNew, false);
    assert.equal((await harness.response(fall)).helpPresses, 2);
    assert.equal((await press()).isNew, true, 'ten seconds later');
    assert.deepEqual([(await harness.response(fall)).helpPresses, await repeatsIn(fall)], [3, 2]);
    await harness.settle();
    assert.equal(harness.sent.length, 2);
  });

  it('is one press when it reaches several instances at the same moment', async () => {
    const instances = Array.from({ length: 5 }, instance);
    const all = () => Promise.all(instances.map((signals) => pressOn(signals)));
    const first = await all();
    const fall = first[0]?.fall.id ?? '';
    assert.deepEqual([(await harness.response(fall)).helpPresses, await repeatsIn(fall)], [1, 0]);
    harness.pass(1);
    const again = await all();
    assert.equal(again.filter(({ isNew }) => isNew).length, 1);
    assert.deepEqual([(await harness.response(fall)).helpPresses, await repeatsIn(fall)], [2, 1]);
  });

  it('is not lost after the clock was set back', async () => {
    const fall = await emergency(ann);
    harness.pass(-3600);
    await press();
    assert.equal(await repeatsIn(fall), 1);
    harness.pass(-3600);
    await press();
    assert.equal(await repeatsIn(fall), 2);
    harness.pass(7200);
  });

  describe('with a claim', () => {
    it('opens the fall two minutes after the second press, and calls the next ones at once', async () => {
      const admin = await harness.person('ADMIN');
      for (const person of [ann, bob, admin]) await harness.channel(person);
      const fall = await emergency(ann);
      await press();
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, at(TWO_MINUTES));
      harness.pass(TWO_MINUTES - 1);
      await forgetNews();
      assert.equal((await harness.response(fall)).state, 'CLAIMED');
      harness.pass(1);
      // Another instance, as after a restart: only the database knows.
      await (await harness.anotherEscalator()).check();
      const { state, claimedBy, step } = await harness.response(fall);
      assert.deepEqual([state, claimedBy, step], ['OPEN', null, 2], 'the step of the next hour is taken now');
      await harness.settle();
      assert.deepEqual(new Set(sentTo().map(([, person]) => person)), new Set([ann, bob, admin]));
      assert.ok((await harness.log(fall)).includes('expired'));
    });

    it('keeps the two minutes of the second press at a third one, and when the holder claims again', async () => {
      const fall = await emergency(ann);
      await press();
      const due = at(TWO_MINUTES);
      harness.pass(60);
      await press();
      await harness.responses.claim(fall, ann, { etaMinutes: 60 });
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, due);
      harness.pass(59);
      await harness.escalator.check();
      assert.equal((await harness.response(fall)).state, 'OPEN');
      await harness.responses.claim(fall, ann, {});
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, at(600), 'a new claim is an answer');
      await harness.responses.claim(fall, ann, { etaMinutes: 60 });
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, at(65 * 60), 'and can be extended');
    });

    it('never makes a claim last longer', async () => {
      const fall = await emergency();
      await harness.responses.claim(fall, ann, {});
      harness.pass(590);
      const until = at(10);
      await press();
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, until);
    });

    it('leaves a colleague who takes over their whole time', async () => {
      const fall = await emergency(ann);
      await press();
      await harness.responses.handOff(fall, ann, bob);
      harness.pass(60);
      await harness.responses.claim(fall, bob, {});
      assert.deepEqual((await harness.response(fall)).claimExpiresAt, at(600));
    });

    it('limits no claim at the first press of an emergency that was detected', async () => {
      const fall = await harness.fall(patient, 0.95);
      await harness.responses.claim(fall, ann, {});
      const until = at(600);
      await press();
      const { helpPresses, claimExpiresAt } = await harness.response(fall);
      assert.deepEqual([helpPresses, claimExpiresAt, await repeatsIn(fall)], [1, until, 1]);
    });

    it('keeps an offer of it', async () => {
      await harness.channel(bob, 'ntfy');
      const fall = await emergency(ann);
      await harness.responses.handOff(fall, ann, bob);
      await press();
      assert.equal((await harness.response(fall)).offeredTo?.id, bob);
      await harness.settle();
      assert.deepEqual(sentTo(), [['hand-off', bob]]);
    });

    for (const [how, leave] of [
      ['was deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`],
      ['has left the care team', 'DELETE FROM assignments WHERE caregiver_id = $1'],
      ['was deleted', 'DELETE FROM users WHERE id = $1'],
    ] as const)
      it(`tells the others if its holder ${how}, before the escalation has noticed`, async () => {
        for (const person of [ann, bob]) await harness.channel(person, 'ntfy');
        const fall = await emergency(ann);
        await harness.db.run(leave, [ann]);
        const { fall: answered } = await press();
        assert.deepEqual(
          answered.response?.repeated?.told.map(({ id }) => id),
          [bob],
        );
        assert.equal(answered.response?.state, 'OPEN');
        await harness.settle();
        assert.ok(harness.sent.length > 0);
        assert.ok(harness.sent.every(({ message }) => message.recipient?.personId === bob));
        assert.equal((await harness.log(fall)).filter((type) => type === 'expired').length, 1);
      });
  });

  describe('that may be a resend', () => {
    const marked = { repeatsForMs: 600_000, isMarked: true };
    const suspected = { repeatsForMs: 600_000, isMarked: false };

    it('with DUP is the press that arrived in the last two minutes', async () => {
      const fall = await emergency(ann);
      harness.pass(60);
      assert.equal((await press(marked)).isNew, false);
      assert.equal(await repeatsIn(fall), 0);
      harness.pass(60);
      assert.equal((await press(marked)).isNew, true, 'else it was lost with the connection');
      assert.equal(await repeatsIn(fall), 1);
    });

    it('without DUP, on a new connection, is the press of the last ten seconds only', async () => {
      const fall = await emergency(ann);
      assert.equal((await press(suspected)).isNew, false);
      harness.pass(10);
      assert.equal((await press(suspected)).isNew, true);
      assert.equal(await repeatsIn(fall), 1);
    });

    it('is the first press of a detected emergency if there was none', async () => {
      const fall = await harness.fall(patient, 0.95);
      assert.equal((await press(marked)).isNew, true);
      assert.equal((await harness.response(fall)).helpPresses, 1);
    });

    it('does not swallow a press that comes beside it', async () => {
      const fall = await emergency(ann);
      harness.pass(30);
      const signals = instance();
      const [resent, pressed] = await Promise.all([pressOn(signals, marked), pressOn(signals)]);
      assert.equal(pressed.isNew, true);
      assert.equal(resent.isNew, false);
      assert.equal(await repeatsIn(fall), 1);
    });
  });

  for (const [name, beside] of [
    ['a claim', (fall: string) => harness.responses.claim(fall, bob, {})],
    ['a release', (fall: string) => harness.responses.release(fall, ann)],
    ['a hand-off', (fall: string) => harness.responses.handOff(fall, ann, bob)],
    ['a resolution', (fall: string) => harness.responses.resolve(fall, ann, { outcome: 'HELPED' })],
    ['a check of the escalation', () => harness.escalator.check()],
    [
      'the end of the holder’s care',
      () => harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [ann]),
    ],
  ] as const)
    it(`beside ${name} is heard, in the order in which they happened`, async () => {
      for (let round = 0; round < 6; round += 1) {
        patient = await harness.person('PATIENT', 'Pat');
        for (const caregiver of [ann, bob]) await harness.assign(caregiver, patient);
        const fall = await emergency(name === 'a claim' ? undefined : ann);
        harness.pass(1);
        const [pressed] = await Promise.all([pressOn(instance()), beside(fall).catch(() => {})]);
        await harness.settle();
        const log = await harness.log(pressed.fall.id);
        // Either a repeated press, or a call of its own after the resolution.
        if (pressed.status === 201) assert.equal((await harness.response(fall)).state, 'RESOLVED');
        else assert.equal(log.filter((type) => type === 'repeated').length, 1, log.join());
        const [row] = await harness.db.rows<{ state: string; due: Date | null; presses: number }>(
          'SELECT state, due_at AS due, help_presses AS presses FROM responses WHERE fall_id = $1',
          [pressed.fall.id],
        );
        if (row?.state !== 'RESOLVED') assert.notEqual(row?.due, null, `due in ${row?.state}`);
        assert.equal(row?.presses, pressed.status === 201 ? 1 : 2);
      }
    });
});
