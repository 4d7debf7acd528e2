import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { WornTime } from '../../src/readings/worn-time.ts';

const PLAIN = { gyro_x: 1, gyro_y: 1, gyro_z: 1 };
const START = 1000 * HOUR_MS;

describe('the time in which a wearable is worn', () => {
  const secondsOf = (time: WornTime): number[] => time.take().map(({ ms }) => ms / SECOND_MS);

  it('is that between movements, up to two hours apart, without silences', () => {
    const time = new WornTime();
    for (let second = 1; second <= 10; second++)
      time.note(1, PLAIN, START + second * SECOND_MS, SECOND_MS, 0);
    assert.deepEqual(secondsOf(time), [], 'not known yet');
    time.note(1, PLAIN, START + 11 * SECOND_MS, SECOND_MS, 11 * SECOND_MS);
    assert.deepEqual(secondsOf(time), [11]);
    time.note(1, PLAIN, START + 12 * MINUTE_MS, 12 * MINUTE_MS, 12 * MINUTE_MS);
    time.note(1, PLAIN, START + 13 * MINUTE_MS, 30 * SECOND_MS, 2 * HOUR_MS);
    assert.deepEqual(secondsOf(time), []);
    time.note(1, { ...PLAIN, charging: true }, START + 14 * MINUTE_MS, 30 * SECOND_MS, SECOND_MS);
    assert.deepEqual(secondsOf(time), []);
  });

  it('is counted by hour, and again if it could not be stored', () => {
    const time = new WornTime();
    time.note(1, PLAIN, START, SECOND_MS, 1);
    time.note(2, PLAIN, START, SECOND_MS, 1);
    time.note(1, PLAIN, START + HOUR_MS, SECOND_MS, 1);
    const taken = time.take();
    assert.deepEqual(
      taken.map(({ deviceKey, hour, ms }) => [deviceKey, hour - 1000, ms]),
      [
        [1, 0, 1000],
        [1, 1, 1000],
        [2, 0, 1000],
      ],
    );
    time.add(taken);
    time.add(taken);
    assert.deepEqual(
      time.take().map(({ ms }) => ms),
      [2000, 2000, 2000],
    );
    assert.equal(time.take().length, 0);
  });

  it('has everything that the wearable sends, also what is not in every reading', () => {
    const time = new WornTime();
    const sent = (...readings: readonly object[]) => {
      for (const reading of readings) time.note(1, { ...PLAIN, ...reading }, START, SECOND_MS, 1);
      return time.take().map(({ messageKind, gyro, pressure, ms }) => [messageKind, gyro, pressure, ms]);
    };
    assert.deepEqual(sent({}, { pressure: 1013 }, {}), [['reading', true, true, 3000]]);
    assert.deepEqual(sent({ gyro_x: null, parts: [] }), [['samples', false, false, 1000]]);
    for (let second = 0; second < 100; second++)
      time.note(1, second % 2 ? PLAIN : { ...PLAIN, pressure: 1013 }, START, SECOND_MS, 0);
    assert.deepEqual(sent(), []);
    time.note(1, PLAIN, START, SECOND_MS, 3 * HOUR_MS);
    assert.deepEqual(sent({ pressure: 1013 }), [['reading', true, true, 1000]], 'it lay on a table');
  });

  it('of a backlog is the share of it that was not stored before', () => {
    const time = new WornTime();
    const readings = Array.from({ length: 11 }, (_, i) => ({
      timeMs: START + i * SECOND_MS,
      body: { ...PLAIN, accel_x: i % 2, accel_y: 0, accel_z: 9.8, gyro_x: i },
    }));
    time.noteLate(1, readings, 0.5);
    assert.deepEqual(secondsOf(time), [5]);
  });
});
