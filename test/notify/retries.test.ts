import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextTryAt } from '../../src/notify/outbox/retries.ts';

const FIRST = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number): Date => new Date(FIRST.getTime() + seconds * 1000);
const failed = { delivered: false };

describe('the retry schedule', () => {
  it('retries 2, 5, 15 and 30 s after the first try, then stops', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((attempt) => nextTryAt(failed, attempt, FIRST, FIRST)),
      [after(2), after(5), after(15), after(30), null],
    );
  });

  it('never schedules a retry in the past when the previous try took longer', () => {
    assert.deepEqual(nextTryAt(failed, 1, FIRST, after(10)), after(10));
  });

  it('waits as long as the target asks, at most half a minute', () => {
    assert.deepEqual(nextTryAt({ ...failed, retryAfterMs: 7_000 }, 1, FIRST, FIRST), after(7));
    assert.deepEqual(nextTryAt({ ...failed, retryAfterMs: 900_000 }, 1, FIRST, FIRST), after(30));
    assert.deepEqual(
      nextTryAt({ ...failed, retryAfterMs: 1 }, 1, FIRST, FIRST),
      after(2),
      'at least as long as the schedule says',
    );
  });

  it('does not retry messages that are delivered, gone or failed for good', () => {
    assert.equal(nextTryAt({ delivered: true }, 1, FIRST, FIRST), null);
    assert.equal(nextTryAt({ ...failed, gone: true }, 1, FIRST, FIRST), null);
    assert.equal(nextTryAt({ ...failed, final: true }, 1, FIRST, FIRST), null);
  });
});
