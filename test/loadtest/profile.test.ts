import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesOf } from '../../loadtest/rules/profile.ts';

test('a profile groups time by component, without idle time and outside the requested period', () => {
  const node = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } });
  const profile = {
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'writeBuffer', ''),
      node(3, 'decodeJson', 'file:///x/src/platform/schema/json.js'),
      node(4, 'start', 'file:///x/node_modules/aedes/lib/client.js'),
    ],
    samples: [4, 2, 1, 3, 2, 4],
    timeDeltas: [1000, 3000, 5000, 1000, 0, 90_000],
  };
  assert.deepEqual(sharesOf(profile, 2, 20), [
    { name: 'writes to sockets (system calls)', percent: 75 },
    { name: 'parsing JSON', percent: 25 },
  ]);
});
