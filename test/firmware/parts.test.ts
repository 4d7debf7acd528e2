import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRandom } from '../../firmware-sim/random.ts';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { BIN_REST, BIN_VALUES, FIELDS, MESSAGE_CELLS } from '../../src/readings/scoring/window.ts';
import { compile, linesOf, skipWithoutCompiler } from './compiler.ts';

/** Reads seconds as `rate has_gyro n` and n lines of a sample; prints a reading with the parts of each, if it has them. */
const HARNESS = `
#include <stdio.h>
#include "message.h"
int main(void) {
  unsigned rate, n;
  int has_gyro;
  struct vigil_parts parts = {0};
  while (scanf("%u %d %u", &rate, &has_gyro, &n) == 3) {
    struct vigil_reading reading = {.has_gyro = has_gyro};
    vigil_begin_parts(&parts, rate);
    for (unsigned i = 0; i < n; i++) {
      struct vigil_sample s;
      long long t;
      if (scanf("%lld %f %f %f %f %f %f", &t, &s.ax, &s.ay, &s.az, &s.gx, &s.gy, &s.gz) != 7) return 1;
      s.uptime_ms = t;
      vigil_add_to_parts(&parts, &s, has_gyro);
    }
    char text[VIGIL_READING_TEXT];
    reading.has_parts = vigil_finish_parts(&parts, &reading.parts);
    printf("%.*s\\n", (int)vigil_write_reading(text, &reading), text);
  }
}`;

type Row = readonly [number, number, number, number, number, number, number];
type Parts = (number | null)[][];

describe('the parts of the reference firmware', { skip: skipWithoutCompiler }, () => {
  const random = createRandom('parts');
  let folder: string;
  let program: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-parts-'));
    program = compile(HARNESS, folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function inC(rate: number, seconds: readonly (readonly Row[])[], hasGyro = true): (Parts | null)[] {
    const input = seconds
      .flatMap((rows) => [`${rate} ${hasGyro ? 1 : 0} ${rows.length}`, ...rows.map((row) => row.join(' '))])
      .join('\n');
    return linesOf(program, input).map((line) => JSON.parse(line).parts ?? null);
  }

  function inService(rows: readonly Row[]): Parts {
    const cells = new Float32Array(FIELDS);
    const bins = new Float32Array(MESSAGE_CELLS);
    summarise(Float32Array.from(rows.flat()), rows.length, { cells, row: 0, bins, binsRow: 0 });
    return [0, 1, 2, 3, 4].map((part) => [...bins.subarray(part * BIN_VALUES, (part + 1) * BIN_VALUES)]);
  }

  /** A second of rest, of motion or with an impact, at uneven times and now and then with a pause of the sensor. */
  function secondOf(count: number): Row[] {
    const violence = random.pick([0.1, 4, 60]);
    const turning = Math.min(400, 20 * violence);
    const start = random.whole(0, 1000);
    return Array.from({ length: count }, (_, i) => [
      start + Math.round((i * 1000) / count) + random.whole(0, 4),
      random.normal(violence),
      random.normal(violence) - 3,
      9 + random.normal(violence),
      random.normal(turning),
      random.normal(turning),
      random.normal(turning),
    ]);
  }

  function assertEqual(parts: Parts | null | undefined, expected: Parts, what: string): void {
    assert.ok(parts, what);
    for (const [k, row] of expected.entries()) {
      for (const [i, value] of row.entries()) {
        const given = parts[k]?.[i] ?? Number.NaN;
        // Half of the last digit that is sent, and the difference of single from double precision.
        const tolerance = (i < BIN_REST ? 0.05 : 0.005) + 1e-3;
        assert.ok(
          Math.abs(given - (value ?? 0)) <= tolerance,
          `${what}, part ${k}, value ${i}: ${given}, ${value}`,
        );
      }
    }
  }

  it('are those that the service computes from the samples, at any rate', () => {
    for (const count of [5, 7, 20, 25, 26, 31, 33, 47, 50, 52, 64, 99, 100, 104, 128]) {
      const seconds = Array.from({ length: 40 }, () => secondOf(count));
      for (const [i, parts] of inC(count, seconds).entries()) {
        assertEqual(parts, inService(seconds[i] ?? []), `${count} Hz, second ${i}`);
      }
    }
  });

  it('follow a sensor that is faster or slower than its nominal rate from the second second on', () => {
    for (const count of [45, 47, 53, 55]) {
      const seconds = Array.from({ length: 4 }, () => secondOf(count));
      const sent = inC(50, seconds);
      assert.ok(sent.every((parts) => parts !== null));
      for (const i of [1, 2, 3]) assertEqual(sent[i], inService(seconds[i] ?? []), `${count} of 50 Hz`);
    }
  });

  it('are left out for a second in which the sensor paused, and return after it', () => {
    const [full, short, next] = [secondOf(50), secondOf(30), secondOf(50)];
    const sent = inC(50, [full, short, next]);
    assert.equal(sent[1], null);
    assertEqual(sent[2], inService(next), 'after the pause');
  });

  it('have null for both rotation rates without a gyro, and nowhere else', () => {
    const second = secondOf(50);
    const [sent] = inC(50, [second], false);
    const expected = inService(second);
    assert.ok(sent);
    for (const [k, row] of sent.entries()) {
      assert.deepEqual([row[6], row[7]], [null, null]);
      for (const i of [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]) {
        assert.ok(Math.abs((row[i] ?? Number.NaN) - (expected[k]?.[i] ?? 0)) <= 0.051);
      }
    }
  });

  it('keep the largest value for what does not fit', () => {
    const second: Row[] = Array.from({ length: 50 }, (_, i) => [20 * i, 0, 0, 9.81, 9000, 0, 0]);
    const [sent] = inC(50, [second]);
    assert.deepEqual(sent?.[0], [9.8, 9.8, 0, 0, 0, 9.8, 3276.7, 3276.7, 0, 0, 0, 1]);
  });
});
