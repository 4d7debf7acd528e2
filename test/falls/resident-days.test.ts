import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { residentDays, type Span } from '../../src/falls/reports/resident-days.ts';

const period = { from: '2026-03-01', to: '2026-03-31', zone: 'Europe/Berlin' };
const now = new Date('2026-05-01T00:00:00Z');
const span = (from: string, until: string | null, patientId = 'ada'): Span => ({
  patientId,
  from: new Date(from),
  until: until === null ? null : new Date(until),
});
const longAgo = '2020-01-01T00:00:00Z';

describe('resident days', () => {
  it('count each day of the period on which a resident lived in the home', () => {
    assert.equal(residentDays([], [], period, now), 0);
    const stays = [
      span(longAgo, null),
      span(longAgo, null, 'bob'),
      span('2026-04-01T10:00:00Z', null, 'late'),
    ];
    assert.equal(residentDays(stays, [], period, now), 62);
  });

  it('count the days of arrival and of leaving, by the clocks of the home', () => {
    // 23:30 on 2 March in Berlin, and 00:30 on 5 March.
    const stays = [span('2026-03-02T22:30:00Z', '2026-03-04T23:30:00Z')];
    assert.equal(residentDays(stays, [], period, now), 4);
  });

  it('count a day once for a resident who leaves and returns on it', () => {
    const stays = [
      span('2026-03-02T08:00:00Z', '2026-03-04T09:00:00Z'),
      span('2026-03-04T15:00:00Z', '2026-03-05T09:00:00Z'),
    ];
    assert.equal(residentDays(stays, [], period, now), 4);
  });

  it('leave out the days on which a resident was away from start to end', () => {
    const stays = [span(longAgo, null), span(longAgo, null, 'bob')];
    // Away from the 10th at noon to the 14th at noon: the 11th to the 13th. The clocks change on the 29th.
    const away = [span('2026-03-10T11:00:00Z', '2026-03-14T11:00:00Z')];
    assert.equal(residentDays(stays, away, period, now), 62 - 3);
    const over = [span('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')];
    assert.equal(residentDays(stays, over, period, now), 62 - 1);
    assert.equal(residentDays(stays, [span('2026-03-10T11:00:00Z', null)], period, now), 62 - 21);
    assert.equal(residentDays([], away, period, now), 0);
  });

  it('count today, and no day that is still to come', () => {
    assert.equal(residentDays([span(longAgo, null)], [], period, new Date('2026-03-10T08:00:00Z')), 10);
    assert.equal(residentDays([span(longAgo, null)], [], period, new Date('2026-02-10T08:00:00Z')), 0);
  });
});
