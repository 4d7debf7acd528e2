import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVIDENCE, evidenceFor, MAX_EVIDENCE } from '../../src/readings/scoring/evidence.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { FIELDS, FSR, HEART_RATE, PRESSURE, type Window } from '../../src/readings/scoring/window.ts';
import { impact, lying, type Motion, resting, windowOf } from './synthetic.ts';

const BEFORE = 8;
const AFTER = 3;
const LENGTH = BEFORE + 1 + AFTER;
const mild: Motion = [20, -8, 6, 60, -40, 30];

function fallWith(column: number, before: number, after: number, blow = impact): Window {
  const window = windowOf([
    ...Array.from({ length: BEFORE }, () => resting),
    blow,
    ...Array.from({ length: AFTER }, () => lying),
  ]);
  for (let i = 0; i < LENGTH; i++) window.cells[i * FIELDS + column] = i <= BEFORE ? before : after;
  return window;
}

const logit = (p: number) => Math.log(p / (1 - p));
const added = (column: number, before: number, after: number): number =>
  evidenceFor(fallWith(column, before, after).cells, LENGTH, AFTER);

test('a wrist that ends a metre lower supports the fall, in hPa and in kPa', () => {
  assert.equal(added(PRESSURE, 1013, 1013.12), 1.5);
  assert.equal(added(PRESSURE, 101.3, 101.312), 1.5);
  assert.ok(added(PRESSURE, 1013, 1013.055) < added(PRESSURE, 1013, 1013.07));
});

test('a wrist that stays as high speaks against the fall, within its bound', () => {
  for (const change of [-0.02, -0.01, 0.02]) assert.equal(added(PRESSURE, 1013, 1013 + change), -0.7);
  const bare = scoreWindow(fallWith(PRESSURE, Number.NaN, Number.NaN), LENGTH);
  const level = scoreWindow(fallWith(PRESSURE, 1013, 1013.01), LENGTH);
  assert.ok(Math.abs(logit(bare) - logit(level) - 0.7) < 0.01, `${bare} and ${level}`);
});

test('a raised arm, stairs, a lift and a door speak neither for a fall nor against it', () => {
  for (const change of [-1, -0.25, -0.1, 0.2, 0.5, 1])
    assert.equal(added(PRESSURE, 1013, 1013 + change), 0, `${change}`);
});

test('a pressure that stands still says nothing, however long it has been so', () => {
  const window = fallWith(PRESSURE, 1013, 1013);
  assert.equal(evidenceFor(window.cells, LENGTH, AFTER), 0);
  for (let i = 0; i < BEFORE - 1; i++) window.cells[i * FIELDS + PRESSURE] = 1013 + (i % 2) * 0.04;
  assert.equal(evidenceFor(window.cells, LENGTH, AFTER), 0, 'stuck since the last reading before the impact');
  window.cells[(BEFORE + 2) * FIELDS + PRESSURE] = Number.NaN;
  assert.equal(evidenceFor(window.cells, LENGTH, AFTER), 0, 'some messages without it');
  window.cells[(BEFORE + 2) * FIELDS + PRESSURE] = 1013.04;
  assert.ok(evidenceFor(window.cells, LENGTH, AFTER) < 0, 'a sensor that measures');
});

test('feet without load support the fall, standing feet do not', () => {
  assert.ok(added(FSR, 0.6, 0.02) > 0.5);
  assert.equal(added(FSR, 0.6, 0.4), 0);
  assert.equal(added(FSR, 0.05, 0), 0);
});

test('a heart rate that jumps or drops supports the fall', () => {
  assert.ok(added(HEART_RATE, 72, 110) > 0.4);
  assert.ok(added(HEART_RATE, 90, 50) > 0.4);
  assert.equal(added(HEART_RATE, 72, 80), 0);
  assert.equal(added(HEART_RATE, 72, 0), 0, 'a sensor without contact is ignored');
});

test('each sensor raises the confidence of an impact by no more than its limit', () => {
  const columns = [
    [PRESSURE, 1013, 1013.13],
    [FSR, 0.6, 0],
    [HEART_RATE, 72, 115],
  ] as const;
  for (const [column, before, after] of columns) {
    const bare = scoreWindow(fallWith(column, Number.NaN, Number.NaN), LENGTH);
    const supported = scoreWindow(fallWith(column, before, after), LENGTH);
    assert.ok(supported > bare, `column ${column}: ${bare} and ${supported}`);
    const curve = EVIDENCE.find((evidence) => evidence.column === column)?.logOdds ?? [];
    const most = Math.max(...curve.map(([, logOdds]) => logOdds));
    assert.ok(logit(supported) - logit(bare) <= most + 1e-6);
  }
});

test('all sensors together stay within the limit', () => {
  const window = fallWith(PRESSURE, 1013, 1013.13);
  for (let i = 0; i < LENGTH; i++) {
    window.cells[i * FIELDS + FSR] = i <= BEFORE ? 0.9 : 0;
    window.cells[i * FIELDS + HEART_RATE] = i <= BEFORE ? 70 : 130;
  }
  assert.equal(evidenceFor(window.cells, LENGTH, AFTER), MAX_EVIDENCE);
});

test('absent or unchanged sensor values change nothing', () => {
  for (const [column, value] of [
    [PRESSURE, 1013],
    [FSR, 0.5],
    [HEART_RATE, 72],
  ] as const) {
    const bare = scoreWindow(fallWith(column, Number.NaN, Number.NaN), LENGTH);
    assert.equal(scoreWindow(fallWith(column, value, value), LENGTH), bare);
    assert.equal(
      scoreWindow(fallWith(column, Number.NaN, value), LENGTH),
      bare,
      'no earlier value to compare with',
    );
  }
});

test('without an impact other sensors do not count', () => {
  const calm = windowOf(Array.from({ length: LENGTH }, () => resting));
  const bare = scoreWindow(calm, LENGTH);
  for (let i = 0; i < LENGTH; i++) calm.cells[i * FIELDS + PRESSURE] = i <= BEFORE ? 1013 : 1013.13;
  assert.equal(scoreWindow(calm, LENGTH), bare);
});

test('other sensors do not turn an impact into a fall when the motion contradicts it', () => {
  const supported = scoreWindow(fallWith(PRESSURE, 1013, 1013.13, mild), LENGTH);
  const bare = scoreWindow(fallWith(PRESSURE, Number.NaN, Number.NaN, mild), LENGTH);
  assert.ok(bare < 0.15 ? supported <= 0.5 : supported >= bare, `${bare} and ${supported}`);
});
