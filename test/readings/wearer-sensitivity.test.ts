import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FALL_LEVELS, fallLevel } from '../../src/platform/fall-levels.ts';
import { DAY_MS } from '../../src/platform/time.ts';
import {
  alertThreshold,
  HALF_LIFE_MS,
  LOWEST_OFFSET,
  learnedFrom,
  loweredConfidence,
  type Mark,
  offsetAt,
} from '../../src/readings/wearer/sensitivity.ts';
import { seeded } from '../helpers/seeded.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const mark = (
  outcome: Mark['outcome'],
  level: Mark['level'] = 'POTENTIAL',
  at = NOON,
  fallId = 'a',
): Mark => ({ fallId, outcome, level, at });
const falseAlarms = (count: number, level: Mark['level'] = 'POTENTIAL'): Mark[] =>
  Array.from({ length: count }, (_, i) => mark('FALSE_ALARM', level, NOON + i, String(i)));
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}, expected ${expected}`);

describe("the wearer's sensitivity", () => {
  it('is unchanged without marks', () => {
    assert.deepEqual(learnedFrom([], NOON), { offset: 0, falseAlarms: 0, realFalls: 0 });
  });

  it('falls by 0.15 with a false alarm below an emergency, and by 0.05 with a false emergency', () => {
    near(learnedFrom([mark('FALSE_ALARM', 'POTENTIAL')], NOON).offset, -0.15);
    near(learnedFrom([mark('FALSE_ALARM', 'HIGH')], NOON).offset, -0.15);
    near(learnedFrom([mark('FALSE_ALARM', 'CONFIRMED')], NOON).offset, -0.05);
  });

  it('stops at the bound', () => {
    const learned = learnedFrom(falseAlarms(50), NOON + 50);
    near(learned.offset, LOWEST_OFFSET);
    assert.equal(learned.falseAlarms, 50);
  });

  it('goes half the way back with a real fall', () => {
    const learned = learnedFrom([...falseAlarms(4), mark('CONFIRMED', 'HIGH', NOON + 4, 'real')], NOON + 4);
    near(learned.offset, -0.3);
    assert.equal(learned.realFalls, 1);
  });

  it('halves every 30 days', () => {
    const at = NOON + 3;
    const { offset } = learnedFrom(falseAlarms(4), at);
    near(offsetAt({ offset, at }, at + HALF_LIFE_MS), -0.3);
    near(learnedFrom(falseAlarms(4), at + 2 * HALF_LIFE_MS).offset, -0.15);
    // A clock that is behind must not make it larger.
    assert.equal(offsetAt({ offset, at }, at - DAY_MS), offset);
  });

  it('does not depend on the order in which the marks are read', () => {
    const marks = [...falseAlarms(3), mark('CONFIRMED', 'HIGH', NOON + DAY_MS, 'real')];
    assert.deepEqual(learnedFrom(marks.toReversed(), NOON + DAY_MS), learnedFrom(marks, NOON + DAY_MS));
  });

  it('never passes its bounds, whatever the marks, and never lowers an emergency', () => {
    const random = seeded(25);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    for (let run = 0; run < 500; run++) {
      const marks = Array.from({ length: Math.floor(random() * 60) }, (_, i) =>
        mark(
          pick(['FALSE_ALARM', 'FALSE_ALARM', 'FALSE_ALARM', 'CONFIRMED']),
          pick(['POTENTIAL', 'HIGH', 'CONFIRMED']),
          NOON + Math.floor(random() * 90 * DAY_MS),
          String(i),
        ),
      );
      const { offset } = learnedFrom(marks, NOON + 90 * DAY_MS);
      assert.ok(offset <= 0 && offset >= LOWEST_OFFSET, `${offset}`);
      for (let i = 0; i < 50; i++) {
        const confidence = Math.round(random() * 10_000) / 10_000;
        const lowered = loweredConfidence(confidence, offset);
        const [before, after] = [fallLevel(confidence), fallLevel(lowered)];
        assert.ok(lowered <= confidence, `${lowered} of ${confidence}`);
        if (before === 'CONFIRMED' || before === 'NO_FALL') assert.equal(lowered, confidence);
        // At most one level down, and a recorded event stays recorded.
        const lost = FALL_LEVELS.indexOf(before) - FALL_LEVELS.indexOf(after);
        assert.ok(lost <= 1, `${before} became ${after}`);
        assert.equal(before === 'NO_FALL', after === 'NO_FALL');
      }
    }
  });

  it('keeps the order of confidences', () => {
    let last = 0;
    for (let i = 0; i <= 10_000; i++) {
      const lowered = loweredConfidence(i / 10_000, LOWEST_OFFSET);
      assert.ok(lowered >= last, `${lowered} after ${last}`);
      last = lowered;
    }
  });

  it('moves the confidence at which caregivers are alerted, up to the level HIGH', () => {
    assert.equal(alertThreshold(0), 0.5);
    near(alertThreshold(-0.45), 1 / (1 + Math.exp(-0.45)));
    assert.equal(alertThreshold(LOWEST_OFFSET), 0.7);
    for (const offset of [0, -0.15, -0.45, -0.8, -1]) {
      const threshold = alertThreshold(offset);
      assert.equal(fallLevel(loweredConfidence(threshold - 0.001, offset)), 'SUSPICIOUS');
      assert.equal(fallLevel(loweredConfidence(threshold + 0.001, offset)), 'POTENTIAL');
    }
  });
});
