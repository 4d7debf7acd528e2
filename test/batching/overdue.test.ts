import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchOverdue } from '../../src/platform/batching/overdue.ts';
import { dueWorkDone } from '../helpers/due-work.ts';

test('an overdue item ages from when it was first found until it is gone, also while the search fails', async () => {
  let clock = 0;
  let found: string[] | Error = [];
  let failures = 0;
  const overdue = watchOverdue({
    find: () => (found instanceof Error ? Promise.reject(found) : found),
    now: () => clock,
    uptime: () => clock,
    failed: () => void failures++,
  });
  const after = async (seconds: number) => {
    clock += seconds * 1000;
    await dueWorkDone();
    return overdue.ageMs() / 1000;
  };
  assert.equal(await after(5), 0);
  found = ['a', 'b'];
  assert.equal(await after(5), 0);
  found = ['b', 'c'];
  assert.equal(await after(5), 5);
  found = new Error('the database is away');
  assert.equal(await after(20), 25);
  assert.equal(failures, 1);
  found = ['c'];
  assert.equal(await after(5), 25, 'since c was found');
  found = ['d'];
  assert.equal(await after(5), 0, 'each item is handled in time');
  found = [];
  assert.equal(await after(5), 0);
  await overdue.close();
});
