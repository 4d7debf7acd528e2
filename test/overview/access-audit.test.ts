import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccessAudit } from '../../src/overview/access-audit.ts';
import { HOUR_MS } from '../../src/platform/time.ts';

test('the access audit records a viewer once per hour and patient', () => {
  let now = 0;
  const firstLooks = createAccessAudit(() => now);
  assert.deepEqual(firstLooks('ann', ['rosa', 'omar']), ['rosa', 'omar']);
  assert.deepEqual(firstLooks('ann', ['rosa', 'ida']), ['ida']);
  assert.deepEqual(firstLooks('bob', ['rosa']), ['rosa']);
  now = HOUR_MS;
  assert.deepEqual(firstLooks('ann', ['rosa']), ['rosa']);
});
