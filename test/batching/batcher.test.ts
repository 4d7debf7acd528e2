import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createBatcher } from '../../src/platform/batching/batcher.ts';
import { Unavailable } from '../../src/platform/errors.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

/** Groups that take a moment each, and what was done in them. */
function workshop(fails: (items: readonly Item[]) => Error | undefined = () => undefined) {
  const groups: number[][] = [];
  const splits: number[] = [];
  const group = createBatcher<Item, number>({
    async run(items) {
      await delay(2);
      const error = fails(items);
      if (error !== undefined) throw error;
      groups.push(items.map(({ value }) => value));
      return items.map(({ value }) => value * 10);
    },
    keyOf: ({ key }) => key,
    atOnce: 2,
    maxGroupSize: 3,
    maxWaiting: 5,
    refusal: 'full',
    isShared: (error) => error instanceof Unavailable && error.message === 'away',
    onSplit: (_, size) => splits.push(size),
  });
  const all = (values: readonly number[], keyOf = (value: number): string => `${value}`) =>
    Promise.allSettled(values.map((value) => group({ key: keyOf(value), value })));
  return { groups, splits, all };
}

const resultsOf = (ended: readonly PromiseSettledResult<number>[]) =>
  ended.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message));

describe('grouping', () => {
  it('does at once what comes in one turn, as many as a group takes, and answers each', async () => {
    const { groups, all } = workshop();
    assert.deepEqual(resultsOf(await all([1, 2, 3, 4])), [10, 20, 30, 40]);
    assert.deepEqual(groups, [[1, 2, 3], [4]]);
  });

  it('does those of one key one after the other, in the order of their coming', async () => {
    const { groups, all } = workshop();
    await all([1, 2, 3, 4], (value) => (value === 4 ? 'other' : 'same'));
    assert.deepEqual(groups, [[1, 4], [2], [3]]);
  });

  it('does the members of a failed group one by one: only the bad one fails', async () => {
    const { groups, splits, all } = workshop((items) =>
      items.some(({ value }) => value === 2) ? new Error('bad') : undefined,
    );
    assert.deepEqual(resultsOf(await all([1, 2, 3])), [10, 'bad', 30]);
    assert.deepEqual([groups, splits], [[[1], [3]], [3]]);
  });

  it('fails a whole group when the database is away: none would do better alone', async () => {
    const { splits, all } = workshop(() => new Unavailable('away'));
    assert.deepEqual(resultsOf(await all([1, 2])), ['away', 'away']);
    assert.deepEqual(splits, []);
  });

  it('refuses what finds too many waiting', async () => {
    const { all } = workshop();
    assert.deepEqual(resultsOf(await all([1, 2, 3, 4, 5, 6])), [10, 20, 30, 40, 50, 'full']);
  });
});
