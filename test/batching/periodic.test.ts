import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeriodic } from '../../src/platform/batching/periodic.ts';
import { HOUR_MS } from '../../src/platform/time.ts';
import { eventually } from '../helpers/eventually.ts';

test('periodic work runs at once when woken, and once for all wake-ups during its rest', async () => {
  const runs: number[] = [];
  const periodic = startPeriodic({
    everyMs: HOUR_MS,
    now: Date.now,
    work: () => void runs.push(performance.now()),
    failed: (error) => assert.fail(String(error)),
    restMs: () => 40,
  });
  periodic.wake();
  await eventually('the work runs', () => runs.length === 1);
  for (let i = 0; i < 3; i++) {
    periodic.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually('the work runs again', () => runs.length > 1);
  await periodic.close();
  const [first = 0, second = 0, ...others] = runs;
  assert.ok(second - first >= 35, `after ${second - first} ms`);
  assert.deepEqual(others, []);
});
