import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSemaphore } from '../../src/platform/batching/semaphore.ts';
import { Unavailable } from '../../src/platform/errors.ts';

const LONG_MS = 60_000;
const parts = { count: 1, patienceMs: LONG_MS, maxWaiting: 10, refusal: 'too much to do' };
const tooMuch = (error: unknown) => error instanceof Unavailable && error.message === 'too much to do';

describe('the semaphore', () => {
  it('admits waiters in order', async () => {
    const places = createSemaphore(parts);
    await places.take();
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (nth) => {
      await places.take();
      order.push(nth);
      places.leave();
    });
    places.leave();
    await Promise.all(waiting);
    assert.deepEqual(order, [1, 2, 3]);
    await places.take();
  });

  it('refuses a waiter after its timeout', async () => {
    const places = createSemaphore({ ...parts, patienceMs: 20 });
    await places.take();
    await Promise.all([1, 2].map(() => assert.rejects(places.take(), tooMuch)));
    await assert.rejects(places.take(), tooMuch);
    places.leave();
    await places.take();
  });

  it('limits the number of waiters', async () => {
    const places = createSemaphore({ ...parts, maxWaiting: 1 });
    await places.take();
    const waits = places.take();
    await assert.rejects(places.take(), tooMuch);
    places.leave();
    await waits;
  });

  it('skips waiters that were refused', async () => {
    const places = createSemaphore(parts);
    await places.take();
    const waits = places.take();
    places.refuseWaiting(new Unavailable('away'));
    await assert.rejects(waits, /away/);
    places.leave();
    await places.take();
  });
});
