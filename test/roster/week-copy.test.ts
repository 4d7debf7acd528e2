import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exceptionsFor,
  type RosterException,
  type RosterShift,
  rosteredOn,
} from '../../src/response/roster/slots.ts';
import { weekCopy } from '../../src/response/roster/week-copy.ts';

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
const late: RosterShift = {
  ...night,
  id: 'late',
  name: 'Late',
  start: '14:00',
  end: '23:00',
  caregivers: ['cat'],
};

const on = (day: string, caregiverId: string, replacedBy: string | null = null, shiftId = 'night') => ({
  shiftId,
  day,
  caregiverId,
  replacedBy,
});
const joins = (day: string, caregiverId: string, shiftId = 'night') => ({
  ...on(day, caregiverId, null, shiftId),
  added: true,
});

/** The shifts as the store reads them. */
const withExtraDays = (shifts: readonly RosterShift[], exceptions: readonly RosterException[]) =>
  shifts.map((shift) => ({
    ...shift,
    extraDays: exceptions.flatMap(({ shiftId, day, added }) => (added && shiftId === shift.id ? [day] : [])),
  }));

const members = new Map(
  ['ann', 'ben', 'cat', 'dan'].map((id) => [
    id,
    { id, name: id, isActive: id !== 'dan', until: id === 'cat' ? new Date('2026-11-28T00:00Z') : null },
  ]),
);

/** A copy of the week of 16 November 2026 in Berlin, in short. */
function copy(
  shifts: readonly RosterShift[],
  exceptions: readonly RosterException[],
  { monday = '2026-11-16', at = '2026-11-16T10:00:00Z' } = {},
) {
  const { copied, unchanged, skipped } = weekCopy(
    {
      shifts: withExtraDays(shifts, exceptions),
      exceptions,
      members,
      zone: 'Europe/Berlin',
      at: new Date(at),
    },
    monday,
  );
  return {
    copied: copied.map(({ shiftId, day, caregivers }) => `${shiftId} ${day} ${caregivers.join()}`),
    unchanged,
    skipped: skipped.map(({ shiftId, day, reason }) => `${shiftId} ${day} ${reason}`),
    slots: copied,
  };
}

describe('a copy of a week', () => {
  it('changes the slots whose caregivers differ, and makes those of days on which the shift has none', () => {
    const weekdays = { ...night, weekdays: [1, 2, 3, 4, 5] };
    const { copied, unchanged, skipped } = copy(
      [weekdays],
      [on('2026-11-18', 'ann', 'ben'), joins('2026-11-21', 'ben')],
    );
    assert.deepEqual(copied, ['night 2026-11-25 ben', 'night 2026-11-28 ben']);
    assert.equal(unchanged, 4);
    assert.deepEqual(skipped, []);
  });

  it('leaves what the next week has of its own, and says so', () => {
    const changes = [on('2026-11-18', 'ann', 'ben'), on('2026-11-25', 'ann', 'cat')];
    assert.deepEqual(copy([night], changes).skipped, ['night 2026-11-25 CHANGED']);
    const ending = { ...night, until: '2026-11-26' };
    assert.deepEqual(copy([ending], []).skipped, [
      'night 2026-11-27 NO_SLOT',
      'night 2026-11-28 NO_SLOT',
      'night 2026-11-29 NO_SLOT',
    ]);
    const begun = copy([night], [on('2026-11-16', 'ann', 'ben')], { at: '2026-11-23T22:00:00Z' });
    assert.deepEqual(begun.skipped, ['night 2026-11-23 BEGUN']);
  });

  it('copies nobody who is away then, and makes no gap', () => {
    const absent = [on('2026-11-18', 'ann'), on('2026-11-19', 'ann', 'dan'), on('2026-11-22', 'ann', 'cat')];
    assert.deepEqual(copy([night], absent).skipped, [
      'night 2026-11-25 NOBODY',
      'night 2026-11-26 NOBODY',
      // Her membership has ended.
      'night 2026-11-29 NOBODY',
    ]);
    assert.deepEqual(copy([{ ...night, caregivers: [] }], []).skipped, []);
  });

  it('puts nobody on two shifts at once', () => {
    // In the next week, Ben was put on the late shift, which lasts until 23:00.
    const { copied, skipped } = copy(
      [night, late],
      [on('2026-11-17', 'ann', 'ben'), on('2026-11-18', 'ann', 'ben'), joins('2026-11-24', 'ben', 'late')],
    );
    assert.deepEqual(copied, ['night 2026-11-25 ben']);
    assert.deepEqual(skipped, ['late 2026-11-24 CHANGED', 'night 2026-11-24 BUSY']);
    // Who changes places with another in the week does so in the next.
    const swapped = copy(
      [night, late],
      [on('2026-11-17', 'ann', 'cat'), on('2026-11-17', 'cat', 'ann', 'late')],
    );
    assert.deepEqual(swapped.copied, ['late 2026-11-24 ann', 'night 2026-11-24 cat']);
  });

  it('keeps the times of the wall clock over both changes of summer time', () => {
    const into = (monday: string, day: string) =>
      copy([night], [on(day, 'ann', 'ben')], { monday, at: '2026-01-01T00:00:00Z' }).slots.map(
        ({ start, end }) => [start, end].map((at) => at.toISOString().slice(0, 16)).join(' '),
      );
    assert.deepEqual(into('2026-03-16', '2026-03-21'), ['2026-03-28T21:00 2026-03-29T04:00']);
    assert.deepEqual(into('2026-10-12', '2026-10-17'), ['2026-10-24T20:00 2026-10-25T05:00']);
    assert.deepEqual(into('2026-10-19', '2026-10-19'), ['2026-10-26T21:00 2026-10-27T05:00']);
    const gone = { ...night, start: '02:30', end: '03:00', weekdays: [7] };
    const skipped = copy([gone], [], { monday: '2026-03-16', at: '2026-01-01T00:00:00Z' }).skipped;
    assert.deepEqual(skipped, ['night 2026-03-29 NO_SLOT']);
  });
});

describe('exceptions that make a slot', () => {
  it('lead from the caregivers of the shift to any others', () => {
    const people = ['ann', 'ben', 'cat'];
    const groups = Array.from({ length: 8 }, (_, bits) => people.filter((_, i) => (bits >> i) % 2 === 1));
    for (const regular of groups)
      for (const wanted of groups)
        assert.deepEqual([...rosteredOn(regular, exceptionsFor(regular, wanted))].sort(), wanted);
  });
});
