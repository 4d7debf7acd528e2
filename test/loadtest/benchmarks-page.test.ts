import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { between } from '../../loadtest/pages/marks.ts';
import { benchmarksPage } from '../../loadtest/pages/page.ts';
import { withMosquitto } from '../../loadtest/pages/readme.ts';
import { withHomes, withSizing } from '../../loadtest/pages/sizing.ts';
import type { Result } from '../../loadtest/result-file.ts';
import { resultsOfFolder } from '../helpers/benchmarks.ts';
import { inProject } from '../helpers/project.ts';

const RESULT: Result = {
  scenario: 'http',
  date: '2026-11-15T05:00:00.000Z',
  seconds: 42,
  commit: 'abc1234',
  machine: { cpu: 'A CPU', cores: 2, memoryGb: 8, system: 'Linux', node: 'v20' },
  options: { duration: 10, 'find-rate': true, rate: undefined, 'no-baselines': false },
  tables: [
    {
      title: 'Readings',
      rows: [
        { name: 'ours', figures: { 'readings/s': 12_345.6, 'p99 ms': 4.321 } },
        { name: 'theirs', figures: { 'readings/s': 20_000, failed: 0 } },
      ],
    },
  ],
  ratios: [
    { name: 'ours / theirs', value: 0.617, goal: 0.6 },
    { name: 'ours / others', value: 2.5, goal: 3 },
  ],
  checks: [
    { name: 'nothing is lost', found: '0', holds: true },
    { name: 'p99 ≤ 10 ms', found: '12 ms', holds: false },
  ],
  notes: [],
};

suite('the benchmarks page', () => {
  test('says how many goals are reached and checks hold, and names those that are not', () => {
    const counted = (text: string): number[] => {
      const found = /(\d+) of (\d+) goals are reached, (\d+) of (\d+) checks hold/.exec(text) ?? [];
      return found.slice(1).map(Number);
    };
    const results = resultsOfFolder();
    const before = counted(benchmarksPage(results));
    const page = benchmarksPage([...results, { name: 'example', result: RESULT }]);
    assert.deepEqual(
      counted(page).map((count, index) => count - (before[index] ?? 0)),
      [1, 2, 1, 2],
    );
    assert.match(page, /^- \[ours \/ others\]\(benchmarks\/example\.json\): 2\.50, goal ≥ 3$/m);
    assert.match(page, /^- \[p99 ≤ 10 ms\]\(benchmarks\/example\.json\): 12 ms$/m);
    assert.doesNotMatch(page, /ours \/ theirs/);
  });

  test('and what other documents say of measurements, is made from the latest results', () => {
    const results = resultsOfFolder();
    const [summary = '', operations = '', homes = '', readme = '', detection = ''] = [
      'docs/benchmarks.md',
      'docs/operations.md',
      'docs/many-homes.md',
      'README.md',
      'docs/detection.md',
    ].map((file) => readFileSync(inProject(file), 'utf8'));
    const hint = 'run npm run benchmarks-doc';
    assert.equal(summary, benchmarksPage(results), hint);
    assert.equal(operations, withSizing(operations, results, detection), hint);
    assert.equal(homes, withHomes(homes, results, detection), hint);
    assert.equal(readme, withMosquitto(readme, results), hint);
    assert.match(operations, /\| 1 000 000 \| \d/);
  });

  test('lines between two markers are replaced, and missing markers are reported', () => {
    const text = 'a\n<!-- x:begin, by a script -->\nold\n<!-- x:end -->\nb\n';
    assert.equal(between(text, 'x', 'new\n'), text.replace('old', 'new'));
    assert.throws(() => between(text, 'y', ''), /the marks <!-- y:begin … <!-- y:end --> are missing/);
  });
});
