import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEventLoopLimiter } from '../../src/platform/batching/event-loop-limiter.ts';

describe('an event loop limiter', () => {
  it('continues callers in order, at most so many in each turn of the event loop', async () => {
    const myTurn = createEventLoopLimiter(2);
    const continued: number[] = [];
    for (let nth = 1; nth <= 5; nth++) void myTurn().then(() => continued.push(nth));
    const counts: number[] = [];
    while (continued.length < 5) {
      await nextTurn();
      counts.push(continued.length);
    }
    assert.deepEqual(continued, [1, 2, 3, 4, 5]);
    assert.deepEqual(
      counts.filter((count) => count > 0),
      [2, 4, 5],
    );
  });
});
