import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { choiceTable, measuredWith } from '../../detector/choices.ts';
import { EVALUATION } from '../../src/falls/reports/evaluation.ts';
import { inProject } from '../helpers/project.ts';

suite('the figures of each sensitivity', () => {
  const page = readFileSync(inProject('docs', 'detection.md'), 'utf8');
  const { fewer, standard, more } = EVALUATION.choices;

  test('are those of the present weights, verification and thresholds, or `npm run evaluate` is due', () => {
    assert.deepEqual(EVALUATION.measuredWith, measuredWith());
  });

  test('are those of docs/detection.md, and standard is what a ward hears', () => {
    assert.ok(page.includes(choiceTable(EVALUATION)));
    for (const [name, { falseAlarmsPerShift }] of [
      ['one reading', standard.reading],
      ['parts', standard.parts],
    ] as const) {
      const [, ring = ''] = new RegExp(`\\| ${name} \\| (\\d+) \\|`).exec(page) ?? [];
      assert.equal(Number(ring), Math.round(falseAlarmsPerShift), name);
    }
  });

  test('rise with the sensitivity: falls that ring, and false alarms', () => {
    for (const sending of ['reading', 'parts'] as const) {
      const choices = [fewer, standard, more].map((choice) => choice[sending]);
      const falls = choices.map(({ fallsPercent }) => fallsPercent);
      const alarms = choices.map(({ falseAlarmsPerShift }) => falseAlarmsPerShift);
      for (const figures of [falls, alarms])
        assert.deepEqual(
          figures,
          figures.toSorted((a, b) => a - b),
        );
      assert.ok(fewer[sending].fallsPercent < more[sending].fallsPercent);
    }
  });
});
