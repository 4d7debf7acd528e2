import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fallsOf, liveRoutine, SCENARIOS, type Scenario } from '../../firmware-sim/motion/routine.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { USUAL_MAKE, wear } from '../../firmware-sim/wearable.ts';
import { type Motion, UnitWatch, unitWarnings } from '../../src/devices/sensor-health/reading-units.ts';

const FINE = { accelInG: false, gyroInRadians: false };

function lived(scenario: Scenario, count: number): Motion[] {
  const random = createRandom(`units ${scenario}`);
  const falls = fallsOf(scenario, 0, count, random.fork('falls'));
  const life = liveRoutine({ random, scenario, falls, untilS: count, dropShare: 0, dropFalls: false });
  const readings: Motion[] = [];
  for (const { reading } of wear(life, {
    macAddress: '',
    random,
    make: { ...USUAL_MAKE, send: 'reading' },
  })) {
    readings.push(reading);
    if (readings.length === count) break;
  }
  return readings;
}

const scaled = (reading: Motion, accel: number, gyro: number): Motion => ({
  accel_x: reading.accel_x * accel,
  accel_y: reading.accel_y * accel,
  accel_z: reading.accel_z * accel,
  gyro_x: (reading.gyro_x ?? 0) * gyro,
  gyro_y: (reading.gyro_y ?? 0) * gyro,
  gyro_z: (reading.gyro_z ?? 0) * gyro,
});
const IN_G = 1 / 9.81;
const IN_RADIANS = Math.PI / 180;

function watched(readings: readonly Motion[], accel = 1, gyro = 1, before = FINE) {
  const watch = new UnitWatch(before);
  const changes = readings.filter((reading) => watch.observe(scaled(reading, accel, gyro))).length;
  return { accelInG: watch.accelInG, gyroInRadians: watch.gyroInRadians, changes };
}

const still = (accel_z: number, gyro_x = 0.2): Motion[] =>
  Array.from({ length: 300 }, () => ({ accel_x: 0, accel_y: 0, accel_z, gyro_x, gyro_y: 0, gyro_z: 0 }));

describe('the unit check', () => {
  for (const scenario of SCENARIOS) {
    it(`accepts m/s² and °/s: ${scenario}`, () => {
      assert.deepEqual(watched(lived(scenario, 2_000)), { ...FINE, changes: 0 });
    });
  }

  it('recognises g and rad/s within 300 readings of a normal day, and keeps its result', () => {
    const day = lived('day', 300);
    assert.deepEqual(watched(day, IN_G, 1), { accelInG: true, gyroInRadians: false, changes: 1 });
    assert.deepEqual(watched(day, 1, IN_RADIANS), { accelInG: false, gyroInRadians: true, changes: 1 });
    assert.deepEqual(watched(day, IN_G, IN_RADIANS), { accelInG: true, gyroInRadians: true, changes: 2 });
  });

  it('recognises g from gravity alone on a still wearable, but not rad/s', () => {
    assert.deepEqual(watched(still(9.81)), { ...FINE, changes: 0 });
    assert.deepEqual(watched(still(9)), { ...FINE, changes: 0 }, 'an uncalibrated sensor');
    assert.deepEqual(watched(still(1)), { accelInG: true, gyroInRadians: false, changes: 1 });
    assert.deepEqual(watched(still(0)), { ...FINE, changes: 0 }, 'a missing sensor');
  });

  it('accepts a wearable without a gyro', () => {
    assert.deepEqual(watched(lived('walk', 300), 1, 0), { ...FINE, changes: 0 });
  });

  it('clears a warning after several correct readings, not after one hard fall', () => {
    const wrong = { accelInG: true, gyroInRadians: true };
    assert.deepEqual(watched(lived('walk', 100), 1, 1, wrong), { ...FINE, changes: 2 });
    assert.deepEqual(watched(still(8, 13).slice(0, 1), 1, 1, wrong), { ...wrong, changes: 0 });
  });

  it('returns warnings as text', () => {
    assert.deepEqual(unitWarnings(FINE), []);
    const [accel, gyro] = unitWarnings({ accelInG: true, gyroInRadians: true });
    assert.match(accel ?? '', /units.*\bg\b.*m\/s²/);
    assert.match(gyro ?? '', /units.*rad\/s.*°\/s/);
  });
});
