import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConcurrencyLimit } from '../../src/platform/batching/concurrency-limit.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { pause } from '../helpers/quiet.ts';

test('a concurrency limit runs that many tasks at once and the others in order; a failed task frees its slot', async () => {
  const limited = createConcurrencyLimit({ count: 2, maxWaiting: 10, refusal: 'full' });
  let [running, most] = [0, 0];
  const begun: number[] = [];
  const all = Array.from({ length: 6 }, (_, i) =>
    limited(async () => {
      begun.push(i);
      running += 1;
      most = Math.max(most, running);
      await pause(5);
      running -= 1;
      if (i % 2 === 0) throw new Error('failed');
      return i;
    }),
  );
  const ended = await Promise.allSettled(all);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5]);
  assert.equal(most, 2);
  assert.deepEqual(
    ended.map(({ status }) => status === 'fulfilled'),
    [false, true, false, true, false, true],
  );
});

test('a concurrency limit refuses a task when its queue is full, and keeps the queued ones', async () => {
  const limited = createConcurrencyLimit({ count: 1, maxWaiting: 1, refusal: 'full' });
  const first = limited(() => pause(5).then(() => 'first'));
  const second = limited(async () => 'second');
  await assert.rejects(
    limited(async () => 'third'),
    Unavailable,
  );
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
});
