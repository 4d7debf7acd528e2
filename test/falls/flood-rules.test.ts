import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countReport, type ReportCounts } from '../../src/falls/raise/flood.ts';

const T0 = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);
const NONE: ReportCounts = { minuteFrom: T0, minuteCount: 0, hourFrom: T0, hourCount: 0, notifiedAt: null };

describe('the flood limit of fall reports', () => {
  /** Sends reports at the given seconds and counts those that get a response. */
  function accepted(
    times: readonly number[],
    from = NONE,
  ): { counts: ReportCounts; accepted: number; told: number } {
    let [counts, count, told] = [from, 0, 0];
    for (const at of times) {
      const counted = countReport(counts, after(at));
      counts = counted.counts;
      if (!counted.isFlood) count += 1;
      if (counted.isNews) told += 1;
    }
    return { counts, accepted: count, told };
  }
  const every = (seconds: number, times: number, from = 0) =>
    Array.from({ length: times }, (_, i) => from + i * seconds);

  it('accepts 30 per minute and 100 per hour and reports a flood once', () => {
    assert.deepEqual(pick(accepted(every(0.01, 300))), [30, 1]);
    assert.deepEqual(pick(accepted(every(2, 1800))), [100, 1], 'one report every two seconds for an hour');
    assert.deepEqual(pick(accepted(every(36, 100))), [100, 0], 'a hundred reports over an hour are no flood');
  });

  it('does not count reports beyond the limit: the next minute starts at zero', () => {
    const { counts } = accepted(every(0.01, 300));
    assert.equal(countReport(counts, after(59)).isFlood, true);
    assert.equal(countReport(counts, after(60)).isFlood, false);
  });

  it('reports an ongoing flood again an hour later', () => {
    assert.equal(accepted(every(1, 2 * 3600)).told, 2);
  });

  it('restarts its windows when the clock is set back', () => {
    const { counts } = accepted(every(0.01, 300));
    assert.equal(countReport(counts, after(-7200)).isFlood, false);
  });
});

const pick = ({ accepted, told }: { accepted: number; told: number }) => [accepted, told];
