import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lanesOf } from '../../web/pages/handover/lanes.ts';
import { hasNextBegun } from '../../web/pages/handover/next-night.ts';
import { reader } from '../../web/text/words.ts';

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

it('offers the next night from 18:00 on, also when the clocks change in between', () => {
  reader.value = { timeZone: 'Europe/Berlin' };
  const begun = (date: string, from: string, at: string) => hasNextBegun({ date, from }, Date.parse(at));
  for (const [date, from, next] of [
    ['2026-11-17', '2026-11-17T17:00:00Z', '2026-11-18T17:00:00Z'],
    ['2026-03-28', '2026-03-28T17:00:00Z', '2026-03-29T16:00:00Z'],
    ['2026-10-24', '2026-10-24T16:00:00Z', '2026-10-25T17:00:00Z'],
  ] as const) {
    const minuteBefore = new Date(Date.parse(next) - 60_000).toISOString();
    assert.deepEqual([begun(date, from, minuteBefore), begun(date, from, next)], [false, true], date);
  }
  assert.ok(begun('2026-11-10', '2026-11-10T17:00:00Z', '2026-11-18T03:00:00Z'));
});
