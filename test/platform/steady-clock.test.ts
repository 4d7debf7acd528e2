import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startPeriodic } from '../../src/platform/batching/periodic.ts';
import { createSteadyClock, HOUR_MS } from '../../src/platform/time.ts';
import { eventually } from '../helpers/eventually.ts';

describe('a steady clock', () => {
  it('follows its clock forward, and continues when the clock is set back', async () => {
    let offset = 0;
    const now = () => Date.now() + offset;
    const steady = createSteadyClock(now);
    const start = steady();
    offset += 5_000;
    assert.ok(steady() - start >= 5_000);
    offset -= HOUR_MS;
    const back = steady();
    assert.ok(back - start >= 5_000 && back - start < 6_000, String(back - start));
    await eventually('the clock continues', () => steady() - back >= 25);
    offset += 1_000;
    assert.ok(steady() - back >= 1_025);
  });

  it('loses no time that passed between two calls', () => {
    const times = [1_000_000, 1_000_000 - HOUR_MS];
    const steady = createSteadyClock(() => times.shift() ?? 0);
    assert.ok(steady() >= 1_000_000);
  });
});

describe('periodic work', () => {
  it('continues when the clock is set back an hour', async () => {
    let offset = 0;
    let runs = 0;
    const periodic = startPeriodic({
      everyMs: 20,
      now: () => Date.now() + offset,
      work: () => {
        runs += 1;
      },
      failed: (error) => assert.fail(String(error)),
    });
    await eventually('the work runs', () => runs > 0);
    offset = -HOUR_MS;
    const before = runs;
    await eventually('the work runs again', () => runs > before + 1);
    await periodic.close();
  });
});
