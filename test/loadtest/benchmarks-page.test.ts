import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { between } from '../../loadtest/pages/marks.ts';
import { benchmarksPage } from '../../loadtest/pages/page.ts';
import { linePlot } from '../../loadtest/pages/plot/lines.ts';
import { roundStep, tickText } from '../../loadtest/pages/plot/scales.ts';
import { withSizing } from '../../loadtest/pages/sizing.ts';
import type { Result } from '../../loadtest/result-file.ts';
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
  checks: [{ name: 'nothing is lost', found: '0', holds: true }],
  plots: [],
  notes: [],
};

suite('the benchmarks page', () => {
  test('shows figures, ratios with their goals, checks, machine, date and command', () => {
    const page = benchmarksPage([{ name: 'http', result: RESULT }]);
    assert.match(page, /\| ours \| 12346 \| 4\.32 \| {2}\|/);
    assert.match(page, /\| theirs \| 20000 \| {2}\| 0 \|/);
    assert.match(page, /\| ours \/ theirs \| 0\.62 \| goal ≥ 0\.6: reached \|/);
    assert.match(page, /\| ours \/ others \| 2\.50 \| goal ≥ 3: missed \|/);
    assert.match(page, /- holds: nothing is lost \(0\)/);
    assert.match(page, /Machine: A CPU, 2 cores, 8 GB, Linux, Node v20\./);
    assert.match(
      page,
      /2026-11-15 05:00 UTC, commit abc1234, 42 s: `npm run loadtest -- http --duration 10 --find-rate`/,
    );
  });

  test('docs/operations.md has the sizing of the latest measurements', () => {
    const folder = inProject('docs', 'benchmarks');
    const results = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        name: basename(file, '.json'),
        result: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Result,
      }));
    const text = readFileSync(inProject('docs', 'operations.md'), 'utf8');
    assert.equal(withSizing(text, results), text, 'run npm run benchmarks-doc');
    assert.match(text, /\| 1 000 000 \| \d/);
  });

  test('lines between two markers are replaced, and missing markers are reported', () => {
    const text = 'a\n<!-- x:begin, by a script -->\nold\n<!-- x:end -->\nb\n';
    assert.equal(between(text, 'x', 'new\n'), text.replace('old', 'new'));
    assert.throws(() => between(text, 'y', ''), /the marks <!-- y:begin … <!-- y:end --> are missing/);
  });

  test('ticks are round', () => {
    assert.equal(roundStep(100, 6), 20);
    assert.equal(roundStep(7, 6), 2);
    assert.equal(roundStep(0.9, 6), 0.2);
    assert.deepEqual([0, 0.1, 500, 20_000, 5_000_000].map(tickText), ['0', '0.1', '500', '20 k', '5 M']);
  });

  test('a plot places higher values higher, on either scale, within its frame', () => {
    const svg = linePlot({
      title: 'Latency & rate',
      x: { label: 'rate', scale: 'linear' },
      y: { label: 'ms', scale: 'log' },
      lines: [
        {
          label: 'p99',
          points: [
            [1000, 2],
            [2000, 20],
            [4000, 200],
          ],
        },
      ],
    });
    assert.match(svg, /<title>Latency &amp; rate<\/title>/);
    const points = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    const [low, middle, high] = points;
    assert.ok((low?.[1] ?? 0) > (middle?.[1] ?? 0) && (middle?.[1] ?? 0) > (high?.[1] ?? 0));
    // Ten times as much is the same distance each time.
    assert.ok(Math.abs((low?.[1] ?? 0) - 2 * (middle?.[1] ?? 0) + (high?.[1] ?? 0)) < 0.3);
    for (const [x = 0, y = 0] of points) assert.ok(x >= 64 && x <= 700 && y >= 24 && y <= 400);
  });

  test('a single size or a cost of 0 can be drawn', () => {
    for (const scale of ['linear', 'log'] as const) {
      const svg = linePlot({
        title: 'One',
        x: { label: 'sockets', scale },
        y: { label: 'µs', scale: 'linear' },
        lines: [{ label: 'database', points: [[1000, 0]] }],
      });
      assert.doesNotMatch(svg, /NaN|Infinity/);
    }
  });
});
