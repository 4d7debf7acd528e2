import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { compile, linesOf, skipWithoutCompiler } from './compiler.ts';
import { blocksOf, readPage, rowsOf } from './page.ts';

/** Reads samples, without waiting for their time, and prints the message of each second, with or without parts. */
const harness = (sendsParts: boolean): string => `
#include <stdio.h>
#include "message.h"
static void print(const struct vigil_reading *reading) {
  char text[VIGIL_READING_TEXT];
  printf("%.*s\\n", (int)vigil_write_reading(text, reading), text);
}
int main(void) {
  struct vigil_second second = {.nominal_rate = 50, .sends_parts = ${sendsParts}};
  struct vigil_sample s;
  struct vigil_reading finished;
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long t;
    int numbers = sscanf(line, "%lld %f %f %f %f %f %f", &t, &s.ax, &s.ay, &s.az, &s.gx, &s.gy, &s.gz);
    s.uptime_ms = t;
    if (vigil_hold(&second, &s, numbers == 7, &finished)) print(&finished);
  }
  vigil_finish(&second, &finished);
  print(&finished);
}`;

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;

describe('the messages of the reference firmware', { skip: skipWithoutCompiler }, () => {
  let folder: string;
  let samples: number[][];
  let parts: string[];
  let readings: string[];
  const textOf = (rows: readonly (readonly number[])[]): string =>
    rows.map((row) => row.join(' ')).join('\n');
  function messages(sendsParts: boolean, rows: readonly (readonly number[])[]): string[] {
    return linesOf(compile(harness(sendsParts), folder), textOf(rows));
  }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-messages-'));
    const fall = await readFile(inProject('docs', 'firmware', 'fall.txt'), 'utf8');
    samples = fall
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(' ').map(Number));
    parts = messages(true, samples);
    readings = messages(false, samples);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('hold the same sample with and without parts', () => {
    assert.equal(readings.length, 9);
    for (const [i, text] of parts.entries()) {
      const { parts: rows, ...reading } = JSON.parse(text);
      assert.deepEqual(reading, JSON.parse(readings[i] ?? ''));
      assert.deepEqual([rows.length, ...new Set(rows.map((row: unknown[]) => row.length))], [5, 12]);
    }
    const [fallen] = parts.map((text) => JSON.parse(text)).filter(({ accel_x }) => accel_x > 20);
    assert.deepEqual([fallen.accel_x, fallen.accel_y, fallen.accel_z], [38.18, -34.86, 29.68]);
  });

  it('have null for everything of the gyro where there is none', () => {
    for (const sendsParts of [true, false]) {
      const without = samples.map((row) => row.slice(0, 4));
      for (const text of messages(sendsParts, without)) {
        const { gyro_x, gyro_y, gyro_z, parts: rows = [] } = JSON.parse(text);
        assert.deepEqual([gyro_x, gyro_y, gyro_z], [null, null, null]);
        assert.equal(rows.length, sendsParts ? 5 : 0);
        for (const row of rows) assert.deepEqual([row[6], row[7]], [null, null]);
      }
    }
  });

  it('are those of docs/firmware.md, and as large as it says', async () => {
    const page = await readPage('firmware.md');
    const [shown] = blocksOf(page, 'json').filter((block) => block.includes('"parts"'));
    assert.ok(shown);
    const compact = (text: string): string => JSON.stringify(JSON.parse(text));
    assert.ok(parts.map(compact).includes(compact(shown)));
    const seconds = readings.map((text, second) => {
      const rows = samples.slice(second * 50, (second + 1) * 50);
      const end = rows.at(-1)?.[0] ?? 0;
      return JSON.stringify({
        ...JSON.parse(text),
        samples: rows.map(([t = 0, ...values]) => [t - end, ...values]),
      });
    });
    const sizes = [readings, parts, seconds].map((texts) => mean(texts.map((text) => text.length)));
    const said = rowsOf(page).filter(([way = '']) => /^one reading/.test(way));
    assert.equal(said.length, 3);
    for (const [i, [way, bytes, megabytes]] of said.entries()) {
      const size = sizes[i] ?? 0;
      assert.ok(Math.abs(Number(bytes) / size - 1) < 0.05, `${way}: ${size} bytes`);
      assert.ok(Math.abs((Number(megabytes) * 1e6) / (size * 86_400) - 1) < 0.05, `${way}: ${size} bytes`);
    }
  });
});
