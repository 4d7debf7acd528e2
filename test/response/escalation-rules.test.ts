import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidInput } from '../../src/platform/errors.ts';
import { bodyChecker } from '../../src/platform/schema/check.ts';
import { recipientsOf } from '../../src/response/care-team.ts';
import {
  advanced,
  DEFAULT_POLICY,
  escalationDue,
  resumeEscalation,
  startEscalation,
  stepToTake,
} from '../../src/response/escalation.ts';
import { ascendingSteps, EscalationPolicy } from '../../src/response/schema/escalation.ts';

const START = new Date('2026-03-01T10:00:00Z');
const FIVE_TIMES = { ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } };
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);

describe('domain/escalation', () => {
  it('repeats the last step of the default policy until somebody takes over', () => {
    let escalation = startEscalation(DEFAULT_POLICY, START);
    const seen: [string, number][] = [];
    for (let i = 0; i < 500; i++) {
      const due = escalationDue(DEFAULT_POLICY, escalation);
      assert.ok(due);
      seen.push([due.what, (due.at.getTime() - START.getTime()) / 1000]);
      escalation = advanced(DEFAULT_POLICY, escalation, due.at);
    }
    assert.deepEqual(seen.slice(0, 4), [
      ['step', 0],
      ['step', 60],
      ['step', 180],
      ['repeat', 360],
    ]);
    assert.deepEqual(seen.at(-1), ['repeat', 180 + 497 * 180]);
    assert.equal(resumeEscalation(DEFAULT_POLICY, escalation), escalation);
  });

  it('climbs a policy step by step, repeats the last one as often as it says, and is exhausted an interval later', () => {
    let escalation = startEscalation(FIVE_TIMES, START);
    const seen: [string, number][] = [];
    for (;;) {
      const due = escalationDue(FIVE_TIMES, escalation);
      assert.ok(due);
      seen.push([due.what, (due.at.getTime() - START.getTime()) / 1000]);
      if (due.what === 'exhausted') break;
      escalation = advanced(FIVE_TIMES, escalation, due.at);
    }
    assert.deepEqual(seen, [
      ['step', 0],
      ['step', 60],
      ['step', 180],
      ...[360, 540, 720, 900, 1080].map((at) => ['repeat', at] as [string, number]),
      ['exhausted', 1260],
    ]);
    assert.equal(escalation.step, 3, 'repeats are no steps');
    assert.equal(escalationDue(FIVE_TIMES, { ...escalation, exhaustedAt: after(1260) }), null);
  });

  it('takes the last step again when it repeats', () => {
    const escalation = { ...startEscalation(DEFAULT_POLICY, START), step: 3 };
    assert.equal(stepToTake(DEFAULT_POLICY, escalation), DEFAULT_POLICY.steps[2]);
  });

  it('goes on where it stood, and begins its repeats anew once they are used up', () => {
    const half = { ...startEscalation(FIVE_TIMES, START), step: 1, lastAt: START };
    assert.equal(resumeEscalation(FIVE_TIMES, half), half);
    const repeating = { ...half, step: 3, repeatsLeft: 2, lastAt: after(540) };
    assert.equal(resumeEscalation(FIVE_TIMES, repeating), repeating);
    const over = { ...half, step: 3, repeatsLeft: 0, lastAt: after(1080), exhaustedAt: after(1260) };
    const anew = resumeEscalation(FIVE_TIMES, over);
    assert.equal(anew.repeatsLeft, 5);
    assert.deepEqual(escalationDue(FIVE_TIMES, anew), { what: 'repeat', at: after(1260) });
  });

  it('says the last step once more after a release, where a policy has no repeats', () => {
    const policy = { ...DEFAULT_POLICY, repeats: { everySeconds: 60, times: 0 } };
    const over = { ...startEscalation(policy, START), step: 3, lastAt: START };
    assert.equal(escalationDue(policy, over)?.what, 'exhausted');
    assert.equal(escalationDue(policy, resumeEscalation(policy, over))?.what, 'repeat');
  });

  it('tells those on duty, all assigned when nobody is, and the admins when there is no caregiver at all', () => {
    const circle = { assigned: ['a', 'b'], onDuty: ['b'], admins: ['z'] };
    assert.deepEqual(recipientsOf(['on_duty'], circle), ['b']);
    assert.deepEqual(recipientsOf(['on_duty'], { ...circle, onDuty: [] }), ['a', 'b']);
    assert.deepEqual(recipientsOf(['on_duty', 'assigned', 'admins'], circle), ['b', 'a', 'z']);
    assert.deepEqual(recipientsOf(['admins'], circle), ['z']);
    for (const target of ['on_duty', 'assigned', 'admins'] as const) {
      assert.deepEqual(recipientsOf([target], { assigned: [], onDuty: [], admins: ['z'] }), ['z']);
    }
  });

  describe('a policy', () => {
    const checker = bodyChecker(EscalationPolicy, ascendingSteps);
    const step = { afterSeconds: 0, targets: ['assigned'], channels: ['email'] };
    const repeats = { everySeconds: 180, times: 5 };
    const many = (count: number, gap = 1) =>
      Array.from({ length: count }, (_, i) => ({ ...step, afterSeconds: i * gap }));

    const good: [string, unknown][] = [
      ['the default', DEFAULT_POLICY],
      ['ten steps to a day after', { steps: many(10, 9600), repeats: { everySeconds: 3600, times: 20 } }],
      ['repeats without end', { steps: [step], repeats: { everySeconds: 1, times: null } }],
      ['no repeats', { steps: [step], repeats: { everySeconds: 1, times: 0 } }],
    ];
    for (const [name, policy] of good) {
      it(`may be ${name}`, () => assert.deepEqual(checker.parse(policy), policy));
    }

    const bad: [string, unknown, string][] = [
      ['no steps', { steps: [], repeats }, 'steps'],
      ['eleven steps', { steps: many(11), repeats }, 'steps'],
      ['steps that do not ascend', { steps: [...many(3), step], repeats }, 'steps.3.afterSeconds'],
      ['two steps at once', { steps: [step, step], repeats }, 'steps.1.afterSeconds'],
      [
        'a step before the beginning',
        { steps: [{ ...step, afterSeconds: -1 }], repeats },
        'steps.0.afterSeconds',
      ],
      [
        'a step after more than a day',
        { steps: [{ ...step, afterSeconds: 86_401 }], repeats },
        'steps.0.afterSeconds',
      ],
      ['half a second', { steps: [{ ...step, afterSeconds: 0.5 }], repeats }, 'steps.0.afterSeconds'],
      ['nobody to tell', { steps: [{ ...step, targets: [] }], repeats }, 'steps.0.targets'],
      ['an unknown target', { steps: [{ ...step, targets: ['doctor'] }], repeats }, 'steps.0.targets'],
      ['no channel', { steps: [{ ...step, channels: [] }], repeats }, 'steps.0.channels'],
      ['an unknown channel', { steps: [{ ...step, channels: ['fax'] }], repeats }, 'steps.0.channels'],
      [
        'repeats without a pause',
        { steps: [step], repeats: { everySeconds: 0, times: 1 } },
        'repeats.everySeconds',
      ],
      [
        'repeats after more than an hour',
        { steps: [step], repeats: { everySeconds: 3601, times: 1 } },
        'repeats.everySeconds',
      ],
      ['fewer than no repeats', { steps: [step], repeats: { everySeconds: 1, times: -1 } }, 'repeats.times'],
      ['21 repeats', { steps: [step], repeats: { everySeconds: 1, times: 21 } }, 'repeats.times'],
      ['no word of repeats', { steps: [step] }, 'repeats'],
    ];
    for (const [name, policy, field] of bad) {
      it(`is refused with ${name}`, () =>
        assert.throws(
          () => checker.parse(policy),
          (error) => error instanceof InvalidInput && error.details?.[field] !== undefined,
        ));
    }
  });
});
