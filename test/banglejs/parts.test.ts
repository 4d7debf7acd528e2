import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRandom } from '../../firmware-sim/random.ts';
import { compile, inFirmware, linesOf, skipWithoutCompiler } from '../firmware/compiler.ts';
import { CONFIG, type HttpRequest, Watch } from './watch.ts';

type Vector = readonly [number, number, number];

/** Prints the reading of each second of `t ax ay az` lines at 25 Hz, as the reference firmware makes it. */
const HARNESS = `
#include <stdio.h>
#include "hold.h"
#include "message.h"
int main(void) {
  struct vigil_second second = {.nominal_rate = 25, .sends_parts = true};
  struct vigil_reading reading;
  struct vigil_sample s = {0};
  long long t;
  while (scanf("%lld %f %f %f", &t, &s.ax, &s.ay, &s.az) == 4) {
    s.uptime_ms = t;
    if (!vigil_hold(&second, &s, false, &reading)) continue;
    char text[VIGIL_READING_TEXT];
    printf("%.*s\\n", (int)vigil_write_reading(text, &reading), text);
  }
}`;

async function playedBy(watch: Watch, samples: readonly Vector[], stepMs = 40): Promise<void> {
  for (const [x, y, z] of samples) {
    watch.accel(x, y, z);
    await watch.pass(stepMs);
  }
}

/** Steps of the sensor at ±4 g. */
const measured = (value: number): number =>
  (Math.max(-32768, Math.min(32767, Math.round((value / 9.80665) * 8192))) / 8192) * 9.80665;

describe('the parts of the watch', () => {
  let bodies: { readonly parts?: (number | null)[][]; readonly [field: string]: unknown }[];
  let watch: Watch;
  before(() => {
    bodies = [];
    watch = new Watch(async ({ body }: HttpRequest) => {
      bodies.push(JSON.parse(body ?? 'null'));
      return { status: 200, text: '{"success":true,"data":{"fallDetected":false}}' };
    });
    watch.configure(CONFIG);
    watch.restart();
  });

  it('and its held sample are those of the reference firmware', { skip: skipWithoutCompiler }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-watch-'));
    after(() => rm(folder, { recursive: true, force: true }));
    const random = createRandom('watch');
    const fall = readFileSync(inFirmware('fall.txt'), 'utf8')
      .split('\n')
      .filter((line) => /^\d+ /.test(line))
      .map((line) => line.split(' ').map(Number))
      .filter(([t = 0]) => t % 40 === 0)
      .map(([, x = 0, y = 0, z = 0]): Vector => [x, y, z]);
    const wild = Array.from({ length: 500 }, (_, i): Vector => {
      const violence = [0.05, 3, 30][Math.floor(i / 25) % 3] ?? 0;
      return [random.normal(violence), random.normal(violence) - 3, 9.2 + random.normal(violence)];
    });
    // Whole seconds, and one sample that begins the next.
    const samples = [...fall.slice(0, 200), ...wild, wild[0] ?? [0, 0, 0]] as Vector[];
    const input = samples.map(
      (sample, i) => `${i * 40} ${sample.map((v) => measured(v).toFixed(4)).join(' ')}`,
    );
    const expected = linesOf(compile(HARNESS, folder), input.join('\n')).map((line) => JSON.parse(line));
    await playedBy(watch, samples);
    await watch.pass(100);
    assert.equal(bodies.length, expected.length);
    for (const [i, wanted] of expected.entries()) {
      const body = bodies[i];
      assert.deepEqual([body?.gyro_x, body?.gyro_y, body?.gyro_z], [null, null, null]);
      for (const axis of ['accel_x', 'accel_y', 'accel_z'])
        assert.ok(Math.abs(Number(body?.[axis]) - wanted[axis]) < 0.015, `second ${i}: ${axis}`);
      for (const [k, row] of wanted.parts.entries()) {
        const own = body?.parts?.[k] ?? [];
        assert.equal(own.length, 12);
        for (const [column, value] of row.entries()) {
          const place = `second ${i}, part ${k}, column ${column}: ${own[column]} instead of ${value}`;
          if (value === null) assert.equal(own[column], null, place);
          // One step of rounding.
          else assert.ok(Math.abs(Number(own[column]) - value) < (column < 9 ? 0.101 : 0.0101), place);
        }
      }
    }
  });

  it('need a sensor at 25 Hz or more and at ±4 g or more, which it sets and keeps', async () => {
    assert.equal(watch.pollMs, 40);
    assert.equal(watch.registers.get(0x18), 0xec);
    assert.equal(watch.registers.get(0x1b), 0x42);
    // Another app slows it down.
    watch.pollMs = 80;
    await playedBy(
      watch,
      Array.from({ length: 80 }, (): Vector => [0, 0, 9.81]),
      80,
    );
    assert.equal(watch.pollMs, 40);
  });

  it('are in m/s² at ±8 g, too', async () => {
    watch.configure({ ...CONFIG, range: 8, hz: 50 });
    watch.load();
    bodies = [];
    await playedBy(
      watch,
      Array.from({ length: 60 }, (): Vector => [0, 60, 0]),
      20,
    );
    assert.equal(watch.pollMs, 20);
    assert.ok(Math.abs(Number(bodies[0]?.accel_y) - 60) < 0.02, String(bodies[0]?.accel_y));
    assert.equal(bodies[0]?.parts?.[4]?.[0], 60);
  });
});
