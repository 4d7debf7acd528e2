import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainWindow } from '../../src/readings/scoring/explain.ts';
import { READING_GROUPS } from '../../src/readings/scoring/reading-input.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { FIELDS, PRESSURE } from '../../src/readings/scoring/window.ts';
import {
  impact,
  impactSecond,
  lying,
  type Motion,
  resting,
  seededRandom,
  stillSecond,
  walking,
  walkingSecond,
  windowOf,
} from './synthetic.ts';

const severe: Motion = [-15, -12, -5, 500, 450, -300];
const still = (count: number, posture: Motion): Motion[] => Array.from({ length: count }, () => posture);
const explain = (readings: readonly Motion[], samples?: readonly (readonly Motion[])[]) =>
  explainWindow(windowOf(readings, samples), readings.length);

test('a first reading is explained by its impact and rotation', () => {
  const explained = explain([severe]);
  assert.equal(explained.decidedBy, 'single-reading');
  assert.equal(explained.level, 'HIGH');
  assert.deepEqual(
    explained.reasons.map(({ name, value }) => [name, Math.round(value)]),
    [
      ['acceleration', 20],
      ['rotation', 737],
    ],
  );
});

test("a fall in a stream is explained by the network's inputs, the largest contribution first", () => {
  const readings = [...still(10, resting), impact, ...still(3, lying)];
  const { decidedBy, reasons, messageKind, baseline } = explain(readings);
  assert.equal(decidedBy, 'model');
  assert.equal(messageKind, 'reading');
  assert.ok(baseline !== null);
  for (const name of Object.keys(READING_GROUPS))
    assert.ok(
      reasons.some((reason) => reason.name === name),
      name,
    );
  const weights = reasons.map(({ contribution }) => Math.abs(contribution ?? 0));
  assert.deepEqual(
    weights,
    [...weights].sort((a, b) => b - a),
  );
  assert.ok(
    (reasons.find(({ name }) => name === 'postureChange')?.contribution ?? 0) > 0,
    'lying supports the fall',
  );
});

test('baseline and contributions add up to the confidence, for any window', () => {
  const random = seededRandom(4);
  let weighed = 0;
  for (let round = 0; round < 300; round++) {
    const readings = Array.from({ length: 5 + Math.floor(random() * 25) }, () =>
      random() < 0.15 ? impact : random() < 0.5 ? walking(random) : lying,
    );
    const explained = explain(readings);
    assert.ok(
      Math.abs(explained.confidence - scoreWindow(windowOf(readings), readings.length)) < 1e-4,
      'the same result as the score',
    );
    if (explained.decidedBy !== 'model') continue;
    weighed++;
    const sum = explained.reasons.reduce(
      (total, { contribution }) => total + (contribution ?? 0),
      explained.baseline ?? 0,
    );
    assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - explained.confidence) < 0.001, `${sum}`);
  }
  assert.ok(weighed > 50, `${weighed}`);
});

test('a confidence that is held below CONFIRMED is explained, and still adds up', () => {
  const random = seededRandom(5);
  const hard = impact.map((value) => value * 1.6) as unknown as Motion;
  const before = Array.from({ length: 12 }, () => walking(random));
  const [held, confirmed] = [2, 3].map((after) => explain([...before, hard, ...still(after, lying)]));
  assert.ok(held && confirmed);
  const limit = held.reasons.find(({ name }) => name === 'highAtMost');
  assert.ok((limit?.contribution ?? 0) < 0, JSON.stringify(held));
  assert.equal(held.level, 'HIGH');
  const sum = held.reasons.reduce((total, reason) => total + (reason.contribution ?? 0), held.baseline ?? 0);
  assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - held.confidence) < 0.001, `${sum}`);
  assert.equal(confirmed.level, 'CONFIRMED');
  assert.ok(!confirmed.reasons.some(({ name }) => name === 'highAtMost'));
});

test('every named reason was needed: without it the confidence is lower', () => {
  const shaking = ([ax, ay, az]: Motion, i: number): Motion => [
    ax + (i % 2 ? 6 : -5),
    ay + (i % 3 ? 5 : -6),
    az,
    150,
    -120,
    90,
  ];
  const after = still(3, lying);
  const whole = explain([...still(10, resting), impact, ...after]);
  const without: Readonly<Record<string, readonly Motion[]>> = {
    impact: [...still(10, resting), resting, ...after],
    postureChange: [...still(10, resting), impact, ...still(3, resting)],
    stillness: [...still(10, resting), impact, ...after.map(shaking)],
  };
  const named = whole.reasons.filter(
    ({ name, contribution }) => name in without && (contribution ?? 0) > 0.1,
  );
  assert.ok(named.length >= 1, JSON.stringify(whole.reasons));
  for (const { name } of named) {
    const { confidence } = explain(without[name] ?? []);
    assert.ok(confidence < whole.confidence, `${name}: ${whole.confidence} and ${confidence}`);
  }
});

test('samples are explained too', () => {
  const random = seededRandom(1);
  const seconds = [
    ...Array.from({ length: 10 }, () => walkingSecond(random)),
    impactSecond(),
    ...Array.from({ length: 2 }, () => stillSecond(lying, random)),
  ];
  const explained = explain(
    seconds.map((second) => second.at(-1) ?? resting),
    seconds,
  );
  assert.equal(explained.messageKind, 'samples');
  assert.ok(explained.reasons.some(({ name }) => name === 'stillness'));
});

test('an explanation contains the time since the impact', () => {
  const explained = explain([...still(10, resting), impact, ...still(3, lying)]);
  assert.equal(explained.decidedBy, 'model');
  assert.equal(explained.secondsSinceImpact, 3);
  assert.equal(explain([severe]).secondsSinceImpact, 0);
  assert.equal(explain([...still(10, resting), [60, 50, 40, 700, 600, 500]]).secondsSinceImpact, 0);
});

test('rules that decide at once are named', () => {
  assert.equal(explain([...still(10, resting), [60, 50, 40, 700, 600, 500]]).decidedBy, 'violent-reading');
  assert.equal(explain(still(10, resting)).decidedBy, 'no-impact');
  assert.equal(explain([]).confidence, 0);
});

test('other sensors are among the reasons, and named when they decided', () => {
  const fall = [...still(8, resting), impact, ...still(3, lying)];
  let decided = false;
  // Softer and softer impacts: at some of them the supported level is above the bare one.
  for (let softer = 1; softer > 0.45; softer -= 0.01) {
    const blow = impact.map((value, i) => (i < 3 ? value * softer : value)) as unknown as Motion;
    const window = windowOf(fall.map((reading) => (reading === impact ? blow : reading)));
    fall.forEach((_, i) => {
      window.cells[i * FIELDS + PRESSURE] = i <= 8 ? 1013 : 1013.14;
    });
    const { reasons, decidedBy } = explainWindow(window, fall.length);
    if (decidedBy !== 'model' && decidedBy !== 'extra-evidence') continue;
    const reason = reasons.find(({ name }) => name === 'heightLostM');
    assert.ok(reason && reason.value > 1 && (reason.contribution ?? 0) > 0.9);
    decided ||= decidedBy === 'extra-evidence';
  }
  assert.ok(decided);
});

test('an explanation survives JSON', () => {
  const explained = explain([...still(10, resting), impact, ...still(3, lying)]);
  assert.deepEqual(JSON.parse(JSON.stringify(explained)), explained);
});
