import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SmallSet } from '../../src/platform/small-set.ts';

test('a small set behaves like a Set of any size', () => {
  const small = new SmallSet<string>();
  const set = new Set<string>();
  const agree = (): void => {
    assert.deepEqual([...small], [...set]);
    assert.equal(small.size, set.size);
    for (const member of ['a', 'b', 'c']) assert.equal(small.has(member), set.has(member), member);
  };
  agree();
  for (const member of ['a', 'a', 'b', 'c', 'a']) {
    small.add(member);
    set.add(member);
    agree();
  }
  for (const member of ['b', 'b', 'a', 'c']) {
    assert.equal(small.delete(member), set.delete(member), member);
    agree();
  }
  small.add('b').add('c').clear();
  set.clear();
  agree();
  assert.equal(small.delete('a'), false);
  small.add('a');
  assert.equal(small.delete('a'), true);
  agree();
});
