import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extentOf, thinned, withGaps } from '../../web/components/chart-data.ts';

describe('the chart data', () => {
  it('inserts a gap where readings are missing', () => {
    const series = [{ label: 'Heart rate', values: [70, 71, null, 73] }];
    assert.deepEqual(withGaps({ times: [0, 60, 120, 600], series }, 90), {
      times: [0, 60, 120, 360, 600],
      series: [{ label: 'Heart rate', values: [70, 71, null, null, 73] }],
    });
  });

  it('finds the lowest and the highest value', () => {
    assert.deepEqual(extentOf([null, 72, 65, null, 80]), [65, 80]);
    assert.equal(extentOf([null]), undefined);
  });

  it('thins a long list and keeps its last entry', () => {
    assert.deepEqual(thinned(3, 5), [0, 1, 2]);
    assert.deepEqual(thinned(10, 4), [0, 3, 6, 9]);
    assert.deepEqual(thinned(0, 4), []);
  });
});
