import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SENSORS, throughSensor } from '../../detector/sensors.ts';
import { buildStreams, PLAIN, type Stream } from '../../detector/streams.ts';
import { inProject } from '../helpers/project.ts';
import { trialWith } from './trials.ts';

/** At 10 Hz, with a blow of 40 m/s² in its 15th second. */
function fall(): Stream {
  const [stream] = buildStreams([trialWith({ seconds: 30, blowAt: 15 })], {
    ...PLAIN,
    phases: 1,
    before: ['resting'],
  });
  assert.ok(stream);
  return stream;
}

test('a poorer sensor clips each axis and keeps the gyro', () => {
  const clipped = throughSensor(fall(), { gyro: true, rangeG: 2 });
  assert.equal(Math.max(...clipped.signal.map(([ax]) => ax)), 2 * 9.80665);
  assert.equal(Math.max(...clipped.signal.map((sample) => sample[3])), 300);
  assert.deepEqual(throughSensor(fall(), { gyro: true }), fall());
});

test('a slower sensor takes every n-th sample of the same messages', () => {
  const whole = fall();
  for (const [rateHz, step] of [
    [5, 2],
    [4, 2.5],
  ] as const) {
    const slow = throughSensor(whole, { gyro: true, rateHz });
    assert.equal(slow.trial.rateHz, rateHz);
    assert.deepEqual(
      slow.signal,
      slow.signal.map((_, i) => whole.signal[Math.floor(i * step)]),
    );
    assert.deepEqual(
      slow.messages.map(({ at }) => at),
      whole.messages.map(({ at }) => at),
    );
    for (const [i, { first, last }] of slow.messages.entries()) {
      assert.equal(first, slow.messages[i - 1]?.last ?? first, 'no sample is lost between two messages');
      // All of its samples were measured within its second.
      const own = whole.messages[i];
      assert.ok(own && Math.floor(first * step) >= own.first && Math.floor((last - 1) * step) < own.last);
    }
  }
  assert.deepEqual(throughSensor(whole, { gyro: true, rateHz: 50 }), whole, 'nothing is interpolated');
});

test('docs/wearables.md has the row of each sensor', () => {
  const page = readFileSync(inProject('docs', 'wearables.md'), 'utf8');
  const [, written = ''] =
    /<!-- Written by `npm run evaluate-sensors`[^>]*-->([\s\S]*?)<!-- end -->/.exec(page) ?? [];
  const rows = written.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  assert.equal(rows.length, 1 + SENSORS.length);
});
