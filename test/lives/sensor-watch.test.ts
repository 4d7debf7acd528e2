import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fallsOf, liveRoutine, SCENARIOS, type Scenario } from '../../firmware-sim/motion/routine.ts';
import { SENSORS } from '../../firmware-sim/motion/sensor.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { type Make, SENDING, USUAL_MAKE, wear } from '../../firmware-sim/wearable.ts';
import { type Sensed, SensorWatch } from '../../src/devices/sensor-health/sensor-watch.ts';
import {
  type SensorFacts,
  sensorWarnings,
  UNKNOWN_SENSORS,
} from '../../src/devices/sensor-health/sensors.ts';

type Vector = readonly [number, number, number];
interface Sample {
  readonly a: Vector;
  readonly w: Vector | undefined;
}

/** An arm that swings and hits something from time to time: impacts of 20 to 65 m/s² and turns of up to 900 °/s. */
function movement(seconds: number, rateHz: number, random = createRandom('sensors')): Sample[] {
  const samples: Sample[] = [];
  let [impact, strength] = [0, 0];
  for (let i = 0; i < seconds * rateHz; i++) {
    const t = i / rateHz;
    if (i % rateHz === 0) {
      impact = i + Math.floor(random.next() * rateHz);
      strength = 15 + random.next() * 40;
    }
    const edge = i === impact ? strength : i === impact + 1 ? -strength / 3 : 0;
    const noise = () => random.next() - 0.5;
    samples.push({
      a: [
        3 * Math.sin(7 * t) + edge * 0.8 + noise(),
        edge * 0.6 + noise(),
        9.81 + 2 * Math.cos(5 * t) + noise(),
      ],
      w: [(strength * 16 + noise()) * Math.sin(4 * t), 90 * Math.cos(3 * t) + noise(), noise()],
    });
  }
  return samples;
}

interface Sending {
  readonly rateHz?: number;
  readonly sends?: 'reading' | 'samples';
  readonly clipG?: number;
  readonly clipGyro?: number;
  /** Impacts are smoothed away: what is left is a strong swing. */
  readonly swings?: boolean;
  readonly gyro?: 'none' | 'zeros';
  readonly facts?: SensorFacts;
}

const clip = (values: Vector, most: number): Vector =>
  values.map((v) => Math.max(-most, Math.min(most, v))) as unknown as Vector;

const swing = (seconds: number, rateHz: number): Sample[] =>
  Array.from({ length: seconds * rateHz }, (_, i) => ({
    a: [25 * Math.sin((9 * i) / rateHz), 0, 9.81 + 6 * Math.cos((9 * i) / rateHz)],
    w: [200 * Math.sin((5 * i) / rateHz), 0, 1],
  }));

function watched(seconds: number, options: Sending = {}) {
  const { rateHz = 50, sends = 'samples', clipG = 16, clipGyro = 2000, swings = false, gyro } = options;
  const watch = new SensorWatch(options.facts ?? UNKNOWN_SENSORS);
  const made = swings ? swing(seconds, rateHz) : movement(seconds, rateHz);
  const measured = made.map(({ a, w }) => ({
    a: clip(a, clipG * 9.81),
    w: w && gyro === undefined ? clip(w, clipGyro) : ([0, 0, 0] as const),
  }));
  let changes = 0;
  for (let from = 0; from < measured.length; from += rateHz) {
    const second = measured.slice(from, from + rateHz);
    const held = second.reduce((best, s) => (Math.hypot(...s.a) > Math.hypot(...best.a) ? s : best));
    const [accel_x, accel_y, accel_z] = held.a;
    const [gyro_x, gyro_y, gyro_z] = gyro === 'none' ? [null, null, null] : held.w;
    const rows = second.map(({ a, w }, i) => [
      Math.round(((i - second.length + 1) * 1000) / rateHz),
      ...a,
      ...(gyro === 'none' ? [] : w),
    ]);
    const reading: Sensed = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z };
    if (watch.observe(sends === 'samples' ? { ...reading, samples: rows } : reading)) changes += 1;
  }
  return { watch, changes, warnings: sensorWarnings(watch) };
}

const facts = (watch: SensorWatch): SensorFacts => ({
  hasGyro: watch.hasGyro,
  sampleRateHz: watch.sampleRateHz,
  rangeG: watch.rangeG,
  gyroRange: watch.gyroRange,
  sends: watch.sends,
  isAccelClipped: watch.isAccelClipped,
  isGyroClipped: watch.isGyroClipped,
  isSmoothed: watch.isSmoothed,
});

describe('the sensors of a wearable', () => {
  it('are known after a lively minute, without a warning', () => {
    const { watch, changes } = watched(60);
    assert.deepEqual(facts(watch), {
      hasGyro: true,
      sampleRateHz: 50,
      rangeG: 8,
      gyroRange: 1000,
      sends: 'samples',
      isAccelClipped: false,
      isGyroClipped: false,
      isSmoothed: false,
    });
    assert.equal(changes, 0);
  });

  it('have no known rate without samples, and no known range at rest', () => {
    assert.equal(watched(60, { sends: 'reading' }).watch.sampleRateHz, null);
    const still = new SensorWatch(UNKNOWN_SENSORS);
    for (let i = 0; i < 500; i++)
      still.observe({ accel_x: 0, accel_y: 0, accel_z: 9.81, gyro_x: 0.1, gyro_y: 0, gyro_z: 0 });
    assert.deepEqual(
      [still.rangeG, still.sampleRateHz, still.hasGyro, still.sends],
      [null, null, true, 'reading'],
    );
  });

  for (const sends of ['reading', 'samples'] as const) {
    for (const [clipG, expected] of [
      [2, /^Acceleration range too small: values stop at ±2 g, .* ±8 g or more$/],
      [4, /^Acceleration range too small: values stop at ±4 g, /],
    ] as const)
      it(`lack range when values stop at ±${clipG} g, sending ${sends}`, () => {
        const { watch, warnings, changes } = watched(300, { clipG, sends });
        assert.deepEqual([watch.rangeG, watch.isAccelClipped, changes], [clipG, true, 1]);
        assert.match(warnings.join(), expected);
      });

    it(`lack gyro range when values stop at ±250 °/s, sending ${sends}`, () => {
      const { watch, warnings } = watched(300, { clipGyro: 252, sends });
      assert.deepEqual([watch.gyroRange, watch.isGyroClipped], [250, true]);
      assert.match(warnings.join(), /^Gyro range too small: values stop at ±250 °\/s, .* ±500 °\/s or more$/);
    });

    it(`lack a gyro when it is absent, or 0 in 60 readings, sending ${sends}`, () => {
      const absent = watched(1, { gyro: 'none', sends });
      assert.equal(absent.watch.hasGyro, false);
      assert.match(absent.warnings.join(), /^Gyro missing: falls are found less surely; /);
      assert.equal(watched(59, { gyro: 'zeros', sends }).watch.hasGyro, null);
      assert.equal(watched(60, { gyro: 'zeros', sends }).watch.hasGyro, false);
    });
  }

  it('measure too slowly below 25 Hz, and not at 25 Hz', () => {
    const { watch, warnings } = watched(20, { rateHz: 12 });
    assert.equal(watch.sampleRateHz, 12);
    assert.match(warnings.join(), /^Sampling rate too low: about 12 samples a second, .* 25 Hz or more$/);
    assert.deepEqual(watched(300, { rateHz: 25 }).warnings, []);
  });

  it('are smoothed when lively seconds have no edge, at the earliest after 100 of them', () => {
    const { watch, warnings } = watched(400, { swings: true });
    assert.equal(watch.isSmoothed, true);
    assert.match(warnings.join(), /^Samples look smoothed: /);
    assert.equal(watched(90, { swings: true }).watch.isSmoothed, false);
  });

  it('keep what was known before a restart, until readings say otherwise', () => {
    const before = facts(watched(300, { clipG: 2 }).watch);
    const same = watched(300, { clipG: 2, facts: before });
    assert.deepEqual([facts(same.watch), same.changes], [before, 0]);
    const better = watched(300, { facts: before });
    assert.deepEqual([better.watch.isAccelClipped, better.watch.rangeG, better.changes], [false, 8, 1]);
  });

  it('keep a gyro that rounds to 0 at night, and lose one that is 0 in movement', () => {
    const watch = new SensorWatch({ ...UNKNOWN_SENSORS, hasGyro: true });
    const gyro = { gyro_x: 0, gyro_y: 0, gyro_z: 0 };
    for (let i = 0; i < 1000; i++) watch.observe({ accel_x: 0, accel_y: 0, accel_z: 9.8, ...gyro });
    assert.equal(watch.hasGyro, true);
    for (let i = 0; i < 60; i++) watch.observe({ accel_x: 0, accel_y: 0, accel_z: i % 2 ? 8 : 12, ...gyro });
    assert.equal(watch.hasGyro, false);
    watch.observe({ accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 3, gyro_y: 0, gyro_z: 0 });
    assert.equal(watch.hasGyro, true);
  });

  it('keep a gyro whose values are missing now and then', () => {
    const watch = new SensorWatch({ ...UNKNOWN_SENSORS, hasGyro: true });
    for (let i = 0; i < 9; i++) watch.observe({ accel_x: 0, accel_y: 0, accel_z: 9.8 });
    assert.equal(watch.hasGyro, true);
    watch.observe({ accel_x: 0, accel_y: 0, accel_z: 9.8 });
    assert.equal(watch.hasGyro, false);
  });

  it('forget the sampling rate when the wearable no longer sends samples', () => {
    const { watch } = watched(20, { rateHz: 12 });
    const reading = { accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 1, gyro_y: 0, gyro_z: 0 };
    for (let i = 0; i < 9; i++) watch.observe({ ...reading, parts: [] });
    assert.deepEqual([watch.sends, watch.sampleRateHz], ['samples', 12]);
    watch.observe({ ...reading, parts: [] });
    assert.deepEqual([watch.sends, watch.sampleRateHz], ['parts', null]);
  });

  for (const scenario of SCENARIOS)
    for (const send of SENDING)
      it(`are good in the simulator: ${scenario}, ${send}`, () => {
        const watch = new SensorWatch(UNKNOWN_SENSORS);
        for (const reading of lived(scenario, { ...USUAL_MAKE, send }, 1_500)) {
          watch.observe(reading);
          assert.deepEqual(sensorWarnings(watch), []);
        }
      });

  it('are poor in the simulator of another make', () => {
    const watch = new SensorWatch(UNKNOWN_SENSORS);
    for (const reading of lived('fall', { ...USUAL_MAKE, sensor: SENSORS.poor, send: 'samples' }, 600))
      watch.observe(reading);
    const warnings = sensorWarnings(watch).join('\n');
    assert.match(warnings, /rate too low: about 1[23] samples/);
    assert.match(warnings, /Gyro range too small: values stop at ±125/);
  });
});

function lived(scenario: Scenario, make: Make, count: number): Sensed[] {
  const random = createRandom(`sensors ${scenario}`);
  const falls = fallsOf(scenario, 0, count, random.fork('falls'));
  const life = liveRoutine({ random, scenario, falls, untilS: count, dropShare: 0, dropFalls: false });
  const readings: Sensed[] = [];
  for (const { reading } of wear(life, { macAddress: '', random, make })) {
    readings.push(reading);
    if (readings.length === count) break;
  }
  return readings;
}
