import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partsOf, startOf } from '../../web/pages/roster/planned.ts';
import { reader } from '../../web/text/words.ts';

describe('caregivers planned through a day', () => {
  afterEach(() => {
    reader.value = { timeZone: 'UTC' };
  });
  const slot = (start: string, end: string, ...ids: string[]) => ({
    start: `${start}:00.000Z`,
    end: `${end}:00.000Z`,
    caregivers: ids.map((id) => ({ id })),
  });
  const parts = (day: string, ...slots: ReturnType<typeof slot>[]): string[] =>
    partsOf(day, slots).map(
      ({ from, to, people }) =>
        `${[from, to].map((at) => new Date(at).toISOString().slice(5, 16)).join(' ')} ${people}`,
    );

  it('are counted once each, also where shifts meet, overlap and reach over midnight', () => {
    reader.value = { timeZone: 'UTC' };
    assert.deepEqual(parts('2026-11-16'), ['11-16T00:00 11-17T00:00 0']);
    assert.deepEqual(
      parts(
        '2026-11-16',
        slot('2026-11-15T22:00', '2026-11-16T06:00', 'ann'),
        slot('2026-11-16T06:00', '2026-11-16T14:00', 'ben'),
        slot('2026-11-16T13:00', '2026-11-16T20:00', 'ben', 'cat'),
        slot('2026-11-16T20:00', '2026-11-16T20:15'),
        slot('2026-11-16T20:15', '2026-11-17T06:00', 'ann'),
      ),
      [
        '11-16T00:00 11-16T13:00 1',
        '11-16T13:00 11-16T20:00 2',
        '11-16T20:00 11-16T20:15 0',
        '11-16T20:15 11-17T00:00 1',
      ],
    );
  });

  it('are those of the day in the zone of the home, which has 23 or 25 hours when the clocks change', () => {
    for (const [timeZone, day, hours] of [
      ['Europe/Berlin', '2026-03-29', 23],
      ['Europe/Berlin', '2026-10-25', 25],
      ['Europe/Berlin', '2026-11-16', 24],
      ['Australia/Lord_Howe', '2026-10-04', 23.5],
      // Midnight itself is skipped.
      ['America/Santiago', '2026-09-06', 23],
      ['Pacific/Kiritimati', '2026-11-16', 24],
      ['Pacific/Niue', '2026-11-16', 24],
      ['Asia/Kathmandu', '2026-11-16', 24],
    ] as const) {
      reader.value = { timeZone };
      const [part] = partsOf(day, []);
      assert.equal(((part?.to ?? 0) - (part?.from ?? 0)) / 3_600_000, hours, `${timeZone} ${day}`);
    }
    reader.value = { timeZone: 'Europe/Berlin' };
    assert.equal(new Date(startOf('2026-11-16')).toISOString(), '2026-11-15T23:00:00.000Z');
  });
});
