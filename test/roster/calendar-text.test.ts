import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText } from '../../src/response/roster/calendar-text.ts';

const NOW = new Date('2026-11-16T10:00:00.123Z');

const textOf = (summary: string, description = '') =>
  calendarText(
    'Ward 1',
    [
      {
        uid: 'one@vigil',
        start: new Date('2026-11-16T21:00:00Z'),
        end: new Date('2026-11-17T05:00:00Z'),
        summary,
        description,
      },
    ],
    NOW,
  );

const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar (RFC 5545)', () => {
  it('has the required properties, UTC times and CRLF at every end of line', () => {
    const text = textOf('Night');
    assert.doesNotMatch(text, /[^\r]\n|\r[^\n]/);
    assert.deepEqual(text.split('\r\n'), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Vigil//Roster//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Ward 1',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'BEGIN:VEVENT',
      'UID:one@vigil',
      'DTSTAMP:20261116T100000Z',
      'DTSTART:20261116T210000Z',
      'DTEND:20261117T050000Z',
      'SUMMARY:Night',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('escapes text: no name can add a property', () => {
    const lines = unfolded(textOf('A, B; C\\D\r\nEND:VEVENT', 'one\ntwo'));
    assert.ok(lines.includes('SUMMARY:A\\, B\\; C\\\\D\\nEND:VEVENT'));
    assert.ok(lines.includes('DESCRIPTION:one\\ntwo'));
    assert.equal(lines.filter((line) => line === 'END:VEVENT').length, 1);
  });

  it('folds lines at 75 octets, between characters', () => {
    for (const letter of ['a', 'ä', '漢', '👵'])
      for (let length = 60; length < 160; length++) {
        const summary = letter.repeat(length);
        const text = textOf(summary);
        for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.ok(unfolded(text).includes(`SUMMARY:${summary}`));
      }
  });
});
