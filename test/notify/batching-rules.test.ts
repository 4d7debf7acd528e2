import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendAt } from '../../src/notify/outbox/gathering.ts';

const T0 = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);

describe('the batching of fall messages per channel', () => {
  const recent = (lastSendAt: Date, ...fallIds: string[]) => ({ fallIds, lastSendAt });

  it('sends at once unless the channel sent another fall in the last 30 s', () => {
    assert.deepEqual(sendAt('a', undefined, T0), T0);
    assert.deepEqual(sendAt('a', recent(after(-5), 'a'), T0), T0, 'the same fall');
    assert.deepEqual(sendAt('a', recent(after(-5), 'b'), T0), after(25));
    assert.deepEqual(sendAt('a', recent(after(12), 'a', 'b'), T0), after(12), 'joins the waiting batch');
  });

  it('never delays a message for more than 30 s, even when the clock jumps', () => {
    assert.deepEqual(sendAt('a', recent(after(3600), 'b'), T0), after(30));
    assert.deepEqual(sendAt('a', recent(after(-3600), 'b'), T0), T0);
  });
});
