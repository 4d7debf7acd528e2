import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeviceClock } from '../../src/readings/schedule/device-clock.ts';
import {
  type Acceptance,
  type DeviceConnection,
  isUrgent,
  type ScheduledReading,
  ScheduleState,
  secondsUntilDue,
  takenAt,
  takeTurn,
} from '../../src/readings/schedule/send-schedule.ts';
import { readingsOf, SCHEDULE_CASES } from './schedule-cases.ts';

const START = Date.parse('2026-03-01T12:00:00Z');

const reading = (ms: number, more: Partial<ScheduledReading> = {}): ScheduledReading => ({
  arrived: START + ms,
  arrivedAt: START + ms,
  madeAt: START + ms,
  uptime: 0,
  isUrgent: false,
  connection: undefined,
  lastStoredAt: START,
  ...more,
});
const connection = (ms: number): DeviceConnection => ({ id: `at ${ms}`, connectedAt: START + ms });
const play = (state: ScheduleState, readings: readonly ScheduledReading[]) =>
  readings.map((one) => takeTurn(state, one, 1000));

describe('the send schedule', () => {
  const arrivingAt = (time: number) => ({
    arrived: time,
    arrivedAt: time,
    madeAt: time,
    uptime: 0,
    isUrgent: false,
    connection: undefined,
    lastStoredAt: 0,
  });
  /** Runs arrival times through the schedule and returns the accepted ones. */
  const play = (times: readonly number[], interval = 1000): number[] => {
    const state = new ScheduleState();
    return times.filter((time) => takeTurn(state, arrivingAt(time), interval) !== undefined);
  };
  const start = Date.parse('2026-03-01T12:00:00Z');

  it('accepts all of 1000 readings sent each second with 150 ms of jitter', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const times = Array.from({ length: 1000 }, (_, i) => start + i * 1000 + Math.round(random() * 300 - 150));
    assert.equal(play(times).length, 1000);
  });

  it('accepts all readings at the worst jitter, alternately late and early', () => {
    const times = Array.from({ length: 1000 }, (_, i) => start + i * 1000 + (i % 2 === 0 ? 150 : -150));
    assert.equal(play(times).length, 1000);
  });

  it('limits a fast device to one reading per second on average', () => {
    for (const step of [10, 99, 250, 700, 900]) {
      const times = Array.from({ length: Math.ceil(600_000 / step) }, (_, i) => start + i * step);
      const { length } = play(times);
      assert.ok(length <= 601 && length >= 460, `every ${step} ms: ${length}`);
    }
  });

  it('refuses the second of two readings in quick succession', () => {
    for (const gap of [0, 1, 80, 500, 699]) assert.equal(play([start, start + gap]).length, 1, `${gap} ms`);
    assert.equal(play([start, start + 700]).length, 2);
  });

  it('ignores refused readings', () => {
    assert.deepEqual(play([start, start + 100, start + 500, start + 1000, start + 2000]), [
      start,
      start + 1000,
      start + 2000,
    ]);
  });

  it('gives no credit for time without readings', () => {
    assert.equal(play([start, start + 60_000, start + 60_010, start + 60_020]).length, 2);
  });

  it('returns the wait in whole seconds, at least one', () => {
    assert.equal(secondsUntilDue(1000, 1000), 1);
    assert.equal(secondsUntilDue(1000, 999), 1);
    assert.equal(secondsUntilDue(2000, 999), 2);
  });
});

describe("the send schedule by the device's clock", () => {
  for (const one of SCHEDULE_CASES)
    it(`decides ${one.name}`, () => {
      const state = new ScheduleState();
      let lastStoredAt = 0;
      const accepted: (Acceptance | undefined)[] = [];
      for (const reading of readingsOf(one, START, () => lastStoredAt)) {
        const acceptance = takeTurn(state, reading, 1000);
        if (acceptance !== undefined) lastStoredAt = Math.max(lastStoredAt, takenAt(reading, acceptance));
        accepted.push(acceptance);
      }
      const taken = accepted.filter((acceptance) => acceptance !== undefined).length;
      assert.ok(one.check(accepted), `${taken} of ${accepted.length}`);
    });
});

describe('an early urgent reading', () => {
  it('has an acceleration of at least 20 m/s²', () => {
    assert.equal(isUrgent(0, 0, 20), true);
    assert.equal(isUrgent(-12, 16, 0), true);
    assert.equal(isUrgent(0, 0, 19.99), false);
  });

  it('is accepted once in any second and does not move the schedule', () => {
    const urgent = { isUrgent: true };
    const state = new ScheduleState();
    const times = [0, 100, 200, 600];
    assert.deepEqual(
      play(
        state,
        times.map((ms) => reading(ms, urgent)),
      ),
      ['due', 'urgent', undefined, undefined],
    );
    assert.deepEqual(play(state, [reading(1000), reading(1050, urgent), reading(1150, urgent)]), [
      'due',
      undefined,
      'urgent',
    ]);
  });
});

describe('early readings that were delayed on the way', () => {
  it('are accepted, one for each second between the last stored reading and the connection', () => {
    const state = new ScheduleState();
    play(state, [reading(0)]);
    const back = connection(5_400);
    const queued = Array.from({ length: 9 }, (_, i) =>
      reading(5_500 + i, { connection: back, madeAt: START + 600 * (i + 1) }),
    );
    assert.deepEqual(play(state, queued), [
      ...Array(5).fill('late'),
      ...Array(2).fill('due'),
      ...Array(2).fill(undefined),
    ]);
  });

  it('leave room for the live reading behind them, also when the previous one arrived late', () => {
    const state = new ScheduleState();
    const slow = { lastStoredAt: START + 600 };
    play(state, [reading(600)]);
    const back = connection(5_500);
    const queued = [1, 2, 3, 4, 5].map((second) =>
      reading(5_510, { ...slow, connection: back, madeAt: START + second * 1000 }),
    );
    assert.deepEqual(play(state, queued), [...Array(4).fill('late'), 'due']);
    const live = [6_000, 7_000].map((ms) => reading(ms, { ...slow, connection: back }));
    assert.deepEqual(play(state, [...live, reading(7_100, { connection: back })]), ['due', 'due', undefined]);
  });

  it('count without a time of measurement too', () => {
    const state = new ScheduleState();
    play(state, [reading(0)]);
    const back = connection(3_000);
    const queued = Array.from({ length: 6 }, (_, i) => reading(3_100 + i, { connection: back }));
    assert.deepEqual(play(state, queued), ['due', 'extra', 'extra', 'extra', undefined, undefined]);
  });

  it('are limited to 600', () => {
    const state = new ScheduleState();
    play(state, [reading(0)]);
    const back = connection(3_600_000);
    const queued = Array.from({ length: 700 }, (_, i) =>
      reading(3_600_100, { connection: back, madeAt: START + i * 1000 }),
    );
    assert.equal(play(state, queued).filter((one) => one === 'late').length, 600);
  });

  it('continue after the next disconnect, and frequent reconnects gain nothing', () => {
    const state = new ScheduleState();
    play(state, [reading(0)]);
    const burst = (at: number, count: number, lastStoredAt: number) =>
      play(
        state,
        Array.from({ length: count }, () =>
          reading(at, { connection: connection(at), madeAt: START + 1, lastStoredAt }),
        ),
      ).filter((one) => one === 'late').length;
    assert.equal(burst(10_000, 4, START), 4);
    assert.equal(burst(12_000, 20, START + 1), 8, '12 seconds, 4 of them used');
    assert.equal(burst(12_500, 20, START + 1), 0);
  });

  it('are refused without a stored reading, and on other transports', () => {
    const fresh = play(
      new ScheduleState(),
      [0, 1, 2].map((ms) =>
        reading(ms, { connection: connection(0), madeAt: START - 9_000, lastStoredAt: 0 }),
      ),
    );
    assert.deepEqual(fresh, ['due', 'due', undefined], 'one second before the connection');
    const state = new ScheduleState();
    play(state, [reading(0)]);
    assert.deepEqual(play(state, [reading(9_000), reading(9_001, { madeAt: START })]), ['due', undefined]);
  });
});

describe('the clock of a device', () => {
  /** Plays pairs of [uptime, arrival] and returns the delay of each. */
  const delays = (clock: DeviceClock, pairs: readonly (readonly [number, number])[], link?: string) =>
    pairs.map(([uptime, ms]) => START + ms - clock.madeAt(uptime, START + ms, link));
  const live = (clock: DeviceClock, count = 5) =>
    delays(
      clock,
      Array.from({ length: count }, (_, i) => [10_000 + i * 1000, i * 1000] as const),
    );

  it("is aligned with the server's clock by the fastest message", () => {
    const clock = new DeviceClock();
    assert.deepEqual(
      delays(clock, [
        [1000, 80],
        [2000, 1020],
        [3000, 2120],
      ]),
      [0, 0, 100],
    );
  });

  it('gives the time of measurement of queued readings, also after a pause', () => {
    const clock = new DeviceClock();
    live(clock);
    assert.deepEqual(
      delays(
        clock,
        [
          [15_000, 16_000],
          [16_000, 16_010],
          [17_000, 19_000],
          [18_000, 19_010],
        ],
        'b',
      ),
      [11_000, 10_010, 12_000, 11_010],
    );
  });

  it('is ignored when it is constant, goes back, jumps ahead or only counts messages', () => {
    for (const uptimes of [
      [7, 7, 7, 7],
      [9_000, 6_000, 3_000, 0],
      [0, 1e9, 2e9, 3e9],
      [1, 2, 3, 4],
    ]) {
      const clock = new DeviceClock();
      const before = uptimes.map((uptime, i) => [uptime, i * 1000] as const);
      assert.deepEqual(delays(clock, before), [0, 0, 0, 0], String(uptimes));
    }
    const counter = new DeviceClock();
    delays(counter, [
      [1, 0],
      [2, 1000],
    ]);
    assert.deepEqual(delays(counter, [[3, 30_000]], 'b'), [0]);
  });

  it('is corrected by live readings when it stopped while the device slept', () => {
    const clock = new DeviceClock();
    live(clock);
    const awake = Array.from({ length: 6 }, (_, i) => [15_000 + i * 1000, 3_600_000 + i * 1000] as const);
    assert.deepEqual(delays(clock, awake, 'b').slice(3), [0, 0, 0]);
  });
});
