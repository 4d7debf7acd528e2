import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { mosquittoLine } from '../../loadtest/pages/readme.ts';
import type { Report } from '../../loadtest/report.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation.ts';
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

suite('the claims of the README', () => {
  test('impact to alert: the median in docs/detection.md for one reading a second, in whole seconds', () => {
    const [, seconds = ''] = claim(/Alert on the board (\d+) s after impact\*\* \(median/);
    const row = /\| one reading, adaptive hold \|(?:[^|]+\|){4} ([\d.]+) s \|/.exec(
      read('docs/detection.md'),
    );
    assert.equal(Math.round(Number(row?.[1])), Number(seconds));
  });

  test('share of falls found: the sensitivity in docs/detection.md for both devices', () => {
    const [, ...claimed] = claim(/it found ([\d.]+ %) \(smartwatch\) and ([\d.]+ %) \(another device\)/);
    const rows = [...read('docs/detection.md').matchAll(/\| one reading, adaptive hold \| ([\d.]+ %) \|/g)];
    assert.deepEqual(
      claimed,
      rows.slice(0, 2).map(([, share]) => share),
    );
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

  test('comparison with Mosquitto: the line that benchmarks-doc writes from the latest measurement', () => {
    const report = JSON.parse(
      readFileSync(inProject('docs', 'benchmarks', 'mosquitto.json'), 'utf8'),
    ) as Report;
    assert.ok(README.includes(mosquittoLine(report).replace(/\s+/g, ' ')));
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
        [60, 'assigned'],
        [180, 'assigned', 'admins'],
      ],
    );
  });

  test('the Node versions are those that package.json allows', () => {
    claim(/Node 22 or 24, or 20\.13 and newer of 20/);
    const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
    assert.equal(engines.node, '^20.13.0 || ^22.0.0 || ^24.0.0');
  });
});
