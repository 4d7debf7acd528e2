import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePlaces, moved, STEPS } from '../../web/pages/wards/places.ts';

describe('the places of rooms on a floor plan', () => {
  it('move by a percent, or by five with Shift, and stay on the plan', () => {
    const [left, down] = [STEPS.get('ArrowLeft'), STEPS.get('ArrowDown')];
    assert.ok(left !== undefined && down !== undefined);
    assert.deepEqual(moved({ x: 50, y: 50 }, left, false), { x: 49, y: 50 });
    assert.deepEqual(moved({ x: 50, y: 50 }, down, true), { x: 50, y: 55 });
    assert.deepEqual(moved({ x: 2.5, y: 100 }, left, true), { x: 0, y: 100 });
    assert.deepEqual(moved({ x: 2.5, y: 99.7 }, down, false), { x: 2.5, y: 100 });
  });

  it('are free ones for new rooms, each another, while there are any', () => {
    const taken = freePlaces([], 60);
    assert.equal(new Set(taken.map(({ x, y }) => `${x} ${y}`)).size, 60);
    const [next] = freePlaces(taken, 1);
    assert.ok(next !== undefined && !taken.some(({ x, y }) => x === next.x && y === next.y));
    const many = freePlaces(taken, 40);
    assert.equal(many.length, 40);
    for (const { x, y } of many) assert.ok(x >= 0 && x <= 100 && y >= 0 && y <= 100);
  });
});
