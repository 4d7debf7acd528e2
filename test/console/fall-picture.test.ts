import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axisOf, bandsOf, type Movement } from '../../web/pages/fall/picture-axis.ts';

const SECOND = 1_000;
const reading = (second: number, acceleration = 9.8, rotation: number | null = 5): Movement => ({
  at: second * SECOND,
  acceleration,
  rotation,
});
const shown = (readings: readonly Movement[], from: number, to: number) =>
  bandsOf(readings, from * SECOND, to * SECOND).map(({ posture, from: start, to: end }) => [
    posture,
    start / SECOND,
    end / SECOND,
  ]);

describe('the bands below the picture of a fall', () => {
  it('tell movement from stillness by acceleration and by rotation', () => {
    assert.deepEqual(
      shown([reading(0, 13), reading(5, 9.8, 60), reading(10, 30), reading(15), reading(20, 10.5)], 0, 30),
      [
        ['moving', 0, 15],
        ['still', 15, 30],
      ],
    );
  });

  it('count a reading for 15 s at most: what is missing is unknown, not still', () => {
    assert.deepEqual(shown([reading(10), reading(60, 9.8, null), reading(70, 20)], 0, 120), [
      ['unknown', 0, 10],
      ['still', 10, 25],
      ['unknown', 25, 60],
      ['still', 60, 70],
      ['moving', 70, 85],
      ['unknown', 85, 120],
    ]);
    assert.deepEqual(shown([], 0, 120), [['unknown', 0, 120]]);
  });

  it('end where the picture ends, whatever readings follow', () => {
    assert.deepEqual(shown([reading(-5, 20), reading(50), reading(60)], 0, 55), [
      ['moving', 0, 10],
      ['unknown', 10, 50],
      ['still', 50, 55],
    ]);
  });
});

describe('the axis of the picture of a fall', () => {
  it('is one scale while the response is within it', () => {
    const { x, breakAt } = axisOf(0, 180, 100, 360);
    assert.equal(breakAt, undefined);
    assert.deepEqual([-5, 0, 90, 180, 500].map(x), [0, 0, 180, 360, 360]);
  });

  it('breaks before minutes that would hide the seconds, and keeps the order', () => {
    const { x, breakAt } = axisOf(0, 180, 3_600, 416);
    assert.deepEqual(breakAt, [280, 296]);
    assert.deepEqual([0, 90, 180, 3_600].map(x), [0, 140, 280, 416]);
    const [justAfter, later] = [x(181), x(1_000)];
    assert.ok(justAfter > 296 && justAfter < later && later < 416);
  });
});
