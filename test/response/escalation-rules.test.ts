import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidInput } from '../../src/platform/errors.ts';
import { bodyChecker } from '../../src/platform/schema/check.ts';
import { recipientsOf } from '../../src/response/care-team.ts';
import {
  advanced,
  DEFAULT_POLICY,
  escalationDue,
  hurried,
  resumeEscalation,
  startEscalation,
  stepToTake,
} from '../../src/response/escalation/escalation.ts';
import { ascendingSteps, EscalationPolicy } from '../../src/response/escalation/schema.ts';

const START = new Date('2026-03-01T10:00:00Z');
const FIVE_TIMES = { ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } };
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);

describe('an escalation', () => {
  it('repeats the last step of the default policy without end', () => {
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

  it('that was passed on takes its next step at once and keeps its start; the steps after it keep their distance', () => {
    const begun = advanced(FIVE_TIMES, startEscalation(FIVE_TIMES, START), START);
    const passed = hurried(FIVE_TIMES, begun, after(10));
    assert.deepEqual(escalationDue(FIVE_TIMES, passed), { what: 'step', at: after(10) });
    assert.deepEqual(passed.startsAt, START);
    const second = advanced(FIVE_TIMES, passed, after(10));
    assert.deepEqual(escalationDue(FIVE_TIMES, second), { what: 'step', at: after(130) });
    const again = hurried(FIVE_TIMES, second, after(30));
    assert.deepEqual(escalationDue(FIVE_TIMES, again), { what: 'step', at: after(30) });
    const late = hurried(FIVE_TIMES, second, after(500));
    assert.deepEqual(late, second, 'a step that is due already stays');
    const repeating = hurried(FIVE_TIMES, advanced(FIVE_TIMES, again, after(30)), after(40));
    assert.deepEqual(escalationDue(FIVE_TIMES, repeating), { what: 'repeat', at: after(40) });
  });

  it('takes each step, repeats the last as often as the policy says, and is exhausted one interval later', () => {
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
    assert.equal(escalation.step, 3, 'repeats do not count as steps');
    assert.equal(escalationDue(FIVE_TIMES, { ...escalation, exhaustedAt: after(1260) }), null);
  });

  it('takes the last step again when it repeats', () => {
    const escalation = { ...startEscalation(DEFAULT_POLICY, START), step: 3 };
    assert.equal(stepToTake(DEFAULT_POLICY, escalation), DEFAULT_POLICY.steps[2]);
  });

  it('resumes where it stopped, and starts its repeats over when they are used up', () => {
    const half = { ...startEscalation(FIVE_TIMES, START), step: 1, lastAt: START };
    assert.equal(resumeEscalation(FIVE_TIMES, half), half);
    const repeating = { ...half, step: 3, repeatsLeft: 2, lastAt: after(540) };
    assert.equal(resumeEscalation(FIVE_TIMES, repeating), repeating);
    const over = { ...half, step: 3, repeatsLeft: 0, lastAt: after(1080), exhaustedAt: after(1260) };
    const anew = resumeEscalation(FIVE_TIMES, over);
    assert.equal(anew.repeatsLeft, 5);
    assert.deepEqual(escalationDue(FIVE_TIMES, anew), { what: 'repeat', at: after(1260) });
  });

  it('takes the last step once more after a release when the policy has no repeats', () => {
    const policy = { ...DEFAULT_POLICY, repeats: { everySeconds: 60, times: 0 } };
    const over = { ...startEscalation(policy, START), step: 3, lastAt: START };
    assert.equal(escalationDue(policy, over)?.what, 'exhausted');
    assert.equal(escalationDue(policy, resumeEscalation(policy, over))?.what, 'repeat');
  });

  it('notifies caregivers on duty, the whole care team when none is on duty, and admins when there are none', () => {
    const circle = {
      all: ['a', 'b'],
      assigned: ['a', 'b'],
      ward: [],
      wardLeads: ['z'],
      onDuty: ['b'],
      admins: ['z'],
    };
    assert.deepEqual(recipientsOf(['on_duty'], circle), ['b']);
    assert.deepEqual(recipientsOf(['on_duty'], { ...circle, onDuty: [] }), ['a', 'b']);
    assert.deepEqual(recipientsOf(['on_duty', 'assigned', 'admins'], circle), ['b', 'a', 'z']);
    assert.deepEqual(recipientsOf(['admins'], circle), ['z']);
    for (const target of ['on_duty', 'assigned', 'admins'] as const) {
      assert.deepEqual(recipientsOf([target], { ...circle, all: [], assigned: [], onDuty: [] }), ['z']);
    }
  });

  it('notifies the ward, its leads, and the whole care team when a step names nobody of it', () => {
    const circle = {
      all: ['a', 'w', 'l'],
      assigned: ['a'],
      ward: ['w', 'l'],
      wardLeads: ['l'],
      onDuty: ['w'],
      admins: ['z'],
    };
    assert.deepEqual(recipientsOf(['ward'], circle), ['w', 'l']);
    assert.deepEqual(recipientsOf(['ward_leads', 'ward'], circle), ['l', 'w']);
    assert.deepEqual(recipientsOf(['on_duty'], { ...circle, onDuty: [] }), ['a', 'w', 'l']);
    const withoutWard = { ...circle, all: ['a'], ward: [], wardLeads: ['z'] };
    assert.deepEqual(recipientsOf(['ward'], withoutWard), ['a']);
    assert.deepEqual(recipientsOf(['ward_leads'], withoutWard), ['z']);
    assert.deepEqual(recipientsOf(['assigned'], { ...circle, assigned: [] }), ['a', 'w', 'l']);
  });

  describe('an escalation policy', () => {
    const checker = bodyChecker(EscalationPolicy, ascendingSteps);
    const step = { afterSeconds: 0, targets: ['assigned'], channels: ['email'] };
    const repeats = { everySeconds: 180, times: 5 };
    const many = (count: number, gap = 1) =>
      Array.from({ length: count }, (_, i) => ({ ...step, afterSeconds: i * gap }));

    const good: [string, unknown][] = [
      ['the default steps and repeats', DEFAULT_POLICY],
      ['ten steps within a day', { steps: many(10, 9600), repeats: { everySeconds: 3600, times: 20 } }],
      ['endless repeats', { steps: [step], repeats: { everySeconds: 1, times: null } }],
      ['zero repeats', { steps: [step], repeats: { everySeconds: 1, times: 0 } }],
    ];
    for (const [name, policy] of good) {
      it(`is valid with ${name}`, () => assert.deepEqual(checker.parse(policy), policy));
    }

    const bad: [string, unknown, string][] = [
      ['no steps', { steps: [], repeats }, 'steps'],
      ['eleven steps', { steps: many(11), repeats }, 'steps'],
      ['steps that do not ascend', { steps: [...many(3), step], repeats }, 'steps.3.afterSeconds'],
      ['two steps at the same time', { steps: [step, step], repeats }, 'steps.1.afterSeconds'],
      [
        'a step at a negative time',
        { steps: [{ ...step, afterSeconds: -1 }], repeats },
        'steps.0.afterSeconds',
      ],
      [
        'a step after more than a day',
        { steps: [{ ...step, afterSeconds: 86_401 }], repeats },
        'steps.0.afterSeconds',
      ],
      ['fractions of a second', { steps: [{ ...step, afterSeconds: 0.5 }], repeats }, 'steps.0.afterSeconds'],
      ['a step without targets', { steps: [{ ...step, targets: [] }], repeats }, 'steps.0.targets'],
      ['an unknown target', { steps: [{ ...step, targets: ['doctor'] }], repeats }, 'steps.0.targets'],
      ['a step without channels', { steps: [{ ...step, channels: [] }], repeats }, 'steps.0.channels'],
      ['an unknown channel', { steps: [{ ...step, channels: ['fax'] }], repeats }, 'steps.0.channels'],
      [
        'a repeat interval of zero',
        { steps: [step], repeats: { everySeconds: 0, times: 1 } },
        'repeats.everySeconds',
      ],
      [
        'a repeat interval of more than an hour',
        { steps: [step], repeats: { everySeconds: 3601, times: 1 } },
        'repeats.everySeconds',
      ],
      [
        'a negative number of repeats',
        { steps: [step], repeats: { everySeconds: 1, times: -1 } },
        'repeats.times',
      ],
      ['21 repeats', { steps: [step], repeats: { everySeconds: 1, times: 21 } }, 'repeats.times'],
      ['no repeats field', { steps: [step] }, 'repeats'],
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
