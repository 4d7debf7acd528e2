import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { progressLine } from '../../loadtest/progress.ts';
import { type Report, reportText } from '../../loadtest/report.ts';
import { table, wrapped } from '../../loadtest/rules/layout.ts';
import { inProject } from '../helpers/project.ts';

const WIDTH = 80;

function assertFits(text: string): void {
  for (const line of text.split('\n')) assert.ok(line.length <= WIDTH, `${line.length}: ${line}`);
}

suite('the output of load tests', () => {
  test('every published report fits 80 columns and shows all of its figures', () => {
    const folder = inProject('docs', 'benchmarks');
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    assert.ok(files.length > 5);
    for (const file of files) {
      const report = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Report;
      const text = reportText(report, WIDTH);
      assertFits(text);
      assert.doesNotMatch(text, /'\d/);
      const figures = report.tables.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row.figures)));
      const shown = text.match(/(?<= )-?[\d.]+(?=\s|$)/g) ?? [];
      assert.ok(shown.length >= figures.length, `${file} shows all ${figures.length} figures`);
    }
  });

  test('columns that do not fit appear below, with the row names repeated', () => {
    const columns = ['one', 'another one', 'a third'].map((title) => ({ title, cells: ['1234567', '8'] }));
    assert.deepEqual(table(['first', 'second'], columns, 26), [
      '                 another',
      '            one      one',
      'first   1234567  1234567',
      'second        8        8',
      '',
      '        a third',
      'first   1234567',
      'second        8',
    ]);
  });

  test('words wrap to the next line, and none is cut', () => {
    assert.deepEqual(wrapped('holds: nothing was lost (0 of 10)', 16, '  '), [
      'holds: nothing',
      '  was lost (0 of',
      '  10)',
    ]);
  });

  test('the progress line shows how far it is, and fits the width', () => {
    const moment = { chapter: '2/3 Vigil', what: 'sending', elapsed: 4.2, seconds: 10 };
    assert.equal(progressLine(moment, 79), '██░░░░ 4 of 10 s 2/3 Vigil: sending');
    assert.equal(progressLine({ ...moment, chapter: '', seconds: undefined }, 79), '4 s sending');
    assert.equal(progressLine(moment, 30).length, 30);
  });
});
