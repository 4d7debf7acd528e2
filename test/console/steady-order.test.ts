import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { steadyOrder } from '../../web/state/steady-order.ts';

const places = (...keys: string[]) => keys.map((key) => ({ key, gone: false }));

describe('the steady order of alerts', () => {
  it('is sorted without a held row', () => {
    assert.deepEqual(steadyOrder(places('b', 'c'), ['a', 'c', 'b'], undefined), places('a', 'c', 'b'));
    assert.deepEqual(steadyOrder(places('b', 'c'), ['a', 'b'], 'unknown'), places('a', 'b'));
  });

  it('keeps the held row and the rows above it, and puts new rows below', () => {
    assert.deepEqual(
      steadyOrder(places('b', 'c', 'd'), ['a', 'd', 'b', 'c'], 'c'),
      places('b', 'c', 'a', 'd'),
    );
  });

  it('keeps the space of a gone row while a row below it remains', () => {
    const kept = [{ key: 'a', gone: true }, ...places('b')];
    assert.deepEqual(steadyOrder(places('a', 'b'), ['b'], 'b'), kept);
    assert.deepEqual(steadyOrder(places('a', 'b'), ['a'], 'b'), places('a'));
    assert.deepEqual(steadyOrder(places('a'), [], 'a'), []);
    assert.deepEqual(steadyOrder(kept, ['b'], undefined), places('b'));
  });
});
