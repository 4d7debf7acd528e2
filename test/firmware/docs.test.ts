import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { AppError } from '../../src/platform/errors.ts';
import { checkReading } from '../../src/readings/reading-check.ts';
import { SensorReading } from '../../src/readings/schema.ts';
import { resting } from '../helpers/readings.ts';
import { CORE } from './compiler.ts';
import { blocksOf, namesIn, readCore, readPage, rowsOf } from './page.ts';

describe('docs/firmware.md', () => {
  let page: string;
  let core: string;
  before(async () => {
    [page, core] = await Promise.all([readPage('firmware.md'), readCore()]);
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

  it('shows the code and names the functions of the reference firmware', async () => {
    const shown = blocksOf(page, 'c');
    assert.ok(shown.length > 0);
    for (const code of shown) assert.ok(core.includes(code), code);
    const files = rowsOf(page.slice(page.indexOf('## The C files'))).slice(1);
    assert.deepEqual(files.map(([name = '']) => namesIn(name)[0]).sort(), [...CORE].sort());
    for (const [name = '', what = ''] of files) {
      const source = await readPage(`firmware/core/${namesIn(name)[0]}.c`);
      for (const called of namesIn(what)) assert.match(source, new RegExp(`^[a-z].*\\b${called}\\(`, 'm'));
    }
  });
});
