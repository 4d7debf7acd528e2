import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coverageIn, hoursOf, kindsOf, totalOf, wakingDays } from '../../src/coverage/report.ts';
import type { Spans } from '../../src/coverage/spans.ts';

const ZONE = 'Europe/Berlin';
const FAR = Date.parse('2027-01-01T00:00:00Z');
const minute = (time: string): number => Date.parse(`${time}Z`) / 60_000;
const wakingDay = (day: string, now = FAR) => {
  const [found] = wakingDays({ from: day, to: day, zone: ZONE }, now);
  assert.ok(found);
  return found;
};
const span = (from: string, until: string): Spans => [[minute(from), minute(until)]];
const wearable = (connected: Spans, { late = [], notWorn = [] }: { late?: Spans; notWorn?: Spans } = {}) => ({
  connected,
  late,
  notWorn,
});
const of = (day: string, wearables: ReturnType<typeof wearable>[], absent: Spans = [], now = FAR) => {
  return coverageIn(kindsOf({ wearables, absent }, wakingDay(day, now).passed, now));
};

describe('the coverage of a day', () => {
  it('is blind all day without a wearable: from 07:00 to 22:00', () => {
    assert.deepEqual(of('2026-11-16', []), {
      connectedMinutes: 0,
      wornMinutes: 0,
      blindMinutes: 900,
      longestBlindMinutes: 900,
      lateMinutes: 0,
      absentMinutes: 0,
    });
  });

  it('has 15 hours on days of 23 and 25 hours, too, by the clock of the home', () => {
    // Summer time begins on 29 March and ends on 25 October.
    for (const [day, from, until] of [
      ['2026-03-28', '2026-03-28T06:00', '2026-03-28T21:00'],
      ['2026-03-29', '2026-03-29T05:00', '2026-03-29T20:00'],
      ['2026-10-24', '2026-10-24T05:00', '2026-10-24T20:00'],
      ['2026-10-25', '2026-10-25T06:00', '2026-10-25T21:00'],
    ] as const)
      assert.deepEqual(wakingDay(day).passed, span(from, until), day);
  });

  it('counts readings at night for nothing', () => {
    const night = wearable(span('2026-11-16T00:00', '2026-11-16T06:10'));
    assert.equal(of('2026-11-16', [night]).connectedMinutes, 10);
  });

  it('is connected by either of two wearables, and worn if one that sends is worn', () => {
    const worn = wearable(span('2026-11-16T06:00', '2026-11-16T09:00'));
    const onTable = wearable(span('2026-11-16T08:00', '2026-11-16T11:00'), {
      notWorn: span('2026-11-16T06:00', '2026-11-16T11:00'),
    });
    const { connectedMinutes, wornMinutes, blindMinutes } = of('2026-11-16', [worn, onTable]);
    assert.deepEqual([connectedMinutes, wornMinutes, blindMinutes], [300, 180, 600]);
  });

  it('counts late minutes apart, and only where no reading was there at its time', () => {
    const kept = wearable(span('2026-11-16T06:00', '2026-11-16T09:00'), {
      late: span('2026-11-16T08:30', '2026-11-16T10:00'),
    });
    const { connectedMinutes, lateMinutes, blindMinutes, longestBlindMinutes } = of('2026-11-16', [kept]);
    assert.deepEqual([connectedMinutes, lateMinutes, blindMinutes, longestBlindMinutes], [180, 60, 660, 660]);
  });

  it('counts minutes of an absence as nothing else', () => {
    const sent = wearable(span('2026-11-16T06:00', '2026-11-16T09:00'));
    const away = span('2026-11-16T08:00', '2026-11-16T12:00');
    const { connectedMinutes, absentMinutes, blindMinutes } = of('2026-11-16', [sent], away);
    assert.deepEqual([connectedMinutes, absentMinutes, blindMinutes], [120, 240, 540]);
  });

  it('goes until now today: the running minute counts once it has a reading', () => {
    const now = Date.parse('2026-11-16T08:00:30Z');
    assert.equal(of('2026-11-16', [], [], now).blindMinutes, 120);
    const sent = wearable(span('2026-11-16T08:00', '2026-11-16T08:01'));
    const { connectedMinutes, blindMinutes } = of('2026-11-16', [sent], [], now);
    assert.deepEqual([connectedMinutes, blindMinutes], [1, 120]);
    assert.equal(of('2026-11-16', [], [], Date.parse('2026-11-16T05:00:00Z')).blindMinutes, 0);
  });

  it('says the longest blind time, and the hours have the same minutes as the day', () => {
    const sent = wearable([
      ...span('2026-11-16T06:30', '2026-11-16T09:00'),
      ...span('2026-11-16T09:45', '2026-11-16T21:00'),
    ]);
    const day = wakingDay('2026-11-16');
    const kinds = kindsOf({ wearables: [sent], absent: [] }, day.passed, FAR);
    assert.equal(coverageIn(kinds).longestBlindMinutes, 45);
    const hours = hoursOf(kinds, day);
    assert.deepEqual(
      hours.map(({ hour }) => hour),
      [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    );
    assert.deepEqual(hours.map(({ blindMinutes }) => blindMinutes).slice(0, 5), [30, 0, 0, 45, 0]);
    assert.equal(
      hours.reduce((sum, { connectedMinutes }) => sum + connectedMinutes, 0),
      coverageIn(kinds).connectedMinutes,
    );
  });

  it('has no days of the future, and is summed up', () => {
    const period = { from: '2026-11-15', to: '2026-11-20', zone: ZONE };
    const days = wakingDays(period, Date.parse('2026-11-16T23:30:00Z'));
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-11-15', '2026-11-16', '2026-11-17'],
    );
    const total = totalOf([
      of('2026-11-15', []),
      of('2026-11-16', [wearable(span('2026-11-16T06:00', '2026-11-16T10:00'))]),
    ]);
    assert.deepEqual(
      [total.blindMinutes, total.longestBlindMinutes, total.connectedMinutes],
      [1560, 900, 240],
    );
  });
});
