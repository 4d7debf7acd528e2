import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from '../../src/platform/csv.ts';
import { wantsCsv } from '../../src/platform/http/csv-choice.ts';

/** As a spreadsheet with this separator reads it: quotation marks count at the beginning of a cell only. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text.replace(/^\ufeff/, '');
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    rest = rest.slice(quoted?.[0].length ?? 0);
    const end = new RegExp(`${separator}|\r\n|\r|\n|$`).exec(rest) ?? assert.fail();
    rows.at(-1)?.push((quoted?.[1] ?? '').replaceAll('""', '"') + rest.slice(0, end.index));
    rest = rest.slice(end.index + end[0].length);
    if (end[0] !== separator && rest !== '') rows.push([]);
  }
  return rows;
}

describe('CSV', () => {
  const text = (...row: readonly (string | number | null)[]): string => csvOf([row]).toString('utf8');

  it('starts with a byte order mark, and ends every row with CR LF', () => {
    const bytes = csvOf([
      ['key', 'falls'],
      ['Küche', 3],
    ]);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(bytes.toString('utf8'), '\ufeff"key","falls"\r\n"Küche",3\r\n');
  });

  it('quotes text, doubles quotation marks, and leaves null empty', () => {
    assert.equal(
      text('a,b', 'say "hi"', 'two\nlines', null, 0),
      '\ufeff"a,b","say ""hi""","two\nlines",,0\r\n',
    );
    assert.equal(text('1-13', 'a=b', 'Room 3; bed 2'), '\ufeff"1-13","a=b","Room 3; bed 2"\r\n');
  });

  it('keeps numbers, negative ones too', () => {
    assert.equal(text('x', -5, -0.25), '\ufeff"x",-5,-0.25\r\n');
  });

  it('makes text of cells that a spreadsheet would take for a formula', () => {
    for (const first of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
      assert.equal(text(`${first}1+1`), `\ufeff"'${first}1+1"\r\n`, JSON.stringify(first));
    assert.equal(text('=HYPERLINK("http://x","y")'), '\ufeff"\'=HYPERLINK(""http://x"",""y"")"\r\n');
  });

  it('has no cell that begins a formula, whether a spreadsheet separates by comma, semicolon or tab', () => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    const before = [
      '',
      ' ',
      ';',
      '; ',
      ';"',
      ';""',
      ';;',
      'a;',
      'a"b;',
      '"a;',
      '\t',
      'a\t',
      '\r',
      'a\n',
      '\n\n',
      '";"',
    ];
    const cells = before.flatMap((start) => signs.map((sign) => `${start}${sign}cmd|' /C calc'!A0`));
    for (const cell of cells)
      for (const row of [
        [cell, 1],
        ['key', cell, -2],
        ['say "hi"', cell, cell],
      ])
        for (const separator of [',', ';', '\t'])
          for (const read of cellsOf(csvOf([['key', 'label'], row]).toString(), separator).flat())
            if (!/^-\d+$/.test(read))
              assert.doesNotMatch(read, /^[\s"]*[=+\-@\t\r＝＋－＠]/, JSON.stringify([cell, separator]));
  });

  it('reads back as what was written', () => {
    const rows = [
      ['key', 'label'],
      ['a;b', 'say "hi", Oma\nGroß'],
    ];
    assert.deepEqual(cellsOf(csvOf(rows).toString(), ','), rows);
  });
});

describe('the choice of CSV', () => {
  const cases: readonly [accept: string, query: object, csv: boolean][] = [
    ['', {}, false],
    ['*/*', {}, false],
    ['text/csv', {}, true],
    ['Text/CSV; charset=utf-8', {}, true],
    ['text/*', {}, true],
    ['text/csv, application/json', {}, false],
    ['text/csv, application/json;q=0.5', {}, true],
    ['application/json, text/csv;q=0.9', {}, false],
    ['text/csv, */*;q=0.8', {}, true],
    ['text/csv;q=0, */*', {}, false],
    ['text/csv;q=nonsense', {}, false],
    ['text/html', {}, false],
    ['application/json', { format: 'csv' }, true],
    ['text/csv', { format: 'json' }, false],
  ];
  for (const [accept, query, csv] of cases)
    it(`is ${csv} for Accept "${accept}" and ${JSON.stringify(query)}`, () => {
      assert.equal(wantsCsv(query, accept), csv);
    });
});
