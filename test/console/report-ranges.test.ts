import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RANGES, rangeOf } from '../../web/pages/reports/ranges.ts';

test('the quick ranges of a report are whole months and quarters, over the turn of the year', () => {
  const ranges = (today: string) => RANGES.map((range) => Object.values(rangeOf(range, today)));
  assert.deepEqual(ranges('2026-11-19'), [
    ['2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-11-19'],
    ['2026-07-01', '2026-09-30'],
    ['2025-11-20', '2026-11-19'],
  ]);
  assert.deepEqual(ranges('2028-01-31'), [
    ['2027-12-01', '2027-12-31'],
    ['2028-01-01', '2028-01-31'],
    ['2027-10-01', '2027-12-31'],
    ['2027-02-01', '2028-01-31'],
  ]);
});
