import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import * as W from '../../src/readings/scoring/window.ts';
import {
  addSamples,
  impactSecond,
  lying,
  type Motion,
  rawSignal,
  remounted,
  resting,
  seededRandom,
  stillSecond,
  walkingSecond,
  windowOf,
} from './synthetic.ts';

function scores(seconds: readonly (readonly Motion[])[]): number[] {
  return seconds.map((_, i) => {
    const last = seconds.slice(Math.max(0, i + 1 - W.WINDOW_LENGTH), i + 1);
    return scoreWindow(
      windowOf(
        last.map((second) => second.at(-1) ?? resting),
        last,
      ),
      last.length,
    );
  });
}

const placeOf = (cells: Float32Array) => ({
  cells,
  row: 0,
  bins: new Float32Array(W.MESSAGE_CELLS),
  binsRow: 0,
});

function fall(random: () => number): Motion[][] {
  const before = Array.from({ length: 12 }, () => walkingSecond(random));
  return [...before, impactSecond(), ...Array.from({ length: 4 }, () => stillSecond(lying, random))];
}

test('a fall in the raw signal alerts within four seconds, and the walking before it is no fall', () => {
  const all = scores(fall(seededRandom(1)));
  assert.ok(Math.max(...all.slice(0, 12)) <= 0.3);
  assert.ok(Math.max(...all.slice(12)) > 0.5, `${all.slice(12)}`);
});

test('a severe impact hidden in the first message is HIGH though its last sample is at rest', () => {
  assert.ok((scores([impactSecond()])[0] ?? 0) > 0.7);
});

test('resting with samples is no fall', () => {
  const random = seededRandom(2);
  const all = scores(Array.from({ length: 30 }, () => stillSecond(resting, random)));
  assert.ok(Math.max(...all) <= 0.3);
});

test('the orientation of the wearable does not matter to the raw signal either', () => {
  const seconds = fall(seededRandom(3));
  const turned = scores(seconds.map((second) => second.map(remounted)));
  scores(seconds).forEach((score, i) => {
    assert.ok(Math.abs(score - (turned[i] ?? -1)) < 1e-3, `reading ${i}: ${score} and ${turned[i]}`);
  });
});

test('a window whose earlier readings had no samples is scored too', () => {
  // Up to the second after the impact.
  const seconds = fall(seededRandom(4)).slice(0, 14);
  const readings = seconds.map((second) => second.at(-1) ?? resting);
  const window = windowOf(readings, seconds);
  for (let i = 0; i < 10; i++)
    window.cells.fill(Number.NaN, i * W.FIELDS + W.SAMPLE_COUNT, (i + 1) * W.FIELDS);
  assert.ok(scoreWindow(window, readings.length) > 0.5);
});

test('a summary contains the strength of the impact and the rotation', () => {
  const row = new Float32Array(W.FIELDS);
  summarise(rawSignal(impactSecond()), 40, placeOf(row));
  assert.ok(Math.abs((row[W.SAMPLE_PEAK] ?? 0) - Math.hypot(36, 34, 25)) < 0.01);
  assert.ok(Math.abs((row[W.SAMPLE_GYRO_PEAK] ?? 0) - Math.hypot(400, 250, 150)) < 0.01);
});

test('without samples the summary is absent and the rest of the row unchanged', () => {
  const row = new Float32Array(W.FIELDS).fill(7);
  summarise(new Float32Array(0), 0, placeOf(row));
  assert.ok(Number.isNaN(row[W.SAMPLE_COUNT]) && Number.isNaN(row[W.SAMPLE_PEAK]));
  assert.equal(row[W.SPO2], 7);
});

test('any finite samples give a confidence between 0 and 1', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 500; round++) {
    const value = (bound: number) => (random() * 2 - 1) * bound * (random() < 0.1 ? 1 : 0.02);
    const seconds = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      Array.from({ length: 1 + Math.floor(random() * 128) }, (): Motion => {
        return [value(400), value(400), value(400), value(10000), value(10000), value(10000)];
      }),
    );
    for (const score of scores(seconds)) assert.ok(score >= 0 && score <= 1, `${score}`);
  }
});

test('samples with identical time stamps do not break the score', () => {
  const seconds = fall(seededRandom(6));
  const window = windowOf(
    seconds.map((second) => second.at(-1) ?? resting),
    seconds,
  );
  const signal = rawSignal(seconds[12] ?? []);
  for (let i = 0; i < 40; i++) signal[i * W.SAMPLE_FIELDS] = 0;
  addSamples(window, 12, seconds.length, signal);
  const score = scoreWindow(window, seconds.length);
  assert.ok(score >= 0 && score <= 1);
});
