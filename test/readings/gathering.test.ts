import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGathering, GATHER_MS } from '../../src/readings/store/gathering.ts';

describe('waiting for a common commit', () => {
  const SECOND_MS = 1_000;

  /** Readings at a steady rate for two seconds; at its end the time is 2 000. */
  function after(perSecond: number) {
    const gathering = createGathering();
    for (let now = 0; now < 2 * SECOND_MS; now += 10) gathering.committed(perSecond / 100, now);
    return gathering;
  }

  it('is not worthwhile for a single reading, or so few that hardly two meet', () => {
    assert.equal(createGathering().isWorthwhile(0), false);
    assert.equal(after(20).isWorthwhile(2_000), false);
  });

  it('is worthwhile at a low rate, and no longer when the readings have ended', () => {
    const gathering = after(100);
    assert.equal(gathering.isWorthwhile(2_000), true);
    assert.equal(gathering.isWorthwhile(2_500), false);
  });

  it('stops for two seconds when all senders wait for their replies', () => {
    const gathering = after(500);
    const endsOfGroups = (cameLate: readonly boolean[]) => {
      for (const one of cameLate) gathering.ended(one, 2_000);
      return gathering.isWorthwhile(2_000 + GATHER_MS);
    };
    assert.equal(endsOfGroups([false, false, false, false]), true);
    assert.equal(endsOfGroups([true, false, false, false, false]), true);
    assert.equal(endsOfGroups([false]), false);
    gathering.committed(1_000, 4_000);
    assert.equal(gathering.isWorthwhile(4_001), true);
  });
});
