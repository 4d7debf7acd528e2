import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { DeliveryResult } from '../../src/notify/channels/channel.ts';
import type { Outbox } from '../../src/notify/outbox/outbox.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { createCare, createGate, createHarness, DELIVERED, type Harness } from '../response/harness.ts';

describe('the outbox', () => {
  let harness: Harness;
  let patient: string;
  let caregiver: string;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.policy(DEFAULT_POLICY);
    ({ patient, caregiver } = await createCare(harness));
    harness.behave(() => DELIVERED);
    harness.sent.length = 0;
  });

  const FAILED: DeliveryResult = { delivered: false, status: 500, error: 'answered 500' };
  const raise = async (): Promise<string> => {
    const fall = await harness.fall(patient, 0.95);
    await harness.escalator.check();
    return fall;
  };
  const send = async (outbox: Outbox = harness.outbox): Promise<number> => {
    const before = harness.sent.length;
    await outbox.check();
    await outbox.settled();
    return harness.sent.length - before;
  };
  /** Uses a webhook, which receives one message per fall. */
  const toWebhook = async (): Promise<void> => {
    await harness.db.run('DELETE FROM notification_channels');
    await harness.channel(caregiver, 'webhook');
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook', 'ntfy'] }],
      repeats: { everySeconds: 3600, times: null },
    });
  };
  const states = async (fall: string) =>
    (
      await harness.db.rows<{ state: string }>('SELECT state FROM outbox WHERE fall_id = $1 ORDER BY state', [
        fall,
      ])
    ).map(({ state }) => state);

  it('tries 0, 2, 5, 15 and 30 s after the first try with one id, and records each try in the timeline', async () => {
    harness.behave(() => FAILED);
    const fall = await raise();
    await send();
    for (const [wait, tries] of [
      [1, 0],
      [1, 1],
      [2, 0],
      [1, 1],
      [10, 1],
      [15, 1],
      [600, 0],
    ] as const) {
      harness.pass(wait);
      assert.equal(await send(), tries);
    }
    assert.equal(new Set(harness.sent.map(({ message }) => message.id)).size, 1);
    const told = (await timelineOf(harness.db, fall)).filter(({ type }) => type === 'told');
    assert.deepEqual(
      told.map((entry) => {
        const { person, channel, outcome, attempt } = entry as unknown as {
          person: { id: string };
          channel: string;
          outcome: string;
          attempt: number;
        };
        return [person.id, channel, outcome, attempt];
      }),
      [1, 2, 3, 4, 5].map((attempt) => [caregiver, 'webpush', 'failed', attempt]),
    );
    assert.deepEqual(await states(fall), ['FAILED']);
    const attempts = await harness.db.rows('SELECT status, error FROM delivery_attempts');
    assert.deepEqual(attempts, Array(5).fill({ status: 500, error: 'answered 500' }));
  });

  it('waits for Retry-After, and does not retry a final failure', async () => {
    harness.behave(() => ({ ...FAILED, status: 429, retryAfterMs: 20_000 }));
    const fall = await raise();
    await send();
    harness.pass(19);
    assert.equal(await send(), 0);
    harness.pass(1);
    harness.behave(() => ({ ...FAILED, status: 403, final: true }));
    assert.equal(await send(), 1);
    harness.pass(600);
    assert.equal(await send(), 0);
    assert.deepEqual(await states(fall), ['FAILED']);
  });

  it('deletes an expired push subscription and disables a webhook that is gone', async () => {
    await harness.channel(caregiver, 'webhook');
    harness.behave(() => ({ delivered: false, status: 410, error: 'answered 410', gone: true, final: true }));
    const fall = await raise();
    await send();
    harness.pass(60);
    await harness.escalator.check();
    await send();
    const left = await harness.db.rows<{ kind: string; off: boolean; error: string }>(
      `SELECT kind, disabled_at IS NOT NULL AS off, last_error AS error FROM notification_channels WHERE user_id = $1`,
      [caregiver],
    );
    assert.deepEqual(left, [{ kind: 'webhook', off: true, error: 'answered 410' }]);
    assert.equal(
      (await harness.log(fall)).filter((type) => type === 'told').length,
      2,
      'the tries stay in the log',
    );
  });

  it('stores a channel’s last error until it works again', async () => {
    harness.behave(() => FAILED);
    await raise();
    await send();
    const errorOf = async () =>
      (
        await harness.db.row<{ error: string | null }>(
          'SELECT last_error AS error FROM notification_channels',
        )
      )?.error;
    assert.equal(await errorOf(), 'answered 500');
    harness.behave(() => DELIVERED);
    harness.pass(2);
    await send();
    assert.equal(await errorOf(), null);
  });

  it('writes a message in the language of its recipient; one of an earlier version keeps its text', async () => {
    await harness.db.run(`UPDATE users SET language = 'de' WHERE id = $1`, [caregiver]);
    await raise();
    await send();
    const [inGerman] = harness.sent;
    assert.match(inGerman?.message.title ?? '', /^NOTFALL, Sturz bestätigt: /);
    assert.equal(inGerman?.message.body, 'Bitte melden Sie sich, wenn Sie hingehen.');
    assert.equal(inGerman?.message.reader.language, 'de');
    harness.pass(60);
    await raise();
    await harness.db.run(
      `UPDATE outbox SET message = message - 'content' || '{"title": "Old title", "body": "Old body"}'
       WHERE state = 'PENDING'`,
    );
    harness.sent.length = 0;
    harness.pass(30);
    await send();
    assert.ok(
      harness.sent.some(({ message }) => /Old title$/.test(message.title)),
      JSON.stringify(harness.sent),
    );
  });

  it('drops pending messages when the fall is claimed or resolved', async () => {
    harness.behave(() => FAILED);
    const fall = await raise();
    await send();
    await harness.responses.claim(fall, caregiver, {});
    harness.pass(30);
    assert.equal(await send(), 0, 'no second try');
    assert.deepEqual(await states(fall), ['DROPPED']);
    const second = await raise();
    await harness.responses.resolve(second, caregiver, { outcome: 'HELPED' });
    assert.equal(await send(), 0, 'not even the first try');
    assert.deepEqual(await states(second), ['DROPPED']);
    const third = await raise();
    await harness.responses.claim(third, caregiver, {});
    harness.pass(599);
    await harness.settle();
    assert.equal((await states(third)).length, 1, 'no step during the claim');
  });

  it('does not retry a message that was in flight when the fall was claimed', async () => {
    const gate = createGate();
    harness.behave(gate.hangs);
    const fall = await raise();
    await harness.outbox.check();
    await eventually('the message is in flight', () => harness.sent.length === 1);
    await harness.responses.claim(fall, caregiver, {});
    gate.answer(FAILED);
    await harness.outbox.settled();
    assert.deepEqual(await states(fall), ['DROPPED']);
    harness.pass(60);
    assert.equal(await send(), 0);
  });

  it('takes over a message with the same id when the lease of a dead sender expires', async () => {
    const fall = await raise();
    const gate = createGate();
    const dying = await harness.outboxOf(gate.hangs);
    await dying.check();
    await eventually('the message is in flight', () => harness.sent.length === 1);
    harness.pass(29);
    assert.equal(await send(), 0, 'the lease has not expired');
    harness.pass(1);
    assert.equal(await send(), 1);
    assert.equal(harness.sent[0]?.message.id, harness.sent[1]?.message.id);
    assert.deepEqual(await states(fall), ['SENT']);
    harness.pass(600);
    assert.equal(await send(), 0);
    gate.answer(FAILED);
    await dying.settled();
    assert.deepEqual(await states(fall), ['SENT'], 'a late answer of the first sender changes nothing');
  });

  for (const statement of ['rows', 'column'] as const)
    it(`sends at once what it has leased when the database’s answer is lost (${statement})`, async () => {
      const fall = await raise();
      let isBroken = true;
      const breaks = async <T>(answer: Promise<T>): Promise<T> => {
        const value = await answer;
        if (!isBroken) return value;
        isBroken = false;
        throw new Unavailable('the answer was lost');
      };
      const { db } = harness;
      const own: Database = {
        ...db,
        ...(statement === 'rows'
          ? { rows: (...query: Parameters<Database['rows']>) => breaks(db.rows(...query)) as never }
          : { column: (...query: Parameters<Database['column']>) => breaks(db.column(...query)) as never }),
      };
      const sender = await harness.outboxOf(undefined, own);
      await assert.rejects(sender.check(), Unavailable);
      assert.equal(await send(), 0, 'others wait until the lease has expired');
      assert.equal(await send(sender), 1);
      assert.deepEqual(await states(fall), ['SENT']);
      harness.pass(60);
      assert.equal(await send(), 0);
    });

  it('sends each message once with several senders', async () => {
    await toWebhook();
    for (let i = 0; i < 40; i++) await harness.fall(patient, 0.95);
    await harness.escalator.check();
    const senders = [harness.outbox, await harness.outboxOf(), await harness.outboxOf()];
    // Each sender has sixteen slots per host, so they check until everything is sent.
    await eventually('everything is sent', async () => {
      await Promise.all(senders.flatMap((sender) => [sender.check(), sender.check()]));
      await Promise.all(senders.map((sender) => sender.settled()));
      return harness.sent.length >= 40;
    });
    assert.equal(harness.sent.length, 40);
    assert.equal(new Set(harness.sent.map(({ message }) => message.id)).size, 40);
  });

  it('limits a host that hangs to its slots, so that it delays no other host', async () => {
    let hanging = 0;
    const gate = createGate();
    await toWebhook();
    const sender = await harness.outboxOf((target) => {
      if (target.kind !== 'webhook') return DELIVERED;
      hanging += 1;
      return gate.hangs();
    });
    for (let i = 0; i < 30; i++) await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await sender.check();
    await eventually('all slots hang', () => hanging === 16);
    await harness.channel(caregiver, 'ntfy');
    const fall = await raise();
    await sender.check();
    await eventually('another host is notified meanwhile', async () => (await states(fall)).includes('SENT'));
    assert.equal(hanging, 16);
    const waiting = await harness.db.rows(
      `SELECT 1 FROM outbox WHERE state = 'PENDING' AND lease IS NULL AND lane = 'webhook hooks.test'`,
    );
    assert.equal(waiting.length, 15, 'the rest stay unleased, so that a claim can drop them');
    gate.answer(DELIVERED);
    await sender.settled();
  });

  it('deletes the messages of a deleted person', async () => {
    const gate = createGate();
    harness.behave(gate.hangs);
    const fall = await raise();
    await harness.outbox.check();
    await eventually('the message is in flight', () => harness.sent.length === 1);
    await harness.db.run('DELETE FROM users WHERE id = $1', [caregiver]);
    gate.answer(DELIVERED);
    await harness.outbox.settled();
    assert.deepEqual(await states(fall), []);
    assert.ok((await harness.log(fall)).includes('told'), 'the patient’s timeline keeps the notification');
  });
});
