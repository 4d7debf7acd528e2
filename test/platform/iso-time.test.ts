import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/platform/iso-time.ts';

test('an ISO time is formatted as by Date, whatever was formatted before', () => {
  const times = [
    0, 1, 999, 1000, 1_794_709_831_149, 1_794_709_832_049, 1_794_709_831_007, 951_782_399_999,
    4_102_444_800_000,
  ];
  for (const ms of [...times, ...times.toReversed()]) assert.equal(isoTime(ms), new Date(ms).toISOString());
});
