import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fallsOf, liveRoutine } from '../../firmware-sim/motion/routine.ts';
import { magnitude, type Sample, type Second } from '../../firmware-sim/motion/sample.ts';
import { SENSORS, type Sensor, sensed } from '../../firmware-sim/motion/sensor.ts';
import { createRandom } from '../../firmware-sim/random.ts';

const secondOf = (samples: readonly Sample[]): Second => ({ samples, activity: 'walk', online: true });
const sampleOf = (value: number): Sample => [value, 0, 0, 10 * value, 0, 0];
const signals = (seconds: Iterable<Second>): Sample[][] => [...seconds].map(({ samples }) => [...samples]);

const falling = (): Second[] => {
  const random = createRandom('sensor');
  const falls = fallsOf('fall', 0, 120, random.fork('falls'));
  const life = liveRoutine({ random, scenario: 'fall', falls, untilS: 120, dropShare: 0, dropFalls: false });
  return Array.from({ length: 120 }, () => life.next().value);
};

test('a good sensor changes nothing', () => {
  assert.deepEqual([...sensed(falling(), SENSORS.good)], falling());
});

test('a slower sensor samples evenly, and the last sample stays the last', () => {
  const ramp = (from: number) => secondOf(Array.from({ length: 50 }, (_, i) => sampleOf(from + i + 1)));
  const at = (rateHz: number) =>
    signals(sensed([ramp(0), ramp(50)], { ...SENSORS.good, rateHz, accelRange: 400 })).map((samples) =>
      samples.map(([x]) => x),
    );
  assert.deepEqual(at(10), [
    [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
    [55, 60, 65, 70, 75, 80, 85, 90, 95, 100],
  ]);
  assert.deepEqual(
    at(12.5).map((samples) => samples.length),
    [12, 13],
  );
  const faster = at(100)[1] ?? [];
  assert.deepEqual([faster.length, faster[0], faster.at(-1)], [100, 50.5, 100]);
});

test('a poor sensor clips, smooths and keeps the label of the fall', () => {
  const lived = falling();
  const measured = [...sensed(lived, SENSORS.poor)];
  assert.deepEqual(
    measured.map(({ fall }) => fall),
    lived.map(({ fall }) => fall),
  );
  const hardest = (seconds: readonly Second[]): number =>
    Math.max(...seconds.flatMap(({ samples }) => samples.map(magnitude)));
  assert.ok(hardest(lived) > 45);
  assert.ok(hardest(measured) < 2 * 9.81 * Math.sqrt(3));
  const fastest = Math.max(...measured.flatMap(({ samples }) => samples.map(([, , , x]) => Math.abs(x))));
  assert.equal(fastest, SENSORS.poor.gyroRange);
});

test('smoothing is a mean over the samples before, across seconds', () => {
  const sensor: Sensor = { ...SENSORS.good, smoothedS: 0.4 };
  const still = secondOf(Array.from({ length: 5 }, () => sampleOf(0)));
  const step = secondOf(Array.from({ length: 5 }, () => sampleOf(10)));
  const [first = [], second = []] = signals(sensed([still, step], sensor));
  assert.deepEqual(
    [...first, ...second].map(([x]) => x),
    [0, 0, 0, 0, 0, 5, 10, 10, 10, 10],
  );
});
