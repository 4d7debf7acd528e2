import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedBars, parseBars } from '../../detector/bars.ts';
import { figuresOf, outcomeOf } from '../../detector/metrics.ts';
import type { Trial } from '../../detector/recordings.ts';
import { buildStreams, PLAIN } from '../../detector/streams.ts';

const figures = {
  sensitivity: 0.92,
  specificity: 0.95,
  f1: 0.9,
  falseAlarmsPerHour: 8.04,
  medianDelayS: 2,
  slowDelayS: 3,
  early: 0,
  trueShare: 1,
};

test('limits are read from the command line and checked one by one', () => {
  assert.deepEqual(parseBars('sensitivity=0.92,false-alarms=8'), {
    sensitivity: 0.92,
    falseAlarmsPerHour: 8,
  });
  assert.deepEqual(parseBars('none'), {});
  assert.throws(() => parseBars('luck=1'));
  assert.throws(() => parseBars('sensitivity='));
  assert.deepEqual(
    missedBars(figures, parseBars('sensitivity=0.92,specificity=0.95,false-alarms=8,delay=3')),
    [],
  );
  assert.equal(
    missedBars(figures, parseBars('sensitivity=0.93,specificity=0.96,false-alarms=7,delay=1')).length,
    4,
  );
  assert.equal(missedBars({ ...figures, medianDelayS: Number.NaN }, { medianDelayS: 3 }).length, 1);
});

test('the delay of each level counts from the impact, and alarms before it are early', () => {
  const trial: Trial = {
    id: 'x',
    activity: 'F01',
    subject: 'U01',
    fall: true,
    rateHz: 10,
    fallStartS: 4.5,
    fallEndS: 5.5,
    samples: Array.from({ length: 100 }, (_, i) => [i === 49 ? 40 : 0, 0, 9.81, 0, 0, 0] as const),
  };
  const [stream] = buildStreams([trial], { ...PLAIN, before: ['resting'], phases: 1 });
  assert.ok(stream);
  const confidences = stream.messages.map(({ at }) => {
    if (at === 2) return 0.6;
    return at > stream.impactAt + 2 ? 0.95 : at > stream.impactAt ? 0.4 : 0;
  });
  const outcome = outcomeOf(stream, confidences);
  assert.equal(outcome.early, true);
  assert.equal(outcome.confidence, 0.95);
  assert.ok(Math.abs(outcome.delayS.SUSPICIOUS - 0.1) < 0.01, `${outcome.delayS.SUSPICIOUS}`);
  assert.ok(outcome.delayS.POTENTIAL > 2 && outcome.delayS.POTENTIAL < 3.2);
  assert.equal(outcome.delayS.CONFIRMED, outcome.delayS.POTENTIAL);
});

test('repeated alarms of one stream are one false alarm, per hour of recording', () => {
  const activity: Trial = {
    id: 'x',
    activity: 'D09',
    subject: 'U01',
    fall: false,
    rateHz: 10,
    fallStartS: null,
    fallEndS: null,
    samples: Array.from({ length: 360 }, () => [0, 0, 9.81, 0, 0, 0] as const),
  };
  const streams = buildStreams([activity], { ...PLAIN, before: ['resting'], phases: 2 });
  const outcomes = streams.map((stream, i) =>
    outcomeOf(
      stream,
      stream.messages.map(() => (i === 0 ? 0.6 : 0.5)),
    ),
  );
  const { falseAlarmsPerHour, specificity } = figuresOf(outcomes);
  assert.equal(specificity, 0.5);
  // One alarm in twice 36 s; the seconds before a trial do not count.
  assert.ok(Math.abs(falseAlarmsPerHour - 50) < 1e-9, `${falseAlarmsPerHour}`);
});
