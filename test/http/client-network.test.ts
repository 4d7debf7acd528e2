import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from '../../src/platform/http/client-network.ts';

test('the network of a client is its IPv4 address or the /64 of its IPv6 address, in any spelling', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007::', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
  ] as const)
    assert.equal(networkOf(address), network, address);
});
