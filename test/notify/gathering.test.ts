import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { DeliveryResult } from '../../src/notify/channels/channel.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import type { EscalationPolicy } from '../../src/response/escalation/schema.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  createGate,
  createHarness,
  DELIVERED,
  type Harness,
  OK_WINDOW_SECONDS,
  type Sent,
} from '../response/harness.ts';

const ONCE: EscalationPolicy = {
  steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'email', 'ntfy', 'webhook'] }],
  repeats: { everySeconds: 3600, times: null },
};
const FAILED: DeliveryResult = { delivered: false, status: 500, error: 'answered 500' };

describe('batched messages', () => {
  let harness: Harness;
  let nurse: string;
  let patients: string[];
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.db.run('DELETE FROM webhooks');
    await harness.policy(DEFAULT_POLICY);
    harness.pass(3_600);
    nurse = await harness.person('CAREGIVER', 'Ann');
    patients = [];
    for (let i = 0; i < 4; i++) {
      const patient = await harness.person('PATIENT', `Pat${i}`);
      await harness.assign(nurse, patient);
      patients.push(patient);
    }
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  const emergency = (who: number) => harness.fall(patients[who] ?? '', 0.95);
  const notifiedAfter = async (seconds: number): Promise<Sent[]> => {
    harness.pass(seconds);
    await harness.settle();
    return harness.sent.splice(0);
  };
  const nameOf = async (who: number): Promise<string> =>
    (
      await harness.db.row<{ name: string }>(
        `SELECT first_name || ' ' || last_name AS name FROM users WHERE id = $1`,
        [patients[who]],
      )
    )?.name ?? '';
  const titles = (sent: readonly Sent[]) => sent.map(({ message }) => message.title);
  const tries = async (fall: string) =>
    (await timelineOf(harness.db, fall)).filter(({ type }) => type === 'told').length;

  it('start after the first fall, and list those of the next 30 s in one message, worst first', async () => {
    await harness.channel(nurse, 'ntfy');
    const high = await harness.fall(patients[1] ?? '', 0.8);
    harness.pass(OK_WINDOW_SECONDS - 5);
    const first = await emergency(0);
    assert.deepEqual(titles(await notifiedAfter(0)), [`EMERGENCY: confirmed fall of ${await nameOf(0)}`]);
    assert.deepEqual(await notifiedAfter(5), [], 'the OK window of the other fall has ended');
    const worse = await emergency(2);
    assert.deepEqual(await notifiedAfter(24), []);
    const [gathered, ...more] = await notifiedAfter(1);
    assert.deepEqual(more, []);
    assert.equal(
      gathered?.message.title,
      `2 alerts (1 emergency): EMERGENCY: confirmed fall of ${await nameOf(2)}`,
    );
    assert.match(gathered?.message.body ?? '', /^EMERGENCY.*\nFall detected: /);
    for (const fall of [first, high, worse]) assert.equal(await tries(fall), 1);
  });

  it('go to push, ntfy and e-mail; a webhook gets one message per fall', async () => {
    for (const kind of ['webpush', 'ntfy', 'email', 'webhook'] as const) await harness.channel(nurse, kind);
    await harness.policy(ONCE);
    await emergency(0);
    await notifiedAfter(0);
    const falls = [await harness.fall(patients[1] ?? '', 0.95), await emergency(2), await emergency(3)];
    assert.deepEqual([...new Set((await notifiedAfter(1)).map(({ target }) => target.kind))], ['webhook']);
    const sent = await notifiedAfter(29);
    assert.deepEqual(sent.map(({ target }) => target.kind).sort(), ['email', 'ntfy', 'webpush']);
    for (const { message } of sent) {
      assert.match(message.title, /^3 alerts \(3 emergencies\): EMERGENCY/);
      assert.equal(message.gathered?.count, 3);
      assert.equal(message.link, 'http://vigil.test/');
      assert.equal(message.fallId, null);
    }
    const mail = sent.find(({ target }) => target.kind === 'email')?.message;
    assert.deepEqual(
      mail?.gathered?.falls.map(({ link }) => link).sort(),
      falls.map((id) => `http://vigil.test/falls/${id}`).sort(),
    );
    const token = mail?.gathered?.falls[1]?.claimLink?.split('/').at(-1) ?? '';
    await harness.responses.claimByLink(token);
    const states = await Promise.all(falls.map(async (fall) => (await harness.response(fall)).state));
    assert.deepEqual(states.sort(), ['CLAIMED', 'OPEN', 'OPEN'], 'each fall has its own claim link');
    for (const fall of falls) assert.equal(await tries(fall), 4, 'every fall’s timeline has every channel');
  });

  it('contain all falls that are due at the same moment, and are sent at once', async () => {
    await harness.channel(nurse);
    for (const who of [0, 1, 2]) await harness.fall(patients[who] ?? '', who === 1 ? 0.8 : 0.6);
    const [sent, ...more] = await notifiedAfter(OK_WINDOW_SECONDS);
    assert.deepEqual(more, []);
    assert.equal(sent?.message.title, `3 alerts: Fall detected: ${await nameOf(1)}`);
    assert.equal(sent?.message.level, 'HIGH');
    assert.deepEqual(
      titles(await notifiedAfter(60)),
      [`3 alerts: Still unanswered: Fall detected: ${await nameOf(1)}`],
      'also at the next step',
    );
  });

  it('leave out claimed falls, and are not sent when all are claimed', async () => {
    await harness.channel(nurse, 'ntfy');
    await emergency(0);
    await notifiedAfter(0);
    harness.pass(10);
    const [one, two] = [await emergency(1), await emergency(2)];
    assert.deepEqual(await notifiedAfter(0), []);
    await harness.responses.claim(one, nurse, {});
    const [sent, ...more] = await notifiedAfter(20);
    assert.deepEqual([sent?.message.fallId, more.length], [two, 0]);
    const [three, four] = [await emergency(1), await emergency(3)];
    assert.deepEqual(await notifiedAfter(1), []);
    await harness.responses.resolve(three, nurse, { outcome: 'HELPED' });
    await harness.responses.claim(four, nurse, {});
    assert.deepEqual(await notifiedAfter(28), []);
    assert.equal(await tries(four), 0);
  });

  it('do not delay a rise to CONFIRMED, which is sent once', async () => {
    await harness.channel(nurse);
    const fall = await harness.fall(patients[0] ?? '', 0.8);
    await notifiedAfter(OK_WINDOW_SECONDS);
    const held = await harness.fall(patients[1] ?? '', 0.8);
    await harness.db.run(
      'UPDATE responses SET ok_until = created_at, due_at = created_at WHERE fall_id = $1',
      [held],
    );
    assert.deepEqual(await notifiedAfter(1), [], 'the fall waits for the batch');
    for (const risen of [fall, held]) {
      await harness.rise(risen);
      const sent = await notifiedAfter(0);
      assert.deepEqual(
        [sent.length, sent[0]?.message.fallId, sent[0]?.message.level],
        [1, risen, 'CONFIRMED'],
      );
    }
    assert.deepEqual(await notifiedAfter(30), [], 'the risen fall is not sent a second time');
    const two = await notifiedAfter(30);
    assert.equal(two.length, 1, 'later steps are batched again');
  });

  it('do not slow down the repeats of a single fall', async () => {
    await harness.channel(nurse);
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 5, times: null },
    });
    await emergency(0);
    await notifiedAfter(0);
    for (let i = 0; i < 5; i++) assert.equal((await notifiedAfter(5)).length, 1);
    await emergency(1);
    const counts: number[] = [];
    for (let i = 0; i < 24; i++) counts.push((await notifiedAfter(5)).length);
    const messages = counts.reduce((sum, count) => sum + count);
    assert.ok(messages <= 5, `two falls make one message every 30 s: ${counts.join(' ')}`);
    assert.ok(counts.every((count) => count <= 1));
  });

  it('are retried as one with the same id, without falls claimed meanwhile', async () => {
    await harness.channel(nurse);
    await emergency(0);
    await notifiedAfter(0);
    const falls = [await emergency(1), await emergency(2), await emergency(3)];
    await notifiedAfter(1);
    harness.behave(() => FAILED);
    const [first] = await notifiedAfter(29);
    assert.equal(first?.message.gathered?.count, 3);
    await harness.responses.claim(falls[0] ?? '', nurse, {});
    harness.behave(() => DELIVERED);
    const [second, ...more] = await notifiedAfter(2);
    assert.deepEqual(
      [second?.message.id, second?.message.gathered?.count, more.length],
      [first?.message.id, 2, 0],
    );
    assert.deepEqual(await Promise.all(falls.map(tries)), [1, 2, 2]);
    assert.deepEqual(await notifiedAfter(25), []);
  });

  it('are sent by another instance when the sending instance dies', async () => {
    await harness.channel(nurse);
    await harness.policy(ONCE);
    await emergency(0);
    await notifiedAfter(0);
    const falls = [await emergency(1), await emergency(2)];
    await notifiedAfter(1);
    const gate = createGate();
    const dying = await harness.outboxOf(gate.hangs);
    harness.pass(29);
    await dying.check();
    await eventually('the message is in flight', () => harness.sent.length === 1);
    const [taken, ...more] = (await notifiedAfter(31)).slice(1);
    assert.deepEqual([taken?.message.gathered?.count, more.length], [2, 0]);
    assert.deepEqual(await Promise.all(falls.map(tries)), [1, 1]);
    gate.answer(FAILED);
    await dying.settled();
  });

  it('are sent once when several instances check at the same time', async () => {
    await harness.channel(nurse);
    await emergency(0);
    await notifiedAfter(0);
    for (let i = 0; i < 40; i++) await emergency(i % 4);
    await notifiedAfter(1);
    const others = [await harness.outboxOf(), await harness.outboxOf(), await harness.outboxOf()];
    harness.pass(29);
    await Promise.all([harness.outbox, ...others].flatMap((outbox) => [outbox.check(), outbox.check()]));
    for (const outbox of [harness.outbox, ...others]) await outbox.settled();
    const sent = await notifiedAfter(0);
    assert.deepEqual(
      sent.map(({ message }) => message.gathered?.count),
      [40],
    );
  });

  it('are complete when several instances escalate at the same time', async () => {
    await harness.channel(nurse);
    const escalators = [
      harness.escalator,
      await harness.anotherEscalator(),
      await harness.anotherEscalator(),
    ];
    for (const who of [0, 1, 2, 3]) await emergency(who);
    await Promise.all(escalators.map((escalator) => escalator.check()));
    await harness.outbox.check();
    await harness.outbox.settled();
    const first = harness.sent.splice(0);
    assert.equal(first.length, 1);
    const later = await notifiedAfter(30);
    assert.ok(later.length <= 1);
    const told = [...first, ...later].map(({ message }) => message.gathered?.count ?? 1);
    assert.equal(
      told.reduce((sum, count) => sum + count),
      4,
    );
  });

  it('leave out patients that the caregiver is no longer assigned to', async () => {
    await harness.channel(nurse);
    await emergency(0);
    await notifiedAfter(0);
    await emergency(1);
    const kept = await emergency(2);
    await notifiedAfter(1);
    await harness.db.run('DELETE FROM assignments WHERE patient_id = $1', [patients[1]]);
    const [sent, ...more] = await notifiedAfter(29);
    assert.deepEqual([sent?.message.fallId, more.length], [kept, 0]);
  });

  it('list ten falls with their links and count the rest', async () => {
    await harness.channel(nurse, 'email');
    await harness.policy(ONCE);
    for (let i = 0; i < 13; i++) await emergency(i % 4);
    const [sent, ...more] = await notifiedAfter(0);
    assert.equal(more.length, 0);
    assert.equal(sent?.message.gathered?.falls.length, 10);
    assert.equal(sent?.message.gathered?.count, 13);
    assert.match(sent?.message.body ?? '', /and 3 more$/);
    const links = await harness.db.rows('SELECT FROM claim_links');
    assert.equal(links.length, 10, 'only listed falls have claim links');
  });
});
