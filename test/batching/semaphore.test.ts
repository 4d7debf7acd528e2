import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSemaphore } from '../../src/platform/batching/semaphore.ts';
import { Unavailable } from '../../src/platform/errors.ts';

const LONG_MS = 60_000;
const parts = { count: 1, maxWaitMs: LONG_MS, maxWaiting: 10, refusal: 'too much to do' };
const tooMuch = (error: unknown) => error instanceof Unavailable && error.message === 'too much to do';

describe('the semaphore', () => {
  it('admits waiters in order', async () => {
    const slots = createSemaphore(parts);
    await slots.acquire();
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (nth) => {
      await slots.acquire();
      order.push(nth);
      slots.release();
    });
    slots.release();
    await Promise.all(waiting);
    assert.deepEqual(order, [1, 2, 3]);
    await slots.acquire();
  });

  it('refuses a waiter after its timeout', async () => {
    const slots = createSemaphore({ ...parts, maxWaitMs: 20 });
    await slots.acquire();
    await Promise.all([1, 2].map(() => assert.rejects(slots.acquire(), tooMuch)));
    await assert.rejects(slots.acquire(), tooMuch);
    slots.release();
    await slots.acquire();
  });

  it('limits the number of waiters', async () => {
    const slots = createSemaphore({ ...parts, maxWaiting: 1 });
    await slots.acquire();
    const waits = slots.acquire();
    await assert.rejects(slots.acquire(), tooMuch);
    slots.release();
    await waits;
  });

  it('skips waiters that were refused', async () => {
    const slots = createSemaphore(parts);
    await slots.acquire();
    const waits = slots.acquire();
    slots.refuseWaiting(new Unavailable('away'));
    await assert.rejects(waits, /away/);
    slots.release();
    await slots.acquire();
  });
});
