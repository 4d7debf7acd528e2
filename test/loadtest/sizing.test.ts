import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type MeasuredCosts, type Point, sizeOf, usedAt } from '../../loadtest/rules/sizing.ts';

const ALONE: readonly Point[] = [
  { perSecond: 1_000, service: 0.2, database: 0.1, redis: 0 },
  { perSecond: 11_000, service: 0.7, database: 0.3, redis: 0 },
];
const TOGETHER: readonly Point[] = [
  { perSecond: 1_000, service: 0.3, database: 0.1, redis: 0.05 },
  { perSecond: 10_000, service: 0.9, database: 0.3, redis: 0.5 },
];
const COSTS: MeasuredCosts = {
  alone: ALONE,
  together: TOGETHER,
  walBytesPerReading: 200,
  diskBytesPerReading: 150,
  memoryBytesPerInstance: 250e6,
  memoryBytesPerWearable: 30e3,
};
const fleet = (wearables: number) => ({ wearables, intervalMs: 1000, retentionDays: 90 });
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.abs(expected), `${actual} is not ${expected}`);

suite('sizing', () => {
  test('cores are interpolated between two measured rates, and scale from zero below the lowest', () => {
    near(usedAt(ALONE, 1_000).service, 0.2);
    near(usedAt(ALONE, 6_000).service, 0.45);
    near(usedAt(ALONE, 500).service, 0.1);
    near(usedAt(ALONE, 0).service, 0);
    near(usedAt(ALONE, 21_000).service, 1.2);
  });

  test('few wearables need one instance and no Redis', () => {
    const size = sizeOf(fleet(100), COSTS);
    assert.equal(size.instances, 1);
    assert.equal(size.redisCores, 0);
    near(size.serviceCores, 0.02);
    near(size.memoryBytes, 253e6);
  });

  test("above 60 % of one instance's capacity there are at least two, each with the cost of an instance with Redis", () => {
    assert.equal(sizeOf(fleet(6_600), COSTS).instances, 1);
    const two = sizeOf(fleet(6_700), COSTS);
    assert.equal(two.instances, 2);
    near(two.redisCores, 2 * usedAt(TOGETHER, 3_350).redis);
    assert.equal(sizeOf(fleet(60_000), COSTS).instances, 10);
    assert.equal(sizeOf(fleet(60_001), COSTS).instances, 11);
  });

  test('WAL and disk grow with the number of readings, whatever the interval', () => {
    const fast = sizeOf(fleet(1_000), COSTS);
    near(fast.walBytesPerSecond, 200e3);
    near(fast.diskBytes, 1_000 * 86_400 * 90 * 150);
    const slow = sizeOf({ ...fleet(1_000), intervalMs: 10_000 }, COSTS);
    near(slow.readingsPerSecond, 100);
    near(slow.diskBytes, fast.diskBytes / 10);
  });
});
