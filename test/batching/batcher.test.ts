import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatcher } from '../../src/platform/batching/batcher.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { pause } from '../helpers/quiet.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

/** A batcher whose runs take a moment, and a record of its batches. */
function workshop(
  fails: (items: readonly Item[]) => Error | undefined = () => undefined,
  onSplit: () => void = () => {},
) {
  const groups: number[][] = [];
  const splits: number[] = [];
  const group = createBatcher<Item, number>({
    async run(items) {
      await pause(2);
      const error = fails(items);
      if (error !== undefined) throw error;
      groups.push(items.map(({ value }) => value));
      return items.map(({ value }) => value * 10);
    },
    keyOf: ({ key }) => key,
    atOnce: 2,
    maxGroupSize: 3,
    maxWaiting: 5,
    maxWaitingPerKey: 4,
    refusal: 'full',
    isShared: (error) => error instanceof Unavailable && error.message === 'away',
    onSplit(_, size) {
      splits.push(size);
      onSplit();
    },
  });
  const all = (values: readonly number[], keyOf = (value: number): string => `${value}`) =>
    Promise.allSettled(values.map((value) => group({ key: keyOf(value), value })));
  return { groups, splits, all };
}

const resultsOf = (ended: readonly PromiseSettledResult<number>[]) =>
  ended.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message));

describe('the batcher', () => {
  it('runs the items of one tick together, up to the batch size, and returns each result', async () => {
    const { groups, all } = workshop();
    assert.deepEqual(resultsOf(await all([1, 2, 3, 4])), [10, 20, 30, 40]);
    assert.deepEqual(groups, [[1, 2, 3], [4]]);
  });

  it('runs items with the same key one after the other, in order', async () => {
    const { groups, all } = workshop();
    await all([1, 2, 3, 4], (value) => (value === 4 ? 'other' : 'same'));
    assert.deepEqual(groups, [[1, 4], [2], [3]]);
  });

  it('retries the items of a failed batch one by one, so that only the bad item fails', async () => {
    const { groups, splits, all } = workshop((items) =>
      items.some(({ value }) => value === 2) ? new Error('bad') : undefined,
    );
    assert.deepEqual(resultsOf(await all([1, 2, 3])), [10, 'bad', 30]);
    assert.deepEqual([groups, splits], [[[1], [3]], [3]]);
  });

  it('fails the whole batch when the database is unavailable', async () => {
    const { splits, all } = workshop(() => new Unavailable('away'));
    assert.deepEqual(resultsOf(await all([1, 2])), ['away', 'away']);
    assert.deepEqual(splits, []);
  });

  it('answers all items, and goes on, when its own callback throws', async () => {
    const { all } = workshop(
      (items) => (items.some(({ value }) => value === 2) ? new Error('bad') : undefined),
      () => {
        throw new Error('bad callback');
      },
    );
    assert.deepEqual(resultsOf(await all([1, 2])), ['bad callback', 'bad callback']);
    assert.deepEqual(resultsOf(await all([1, 3])), [10, 30]);
  });

  it('refuses the items of one key beyond its share, and those of the others not', async () => {
    const { all } = workshop();
    const flood = [1, 2, 3, 4, 5, 6, 7];
    const ended = await all([...flood, 8], (value) => (value === 8 ? 'other' : 'flood'));
    assert.deepEqual(resultsOf(ended), [10, 20, 30, 40, 'full', 'full', 'full', 80]);
    assert.deepEqual(resultsOf(await all([1, 2], () => 'flood')), [10, 20], 'there is room again');
  });

  it('refuses an item when the queue is full', async () => {
    const { all } = workshop();
    assert.deepEqual(resultsOf(await all([1, 2, 3, 4, 5, 6])), [10, 20, 30, 40, 50, 'full']);
  });
});
