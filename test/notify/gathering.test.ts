import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { DeliveryResult } from '../../src/notify/channels/channel.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation.ts';
import type { EscalationPolicy } from '../../src/response/schema/escalation.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  createGate,
  createHouse,
  DELIVERED,
  type House,
  OK_WINDOW_SECONDS,
  type Sent,
} from '../response/house.ts';

const ONCE: EscalationPolicy = {
  steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'email', 'ntfy', 'webhook'] }],
  repeats: { everySeconds: 3600, times: null },
};
const FAILED: DeliveryResult = { delivered: false, status: 500, error: 'answered 500' };

describe('batched messages', () => {
  let house: House;
  let nurse: string;
  let patients: string[];
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());
  beforeEach(async () => {
    await house.db.run('DELETE FROM users');
    await house.db.run('DELETE FROM webhooks');
    await house.policy(DEFAULT_POLICY);
    house.pass(3_600);
    nurse = await house.person('CAREGIVER', 'Ann');
    patients = [];
    for (let i = 0; i < 4; i++) {
      const patient = await house.person('PATIENT', `Pat${i}`);
      await house.assign(nurse, patient);
      patients.push(patient);
    }
    house.behave(() => DELIVERED);
    house.sent.length = 0;
  });

  const emergency = (who: number) => house.fall(patients[who] ?? '', 0.95);
  const toldAfter = async (seconds: number): Promise<Sent[]> => {
    house.pass(seconds);
    await house.settle();
    return house.sent.splice(0);
  };
  const nameOf = async (who: number): Promise<string> =>
    (
      await house.db.row<{ name: string }>(
        `SELECT first_name || ' ' || last_name AS name FROM users WHERE id = $1`,
        [patients[who]],
      )
    )?.name ?? '';
  const titles = (sent: readonly Sent[]) => sent.map(({ message }) => message.title);
  const tries = async (fall: string) =>
    (await timelineOf(house.db, fall)).filter(({ type }) => type === 'told').length;

  it('start after the first fall, and list those of the next 30 s in one message, worst first', async () => {
    await house.channel(nurse, 'ntfy');
    const high = await house.fall(patients[1] ?? '', 0.8);
    house.pass(OK_WINDOW_SECONDS - 5);
    const first = await emergency(0);
    assert.deepEqual(titles(await toldAfter(0)), [`EMERGENCY: confirmed fall of ${await nameOf(0)}`]);
    assert.deepEqual(await toldAfter(5), [], 'the OK window of the other fall has ended');
    const worse = await emergency(2);
    assert.deepEqual(await toldAfter(24), []);
    const [gathered, ...more] = await toldAfter(1);
    assert.deepEqual(more, []);
    assert.equal(
      gathered?.message.title,
      `2 alerts (1 emergency): EMERGENCY: confirmed fall of ${await nameOf(2)}`,
    );
    assert.match(gathered?.message.body ?? '', /^EMERGENCY.*\nFall detected: /);
    for (const fall of [first, high, worse]) assert.equal(await tries(fall), 1);
  });

  it('go to push, ntfy and e-mail; a webhook gets one message per fall', async () => {
    for (const kind of ['webpush', 'ntfy', 'email', 'webhook'] as const) await house.channel(nurse, kind);
    await house.policy(ONCE);
    await emergency(0);
    await toldAfter(0);
    const falls = [await house.fall(patients[1] ?? '', 0.95), await emergency(2), await emergency(3)];
    assert.deepEqual([...new Set((await toldAfter(1)).map(({ target }) => target.kind))], ['webhook']);
    const sent = await toldAfter(29);
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
    await house.responses.claimByLink(token);
    const states = await Promise.all(falls.map(async (fall) => (await house.response(fall)).state));
    assert.deepEqual(states.sort(), ['CLAIMED', 'OPEN', 'OPEN'], 'each fall has its own claim link');
    for (const fall of falls) assert.equal(await tries(fall), 4, 'every fall’s timeline has every channel');
  });

  it('contain all falls that are due at the same moment, and are sent at once', async () => {
    await house.channel(nurse);
    for (const who of [0, 1, 2]) await house.fall(patients[who] ?? '', who === 1 ? 0.8 : 0.6);
    const [sent, ...more] = await toldAfter(OK_WINDOW_SECONDS);
    assert.deepEqual(more, []);
    assert.equal(sent?.message.title, `3 alerts: Fall detected: ${await nameOf(1)}`);
    assert.equal(sent?.message.level, 'HIGH');
    assert.deepEqual(
      titles(await toldAfter(60)),
      [`3 alerts: Still unanswered: Fall detected: ${await nameOf(1)}`],
      'also at the next step',
    );
  });

  it('leave out claimed falls, and are not sent when all are claimed', async () => {
    await house.channel(nurse, 'ntfy');
    await emergency(0);
    await toldAfter(0);
    house.pass(10);
    const [one, two] = [await emergency(1), await emergency(2)];
    assert.deepEqual(await toldAfter(0), []);
    await house.responses.claim(one, nurse, {});
    const [sent, ...more] = await toldAfter(20);
    assert.deepEqual([sent?.message.fallId, more.length], [two, 0]);
    const [three, four] = [await emergency(1), await emergency(3)];
    assert.deepEqual(await toldAfter(1), []);
    await house.responses.resolve(three, nurse, { outcome: 'HELPED' });
    await house.responses.claim(four, nurse, {});
    assert.deepEqual(await toldAfter(28), []);
    assert.equal(await tries(four), 0);
  });

  it('do not delay a rise to CONFIRMED, which is sent once', async () => {
    await house.channel(nurse);
    const fall = await house.fall(patients[0] ?? '', 0.8);
    await toldAfter(OK_WINDOW_SECONDS);
    const held = await house.fall(patients[1] ?? '', 0.8);
    await house.db.run('UPDATE responses SET ok_until = created_at, due_at = created_at WHERE fall_id = $1', [
      held,
    ]);
    assert.deepEqual(await toldAfter(1), [], 'the fall waits for the batch');
    for (const risen of [fall, held]) {
      await house.rise(risen);
      const sent = await toldAfter(0);
      assert.deepEqual(
        [sent.length, sent[0]?.message.fallId, sent[0]?.message.level],
        [1, risen, 'CONFIRMED'],
      );
    }
    assert.deepEqual(await toldAfter(30), [], 'the risen fall is not sent a second time');
    const two = await toldAfter(30);
    assert.equal(two.length, 1, 'later steps are batched again');
  });

  it('do not slow down the repeats of a single fall', async () => {
    await house.channel(nurse);
    await house.policy({
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 5, times: null },
    });
    await emergency(0);
    await toldAfter(0);
    for (let i = 0; i < 5; i++) assert.equal((await toldAfter(5)).length, 1);
    await emergency(1);
    const counts: number[] = [];
    for (let i = 0; i < 24; i++) counts.push((await toldAfter(5)).length);
    const messages = counts.reduce((sum, count) => sum + count);
    assert.ok(messages <= 5, `two falls make one message every 30 s: ${counts.join(' ')}`);
    assert.ok(counts.every((count) => count <= 1));
  });

  it('are retried as one with the same id, without falls claimed meanwhile', async () => {
    await house.channel(nurse);
    await emergency(0);
    await toldAfter(0);
    const falls = [await emergency(1), await emergency(2), await emergency(3)];
    await toldAfter(1);
    house.behave(() => FAILED);
    const [first] = await toldAfter(29);
    assert.equal(first?.message.gathered?.count, 3);
    await house.responses.claim(falls[0] ?? '', nurse, {});
    house.behave(() => DELIVERED);
    const [second, ...more] = await toldAfter(2);
    assert.deepEqual(
      [second?.message.id, second?.message.gathered?.count, more.length],
      [first?.message.id, 2, 0],
    );
    assert.deepEqual(await Promise.all(falls.map(tries)), [1, 2, 2]);
    assert.deepEqual(await toldAfter(25), []);
  });

  it('are sent by another instance when the sending instance dies', async () => {
    await house.channel(nurse);
    await house.policy(ONCE);
    await emergency(0);
    await toldAfter(0);
    const falls = [await emergency(1), await emergency(2)];
    await toldAfter(1);
    const gate = createGate();
    const dying = await house.outboxOf(gate.hangs);
    house.pass(29);
    await dying.check();
    await eventually('the message is in flight', () => house.sent.length === 1);
    const [taken, ...more] = (await toldAfter(31)).slice(1);
    assert.deepEqual([taken?.message.gathered?.count, more.length], [2, 0]);
    assert.deepEqual(await Promise.all(falls.map(tries)), [1, 1]);
    gate.answer(FAILED);
    await dying.settled();
  });

  it('are sent once when several instances check at the same time', async () => {
    await house.channel(nurse);
    await emergency(0);
    await toldAfter(0);
    for (let i = 0; i < 40; i++) await emergency(i % 4);
    await toldAfter(1);
    const others = [await house.outboxOf(), await house.outboxOf(), await house.outboxOf()];
    house.pass(29);
    await Promise.all([house.outbox, ...others].flatMap((outbox) => [outbox.check(), outbox.check()]));
    for (const outbox of [house.outbox, ...others]) await outbox.settled();
    const sent = await toldAfter(0);
    assert.deepEqual(
      sent.map(({ message }) => message.gathered?.count),
      [40],
    );
  });

  it('are complete when several instances escalate at the same time', async () => {
    await house.channel(nurse);
    const ladders = [house.ladder, await house.ladderOf(), await house.ladderOf()];
    for (const who of [0, 1, 2, 3]) await emergency(who);
    await Promise.all(ladders.map((ladder) => ladder.check()));
    await house.outbox.check();
    await house.outbox.settled();
    const first = house.sent.splice(0);
    assert.equal(first.length, 1);
    const later = await toldAfter(30);
    assert.ok(later.length <= 1);
    const told = [...first, ...later].map(({ message }) => message.gathered?.count ?? 1);
    assert.equal(
      told.reduce((sum, count) => sum + count),
      4,
    );
  });

  it('leave out patients that the caregiver is no longer assigned to', async () => {
    await house.channel(nurse);
    await emergency(0);
    await toldAfter(0);
    await emergency(1);
    const kept = await emergency(2);
    await toldAfter(1);
    await house.db.run('DELETE FROM assignments WHERE patient_id = $1', [patients[1]]);
    const [sent, ...more] = await toldAfter(29);
    assert.deepEqual([sent?.message.fallId, more.length], [kept, 0]);
  });

  it('list ten falls with their links and count the rest', async () => {
    await house.channel(nurse, 'email');
    await house.policy(ONCE);
    for (let i = 0; i < 13; i++) await emergency(i % 4);
    const [sent, ...more] = await toldAfter(0);
    assert.equal(more.length, 0);
    assert.equal(sent?.message.gathered?.falls.length, 10);
    assert.equal(sent?.message.gathered?.count, 13);
    assert.match(sent?.message.body ?? '', /and 3 more$/);
    const links = await house.db.rows('SELECT FROM claim_links');
    assert.equal(links.length, 10, 'only listed falls have claim links');
  });
});
