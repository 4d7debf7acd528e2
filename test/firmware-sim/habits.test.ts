import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../firmware-sim/random.ts';
import { errandOf, pressOf } from '../../firmware-sim/response/habits.ts';

const MANY = 2_000;
const habits = { okShare: 0.2, helpShare: 0.1, asleepShare: 0.2 };
const presses = (seed: string, shares = habits) => {
  const random = createRandom(seed);
  return Array.from({ length: MANY }, () => pressOf(random, shares));
};
const shareOf = <T>(items: readonly T[], test: (item: T) => boolean): number =>
  items.filter(test).length / items.length;
const near = (share: number, expected: number): void =>
  assert.ok(Math.abs(share - expected) < 0.03, `${share} is not about ${expected}`);

test('wearers press OK and help as often as configured, and mostly do nothing', () => {
  const pressed = presses('wearers');
  near(
    shareOf(pressed, (press) => press?.answer === 'ok'),
    0.2,
  );
  near(
    shareOf(pressed, (press) => press?.answer === 'help'),
    0.1,
  );
  near(
    shareOf(pressed, (press) => press === undefined),
    0.7,
  );
});

test('shares of 0 and 1 are exact', () => {
  assert.ok(presses('none', { ...habits, okShare: 0, helpShare: 0 }).every((press) => press === undefined));
  assert.ok(presses('all', { ...habits, okShare: 1, helpShare: 0 }).every((press) => press?.answer === 'ok'));
  assert.ok(
    presses('all', { ...habits, okShare: 0, helpShare: 1 }).every((press) => press?.answer === 'help'),
  );
});

test('the same seed makes the same choices, and a different share changes only the wearers it affects', () => {
  assert.deepEqual(presses('seed'), presses('seed'));
  const more = presses('seed', { ...habits, helpShare: 0.5 });
  for (const [i, press] of presses('seed').entries()) {
    if (press !== undefined) assert.deepEqual(more[i], press);
  }
});

test('a wearer presses before any caregiver can resolve the fall', () => {
  const latest = Math.max(...presses('latest').map((press) => press?.afterS ?? 0));
  const random = createRandom('errands');
  const errands = Array.from({ length: MANY }, () => errandOf(random));
  const earliest = Math.min(...errands.map(({ claimAfterS, endAfterS }) => claimAfterS + endAfterS));
  assert.ok(latest < earliest, `${latest} s and ${earliest} s`);
});

test('caregivers mostly resolve, sometimes hand off, rarely release, and claim with a valid ETA', () => {
  const random = createRandom('caregivers');
  const errands = Array.from({ length: MANY }, () => errandOf(random));
  near(
    shareOf(errands, ({ ending }) => ending === 'resolve'),
    0.8,
  );
  near(
    shareOf(errands, ({ ending }) => ending === 'hand-off'),
    0.15,
  );
  near(
    shareOf(errands, ({ ending }) => ending === 'release'),
    0.05,
  );
  for (const { etaMinutes, outcome } of errands) {
    assert.ok(Number.isInteger(etaMinutes) && etaMinutes >= 1 && etaMinutes <= 240);
    assert.ok(outcome === 'HELPED' || outcome === 'NO_HELP_NEEDED');
  }
});
