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
    restMs: () => 500,
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
  assert.ok(second - first >= 490, `after ${second - first} ms`);
  assert.deepEqual(others, []);
});

test('periodic work goes on after a run that fails, throws at once or never ends', async () => {
  const failures: string[] = [];
  const runs = [
    () => Promise.reject(new Error('failed')),
    () => {
      throw new Error('threw');
    },
    () => new Promise<void>(() => {}),
    () => Promise.resolve(),
  ];
  let done = 0;
  const periodic = startPeriodic({
    everyMs: HOUR_MS,
    now: Date.now,
    work: () => runs[done++]?.(),
    failed: (error) => failures.push((error as Error).message),
    maxRunMs: 20,
  });
  for (const run of runs.keys()) {
    periodic.wake();
    await eventually(`run ${run + 1}`, () => done > run);
  }
  await periodic.close();
  assert.deepEqual(failures, ['failed', 'threw', 'a run has not ended after 20 ms, the next one starts']);
});
