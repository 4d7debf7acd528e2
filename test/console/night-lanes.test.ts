import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lanesOf } from '../../web/pages/handover/lanes.ts';

const lanes = (...stretches: readonly (readonly [number, number])[]) =>
  lanesOf(stretches.map(([from, until]) => ({ from, until }))).map((lane) => lane.map(({ from }) => from));

describe('the lanes of a picture', () => {
  it('are one, where nothing happens at the same time', () => {
    assert.deepEqual(lanes([1, 2], [2, 3], [5, 9]), [[1, 2, 5]]);
  });

  it('are as many as what happens at the same time, and are used again', () => {
    assert.deepEqual(lanes([1, 9], [2, 4], [3, 5], [4, 6], [10, 11]), [[1, 10], [2, 4], [3]]);
  });
});
