import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Doubt,
  doubtOf,
  hasStepped,
  isOnProbationLongEnough,
  isSynchronisedAt,
} from '../../src/operations/clock/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';

const T = Date.parse('2026-11-15T12:00:00Z');
const UPTIME = 5 * DAY_MS;
const at = (clock: number, uptime = UPTIME) => ({ clock, uptime });

describe('the judgement of a clock', () => {
  const judge = (evidence: Partial<Parameters<typeof doubtOf>[0]> & { readonly clock?: number }) => {
    const { clock = T, ...more } = evidence;
    return doubtOf({ now: at(clock), databaseTime: clock, notedAt: undefined, trusted: undefined, ...more });
  };

  it('trusts the clock of a new installation', () => {
    assert.equal(judge({}), undefined);
  });

  it('trusts the clock after a restart within a day, and doubts it after a longer pause', () => {
    assert.equal(judge({ notedAt: T - MINUTE_MS }), undefined);
    assert.equal(judge({ notedAt: T - DAY_MS }), undefined);
    assert.deepEqual(judge({ notedAt: T - 100 * DAY_MS }), { reason: 'AHEAD', aheadMs: 100 * DAY_MS });
  });

  it('doubts a clock that shows less than it did before, but for an hour', () => {
    assert.equal(judge({ notedAt: T + HOUR_MS }), undefined);
    assert.deepEqual(judge({ notedAt: T + 2 * DAY_MS }), { reason: 'BEHIND', aheadMs: -2 * DAY_MS });
  });

  it('compares it with the uptime while the service runs, however long ago the database answered', () => {
    const trusted = at(T - 3 * DAY_MS, UPTIME - 3 * DAY_MS);
    const notedAt = trusted.clock;
    assert.equal(judge({ trusted, notedAt }), undefined);
    assert.deepEqual(judge({ trusted, notedAt, clock: T + 2 * DAY_MS }), {
      reason: 'AHEAD',
      aheadMs: 2 * DAY_MS,
    });
    assert.deepEqual(judge({ trusted, notedAt, clock: T - 2 * DAY_MS }), {
      reason: 'BEHIND',
      aheadMs: -2 * DAY_MS,
    });
  });

  it('doubts a clock that differs from the one of the database', () => {
    const databaseTime = T - 100 * DAY_MS;
    assert.deepEqual(judge({ databaseTime }), { reason: 'DATABASE', aheadMs: 100 * DAY_MS });
    assert.equal(judge({ databaseTime: T - MINUTE_MS }), undefined);
  });

  it('doubts a clock that ran steadily after an admin has confirmed an earlier one at another instance', () => {
    const trusted = at(T - MINUTE_MS, UPTIME - MINUTE_MS);
    assert.deepEqual(judge({ trusted, notedAt: T - 100 * DAY_MS }), {
      reason: 'AHEAD',
      aheadMs: 100 * DAY_MS,
    });
  });

  it('ends by itself for a small difference, after a day without another step', () => {
    const small: Doubt = { reason: 'AHEAD', aheadMs: 2 * DAY_MS };
    const later = (ms: number) => at(T + ms, UPTIME + ms);
    assert.equal(isOnProbationLongEnough(small, at(T), later(DAY_MS - 1)), false);
    assert.equal(isOnProbationLongEnough(small, at(T), later(DAY_MS)), true);
    for (const doubt of [
      { ...small, aheadMs: 100 * DAY_MS },
      { ...small, aheadMs: -100 * DAY_MS },
      { ...small, reason: 'DATABASE' },
    ] as const)
      assert.equal(isOnProbationLongEnough(doubt, at(T), later(365 * DAY_MS)), false);
    assert.equal(hasStepped(at(T), later(DAY_MS)), false);
    assert.equal(hasStepped(at(T), at(T + 2 * DAY_MS, UPTIME + HOUR_MS)), true);
  });

  it('believes a time service that has confirmed the clock within the hour, by that clock', () => {
    assert.equal(isSynchronisedAt(T - 10 * MINUTE_MS, T), true);
    assert.equal(isSynchronisedAt(T - 100 * DAY_MS, T), false);
    assert.equal(isSynchronisedAt(T + 100 * DAY_MS, T), false);
  });
});
