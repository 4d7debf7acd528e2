import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreSingle, scoreWindow } from '../../src/readings/scoring/score.ts';
import { FIELDS, HEART_RATE, SPO2, T, WINDOW_LENGTH } from '../../src/readings/scoring/window.ts';
import {
  impact,
  jogging,
  lying,
  type Motion,
  remounted,
  resting,
  seededRandom,
  walking,
  windowOf,
  withoutGyro,
} from './synthetic.ts';

const severe: Motion = [-15, -12, -5, 500, 450, -300];
const violent: Motion = [60, 50, 40, 700, 600, 500];

function scores(readings: readonly Motion[]): number[] {
  return readings.map((_, i) => {
    const last = readings.slice(Math.max(0, i + 1 - WINDOW_LENGTH), i + 1);
    return scoreWindow(windowOf(last), last.length);
  });
}

function repeat(count: number, motion: () => Motion): Motion[] {
  return Array.from({ length: count }, motion);
}

test('a first reading at rest is no fall', () => {
  assert.ok(scoreSingle(0.5, 0.3, 9.8, 0.1, 0.2, -0.05) <= 0.3);
  assert.ok(scoreWindow(windowOf([[0.5, 0.3, 9.8, 0.1, 0.2, -0.05]]), 1) <= 0.3);
});

test('a stumble as first reading is suspicious at most', () => {
  assert.ok(scoreSingle(-2.5, -3, 8, 100, 80, 50) <= 0.5);
});

test('a severe fall as first reading is HIGH at once', () => {
  assert.ok(scoreSingle(...severe) > 0.7);
  assert.ok(scoreWindow(windowOf([severe]), 1) > 0.7);
});

test('any first reading of at least 35 m/s² with 300 °/s is HIGH at once', () => {
  for (const acceleration of [35, 50, 100, 400]) {
    for (const rotation of [300, 500, 1000, 10000]) {
      assert.ok(
        scoreSingle(0, -acceleration, 0, 0, 0, rotation) > 0.7,
        `${acceleration} m/s², ${rotation} °/s`,
      );
    }
  }
});

test('after a silence a severe reading soon after the first one is recorded, and the next seconds decide', () => {
  for (let before = 1; before < 4; before++) {
    const readings = [...repeat(before, () => resting), severe];
    const score = scoreWindow(windowOf(readings), readings.length);
    assert.ok(score > 0.3 && score <= 0.5, `${before} readings before: ${score}`);
  }
  const random = seededRandom(3);
  const fall = [...repeat(3, () => walking(random)), impact, lying];
  assert.ok((scores(fall).at(-1) ?? 0) > 0.5, 'found with the fifth reading');
});

test('a reading after 15 s without any is a first reading again', () => {
  const readings = [resting, resting, severe];
  assert.ok(scoreWindow(windowOf(readings, undefined, [0, 1, 16]), 3) > 0.7);
  assert.ok(scoreWindow(windowOf(readings, undefined, [0, 1, 15]), 3) <= 0.5);
});

test('without a gyro a single reading is SUSPICIOUS at most, with or without history', () => {
  for (const blow of [severe, violent, [200, 0, 0, 0, 0, 0] satisfies Motion]) {
    const first = scoreWindow(windowOf([withoutGyro(blow)]), 1);
    assert.ok(first <= 0.5, `${first}`);
    const known = [...repeat(4, () => withoutGyro(resting)), withoutGyro(blow)];
    const later = scoreWindow(windowOf(known), known.length);
    assert.ok(later <= 0.5, `${later}`);
  }
});

test('with history a severe reading is recorded at once', () => {
  assert.ok((scores([...repeat(12, () => resting), severe]).at(-1) ?? 0) > 0.3);
});

test('with history a reading harder than any recorded activity is HIGH at once', () => {
  for (const before of [1, 3, 12])
    assert.ok((scores([...repeat(before, () => resting), violent]).at(-1) ?? 0) > 0.7);
});

test('with history a hard blow with a fast turn does not alert at once: hitting a table has both', () => {
  const blow: Motion = [50, 40, -30, 500, 400, 200];
  assert.ok((scores([...repeat(12, () => resting), blow]).at(-1) ?? 1) <= 0.7);
});

test('a resting reading is no fall after rest or walking', () => {
  const random = seededRandom(3);
  for (const score of scores(repeat(40, () => resting))) assert.ok(score <= 0.3);
  const afterWalking = scores([...repeat(20, () => walking(random)), ...repeat(10, () => resting)]);
  for (const score of afterWalking.slice(20)) assert.ok(score <= 0.3);
});

test('a resting reading is no fall once the impact is long past', () => {
  const all = scores([...repeat(10, () => resting), impact, ...repeat(20, () => lying)]);
  for (const score of all.slice(-14)) assert.ok(score <= 0.3);
});

test('walking, an impact and stillness in another posture is HIGH within five seconds', () => {
  const random = seededRandom(5);
  const all = scores([...repeat(12, () => walking(random)), impact, ...repeat(5, () => lying)]);
  assert.ok(Math.max(...all.slice(0, 12)) <= 0.5, 'walking does not alert');
  assert.ok(Math.max(...all.slice(12)) > 0.7, `${all.slice(12)}`);
});

const CONFIRMED = 0.9;
const hardImpact = impact.map((value) => value * 1.6) as unknown as Motion;

test('no reading is CONFIRMED before three seconds of readings have followed the impact', () => {
  for (const blow of [impact, hardImpact, severe, violent]) {
    for (const before of [0, 1, 4, 12]) {
      const random = seededRandom(5);
      const all = scores([...repeat(before, () => walking(random)), blow, lying, lying]);
      for (const [i, score] of all.entries()) assert.ok(score < CONFIRMED, `${before}, ${i}: ${score}`);
    }
  }
  assert.ok(scoreSingle(...violent) < CONFIRMED);
});

test('a hard fall is CONFIRMED three seconds after the impact, counted in time and not in readings', () => {
  const random = seededRandom(5);
  const fall = [...repeat(11, () => walking(random)), hardImpact, ...repeat(3, () => lying)];
  const after = (seconds: number): number =>
    scoreWindow(
      windowOf(
        fall,
        undefined,
        fall.map((_, i) => (i <= 11 ? i : 11 + ((i - 11) * seconds) / 3)),
      ),
      fall.length,
    );
  assert.ok(after(3) >= CONFIRMED, `${after(3)}`);
  assert.ok(after(1.8) > 0.8 && after(1.8) < CONFIRMED, `${after(1.8)}`);
});

test('a soft fall is HIGH at most, however still the wearer lies', () => {
  const random = seededRandom(5);
  const soft = impact.map((value, i) => (i < 3 ? (value * 34) / Math.hypot(...impact.slice(0, 3)) : value));
  const fall = [...repeat(12, () => walking(random)), soft as unknown as Motion, ...repeat(5, () => lying)];
  const highest = Math.max(...scores(fall));
  assert.ok(highest > 0.7 && highest < CONFIRMED, `${highest}`);
});

test('walking, jogging and stopping raise no alert', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = seededRandom(seed);
    const all = scores([
      ...repeat(10, () => walking(random)),
      ...repeat(20, () => jogging(random)),
      ...repeat(10, () => walking(random)),
    ]);
    assert.ok(Math.max(...all) <= 0.5, `seed ${seed}: ${Math.max(...all)}`);
  }
});

test('the orientation of the wearable does not matter', () => {
  const random = seededRandom(7);
  const readings = [...repeat(12, () => walking(random)), impact, ...repeat(4, () => lying)];
  const turned = scores(readings.map(remounted));
  scores(readings).forEach((score, i) => {
    assert.ok(Math.abs(score - (turned[i] ?? -1)) < 1e-3, `reading ${i}: ${score} and ${turned[i]}`);
  });
});

test('absent and present extra values give the same score', () => {
  const readings = [...repeat(10, () => resting), impact, ...repeat(3, () => lying)];
  const bare = windowOf(readings);
  const full = { ...bare, cells: bare.cells.slice() };
  for (let i = 0; i < readings.length; i++) {
    full.cells.set([1013.2, 0.4, 72, 97, 0], i * FIELDS + T + 7);
    assert.ok(
      Number.isNaN(bare.cells[i * FIELDS + HEART_RATE]) && full.cells[i * FIELDS + SPO2] === 97,
      'columns are in the same place',
    );
  }
  assert.equal(scoreWindow(full, readings.length), scoreWindow(bare, readings.length));
});

test('an impact before a long silence does not count', () => {
  const readings = [...repeat(8, () => resting), impact, ...repeat(3, () => lying)];
  const window = windowOf(readings);
  for (let i = 0; i < 10; i++) window.cells[i * FIELDS + T] = (window.cells[i * FIELDS + T] ?? 0) - 40;
  assert.ok(scoreWindow(window, readings.length) <= 0.3);
});

test('readings older than the window do not change a score', () => {
  const random = seededRandom(9);
  for (let round = 0; round < 500; round++) {
    const readings = repeat(WINDOW_LENGTH + 10, () =>
      random() < 0.2 ? impact : random() < 0.5 ? walking(random) : lying,
    );
    const kept = readings.slice(-WINDOW_LENGTH);
    const whole = scoreWindow(windowOf(readings), readings.length);
    assert.ok(Math.abs(scoreWindow(windowOf(kept), kept.length) - whole) < 1e-6, `round ${round}`);
  }
});

test('any finite input gives a confidence between 0 and 1', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 3000; round++) {
    const scale = 10 ** (random() * 6 - 5);
    const value = (bound: number) => (random() * 2 - 1) * bound * (random() < 0.2 ? 1 : Math.min(1, scale));
    const readings = repeat(1 + Math.floor(random() * 30), () => [
      value(400),
      value(400),
      value(400),
      value(10000),
      value(10000),
      value(10000),
    ]);
    const score = scoreWindow(windowOf(readings), readings.length);
    assert.ok(score >= 0 && score <= 1, `${score}`);
  }
  const zeros = repeat(30, () => [0, 0, 0, 0, 0, 0]);
  assert.ok(scoreWindow(windowOf(zeros), 30) <= 0.3);
});

const fallOf = (random: () => number): Motion[] => [
  ...repeat(12, () => walking(random)),
  impact,
  ...repeat(5, () => lying),
];

test('a lost message leaves a gap: any but the blow itself may be missing, and the fall is still found', () => {
  const whole = fallOf(seededRandom(5));
  for (let lost = 0; lost < whole.length; lost++) {
    if (lost === 12) continue;
    const kept = whole.map((reading, at) => ({ reading, at })).filter(({ at }) => at !== lost);
    const found = kept.map((_, i) => {
      const last = kept.slice(Math.max(0, i + 1 - WINDOW_LENGTH), i + 1);
      const window = windowOf(
        last.map(({ reading }) => reading),
        undefined,
        last.map(({ at }) => at),
      );
      return scoreWindow(window, last.length);
    });
    assert.ok(Math.max(...found) > 0.5, `without ${lost}: ${found.slice(11)}`);
  }
});

test('readings that come early or late by less than half a second have the score of steady ones', () => {
  const readings = fallOf(seededRandom(6)).slice(-WINDOW_LENGTH);
  const steady = scoreWindow(windowOf(readings), readings.length);
  const at = readings.map((_, i) => i + (i % 2 === 0 ? 0.22 : -0.22));
  assert.equal(scoreWindow(windowOf(readings, undefined, at), readings.length), steady);
});

test('an impact is in view for six seconds, however few readings there are', () => {
  const readings = [...repeat(8, () => resting), impact, lying];
  const seconds = (gap: number): number[] => readings.map((_, i) => (i < 9 ? i : 8 + gap));
  assert.ok(scoreWindow(windowOf(readings, undefined, seconds(5)), readings.length) > 0.05);
  assert.ok(scoreWindow(windowOf(readings, undefined, seconds(6)), readings.length) < 0.05);
});

test('a fall is found without a gyro, whether it is absent or three zeros', () => {
  const found = [withoutGyro, ([ax, ay, az]: Motion): Motion => [ax, ay, az, 0, 0, 0]].map((sensed) =>
    scores(fallOf(seededRandom(5)).map(sensed)),
  );
  assert.deepEqual(found[0], found[1]);
  assert.ok(Math.max(...(found[0] ?? [])) > 0.5, String(found[0]));
});
