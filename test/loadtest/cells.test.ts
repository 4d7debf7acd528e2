import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { growthTables, homesTable } from '../../loadtest/pages/cells.ts';
import { growthCosts } from '../../loadtest/pages/costs.ts';
import type { Named } from '../../loadtest/pages/page.ts';
import { ASSUMED, type GrowthCosts, growthOf, machinesFor } from '../../loadtest/rules/cells.ts';
import { resultsOfFolder } from '../helpers/benchmarks.ts';

const COSTS: GrowthCosts = {
  alone: [{ perSecond: 10_000, service: 0.8, database: 0.2, redis: 0 }],
  together: [{ perSecond: 10_000, service: 0.9, database: 0.3, redis: 0.1 }],
  walBytesPerReading: 200,
  diskBytesPerReading: 150,
  packedBytesPerReading: 20,
  packedAfterDays: 2,
  bytesSentPerReading: 300,
  redisCommandsPerReading: 0.02,
  memoryBytesPerInstance: 250e6,
  memoryBytesPerWearable: 30e3,
  falseRingsPerHour: 0.1,
};
const growth = (wearables: number, intervalMs = 1_000) =>
  growthOf(wearables, { intervalMs, retentionDays: 90 }, COSTS);
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.abs(expected), `${actual} is not ${expected}`);

const DETECTION = '| parts | 30 | 136 | 1.4 | 9.2 | 35 | **0.15** (0.02) | 0 |\n';

suite('growth in cells', () => {
  test('a home has one server, more wearables a pair of servers, and above a cell the next cell', () => {
    const shapeOf = (wearables: number): number[] => {
      const { cells, servers, instances } = growth(wearables);
      return [cells, servers, instances];
    };
    assert.deepEqual(shapeOf(100), [1, 1, 1]);
    assert.deepEqual(shapeOf(ASSUMED.wearablesOnOneMachine), [1, 1, 1]);
    assert.deepEqual(shapeOf(ASSUMED.wearablesOnOneMachine + 1), [1, 2, 2]);
    assert.deepEqual(shapeOf(ASSUMED.wearablesPerCell), [1, 2, 2]);
    assert.deepEqual(shapeOf(ASSUMED.wearablesPerCell + 1), [2, 4, 4]);
    assert.deepEqual(shapeOf(1_000_000), [200, 400, 400]);
  });

  test('twenty cells cost twenty times as much as one, and their servers are as large', () => {
    const [one, twenty] = [growth(5_000), growth(100_000)];
    for (const name of [
      ...(['readingsPerSecond', 'serviceCores', 'databaseCores', 'redisCommandsPerSecond'] as const),
      ...([
        'walBytesPerSecond',
        'sentBytesPerSecond',
        'memoryBytes',
        'packedBytes',
        'unpackedBytes',
      ] as const),
      ...(['fallsPerDay', 'falseRingsPerDay', 'caregiversBusy'] as const),
    ])
      near(twenty[name], 20 * one[name]);
    assert.deepEqual(twenty.server, one.server);
    near(one.serviceCores, 0.45);
    near(one.redisCommandsPerSecond, 100);
  });

  test('a server carries its cell alone, with room to spare', () => {
    const { server } = growth(5_000);
    assert.equal(server.cores, 2);
    near(server.memoryBytes, ASSUMED.memoryBesideService + 2 * 250e6 + 5_000 * 30e3);
    near(server.diskBytes, growth(5_000).packedBytes / ASSUMED.shareOfDisk);
    const dear = { ...COSTS, together: [{ perSecond: 5_000, service: 3, database: 1, redis: 0 }] };
    assert.equal(growthOf(5_000, { intervalMs: 1_000, retentionDays: 90 }, dear).server.cores, 7);
  });

  test('the last days are not packed, and a short retention packs nothing', () => {
    const perDay = 100 * 86_400;
    near(growth(100).packedBytes, perDay * (2 * 150 + 88 * 20));
    near(growth(100).unpackedBytes, perDay * 90 * 150);
    const short = growthOf(100, { intervalMs: 1_000, retentionDays: 1 }, COSTS);
    near(short.packedBytes, short.unpackedBytes);
  });

  test('wearables that send every 5 s need a fifth of the disk, but people as before', () => {
    near(growth(1_000, 5_000).packedBytes, growth(1_000).packedBytes / 5);
    near(growth(1_000, 5_000).falseRingsPerDay, growth(1_000).falseRingsPerDay);
    near(growth(1_000).fallsPerDay, 1_600 / 365);
    near(growth(1_000).falseRingsPerDay, 1_600);
  });

  test('small homes share machines as far as cores and memory go', () => {
    const each = growth(100);
    assert.equal(machinesFor(50, each, { cores: 16, memoryBytes: 64e9 }), 2);
    assert.equal(machinesFor(50, each, { cores: 16, memoryBytes: 128e9 }), 1);
    assert.equal(machinesFor(50, { ...each, serviceCores: 1 }, { cores: 16, memoryBytes: 128e9 }), 6);
  });

  test('the size of a packed reading comes from its load test as soon as there is a result', () => {
    const results = resultsOfFolder().filter(({ name }) => name !== 'packing');
    const [any] = results;
    assert.ok(any);
    const rows = [{ name: 'bytes of a reading', figures: { unpacked: 150, packed: 17 } }];
    const packing: Named = {
      name: 'packing',
      result: { ...any.result, tables: [{ title: 'A day of readings', rows }] },
    };
    assert.equal(growthCosts(results, DETECTION)?.packedBytesPerReading, 22.8);
    assert.equal(growthCosts([...results, packing], DETECTION)?.packedBytesPerReading, 17);
  });

  test("false alarms are those of the detector's evaluation", () => {
    assert.equal(growthCosts(resultsOfFolder(), DETECTION)?.falseRingsPerHour, 0.15);
    assert.equal(growthCosts(resultsOfFolder(), DETECTION.replaceAll('**', ''))?.falseRingsPerHour, 0.15);
    assert.throws(() => growthCosts(resultsOfFolder(), '# Detection\n'), /false alarms/);
  });

  test('without a result that it needs, the page has no table', () => {
    const missing = resultsOfFolder().filter(({ name }) => name !== 'instances-rate');
    assert.equal(growthTables(missing, DETECTION), '');
    assert.equal(homesTable(missing, DETECTION), '');
  });
});
