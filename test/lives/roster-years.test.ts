import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slotsBetween } from '../../src/response/roster/slots.ts';
import { anyShift, naiveSlots, STEP_MS, seeded, wallClock } from '../roster/wall-clock.ts';

const DAY_MS = 86_400_000;
/** 2023 to 2028: two leap years. */
const FROM = '2023-01-01';
const DAYS = 6 * 365 + 2;

// Zones with summer time of an hour and of half an hour, at midnight and at night, with and without it, on both
// hemispheres, and of quarter hours.
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Atlantic/Azores',
];

describe('slots of years, against a naive model', () => {
  for (const [index, zone] of ZONES.entries())
    it(`in ${zone}`, () => {
      const clock = wallClock(zone, FROM, DAYS);
      const random = seeded(1 + index);
      const from = new Date(clock.instantOf(FROM, '00:00'));
      const to = new Date(from.getTime() + DAYS * DAY_MS);
      for (let i = 0; i < 25; i++) {
        const shift = anyShift(random, FROM, DAYS);
        const slots = slotsBetween([shift], { from, to }, zone).filter(({ day }) => day >= FROM);
        const expected = naiveSlots(shift, clock, FROM, DAYS).filter(({ start }) => start < to.getTime());
        assert.deepEqual(
          slots.map(({ day, start, end }) => [day, start.getTime(), end.getTime()]),
          expected.map(({ day, start, end }) => [day, start, end]),
          JSON.stringify(shift),
        );
      }
    });

  it('are on duty exactly while the clock shows a time between start and end', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      const clock = wallClock(zone, FROM, DAYS);
      const random = seeded(7);
      // Every day, at times that no clock changes.
      const shift = {
        id: 'night',
        name: 'Night',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        start: '22:00',
        end: '06:00',
        caregivers: [],
        from: '2022-12-01',
        until: null,
        everyWeeks: 1,
      };
      for (let i = 0; i < 3000; i++) {
        const at = Date.parse(FROM) + 2 * DAY_MS + random((DAYS - 4) * 96) * STEP_MS;
        const time = clock.shown(at).slice(11);
        const isOn = slotsBetween([shift], { from: new Date(at), to: new Date(at + 1) }, zone).length > 0;
        assert.equal(isOn, time >= '22:00' || time < '06:00', `${zone} ${clock.shown(at)}`);
      }
    }
  });
});
