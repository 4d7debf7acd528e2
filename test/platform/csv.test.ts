import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from '../../src/platform/csv.ts';
import { wantsCsv } from '../../src/platform/http/csv-choice.ts';

describe('CSV', () => {
  const text = (...row: readonly (string | number | null)[]): string => csvOf([row]).toString('utf8');

  it('starts with a byte order mark, and ends every row with CR LF', () => {
    const bytes = csvOf([
      ['key', 'falls'],
      ['Küche', 3],
    ]);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(bytes.toString('utf8'), '\ufeffkey,falls\r\nKüche,3\r\n');
  });

  it('quotes commas, quotes and line breaks, and leaves null empty', () => {
    assert.equal(
      text('a,b', 'say "hi"', 'two\nlines', null, 0),
      '\ufeff"a,b","say ""hi""","two\nlines",,0\r\n',
    );
  });

  it('makes text of cells that a spreadsheet would take for a formula', () => {
    for (const first of ['=', '+', '-', '@', '\t'])
      assert.equal(text(`${first}1+1`), `\ufeff'${first}1+1\r\n`, JSON.stringify(first));
    assert.equal(text('\rx'), '\ufeff"\'\rx"\r\n');
    assert.equal(text('=HYPERLINK("http://x","y")'), '\ufeff"\'=HYPERLINK(""http://x"",""y"")"\r\n');
    assert.equal(text('1-13', 'a=b'), '\ufeff1-13,a=b\r\n');
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
