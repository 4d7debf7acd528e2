import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { searchRate } from '../../loadtest/rules/rate-search.ts';

const search = (first: number, limit: (rate: number, attempt: number) => boolean, mostSteps = 30) => {
  const attempts = new Map<number, number>();
  return searchRate({
    first,
    mostSteps,
    measure: async (rate) => {
      const attempt = (attempts.get(rate) ?? 0) + 1;
      attempts.set(rate, attempt);
      return { rate, holds: limit(rate, attempt) };
    },
  });
};

suite('the search for the highest rate', () => {
  test('finds a limit above and below the starting rate', async () => {
    for (const first of [100, 9_000, 80_000]) {
      const { highest } = await search(first, (rate) => rate <= 12_345);
      assert.ok(highest <= 12_345 && highest > 12_345 / 1.08, `${highest} from ${first}`);
    }
  });

  test('one outlier does not end it', async () => {
    const { highest } = await search(100, (rate, attempt) => rate <= 5_000 && attempt === 2);
    assert.ok(highest > 5_000 / 1.08);
  });

  test('respects its number of steps, and reports when no rate holds', async () => {
    const { highest, steps } = await search(1_000, () => false, 9);
    assert.equal(highest, 0);
    assert.equal(steps.length, 9);
    const endless = await search(1, () => true, 9);
    assert.equal(endless.highest, 256);
  });
});
