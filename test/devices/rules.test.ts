import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceStatus, isOlderFirmware } from '../../src/devices/status.ts';
import { canonicalMac } from '../../src/platform/mac.ts';
import { ScheduleState, secondsUntilDue, takeTurn } from '../../src/readings/schedule/send-schedule.ts';

describe('the status of a device', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const status = (silenceMs: number | null, disabled = false) =>
    deviceStatus({ disabled, lastSeen: silenceMs === null ? null : new Date(now - silenceMs) }, now);
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  it('is UNREGISTERED before its first data', () => assert.equal(status(null), 'UNREGISTERED'));

  it('is ACTIVE for less than 30 minutes without data', () => {
    assert.equal(status(0), 'ACTIVE');
    assert.equal(status(30 * MINUTE - 1), 'ACTIVE');
  });

  it('is INACTIVE from exactly 30 minutes without data', () => {
    assert.equal(status(30 * MINUTE), 'INACTIVE');
    assert.equal(status(24 * HOUR - 1), 'INACTIVE');
  });

  it('is OFFLINE from exactly 24 hours without data', () => {
    assert.equal(status(24 * HOUR), 'OFFLINE');
    assert.equal(status(1000 * HOUR), 'OFFLINE');
  });

  it('is DISABLED while an admin has it disabled, whatever it sends', () => {
    for (const silence of [null, 0, HOUR, 48 * HOUR]) assert.equal(status(silence, true), 'DISABLED');
  });

  it("is ACTIVE when its clock is ahead of the server's", () => assert.equal(status(-5_000), 'ACTIVE'));
});

describe('canonicalMac', () => {
  it('normalises every accepted spelling to one address', () => {
    const spellings = [
      'AA:BB:CC:0D:1E:2F',
      'aa:bb:cc:0d:1e:2f',
      'AA-BB-CC-0D-1E-2F',
      'aa-bb-cc-0d-1e-2f',
      'AABBCC0D1E2F',
      'aabbcc0d1e2f',
      'aAbBcC0d1E2f',
    ];
    for (const spelling of spellings) assert.equal(canonicalMac(spelling), 'AA:BB:CC:0D:1E:2F', spelling);
  });

  it('rejects everything else', () => {
    const others = [
      '',
      'AA:BB:CC:DD:EE',
      'AA:BB:CC:DD:EE:FF:00',
      'AA:BB:CC:DD:EE:GG',
      'AA:BB-CC:DD-EE:FF',
      'AABB.CCDD.EEFF',
      'AA:BB:CC:DD:EEFF',
      'AA BB CC DD EE FF',
      ' AA:BB:CC:DD:EE:FF',
      'AA:BB:CC:DD:EE:FF\n',
      'AABBCCDDEEFF0',
      'A:BB:CC:DD:EE:FFF',
      'ＡA:BB:CC:DD:EE:FF',
      'AA:BB:CC:DD:EE:F\0',
      // Upper-casing turns these letters into ASCII or makes them longer.
      'ﬀ:BB:CC:DD:EE:FF',
      'ﬀﬀﬀﬀﬀﬀ',
    ];
    for (const other of others) assert.equal(canonicalMac(other), undefined, JSON.stringify(other));
  });
});

describe('the send schedule', () => {
  const arrivingAt = (time: number) => ({
    arrived: time,
    arrivedAt: time,
    madeAt: time,
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

describe('a firmware version', () => {
  const older: readonly (readonly [string, string])[] = [
    ['1.0.0', '1.0.1'],
    ['1.9.3', '1.10.0'],
    ['0.9', '1.0.0'],
    ['1.0', '1.0.1'],
    ['v1.2.3', '1.2.4'],
    ['1.2.3', 'V2'],
    ['1.2.9', '1.2.10'],
  ];
  for (const [reported, latest] of older) {
    it(`${reported} is older than ${latest}`, () => {
      assert.ok(isOlderFirmware(reported, latest));
      assert.ok(!isOlderFirmware(latest, reported));
    });
  }

  it('is not older than itself in another spelling', () => {
    for (const same of ['1.2.3', 'v1.2.3', '1.2.3.0']) assert.ok(!isOlderFirmware(same, '1.2.3'), same);
  });
});
