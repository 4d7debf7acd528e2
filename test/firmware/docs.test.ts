import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { AppError } from '../../src/platform/errors.ts';
import { checkReading } from '../../src/readings/reading-check.ts';
import { SensorReading } from '../../src/readings/schema.ts';
import { resting } from '../helpers/readings.ts';
import { blocksOf, namesIn, readPage, readSource, rowsOf } from './page.ts';

describe('docs/firmware.md', () => {
  let page: string;
  let source: string;
  before(async () => {
    [page, source] = await Promise.all([readPage('firmware.md'), readSource()]);
  });

  it('lists every field of a reading with its bounds', () => {
    const fields = rowsOf(page)
      .filter((row) => row.length === 4)
      .flatMap(([names = '', , from = '', to = '']) => namesIn(names).map((name) => ({ name, from, to })));
    assert.deepEqual(fields.map(({ name }) => name).sort(), Object.keys(SensorReading.properties).sort());
    const isTaken = (field: string, value: number) =>
      !(checkReading({ ...resting('AA:BB:CC:DD:EE:FF'), [field]: value }) instanceof AppError);
    const bounded = fields.filter(({ from }) => from !== '');
    assert.ok(bounded.length >= 12);
    for (const { name, from, to } of bounded) {
      const [least, most] = [Number(from), Number(to)];
      const judged = [least - 1, least, most, most + 1].map((value) => isTaken(name, value));
      assert.deepEqual(judged, [false, true, true, false], name);
    }
  });

  it('shows the code, functions and compiler command of the reference firmware', () => {
    const shown = blocksOf(page, 'c');
    assert.ok(shown.length > 0);
    for (const code of shown) assert.ok(source.includes(code), code);
    const parts = rowsOf(page.slice(page.indexOf('## The C file'))).slice(1);
    for (const [part = '', what = ''] of parts) {
      assert.match(source, new RegExp(`^/\\* -+ ${part} \\*/$`, 'm'));
      for (const name of namesIn(what)) assert.match(source, new RegExp(`^static .*\\b${name}\\(`, 'm'));
    }
    assert.ok(parts.length >= 6);
    const compiling = /gcc -std.*/.exec(page)?.[0] ?? '';
    assert.ok(source.includes(compiling), compiling);
  });
});
