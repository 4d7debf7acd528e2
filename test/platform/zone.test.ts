import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isQuiet } from '../../src/notify/personal-channels/quiet-hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import {
  addDays,
  type Day,
  dayOf,
  endOfDay,
  formatDate,
  formatDateTime,
  formatTime,
  instantOf,
  isoWeekOf,
  isZone,
  localTimeOf,
  nextDay,
  startOfDay,
  weekdayOf,
} from '../../src/platform/zone.ts';
import { patientNow } from '../helpers/patience.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Scoresbysund',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
];
const TIMES = ['00:00', '00:30', '02:00', '02:15', '02:30', '22:00'];

/** Both days included. */
function* daysOf(first: Day, last: Day): Generator<Day> {
  for (let day = first; day <= last; day = nextDay(day)) yield day;
}

const isoOf = (day: Day, time: string, zone: string) => instantOf(day, time, zone).toISOString();
const hoursOf = (day: Day, zone: string) =>
  (endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / HOUR_MS;
const clockOf = (instant: Date, zone: string) => {
  const { day, hour, minute } = localTimeOf(instant, zone);
  return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

describe('days of a zone', () => {
  test('follow each other without gap or overlap, over years and both changes of summer time', () => {
    for (const zone of ZONES) {
      let before = startOfDay('2016-01-01', zone);
      for (const day of daysOf('2016-01-01', '2018-12-31')) {
        const start = startOfDay(day, zone);
        const end = endOfDay(day, zone);
        assert.deepEqual(start, before, `${zone} ${day}`);
        assert.equal(dayOf(start, zone), day);
        assert.equal(dayOf(new Date(end.getTime() - 1), zone), day);
        assert.equal(dayOf(new Date((start.getTime() + end.getTime()) / 2), zone), day);
        before = end;
      }
    }
  });

  test('have 23 or 25 hours when summer time begins or ends', () => {
    assert.equal(hoursOf('2026-03-29', 'Europe/Berlin'), 23);
    assert.equal(hoursOf('2026-10-25', 'Europe/Berlin'), 25);
    assert.equal(hoursOf('2026-10-24', 'Europe/Berlin'), 24);
    assert.equal(hoursOf('2026-10-04', 'Australia/Lord_Howe'), 23.5);
    assert.equal(hoursOf('2026-04-05', 'Australia/Lord_Howe'), 24.5);
    assert.equal(hoursOf('2026-03-08', 'America/St_Johns'), 23);
  });

  test('start when the clock skips midnight at the first time that it shows', () => {
    assert.equal(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString(), '2018-11-04T03:00:00.000Z');
    assert.equal(
      clockOf(startOfDay('2018-11-04', 'America/Sao_Paulo'), 'America/Sao_Paulo'),
      '2018-11-04 01:00',
    );
  });

  test('may not exist: Samoa had no 30 December 2011', () => {
    const zone = 'Pacific/Apia';
    assert.equal(hoursOf('2011-12-30', zone), 0);
    assert.deepEqual(startOfDay('2011-12-30', zone), startOfDay('2011-12-31', zone));
    assert.equal(hoursOf('2011-12-29', zone), 24);
    assert.equal(clockOf(instantOf('2011-12-30', '12:00', zone), zone), '2011-12-31 12:00');
  });

  test('of the calendar: leap years, weekdays and ISO weeks', () => {
    assert.equal(nextDay('2028-02-28'), '2028-02-29');
    assert.equal(nextDay('2100-02-28'), '2100-03-01');
    assert.equal(addDays('2024-02-29', 365), '2025-02-28');
    assert.equal(addDays('2026-01-01', -1), '2025-12-31');
    assert.equal(weekdayOf('2026-11-16'), 1);
    assert.equal(weekdayOf('2026-11-22'), 7);
    const weeks: readonly (readonly [Day, string])[] = [
      ['2026-11-16', '2026-W47'],
      ['2021-01-03', '2020-W53'],
      ['2021-01-04', '2021-W01'],
      ['2024-12-30', '2025-W01'],
      ['2027-01-01', '2026-W53'],
      ['2023-01-01', '2022-W52'],
    ];
    for (const [day, week] of weeks) assert.equal(isoWeekOf(day), week, day);
    let [weekday, week] = [weekdayOf('1999-12-31'), isoWeekOf('1999-12-31')];
    for (const day of daysOf('2000-01-01', '2040-12-31')) {
      assert.equal(weekdayOf(day), (weekday % 7) + 1, day);
      weekday = weekdayOf(day);
      assert.equal(isoWeekOf(day) !== week, weekday === 1, day);
      week = isoWeekOf(day);
    }
  });
});

describe('times on the clock of a zone', () => {
  test('are what the clock shows at that instant, or later by the gap that it skips', () => {
    for (const zone of ZONES) {
      for (const day of daysOf('2026-01-01', '2026-12-31')) {
        for (const time of TIMES) {
          const instant = instantOf(day, time, zone);
          const shown = clockOf(instant, zone);
          if (shown === `${day} ${time}`) {
            // The first: none of the shifts that zones make shows the same time earlier.
            for (const shift of [30, 60]) {
              const earlier = new Date(instant.getTime() - shift * MINUTE_MS);
              assert.notEqual(clockOf(earlier, zone), shown);
            }
          } else {
            const gap = 24 - hoursOf(day, zone);
            assert.ok(gap > 0, `${zone} ${day} ${time} is shown as ${shown}`);
            const moved = new Date(Date.parse(`${day}T${time}Z`) + gap * HOUR_MS);
            assert.equal(shown, moved.toISOString().slice(0, 16).replace('T', ' '));
          }
        }
      }
    }
  });

  test('a skipped time moves forward by the gap; of a time shown twice the first counts', () => {
    assert.equal(isoOf('2026-03-29', '02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
    assert.equal(isoOf('2026-10-25', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
    assert.equal(isoOf('2026-10-25', '03:00', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z');
    assert.equal(isoOf('2026-10-04', '02:15', 'Australia/Lord_Howe'), '2026-10-03T15:45:00.000Z');
    assert.equal(isoOf('2026-11-16', '06:17', 'Asia/Kathmandu'), '2026-11-16T00:32:00.000Z');
  });

  test('a night from 22:00 to 06:00 has 7, 8 or 9 hours', () => {
    const nightOf = (day: Day) =>
      (instantOf(nextDay(day), '06:00', 'Europe/Berlin').getTime() -
        instantOf(day, '22:00', 'Europe/Berlin').getTime()) /
      HOUR_MS;
    assert.deepEqual(['2026-03-28', '2026-10-24', '2026-11-15'].map(nightOf), [7, 9, 8]);
  });

  test('quiet hours follow them through both changes', () => {
    const nights = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
    for (const [start, quietMinutes] of [
      ['2026-03-28T11:00:00Z', 7 * 60],
      ['2026-10-24T10:00:00Z', 9 * 60],
    ] as const) {
      let quiet = 0;
      for (let minute = 0; minute < (24 * HOUR_MS) / MINUTE_MS; minute++)
        quiet += Number(isQuiet(nights, new Date(Date.parse(start) + minute * MINUTE_MS)));
      assert.equal(quiet, quietMinutes, start);
    }
  });

  test('give the weekday of the local day', () => {
    const at = new Date('2026-11-15T23:30:00Z');
    assert.deepEqual(localTimeOf(at, 'Europe/Berlin'), {
      day: '2026-11-16',
      hour: 0,
      minute: 30,
      weekday: 1,
    });
    assert.deepEqual(localTimeOf(at, 'America/St_Johns'), {
      day: '2026-11-15',
      hour: 20,
      minute: 0,
      weekday: 7,
    });
  });
});

test('names of zones: those of the IANA, in any case; no offsets, abbreviations or other text', () => {
  for (const name of [...ZONES, 'europe/berlin', 'Etc/GMT+5', 'EST5EDT', 'Europe/Kyiv', 'CET'])
    assert.ok(isZone(name), name);
  for (const name of [
    '',
    ' ',
    'Mars/Olympus',
    '+01:00',
    'BST',
    'PST',
    'SystemV/AST4',
    'Europe/Berlin ',
    '..',
    'Etc/Unknown',
  ])
    assert.ok(!isZone(name), name);
});

test('dates for people are in the language and the zone', () => {
  const at = new Date('2026-11-16T05:17:42Z');
  assert.equal(formatDateTime(at, 'Europe/Berlin', 'en'), '16 Nov 2026, 06:17');
  assert.equal(formatDateTime(at, 'Europe/Berlin', 'de'), '16. Nov. 2026, 06:17');
  assert.equal(formatDate(at, 'Pacific/Apia', 'en'), '16 Nov 2026');
  assert.equal(formatTime(new Date('2026-11-16T21:05:00Z'), 'UTC', 'en'), '21:05');
});

test('a day is found in microseconds', () => {
  const start = patientNow();
  for (let i = 0; i < 5_000; i++) dayOf(new Date(i * DAY_MS), 'Europe/Berlin');
  assert.ok((patientNow() - start) / 5_000 < 1, 'milliseconds each');
});
