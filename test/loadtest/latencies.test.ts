import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Latencies, percentile } from '../../loadtest/rules/latencies.ts';
import { laterGrowth } from '../../loadtest/rules/memory-trend.ts';

suite('latencies of a load test', () => {
  test('a percentile is a measured value', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    assert.equal(percentile(hundred, 0.5), 50);
    assert.equal(percentile(hundred, 0.99), 99);
    assert.equal(percentile(hundred, 1), 100);
    assert.equal(percentile([7], 0.01), 7);
    assert.equal(percentile([], 0.5), 0);
  });

  test('one slow answer in a hundred shows above p99, not in it', () => {
    const latencies = new Latencies();
    for (let i = 0; i < 9_900; i++) latencies.add(1);
    for (let i = 0; i < 100; i++) latencies.add(500);
    const { count, p50, p99, p999, max } = latencies.spread();
    assert.deepEqual({ count, p50, p99, p999, max }, { count: 10_000, p50: 1, p99: 1, p999: 500, max: 500 });
  });

  test('latencies are counted in any order and number', () => {
    const latencies = new Latencies();
    for (let i = 10_000; i > 0; i--) latencies.add(i);
    assert.equal(latencies.spread().p50, 5_000);
    latencies.add(20_000);
    assert.equal(latencies.spread().max, 20_000);
  });

  test('memory that only warms up shows no growth, a leak does', () => {
    const warmingUp = Array.from({ length: 90 }, (_, i) => Math.min(100, 10 + 4 * i));
    assert.equal(laterGrowth(warmingUp), 1);
    const leaking = Array.from({ length: 90 }, (_, i) => 100 + i);
    assert.ok(laterGrowth(leaking) > 1.15);
    assert.equal(laterGrowth([1]), 1);
  });
});
