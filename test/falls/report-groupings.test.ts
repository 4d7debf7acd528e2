import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TimeGrouping, timeGroups } from '../../src/falls/reports/groupings.ts';
import { daysOf, instantsOf, offsetsOf, readPeriod } from '../../src/platform/period.ts';
import { addDays, localTimeOf } from '../../src/platform/zone.ts';

const BERLIN = 'Europe/Berlin';
const iso = (date: Date): string => date.toISOString();

describe('the period of a report', () => {
  it('has at most 400 days, both ends included', () => {
    const longest = { from: '2026-01-01', to: addDays('2026-01-01', 399) };
    assert.equal(daysOf(readPeriod(longest, BERLIN)).length, 400);
    const tooLong = { ...longest, to: addDays(longest.to, 1) };
    assert.throws(
      () => readPeriod(tooLong, BERLIN),
      ({ details }) => /400 days/.test(details.to),
    );
    assert.throws(() => readPeriod({ from: '2026-01-02', to: '2026-01-01' }, BERLIN), /Validation failed/);
    assert.deepEqual(daysOf(readPeriod({ from: '2026-01-02', to: '2026-01-02' }, BERLIN)), ['2026-01-02']);
  });

  it('has days of 23 and 25 hours', () => {
    const hours = (day: string): number => {
      const { start, end } = instantsOf({ from: day, to: day, zone: BERLIN });
      return (end.getTime() - start.getTime()) / 3_600_000;
    };
    assert.deepEqual(['2026-03-29', '2026-07-01', '2026-10-25'].map(hours), [23, 24, 25]);
  });

  it('knows the changes of summer time in it, to the second', () => {
    const offsets = offsetsOf({ from: '2026-01-01', to: '2026-12-31', zone: BERLIN });
    assert.deepEqual(
      offsets.map(({ at, offsetSeconds }) => [iso(at), offsetSeconds / 3600]),
      [
        ['2025-12-31T23:00:00.000Z', 1],
        ['2026-03-29T01:00:00.000Z', 2],
        ['2026-10-25T01:00:00.000Z', 1],
      ],
    );
    assert.equal(offsetsOf({ from: '2026-01-01', to: '2026-12-31', zone: 'Asia/Kathmandu' }).length, 1);
    // Half an hour, and a zone that leaves daylight saving time for Ramadan.
    assert.deepEqual(
      offsetsOf({ from: '2026-01-01', to: '2026-06-30', zone: 'Australia/Lord_Howe' }).map(
        ({ offsetSeconds }) => offsetSeconds / 3600,
      ),
      [11, 10.5],
    );
    // A year of the past: versions of Node disagree about the next ones.
    assert.equal(offsetsOf({ from: '2023-01-01', to: '2023-12-31', zone: 'Africa/Casablanca' }).length, 3);
  });
});

describe('groups of a report', () => {
  const groups = (
    grouping: TimeGrouping,
    from: string,
    to: string,
    zone = BERLIN,
    language = 'en' as 'en' | 'de',
  ) => timeGroups(grouping, { from, to, zone }, language);
  /** The groups with a start, in order. */
  const named = (...given: Parameters<typeof groups>) => {
    const found = groups(...given);
    assert.ok(found.by === 'start');
    return found.starts.map((start, i) => ({ start: iso(start), ...found.groupOf(i + 1) }));
  };

  it('are days, weeks and months of the zone', () => {
    assert.deepEqual(named('day', '2026-10-24', '2026-10-26'), [
      { start: '2026-10-23T22:00:00.000Z', key: '2026-10-24', label: '24 Oct 2026' },
      { start: '2026-10-24T22:00:00.000Z', key: '2026-10-25', label: '25 Oct 2026' },
      { start: '2026-10-25T23:00:00.000Z', key: '2026-10-26', label: '26 Oct 2026' },
    ]);
    // The first week starts with the period; its key and label are those of the whole week.
    assert.deepEqual(named('week', '2026-12-31', '2027-01-04'), [
      { start: '2026-12-30T23:00:00.000Z', key: '2026-W53', label: '28 Dec 2026 – 3 Jan 2027' },
      { start: '2027-01-03T23:00:00.000Z', key: '2027-W01', label: '4 – 10 Jan 2027' },
    ]);
    assert.deepEqual(named('month', '2026-02-28', '2026-03-01'), [
      { start: '2026-02-27T23:00:00.000Z', key: '2026-02', label: 'February 2026' },
      { start: '2026-02-28T23:00:00.000Z', key: '2026-03', label: 'March 2026' },
    ]);
    assert.equal(named('month', '2026-03-01', '2026-03-01', BERLIN, 'de')[0]?.label, 'März 2026');
  });

  it('are hours and weekdays, with the keys of the documentation', () => {
    const one = (grouping: TimeGrouping, number: number) =>
      groups(grouping, '2026-01-01', '2026-01-01').groupOf(number);
    assert.deepEqual(one('hour', 0), { key: '0', label: '00:00–01:00' });
    assert.deepEqual(one('hour', 23), { key: '23', label: '23:00–24:00' });
    assert.deepEqual(one('weekday', 0), { key: '1', label: 'Monday' });
    assert.deepEqual(one('weekday', 6), { key: '7', label: 'Sunday' });
    assert.deepEqual(one('weekday-hour', 13), { key: '1-13', label: 'Monday, 13:00–14:00' });
    assert.deepEqual(one('weekday-hour', 167), { key: '7-23', label: 'Sunday, 23:00–24:00' });
  });

  it('add the offsets as a calendar of the zone does, at every hour of a year', () => {
    for (const zone of [BERLIN, 'America/St_Johns', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC']) {
      const period = { from: '2026-01-01', to: '2026-12-31', zone };
      const offsets = offsetsOf(period);
      const { start, end } = instantsOf(period);
      for (let ms = start.getTime(); ms < end.getTime(); ms += 30 * 60_000) {
        const { offsetSeconds } = offsets.findLast(({ at }) => at.getTime() <= ms) ?? {
          offsetSeconds: Number.NaN,
        };
        const local = ms / 1000 + offsetSeconds;
        const { hour, weekday } = localTimeOf(new Date(ms), zone);
        // As src/falls/reports/store.ts computes them.
        assert.equal(Math.floor(local / 3600) % 24, hour, `${iso(new Date(ms))} ${zone}`);
        assert.equal(((Math.floor(local / 86400) + 3) % 7) + 1, weekday, `${iso(new Date(ms))} ${zone}`);
      }
    }
  });
});
