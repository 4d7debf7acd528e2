import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StillnessWatch, type Stirring } from '../../src/devices/sensor-health/stillness.ts';
import { notWornBefore } from '../../src/devices/watch/waking-hours.ts';
import { seeded } from '../helpers/seeded.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const START = Date.parse('2026-11-16T08:00:00Z');

const lying: Stirring = {
  accel_x: 0.4,
  accel_y: -0.2,
  accel_z: 9.75,
  gyro_x: 1.2,
  gyro_y: -0.4,
  gyro_z: 0.3,
};
const fresh = () => new StillnessWatch({ movedAtMs: 0, stillSinceMs: 0 });

/** A watch that has seen the wearable lie still for so many seconds. */
function lyingFor(seconds: number, reading: Stirring = lying): StillnessWatch {
  const watch = fresh();
  for (let second = 0; second < seconds; second++) {
    assert.equal(watch.observe(reading, START + second * SECOND_MS), 0, `still after ${second} s`);
  }
  return watch;
}

describe('the stillness of a wearable', () => {
  it('lasts through the noise of the noisiest wearable on a table, and a sensor that drifts', () => {
    const random = seeded(7);
    // The sum of twelve uniform numbers is close to a normal distribution of standard deviation 1.
    const noise = (size: number): number => {
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += random();
      return sum * size;
    };
    const watch = fresh();
    let runs = 0;
    for (let second = 0; second < 4 * 60 * 60; second++) {
      const drift = second / 20_000;
      const reading = {
        accel_x: 1.2 + drift + noise(0.06),
        accel_y: -7.4 + noise(0.06),
        accel_z: -6.5 + noise(0.06),
        gyro_x: 4 + 4 * drift + noise(0.3),
        gyro_y: noise(0.3),
        gyro_z: noise(0.3),
      };
      if (watch.observe(reading, START + second * SECOND_MS) > 0) runs += 1;
    }
    assert.equal(runs, 0);
    assert.deepEqual([watch.movedAtMs, watch.stillSinceMs], [0, START]);
  });

  it('ends when the wrist turns by three degrees, however slowly it began', () => {
    const watch = lyingFor(100);
    const at = START + 100 * SECOND_MS;
    assert.equal(watch.observe({ ...lying, accel_x: 0.4 + 9.81 * Math.sin(Math.PI / 60) }, at), 100_000);
    assert.deepEqual([watch.movedAtMs, watch.stillSinceMs], [at, at]);
    assert.equal(watch.observe({ ...lying, accel_x: 0.9 }, at + SECOND_MS), 0, 'rests in the new position');
  });

  it('ends with a rotation, also of a gyro with an offset', () => {
    assert.ok(lyingFor(30).observe({ ...lying, gyro_z: 4 }, START + MINUTE_MS) > 0);
    const offset = { ...lying, gyro_x: 19 };
    assert.equal(lyingFor(30, offset).observe({ ...offset, gyro_x: 20 }, START + MINUTE_MS), 0);
    assert.ok(lyingFor(30, offset).observe({ ...offset, gyro_x: 15 }, START + MINUTE_MS) > 0);
  });

  it('is judged without a gyro by the acceleration alone', () => {
    const reading = { accel_x: 0.4, accel_y: -0.2, accel_z: 9.75, gyro_x: null, gyro_y: null, gyro_z: null };
    assert.equal(lyingFor(30, reading).observe({ ...reading, accel_y: -0.4 }, START + MINUTE_MS), 0);
    assert.ok(lyingFor(30, reading).observe({ ...reading, accel_y: 0.3 }, START + MINUTE_MS) > 0);
  });

  it('ends with a movement between two readings that only samples or parts show', () => {
    const at = START + MINUTE_MS;
    const row = (t: number, x: number) => [t, x, -0.2, 9.75, 1.2, -0.4, 0.3];
    const rows = (x: number) => Array.from({ length: 40 }, (_, i) => row((i - 39) * 25, i < 20 ? 0.4 : x));
    assert.equal(lyingFor(30).observe({ ...lying, samples: rows(0.5) }, at), 0);
    assert.ok(lyingFor(30).observe({ ...lying, samples: rows(1.4) }, at) > 0);
    const part = (peak: number, least: number, x: number) => [
      peak,
      least,
      0,
      x,
      -0.2,
      9.75,
      1,
      2,
      0,
      0,
      0,
      1,
    ];
    const parts = (one: number[]) => [part(9.8, 9.7, 0.4), one, ...Array(3).fill(part(9.8, 9.7, 0.4))];
    assert.equal(lyingFor(30).observe({ ...lying, parts: parts(part(9.9, 9.6, 0.5)) }, at), 0);
    assert.ok(
      lyingFor(30).observe({ ...lying, parts: parts(part(9.9, 9.6, 1)) }, at) > 0,
      'another position',
    );
    assert.ok(lyingFor(30).observe({ ...lying, parts: parts(part(12, 8, 0.4)) }, at) > 0, 'a knock');
  });

  it('does not count on a charger, which is no movement', () => {
    const watch = lyingFor(60);
    watch.observe({ ...lying, charging: true }, START + 61 * SECOND_MS);
    watch.observe({ ...lying, charging: false }, START + 62 * SECOND_MS);
    assert.deepEqual([watch.movedAtMs, watch.stillSinceMs], [0, START + 61 * SECOND_MS]);
  });
});

describe('the hours in which stillness counts', () => {
  const before = (time: string, minutes: number, zone = 'Europe/Berlin') =>
    notWornBefore(new Date(time), minutes, zone)?.toISOString();

  it('are those between 07:00 and 22:00 of the zone', () => {
    assert.equal(before('2026-11-16T07:59:59Z', 120), undefined, '08:59:59');
    assert.equal(before('2026-11-16T08:00:00Z', 120), '2026-11-16T06:00:00.000Z', '09:00');
    assert.equal(before('2026-11-16T21:00:00Z', 120), '2026-11-16T19:00:00.000Z', '22:00');
    assert.equal(before('2026-11-16T21:00:01Z', 120), undefined, '22:00:01');
    assert.equal(before('2026-11-16T21:00:00Z', 120, 'America/New_York'), '2026-11-16T19:00:00.000Z');
  });

  it('follow summer time', () => {
    assert.equal(before('2026-03-28T08:00:00Z', 120), '2026-03-28T06:00:00.000Z');
    assert.equal(before('2026-03-29T07:00:00Z', 120), '2026-03-29T05:00:00.000Z');
    assert.equal(before('2026-03-29T06:59:00Z', 120), undefined);
    assert.equal(before('2026-10-25T07:59:00Z', 120), undefined);
    assert.equal(before('2026-10-25T08:00:00Z', 120), '2026-10-25T06:00:00.000Z');
  });

  it('are never with 0, and all of a day with 900 minutes', () => {
    assert.equal(before('2026-11-16T12:00:00Z', 0), undefined);
    assert.equal(before('2026-11-16T21:00:00Z', 900), '2026-11-16T06:00:00.000Z');
    assert.equal(before('2026-11-16T21:00:00Z', 901), undefined);
  });
});
