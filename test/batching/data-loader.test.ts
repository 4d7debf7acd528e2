import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDataLoader } from '../../src/platform/batching/data-loader.ts';
import { eventually } from '../helpers/eventually.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `key ${i}`);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const asked = (queries: readonly unknown[], count: number) =>
  eventually(`${count} queries`, () => queries.length === count);

/** A store whose queries the test answers; the result of each key is the number of its query. */
function createStore() {
  const queries: { readonly keys: readonly string[]; readonly answer: (error?: Error) => void }[] = [];
  const find = (keys: readonly string[]) =>
    new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
      const nth = queries.length;
      const answer = (error?: Error) =>
        error === undefined ? resolve(new Map(keys.map((key) => [key, nth]))) : reject(error);
      queries.push({ keys, answer });
    });
  return { queries, find };
}

describe('the data loader', () => {
  it('queries all keys of one tick together, and each key once', async () => {
    const { queries, find } = createStore();
    const lookUp = createDataLoader(find);
    const found = Promise.all(['a', 'b', 'a'].map(lookUp));
    await turn();
    assert.deepEqual(
      queries.map(({ keys }) => keys),
      [['a', 'b']],
    );
    queries[0]?.answer();
    assert.deepEqual(await found, [0, 0, 0]);
  });

  it('collects keys while two queries run', async () => {
    const { queries, find } = createStore();
    const lookUp = createDataLoader(find);
    const found: Promise<number | undefined>[] = [];
    found.push(lookUp('first'));
    await asked(queries, 1);
    found.push(lookUp('second'));
    await asked(queries, 2);
    for (const name of names(20)) {
      found.push(lookUp(name));
      await turn();
    }
    assert.equal(queries.length, 2);
    queries[0]?.answer();
    await asked(queries, 3);
    assert.equal(queries[2]?.keys.length, 20);
    for (const { answer } of queries) answer();
    assert.equal(new Set(await Promise.all(found)).size, 3);
  });

  it('never answers from a query that started before the look-up', async () => {
    const { queries, find } = createStore();
    const lookUp = createDataLoader(find);
    const before = lookUp('a');
    await turn();
    const after = lookUp('a');
    await asked(queries, 2);
    for (const { answer } of queries) answer();
    assert.deepEqual([await before, await after], [0, 1]);
  });

  it('rejects every look-up of a failed batch, and continues', async () => {
    const { queries, find } = createStore();
    const lookUp = createDataLoader(find);
    const failed = ['a', 'b'].map((key) => assert.rejects(lookUp(key), /away/));
    await turn();
    queries[0]?.answer(new Error('away'));
    await Promise.all(failed);
    const next = lookUp('a');
    await asked(queries, 2);
    queries[1]?.answer();
    assert.equal(await next, 1);
  });
});
