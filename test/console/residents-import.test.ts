import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LineResult, sendLines } from '../../web/components/send-lines.ts';
import { decodeCsv, parseCsv } from '../../web/pages/admin/import/csv.ts';
import { bodyOf, isoDateOf, isReady, readResidents } from '../../web/pages/admin/import/residents.ts';

const cellsOf = (text: string) => parseCsv(text).records.map(({ cells }) => cells);

describe('a CSV file', () => {
  it('has commas, semicolons or tabs, any line ending, quotes, a byte order mark and blank lines', () => {
    const expected = [
      ['a', 'b'],
      ['1', '2'],
    ];
    for (const text of [
      'a,b\n1,2',
      'a;b\r\n1;2\r\n',
      'a\tb\r1\t2\r',
      '\ufeffa,b\n\n1,2\n , \n',
      'sep=;\r\na;b\r\n1;2',
      '"a","b"\n"1" , "2"\n',
    ])
      assert.deepEqual(cellsOf(text), expected, JSON.stringify(text));
    assert.deepEqual(cellsOf('a;b,c;d\n"x;y";"say ""hi""";"two\r\nlines"'), [
      ['a', 'b,c', 'd'],
      ['x;y', 'say "hi"', 'two\r\nlines'],
    ]);
    assert.deepEqual(cellsOf('"a,1";b\n1;2'), [
      ['a,1', 'b'],
      ['1', '2'],
    ]);
    assert.deepEqual(cellsOf(''), []);
  });

  it('keeps formulas and quotation marks inside a cell as plain text', () => {
    assert.deepEqual(cellsOf('a,b\n=1+1,@SUM(A1)\n+49 30,5" screen'), [
      ['a', 'b'],
      ['=1+1', '@SUM(A1)'],
      ['+49 30', '5" screen'],
    ]);
  });

  it('numbers records by the line on which they begin, and tells where a quote never closes', () => {
    const { records, openQuoteAt } = parseCsv('a,b\r\n"1\r\n1",2\r\n\r\n3,"4\n5');
    assert.deepEqual(
      records.map(({ line }) => line),
      [1, 2, 5],
    );
    assert.equal(openQuoteAt, 5);
  });

  it('may be UTF-8, UTF-16 or Windows-1252', () => {
    const text = 'Müller;Größe';
    assert.equal(decodeCsv(new TextEncoder().encode(text)), text);
    assert.equal(decodeCsv(Buffer.from(text, 'latin1')), text);
    assert.equal(decodeCsv(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
    assert.equal(cellsOf(decodeCsv(new TextEncoder().encode(`\ufeff${text}\n1;2`)))[0]?.[0], 'Müller');
  });
});

const HOME = {
  wards: [{ id: 'w1', name: 'Ward 1' }],
  people: [{ name: 'Edith Brandt', room: '12' }],
};
const read = (text: string) => readResidents(parseCsv(text), HOME);
const kindsOf = (text: string) =>
  read(text).rows.map(({ line, problems }) => [line, problems.map(({ kind }) => kind)]);

describe('a file of residents', () => {
  it('is read by its headings, in English or German, in any order; other columns are ignored', () => {
    const { rows, ignored, problems } = read(
      'Zimmer;Nachname;Vorname;Pflegegrad;Geburtsdatum;E-Mail;Wohnbereich\n3;Müller;Änne;2;7.3.1940;Ae@Example.org;ward  1',
    );
    assert.deepEqual([ignored, problems], [['Pflegegrad'], []]);
    const [row] = rows;
    assert.ok(row && isReady(row));
    assert.deepEqual(bodyOf(row), {
      firstName: 'Änne',
      lastName: 'Müller',
      room: '3',
      email: 'Ae@Example.org',
      dateOfBirth: '1940-03-07',
      wardId: 'w1',
    });
  });

  it('reports every problem of every line', () => {
    assert.deepEqual(
      kindsOf(
        `first name,last name,room,ward,email,date of birth
Ada,Byron,1,Ward 1,a@example.org,1940-02-29
,Byron,${'x'.repeat(81)},Ward 9,nope,1940-02-30
Bea,"By
ron",2,,A@example.org,03/04/1940
Ada,byron,1,,,29.2.1940,extra
=cmd(),@x,4,,,`,
      ),
      [
        [2, []],
        [3, ['empty', 'tooLong', 'email', 'date', 'noWard']],
        [4, ['control', 'date', 'sameEmail']],
        [6, ['moreCells', 'samePerson']],
        [7, []],
      ],
    );
    assert.deepEqual(read('vorname;zimmer;zimmer\nA;1;2').problems, [
      { line: 1, problem: { kind: 'noColumn', column: 'lastName' } },
      { line: 1, problem: { kind: 'twoColumns', column: 'room' } },
    ]);
    for (const empty of ['', 'first name,last name\n'])
      assert.deepEqual(read(empty).problems, [{ line: 1, problem: { kind: 'nothing' } }]);
    assert.equal(read('firstName,lastName\nA,"B').problems[0]?.problem.kind, 'openQuote');
  });

  it('leaves out residents who exist already, so that a file can be imported again', () => {
    const [known, other] = read('firstName,lastName,room\nEDITH,Brandt,12\nEdith,Brandt,13').rows;
    assert.deepEqual([known?.isKnown, other?.isKnown], [true, false]);
    assert.ok(known && other && !isReady(known) && isReady(other));
  });

  it('accepts dates that exist, by year or by day first with dots', () => {
    for (const [text, iso] of [
      ['1940-3-7', '1940-03-07'],
      ['07.03.1940', '1940-03-07'],
      ['', ''],
      ['1940-13-01', undefined],
      ['31.04.1940', undefined],
      ['3/7/1940', undefined],
      ['0040-03-07', undefined],
    ])
      assert.equal(isoDateOf(text as string), iso, text);
  });
});

describe('sending the lines', () => {
  const refused = (status: number, more: object = {}) => ({
    ok: false as const,
    status,
    error: 'No',
    details: {},
    ...more,
  });
  async function run(answers: Readonly<Record<string, ReturnType<typeof refused>[]>>, stopAfter = Infinity) {
    const waits: number[] = [];
    const results: [string, LineResult<string>][] = [];
    const sent: string[] = [];
    await sendLines(['a', 'b', 'c', 'd'], {
      async create(row) {
        sent.push(row);
        return answers[row]?.shift() ?? { ok: true, data: row.toUpperCase() };
      },
      wait: async (ms) => void waits.push(ms),
      isStopped: () => sent.length >= stopAfter,
      onResult: (row, result) => results.push([row, result]),
    });
    return { waits, sent, results: results.map(([row, { state }]) => `${row} ${state}`) };
  }

  it('waits for the rate limit, and goes on after a refused line', async () => {
    const { waits, sent, results } = await run({
      a: [refused(429, { retryAfter: 7 }), refused(429)],
      b: [refused(409), refused(400)],
    });
    assert.deepEqual(waits, [7_000, 5_000]);
    assert.deepEqual(sent, ['a', 'a', 'a', 'b', 'c', 'd']);
    assert.deepEqual(results, ['a created', 'b refused', 'c created', 'd created']);
  });

  it('stops after an outage: a line without an answer may have been created', async () => {
    assert.deepEqual((await run({ b: [refused(0)] })).results, [
      'a created',
      'b unclear',
      'c notSent',
      'd notSent',
    ]);
    assert.deepEqual((await run({ b: [refused(503)] })).results.slice(1), [
      'b notSent',
      'c notSent',
      'd notSent',
    ]);
    assert.deepEqual((await run({}, 2)).results.slice(1), ['b created', 'c notSent', 'd notSent']);
  });
});
