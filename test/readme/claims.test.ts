import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Report } from '../../loadtest/report.ts';
import { readConfig } from '../../src/app/config.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import { inProject } from '../helpers/project.ts';

/** Without line breaks, so that whole sentences can be matched. */
const read = (path: string): string => readFileSync(inProject(path), 'utf8').replace(/\s+/g, ' ');

const README = read('README.md');

/** Matches the text of the README, so that a reworded claim must be checked here again. */
function claim(words: RegExp): RegExpExecArray {
  const found = words.exec(README);
  assert.ok(found, `README does not say ${words}`);
  return found;
}

/** Rows of a table in docs/detection.md, without the sensor that clips at ±2 g. */
function unseenPeople(heading: string): string[][] {
  const page = readFileSync(inProject('docs', 'detection.md'), 'utf8');
  const section = page.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line) && !line.includes('second sensor'));
  assert.equal(rows.length, 5, heading);
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

suite('the claims of the README', () => {
  test('impact to alert: the mean of the medians in docs/detection.md for one reading a second, in whole seconds', () => {
    const [, seconds = ''] = claim(/Alert on the board (\d+) s after impact\*\* \(median/);
    const delays = unseenPeople('One reading per second').map(([, , , , , , delay = '']) =>
      Number.parseFloat(delay),
    );
    const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
    assert.equal(Math.round(mean), Number(seconds));
  });

  test('share of falls found: the lowest and highest in docs/detection.md of the five sensors with enough range', () => {
    const [, ...claimed] = claim(
      /on five devices it found (\d+) to (\d+) % \(one reading per second\) and (\d+) to (\d+) % \(parts\)/,
    );
    const found = ['One reading per second', 'Parts'].flatMap((heading) => {
      const shares = unseenPeople(heading).map(([, share = '']) => Number.parseFloat(share));
      return [Math.min(...shares), Math.max(...shares)].map(Math.floor);
    });
    assert.deepEqual(claimed.map(Number), found);
  });

  test('arrival of the reading to alert in less than a second: the latest measurement, p99 and under load', () => {
    claim(/From the reading's arrival to the alert it takes less than a second/);
    const { tables } = JSON.parse(
      readFileSync(inProject('docs', 'benchmarks', 'live.json'), 'utf8'),
    ) as Report;
    const rows = tables[0]?.rows ?? [];
    assert.equal(rows.length, 2);
    for (const { figures, name } of rows) assert.ok((figures['p99 ms'] ?? 1000) < 1000, name);
  });

  test("the wearer's time to answer is that of the setting", () => {
    const [, seconds = ''] = claim(/The wearer has (\d+) s to say "I'm OK"/);
    assert.equal(readConfig({}).okWindowSeconds, Number(seconds));
  });

  test('the order and the times of notifications are those of the default policy', () => {
    claim(
      /caregivers on duty first, after 1 minute the whole care team, after 3 minutes the admins too\. An emergency skips the 30 s/,
    );
    assert.deepEqual(
      DEFAULT_POLICY.steps.map(({ afterSeconds, targets }) => [afterSeconds, ...targets]),
      [
        [0, 'on_duty'],
        [60, 'assigned', 'ward'],
        [180, 'assigned', 'ward', 'ward_leads', 'admins'],
      ],
    );
  });

  test('the Node versions are those that package.json allows', () => {
    claim(/Node 22 or 24, or 20\.13 and newer of 20/);
    const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
    assert.equal(engines.node, '^20.13.0 || ^22.0.0 || ^24.0.0');
  });
});
