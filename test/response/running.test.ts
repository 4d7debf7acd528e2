import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type KeptConnection, keepConnection } from '../../src/platform/database/kept-connection.ts';
import { createPgListener } from '../../src/platform/database/pg-listener.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createCare, createHarness, type Harness } from './harness.ts';

describe('the running escalator', () => {
  const WINDOW_SECONDS = 1.5;
  let harness: Harness;
  let connection: KeptConnection;
  before(async () => {
    harness = await createHarness({ isRunning: true, okWindowSeconds: WINDOW_SECONDS });
    connection = keepConnection({ db: harness.db, log: silentLog() });
    const notices = createPgListener(connection, silentLog());
    notices.on('vigil_escalation', () => harness.escalator.wake());
    notices.on('vigil_outbox', () => harness.outbox.wake());
    await connection.start();
  });
  after(async () => {
    await connection.close();
    await harness.close();
  });

  /** The one-second check alone would usually exceed this; it leaves room for a busy test machine. */
  const PROMPT_MS = 700;

  it('notifies of an emergency and of the end of a window without waiting for the next check', async () => {
    const late: number[] = [];
    for (const [confidence, dueInMs] of [
      [0.95, 0],
      [0.95, 0],
      [0.8, WINDOW_SECONDS * 1000],
      [0.95, 0],
    ] as const) {
      // A new caregiver each time: messages to one caregiver within 30 s are batched.
      const { patient, caregiver } = await createCare(harness);
      const before = harness.sent.length;
      const dueAt = Date.now() + dueInMs;
      const fall = await harness.fall(patient, confidence);
      await eventually('the caregiver is notified', () => harness.sent.length > before);
      assert.equal(harness.sent.at(-1)?.message.fallId, fall);
      late.push((harness.sent.at(-1)?.at ?? 0) - dueAt);
      await harness.responses.resolve(fall, caregiver, {
        outcome: 'HELPED',
      });
    }
    assert.ok(Math.min(...late) >= 0, `none is early: ${late}`);
    late.sort((a, b) => a - b);
    assert.ok((late[2] ?? Number.POSITIVE_INFINITY) < PROMPT_MS, `ms after the due time: ${late}`);
  });
});
