import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seenIn } from '../../src/response/fall/seen.ts';
import type { StoredAssessment } from '../../src/response/vocabulary.ts';
import { seeded } from '../helpers/seeded.ts';

type Values = Readonly<Record<string, readonly [value: number, contribution: number | null]>>;

const assessed = (values: Values, more: Partial<StoredAssessment> = {}): StoredAssessment => ({
  decidedBy: 'model',
  secondsSinceImpact: 5,
  reasons: Object.entries(values).map(([name, [value, contribution]]) => ({ name, value, contribution })),
  ...more,
});

describe('what the detector has seen, in words', () => {
  it('names the signs of a fall with their values, strongest first', () => {
    const fall = assessed({
      postureChange: [1.4, 1.8],
      stillness: [0.5, 1.2],
      impact: [34.2, 0.9],
      motionBefore: [1.2, 0.1],
      together: [6, 0.5],
    });
    assert.deepEqual(seenIn(fall), {
      for: ['Posture changed by 80°', 'No movement afterwards', 'Hard impact (34 m/s²)'],
      against: [],
    });
  });

  it('names the weight, not the order of the values', () => {
    const fall = assessed({ impact: [55, 0.1], stillness: [30, 2] });
    assert.deepEqual(seenIn(fall).for, ['Little movement afterwards', 'Very hard impact (55 m/s²)']);
  });

  it('names a soft blow with much turning and no change afterwards as a fast arm movement', () => {
    const arm = assessed({
      impact: [25.8, -2.5],
      postureChange: [0, -2.2],
      rotation: [430, 0],
      stillness: [0.5, 0.1],
    });
    assert.deepEqual(seenIn(arm), {
      for: ['No movement afterwards'],
      against: ['Like a fast arm movement'],
    });
    const slow = assessed({ impact: [25.8, -2.5], postureChange: [0, -2.2], rotation: [80, 0] });
    assert.deepEqual(seenIn(slow).against, [
      'Softer impact than in most falls (26 m/s²)',
      'Same posture afterwards',
    ]);
  });

  it('names repeated hits and movement afterwards', () => {
    const jogging = assessed({ repeatedHits: [9, -2], stillness: [170, -1], postureChange: [1.5, 0.2] });
    assert.deepEqual(seenIn(jogging).against, ['Repeated hits, like an activity', 'Movement afterwards']);
    const up = assessed({ impact: [48, 0.6], stillness: [80, -1], postureChange: [0.1, -0.4] });
    assert.deepEqual(seenIn(up).against, ['Getting up again', 'Same posture afterwards']);
  });

  it('names a hard impact last if the network expects another one of a fall', () => {
    const fall = assessed({ impact: [40, -0.4], postureChange: [1.5, 2], motionBefore: [0.1, -0.02] });
    assert.deepEqual(seenIn(fall), {
      for: ['Posture changed by 86°', 'Very hard impact (40 m/s²)'],
      against: [],
    });
  });

  it('says nothing about the time after an impact that has just happened', () => {
    const now = assessed({ stillness: [0, 1], impact: [50, 0.6] }, { secondsSinceImpact: 0 });
    assert.deepEqual(seenIn(now).for, ['Very hard impact (50 m/s²)']);
  });

  it('names the measured values of a rule', () => {
    const rule = assessed(
      { acceleration: [19.9, null], rotation: [736, null] },
      { decidedBy: 'single-reading' },
    );
    assert.deepEqual(seenIn(rule).for, ['Fast rotation (736 °/s)']);
    const calm = assessed(
      { acceleration: [10, null], rotation: [5, null] },
      { decidedBy: 'violent-reading' },
    );
    assert.deepEqual(seenIn(calm).for, ['Very violent movement']);
  });

  it('names other sensors', () => {
    const fall = assessed({
      heightLostM: [0.84, 0.9],
      footPressureLost: [0.5, 0.7],
      heartRateChange: [28, 0.2],
    });
    assert.deepEqual(seenIn(fall).for, [
      'Sudden drop in height (0.8 m)',
      'No weight on the feet',
      'Heart rate changed by 28 bpm',
    ]);
    assert.deepEqual(seenIn(assessed({ heightLostM: [-0.1, -0.7] })).against, ['Still at the same height']);
  });

  it('reads the names of earlier detectors, and invents nothing for unknown ones', () => {
    const old = assessed({ turn: [1, 0.5], turnSquared: [1, 0.4], gyroLog: [2, 0.3], oddity: [1, 9] });
    assert.deepEqual(seenIn(old).for, ['Change of posture', 'Fast rotation']);
    assert.deepEqual(seenIn(assessed({ oddity: [1, 9] })).for, ['Movement typical of a fall']);
  });

  it('gives at most three phrases each, never the same twice, and no broken numbers', () => {
    const random = seeded(77);
    const names = ['impact', 'stillness', 'postureChange', 'motionBefore', 'repeatedHits', 'rotation'];
    for (let run = 0; run < 2000; run++) {
      const values = Object.fromEntries(
        names.map((name) => {
          const value = random() < 0.05 ? Number.NaN : random() * 100;
          return [name, [value, random() * 4 - 2] as const];
        }),
      );
      const seen = seenIn(assessed(values, { secondsSinceImpact: Math.floor(random() * 6) }));
      assert.ok(seen.for.length >= 1 && seen.for.length <= 3 && seen.against.length <= 3);
      const all = [...seen.for, ...seen.against];
      assert.equal(new Set(all).size, all.length, all.join(', '));
      assert.ok(!all.some((phrase) => phrase.includes('NaN')), all.join(', '));
    }
  });
});
