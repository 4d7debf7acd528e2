import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latencies } from '../../loadtest/rules/latencies.ts';
import { fallsIn, outOfOrder, repeated, tally } from '../../loadtest/rules/told.ts';

test('an entry is out of order if a later one came before it', () => {
  assert.equal(outOfOrder([]), 0);
  assert.equal(outOfOrder([1, 2, 2, 3]), 0);
  assert.equal(outOfOrder([2, 1, 3]), 1);
  assert.equal(outOfOrder([3, 1, 2]), 2);
});

test('repeated entries and entries by value are counted', () => {
  assert.equal(repeated(['a', 'b', 'a', 'a']), 2);
  assert.deepEqual(
    [...tally(['a', 'b', 'a'])],
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('an SMS about several falls says how many', () => {
  assert.equal(fallsIn('Likely fall: Rosa Brandt, 10:20. Going? Reply 1'), 1);
  assert.equal(fallsIn('12 alerts: Likely fall: Rosa Brandt, room 12 alerts: 3; and 11 more.'), 12);
});

test('latencies of several rounds are one distribution', () => {
  const [all, round] = [new Latencies(), new Latencies()];
  all.add(1);
  for (const ms of [3, 2]) round.add(ms);
  all.addAll(round);
  const { count, p50, max } = all.spread();
  assert.deepEqual([count, p50, max], [3, 2, 3]);
});
