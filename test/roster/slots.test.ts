import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  presentAmong,
  type RosterMember,
  type RosterShift,
  rosteredOn,
  slotOn,
  slotsBetween,
} from '../../src/response/roster/slots.ts';
import { anyShift, naiveSlots, seeded, wallClock } from './wall-clock.ts';

const BERLIN = 'Europe/Berlin';

const night: RosterShift = {
  id: 'night',
  name: 'Night',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start: '22:00',
  end: '06:00',
  caregivers: ['ann'],
  from: '2026-01-01',
  until: null,
  everyWeeks: 1,
};

const on = (shift: Partial<RosterShift>, day: string, zone = BERLIN): string | undefined => {
  const slot = slotOn({ ...night, ...shift }, day, zone);
  return slot && `${slot.start.toISOString().slice(0, 16)} ${slot.end.toISOString().slice(0, 16)}`;
};
const hours = (shift: Partial<RosterShift>, day: string, zone = BERLIN): number => {
  const slot = slotOn({ ...night, ...shift }, day, zone);
  return slot === undefined ? 0 : (slot.end.getTime() - slot.start.getTime()) / 3_600_000;
};
const days = (shift: Partial<RosterShift>, from: string, to: string): string[] =>
  slotsBetween(
    [{ ...night, start: '08:00', end: '09:00', ...shift }],
    { from: new Date(`${from}T00:00Z`), to: new Date(`${to}T23:59Z`) },
    'UTC',
  ).map(({ day }) => day);

describe('slots of a shift', () => {
  it('go over midnight if the end is before the start, and take a whole day if both are equal', () => {
    assert.equal(on({}, '2026-11-16'), '2026-11-16T21:00 2026-11-17T05:00');
    assert.equal(on({ start: '06:00', end: '14:00' }, '2026-11-16'), '2026-11-16T05:00 2026-11-16T13:00');
    assert.equal(on({ start: '07:00', end: '07:00' }, '2026-11-16'), '2026-11-16T06:00 2026-11-17T06:00');
    assert.equal(on({ start: '00:00', end: '00:00' }, '2024-02-29'), undefined, 'before `from`');
    assert.equal(
      on({ start: '00:00', end: '00:00', from: '2024-01-01' }, '2024-02-29'),
      '2024-02-28T23:00 2024-02-29T23:00',
    );
  });

  it('follow the wall clock over both changes of summer time', () => {
    assert.equal(hours({}, '2026-03-28'), 7);
    assert.equal(hours({}, '2026-03-29'), 8);
    assert.equal(hours({}, '2026-10-24'), 9);
    assert.equal(hours({ start: '00:00', end: '00:00' }, '2026-03-29'), 23);
    assert.equal(hours({ start: '00:00', end: '00:00' }, '2026-10-25'), 25);
    assert.equal(hours({}, '2026-10-24', 'Asia/Kolkata'), 8);
    assert.equal(hours({}, '2026-04-04', 'Australia/Lord_Howe'), 8.5);
  });

  it('move forward where the clock skips a time, and take the first of a time shown twice', () => {
    assert.equal(on({ start: '02:30', end: '06:00' }, '2026-03-29'), '2026-03-29T01:30 2026-03-29T04:00');
    assert.equal(on({ start: '22:00', end: '02:30' }, '2026-03-28'), '2026-03-28T21:00 2026-03-29T01:30');
    assert.equal(on({ start: '02:30', end: '06:00' }, '2026-10-25'), '2026-10-25T00:30 2026-10-25T05:00');
    assert.equal(on({ start: '02:30', end: '03:00' }, '2026-03-29'), undefined, 'the clock skips all of it');
  });

  it('begin on their weekdays, every so many weeks from the week of `from`, until the last day inclusive', () => {
    // 2026-11-16 is a Monday.
    assert.deepEqual(days({ weekdays: [1, 7], from: '2026-11-15' }, '2026-11-09', '2026-11-23'), [
      '2026-11-15',
      '2026-11-16',
      '2026-11-22',
      '2026-11-23',
    ]);
    const everyOther = { weekdays: [1, 5], everyWeeks: 2, from: '2026-11-18', until: '2026-12-04' };
    assert.deepEqual(days(everyOther, '2026-11-16', '2026-12-31'), [
      '2026-11-20',
      '2026-11-30',
      '2026-12-04',
    ]);
  });

  it('that overlap a range are all found', () => {
    const at = (text: string) => new Date(`${text}Z`);
    const found = (from: string, to: string) =>
      slotsBetween([night], { from: at(from), to: at(to) }, 'UTC').map(({ day }) => day);
    assert.deepEqual(found('2026-11-16T05:59', '2026-11-16T22:00'), ['2026-11-15']);
    assert.deepEqual(found('2026-11-16T06:00', '2026-11-16T22:00'), []);
    assert.deepEqual(found('2026-11-16T06:00', '2026-11-16T22:01'), ['2026-11-16']);
  });

  for (const [zone, from, length] of [
    [BERLIN, '2026-03-20', 14],
    [BERLIN, '2026-10-20', 14],
    ['America/Santiago', '2026-08-30', 14],
    ['Australia/Lord_Howe', '2026-03-29', 14],
    ['America/New_York', '2028-02-25', 20],
  ] as const)
    it(`are those of a naive model, in ${zone} from ${from}`, () => {
      const random = seeded(length + zone.length);
      const clock = wallClock(zone, from, length);
      for (let i = 0; i < 40; i++) {
        const shift = anyShift(random, from, length);
        const range = {
          from: new Date(0),
          to: new Date(clock.instantOf(from, '00:00') + length * 86_400_000),
        };
        const expected = naiveSlots(shift, clock, from, length + 1).filter(
          ({ start }) => start < range.to.getTime(),
        );
        const slots = slotsBetween(
          [shift],
          { ...range, from: new Date(clock.instantOf(from, '00:00')) },
          zone,
        );
        assert.deepEqual(
          slots
            .filter(({ day }) => day >= from)
            .map(({ day, start, end }) => [day, start.toISOString(), end.toISOString()]),
          expected.map(({ day, start, end }) => [
            day,
            new Date(start).toISOString(),
            new Date(end).toISOString(),
          ]),
          JSON.stringify(shift),
        );
      }
    });
});

describe('caregivers of a slot', () => {
  const without = (caregiverId: string, replacedBy: string | null = null) => ({ caregiverId, replacedBy });

  it('are those of the shift, after its exceptions in order', () => {
    assert.deepEqual(rosteredOn(['ann', 'ben', 'ann'], []), ['ann', 'ben']);
    assert.deepEqual(rosteredOn(['ann', 'ben'], [without('ann')]), ['ben']);
    assert.deepEqual(rosteredOn(['ann', 'ben'], [without('ann', 'cat')]), ['cat', 'ben']);
    assert.deepEqual(rosteredOn(['ann'], [without('ann', 'cat'), without('cat', 'dan')]), ['dan']);
    assert.deepEqual(rosteredOn(['ann'], [without('ann', 'cat'), without('cat', 'ann')]), ['ann']);
    assert.deepEqual(rosteredOn(['ann'], [without('ben', 'cat')]), ['ann']);
    assert.deepEqual(rosteredOn(['ann', 'ben'], [without('ann', 'ben')]), ['ben']);
  });

  it('are absent if they left, leave before it begins, or are deactivated', () => {
    const start = new Date('2026-11-16T21:00Z');
    const member = (id: string, more: Partial<RosterMember> = {}): [string, RosterMember] => [
      id,
      { id, name: id, isActive: true, until: null, ...more },
    ];
    const members = new Map([
      member('ann'),
      member('ben', { isActive: false }),
      member('cat', { until: start }),
      member('dan', { until: new Date('2026-11-16T22:00Z') }),
    ]);
    const there = presentAmong(['ann', 'ben', 'cat', 'dan', 'gone'], members, { start });
    assert.deepEqual(
      there.map(({ id }) => id),
      ['ann', 'dan'],
    );
  });
});
