import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { partsOf } from '../../client/parts.ts';
import { RECORDINGS, readRecordings, type Sample, type Trial } from '../../detector/recordings.ts';
import { buildStreams, PLAIN, type Stream } from '../../detector/streams.ts';
import {
  BIN_SLOT_BYTES,
  readWindow,
  SLOT_BYTES,
  viewRings,
  writeReading,
} from '../../src/readings/scoring/ring.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { createWindow } from '../../src/readings/scoring/window.ts';
import { inProject } from '../helpers/project.ts';
import { play, type Vector, wornWatch } from './service.ts';
import { CONFIG, Watch } from './watch.ts';

/*
 * Recorded falls on the watch: found as from parts, without a gyro, of the same 25 samples a second. BANGLE_RECORDINGS=all
 * plays every trial and prints the figures of docs/banglejs.md; BANGLE_RANGE=8 with the sensor at ±8 g.
 */

const ALL = process.env.BANGLE_RECORDINGS === 'all';
const RANGE = Number(process.env.BANGLE_RANGE ?? 4);
const RATE_HZ = 25;
const FOUND_WITHIN_S = 10;
const SHORTEST = 5;

interface Message {
  readonly at: number;
  readonly accel: Vector;
  readonly parts: readonly (readonly (number | null)[])[];
}

const at25Hz = ({ signal, trial }: Stream): Vector[] =>
  Array.from({ length: Math.floor((signal.length * RATE_HZ) / trial.rateHz) }, (_, i) => {
    const sample: Sample = signal[Math.floor((i * trial.rateHz) / RATE_HZ)] ?? [0, 0, 0, 0, 0, 0];
    return [sample[0], sample[1], sample[2]];
  });

/** What the app sends of it. */
async function sentByWatch(samples: readonly Vector[]): Promise<Message[]> {
  const messages: Message[] = [];
  const watch = new Watch(async ({ body }) => {
    const { accel_x, accel_y, accel_z, parts } = JSON.parse(body ?? '');
    messages.push({ at: messages.length + 1, accel: [accel_x, accel_y, accel_z], parts });
    return { status: 200, text: '{}' };
  });
  watch.configure({ ...CONFIG, range: RANGE });
  watch.restart();
  await play(watch, samples);
  return messages;
}

/** What the contract defines, of the recording as it is. */
function defined(samples: readonly Vector[]): Message[] {
  return Array.from({ length: Math.floor(samples.length / RATE_HZ) }, (_, second) => {
    const own = samples.slice(second * RATE_HZ, (second + 1) * RATE_HZ);
    const rows = own.map(([x, y, z], i) => [(i + 1 - RATE_HZ) * 40, x, y, z] as const);
    return {
      at: second + 1,
      accel: own.at(-1) ?? [0, 0, 0],
      parts: partsOf(rows as unknown as Parameters<typeof partsOf>[0]),
    };
  });
}

/** The highest confidence: of a fall in the ten seconds after its impact. */
function confidenceOf({ trial, impactAt }: Stream, messages: readonly Message[]): number {
  const rings = viewRings(new SharedArrayBuffer(SLOT_BYTES), new SharedArrayBuffer(BIN_SLOT_BYTES));
  const window = createWindow();
  let highest = 0;
  for (const [number, { at, accel, parts }] of messages.entries()) {
    const [accel_x, accel_y, accel_z] = accel;
    const cells = Float32Array.from(parts.flat(), (value) => value ?? Number.NaN);
    writeReading(rings, 0, number, {
      timeMs: at * 1000,
      body: { accel_x, accel_y, accel_z },
      parts: cells,
      samples: undefined,
    });
    const confidence = scoreWindow(window, readWindow(rings, 0, number, window));
    if (number < SHORTEST - 1) continue;
    if (!trial.fall || (at >= impactAt && at - impactAt <= FOUND_WITHIN_S))
      highest = Math.max(highest, confidence);
  }
  return highest;
}

const files = RECORDINGS.map((path) => inProject(path)).filter(
  (path) => existsSync(path) && /recordings/.test(path),
);
const skip = files.length === 0 && 'needs the recordings';

const streamsOf = (trials: readonly Trial[]): Stream[] =>
  buildStreams(trials, { ...PLAIN, phases: 1, before: ['resting'] });

const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

test('the watch finds recorded falls as parts of the same samples do, within two points', {
  skip,
}, async (t) => {
  for (const path of ALL ? files : files.slice(0, 1)) {
    const trials = readRecordings(path);
    const streams = streamsOf(trials).filter((_, i) => ALL || i % 12 === 0);
    const found = { watch: [] as boolean[], defined: [] as boolean[] };
    const quiet = { watch: [] as boolean[], defined: [] as boolean[] };
    for (const stream of streams) {
      const samples = at25Hz(stream);
      const own = confidenceOf(stream, await sentByWatch(samples)) > 0.5;
      const wanted = confidenceOf(stream, defined(samples)) > 0.5;
      (stream.trial.fall ? found : quiet).watch.push(stream.trial.fall ? own : !own);
      (stream.trial.fall ? found : quiet).defined.push(stream.trial.fall ? wanted : !wanted);
    }
    t.diagnostic(
      `${path.split('/').at(-1)}, ±${RANGE} g: ${found.watch.length} falls found ${percent(share(found.watch))} ` +
        `(defined: ${percent(share(found.defined))}), ${quiet.watch.length} activities left alone ` +
        `${percent(share(quiet.watch))} (${percent(share(quiet.defined))})`,
    );
    if (ALL) continue;
    // One of twenty falls is five points.
    const differs = found.watch.filter((own, i) => own !== found.defined[i]).length;
    assert.ok(found.watch.length >= 15 && differs <= 1, `${differs} of ${found.watch.length} falls`);
    assert.ok(share(found.watch) > 0.9);
  }
});

test('a recorded fall on the watch is a fall of the running service', { skip }, async () => {
  const falls = readRecordings(files[0] ?? '').filter(({ fall }) => fall);
  const streams = streamsOf(falls.filter((_, i) => i % 60 === 0));
  const asked: boolean[] = [];
  for (const stream of streams) {
    const { watch } = await wornWatch();
    await play(watch, at25Hz(stream));
    asked.push(watch.running === 'vigil.app.js');
  }
  assert.ok(asked.length >= 3 && share(asked) >= 0.75, String(asked));
});
