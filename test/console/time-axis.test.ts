import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EscalationPolicy } from '../../web/api/records.ts';
import { timeAxisOf } from '../../web/pages/admin/escalation/time-axis.ts';

const policy = (
  times: readonly number[],
  repeats: EscalationPolicy['repeats'] = { times: 0, everySeconds: 60 },
): EscalationPolicy => ({
  steps: times.map((afterSeconds) => ({ afterSeconds, targets: ['on_duty'], channels: ['webpush'] })),
  repeats,
});

describe('the axis of an escalation policy', () => {
  it('has each step, each repeat and each time at its place', () => {
    const { marks, repeats, ticks, lanes } = timeAxisOf(
      policy([0, 60, 180], { times: null, everySeconds: 60 }),
    );
    // Until 360 s, and a tenth more.
    assert.deepEqual(
      marks.map(({ number, place }) => [number, place]),
      [
        [1, 0],
        [2, 15.15],
        [3, 45.45],
      ],
    );
    assert.deepEqual(repeats, [60.61, 75.76, 90.91]);
    assert.deepEqual(
      ticks.map(({ seconds }) => seconds),
      [0, 120, 240, 360],
    );
    assert.equal(ticks[1]?.place, 30.3);
    assert.equal(lanes, 1);
  });

  it('puts steps that are close together below each other, and keeps their place', () => {
    const { marks } = timeAxisOf(policy([0, 10, 3600]));
    assert.deepEqual(marks, [
      { number: 1, place: 0, lane: 0 },
      { number: 3, place: 90.91, lane: 0 },
      { number: 2, place: 0.25, lane: 1 },
    ]);
  });

  it('shows the first of rare repeats, and none of none', () => {
    assert.equal(timeAxisOf(policy([0, 60], { times: 5, everySeconds: 3600 })).repeats.length, 1);
    assert.deepEqual(timeAxisOf(policy([0, 60])).repeats, []);
  });

  it('leaves out steps whose time is not typed yet', () => {
    assert.deepEqual(
      timeAxisOf(policy([0, Number.NaN, 120], { times: 1, everySeconds: Number.NaN })).marks.map(
        ({ number }) => number,
      ),
      [1, 3],
    );
  });
});
