import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccessAudit } from '../../src/accounts/access-audit.ts';
import { HOUR_MS } from '../../src/platform/time.ts';

test('a viewer who goes on looking is recorded once an hour, and whom they see for the first time at once', () => {
  let now = 0;
  const firstLooks = createAccessAudit(() => now);
  assert.deepEqual(firstLooks('ann', ['rosa', 'omar']), ['rosa', 'omar']);
  assert.deepEqual(firstLooks('ann', ['rosa', 'ida']), ['ida']);
  assert.deepEqual(firstLooks('bob', ['rosa']), ['rosa']);
  now = HOUR_MS;
  assert.deepEqual(firstLooks('ann', ['rosa']), ['rosa']);
});
