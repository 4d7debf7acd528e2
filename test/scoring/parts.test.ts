import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainWindow } from '../../src/readings/scoring/explain.ts';
import type { RingReading } from '../../src/readings/scoring/ring.ts';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { Scoring } from '../../src/readings/scoring/scoring.ts';
import { FIELDS, MESSAGE_CELLS, SAMPLE_FIELDS } from '../../src/readings/scoring/window.ts';
import { silentLog } from '../helpers/silent-log.ts';
import {
  impactSecond,
  lying,
  type Motion,
  rawSignal,
  resting,
  seededRandom,
  stillSecond,
  walkingSecond,
  windowOf,
} from './synthetic.ts';

interface Message {
  readonly body: RingReading;
  readonly samples: Float32Array | undefined;
  readonly parts: Float32Array | undefined;
}

function fall(): Motion[][] {
  const random = seededRandom(1);
  const before = Array.from({ length: 8 }, () => walkingSecond(random));
  return [...before, impactSecond(), ...Array.from({ length: 3 }, () => stillSecond(lying, random))];
}

const bodyOf = (second: readonly Motion[], gyro: boolean): RingReading => {
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = second.at(-1) ?? resting;
  return { accel_x, accel_y, accel_z, ...(gyro ? { gyro_x, gyro_y, gyro_z } : { gyro_x: null }) };
};

function signalOf(second: readonly Motion[], gyro: boolean): Float32Array {
  const signal = rawSignal(second);
  if (!gyro)
    for (let i = 0; i < signal.length; i += SAMPLE_FIELDS) signal.fill(Number.NaN, i + 4, i + SAMPLE_FIELDS);
  return signal;
}

function partsOf(signal: Float32Array): Float32Array {
  const bins = new Float32Array(MESSAGE_CELLS);
  const cells = new Float32Array(FIELDS);
  summarise(signal, signal.length / SAMPLE_FIELDS, { cells, row: 0, bins, binsRow: 0 });
  return bins;
}

/** The confidences of a device's messages; the first `refilled` come back from the database. */
async function confidences(messages: readonly Message[], refilled = 0): Promise<number[]> {
  const scoring = new Scoring({ threads: 1, log: silentLog(), slots: 1 });
  const slot = scoring.claimSlot() ?? assert.fail('no slot');
  const scores: number[] = [];
  messages.forEach(({ body, samples, parts }, number) => {
    const timeMs = 1e12 + number * 1000;
    if (number < refilled) scoring.refill(slot, number, timeMs, body, samples, parts);
    else
      scoring.score(
        { slot, number, body, samples, parts, scored: (score) => void scores.push(score) },
        timeMs,
      );
  });
  await scoring.drain();
  await scoring.close();
  return scores;
}

for (const gyro of [true, false]) {
  const signals = fall().map((second) => signalOf(second, gyro));
  const bodies = fall().map((second) => bodyOf(second, gyro));
  const withSamples = signals.map(
    (samples, i): Message => ({ body: bodies[i] ?? assert.fail(), samples, parts: undefined }),
  );
  const withParts = signals.map(
    (samples, i): Message => ({
      body: bodies[i] ?? assert.fail(),
      samples: undefined,
      parts: partsOf(samples),
    }),
  );
  const way = gyro ? 'with a gyro' : 'without a gyro';

  test(`parts have the confidence of the samples they are made of, ${way}`, async () => {
    const whole = await confidences(withSamples);
    assert.deepEqual(await confidences(withParts), whole);
    assert.ok(whole.every((score) => score >= 0 && score <= 1));
    assert.ok(Math.max(...whole) > 0.5, String(whole));
  });

  test(`stored parts give the window that they gave live, ${way}`, async () => {
    const whole = await confidences(withParts);
    assert.deepEqual(await confidences(withParts, 9), whole.slice(9));
  });
}

test('without a gyro a blow is SUSPICIOUS at most as a first reading, and its explanation has no rotation', () => {
  const window = windowOf([[60, 20, -30, Number.NaN, Number.NaN, Number.NaN]]);
  const confidence = scoreWindow(window, 1);
  assert.ok(confidence > 0.3 && confidence <= 0.5, String(confidence));
  assert.deepEqual(
    explainWindow(window, 1).reasons.map(({ name }) => name),
    ['acceleration'],
  );
});
