import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CoveredMinutes } from '../../src/readings/covered-minutes.ts';
import { Owner } from '../../src/readings/registry/device.ts';

const MIDNIGHT = Date.parse('2026-11-16T00:00:00Z');
const DAY = MIDNIGHT / 86_400_000;
const at = (minute: number, second = 0): number => MIDNIGHT + minute * 60_000 + second * 1000;

const device = (stillSinceMs = 0, wornSinceMs = 0) => ({
  key: 7,
  owner: new Owner('rosa'),
  coveredMinute: 0,
  notWornSinceMs: 0,
  stillSinceMs,
  wornSinceMs,
});
const day = (number: number, spans: object) => ({
  patientId: 'rosa',
  deviceKey: 7,
  day: number,
  connected: [],
  late: [],
  notWorn: [],
  ...spans,
});

describe('covered minutes', () => {
  it('are those of readings, each once, until they are taken', () => {
    const minutes = new CoveredMinutes(7_200_000);
    const own = device(at(600));
    for (const second of [0, 1, 30, 59, 60, 61, 240])
      minutes.note(own, false, at(600, second), at(600, second));
    assert.deepEqual(minutes.take(), [
      day(DAY, {
        connected: [
          [600, 602],
          [604, 605],
        ],
      }),
    ]);
    minutes.note(own, false, at(604, 5), at(604, 5));
    assert.deepEqual(minutes.take(), []);
  });

  it('are given back when they could not be stored', () => {
    const minutes = new CoveredMinutes(7_200_000);
    const own = device();
    minutes.note(own, false, at(600), at(600));
    const taken = minutes.take();
    minutes.note(own, false, at(601), at(601));
    minutes.add(taken);
    assert.deepEqual(minutes.take(), [
      day(DAY, {
        connected: [
          [601, 602],
          [600, 601],
        ],
      }),
    ]);
  });

  it('are late if a reading arrives more than a minute later', () => {
    const minutes = new CoveredMinutes(7_200_000);
    const own = device();
    minutes.note(own, false, at(600), at(600, 59));
    minutes.note(own, false, at(598), at(600, 59));
    minutes.noteLate(
      own,
      [590, 591, 600].map((minute) => ({ timeMs: at(minute) })),
      at(600, 30),
    );
    assert.deepEqual(minutes.take(), [
      day(DAY, {
        connected: [[600, 601]],
        late: [
          [598, 599],
          [590, 592],
        ],
      }),
    ]);
  });

  it('of a backlog of a day are in the days of UTC', () => {
    const minutes = new CoveredMinutes(7_200_000);
    const readings = Array.from({ length: 1440 }, (_, minute) => ({ timeMs: at(minute - 600) }));
    minutes.noteLate(device(), readings, at(2000));
    assert.deepEqual(minutes.take(), [day(DAY - 1, { late: [[840, 1440]] }), day(DAY, { late: [[0, 840]] })]);
  });

  it('are not worn on a charger, and since the last movement once that is long ago', () => {
    const minutes = new CoveredMinutes(7_200_000);
    minutes.note(device(at(600)), true, at(600), at(600));
    assert.deepEqual(minutes.take()[0]?.notWorn, [[600, 601]]);
    const still = device(at(-60));
    minutes.note(still, false, at(59), at(59));
    assert.deepEqual(minutes.take()[0]?.notWorn, []);
    minutes.note(still, false, at(60), at(60));
    assert.deepEqual(
      minutes.take().map(({ day, notWorn }) => [day - DAY, notWorn]),
      [
        [0, [[0, 61]]],
        [-1, [[1381, 1440]]],
      ],
    );
    minutes.note(still, false, at(61), at(61));
    assert.deepEqual(minutes.take(), [day(DAY, { connected: [[61, 62]], notWorn: [[61, 62]] })]);
  });

  it('are not worn after the time at which caregivers are alerted, if that is shorter', () => {
    const minutes = new CoveredMinutes(1_800_000);
    minutes.note(device(at(600)), false, at(630), at(630));
    assert.deepEqual(minutes.take()[0]?.notWorn, [[601, 631]]);
  });

  it('of a former wearer stay as they are when the wearable is moved', () => {
    const minutes = new CoveredMinutes(7_200_000);
    minutes.note(device(at(600), at(650)), false, at(800), at(800));
    assert.deepEqual(minutes.take()[0]?.notWorn, [[651, 801]]);
  });

  it('are noted again after the clock was set back', () => {
    const minutes = new CoveredMinutes(7_200_000);
    const own = device();
    for (const minute of [700, 701, 641, 642]) minutes.note(own, false, at(minute), at(minute));
    assert.deepEqual(minutes.take()[0]?.connected, [
      [700, 702],
      [641, 643],
    ]);
  });
});
