import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AskableEvent,
  chosenPerWard,
  type MinuteOfMovement,
  nightBefore,
  stillMinutesAfter,
} from '../../src/morning/rules.ts';
import { settings } from '../../src/morning/settings.ts';

const minute = (at: number, kind: 'walks' | 'lies' | 'on a table' | 'silent'): MinuteOfMovement => ({
  fallId: 'f',
  minute: at,
  readings: kind === 'silent' ? 0 : 60,
  moving: kind === 'walks' ? 40 : 1,
  stirs: kind !== 'on a table',
  hasHeartRate: false,
});
const from = (first: number, ...kinds: Parameters<typeof minute>[1][]) =>
  kinds.map((kind, i) => minute(first + i, kind));
const lies = (minutes: number) => Array.from({ length: minutes }, () => 'lies' as const);
const onTable = (minutes: number) => Array.from({ length: minutes }, () => 'on a table' as const);

describe('the stillness after a hard movement', () => {
  it('is asked about if the wearer was up before, and counts up to the next movement', () => {
    assert.equal(
      stillMinutesAfter(from(-3, 'walks', 'walks', 'walks', ...lies(20), 'walks', ...lies(9))),
      20,
    );
    assert.equal(stillMinutesAfter(from(-1, 'walks', ...lies(9), 'walks')), undefined, 'too short');
  });

  it('may begin after some minutes of movement', () => {
    assert.equal(stillMinutesAfter(from(-1, 'walks', 'walks', 'walks', ...lies(12))), 12);
    const later = from(-1, 'walks', 'walks', 'walks', 'walks', 'walks', ...lies(12));
    assert.equal(stillMinutesAfter(later), undefined, 'went on');
  });

  it('says nothing of a wearer who lay in bed before, or of whom nothing is known', () => {
    assert.equal(stillMinutesAfter(from(-3, ...lies(40))), undefined);
    assert.equal(stillMinutesAfter(from(0, ...lies(40))), undefined);
    assert.equal(stillMinutesAfter([]), undefined);
  });

  it('ends with the readings', () => {
    assert.equal(stillMinutesAfter(from(-1, 'walks', ...lies(15), 'silent', ...lies(20))), 15);
    assert.equal(stillMinutesAfter(from(-1, 'walks', ...lies(5), 'silent', ...lies(20))), undefined);
  });

  it('is not that of a wearable that was taken off', () => {
    const takenOff = from(-1, 'walks', 'lies', ...onTable(40));
    assert.equal(stillMinutesAfter(takenOff), undefined);
    const withPulse = takenOff.map((one) => ({ ...one, hasHeartRate: one.minute === 7 }));
    assert.equal(stillMinutesAfter(withPulse), 41);
  });
});

const event = (fallId: string, more: Partial<AskableEvent> = {}): AskableEvent => ({
  fallId,
  patientId: `patient of ${fallId}`,
  wardId: 'east',
  deviceId: 'd',
  impactAt: new Date('2026-11-18T03:12:00Z'),
  confidence: 0.45,
  stillMinutes: 20,
  ...more,
});

describe('the hour of the question', () => {
  const { parse } = settings.rows.morningQuestionHour;

  it('is an hour of the day, or off', () => {
    assert.deepEqual(['0', '7', '23', 'off'].map(parse), [0, 7, 23, 'off']);
    for (const wrong of ['24', '7:30', 'never', '-1'])
      assert.throws(() => parse(wrong), /from 0 to 23, or off/);
  });
});

describe('the question of a morning', () => {
  it('is one for each ward, and one for patients without a ward, in whatever order events come', () => {
    const events = [
      event('a', { confidence: 0.44 }),
      event('b', { wardId: null }),
      event('c', { confidence: 0.49 }),
      event('d', { wardId: null, stillMinutes: 30 }),
      event('e', { confidence: 0.48, wardId: 'west' }),
    ];
    const idsOf = (of: readonly AskableEvent[], movedOn = new Set<string>()) =>
      chosenPerWard(of, movedOn)
        .map(({ fallId }) => fallId)
        .sort();
    assert.deepEqual(idsOf(events), ['c', 'd', 'e']);
    assert.deepEqual(idsOf(events.toReversed()), ['c', 'd', 'e']);
    assert.deepEqual(idsOf(events, new Set(['c', 'e'])), ['a', 'd', 'e'], 'who moved on comes last');
  });

  it('is about the twelve hours before, but not about the last half hour', () => {
    assert.deepEqual(nightBefore(new Date('2026-11-18T07:00:00Z'), 7, 'UTC'), {
      day: '2026-11-18',
      from: new Date('2026-11-17T19:00:00Z'),
      until: new Date('2026-11-18T06:30:00Z'),
    });
    assert.equal(nightBefore(new Date('2026-11-18T06:59:59Z'), 7, 'UTC'), undefined);
    assert.equal(nightBefore(new Date('2026-11-18T10:00:00Z'), 7, 'UTC'), undefined, 'too late');
  });

  it('comes at the hour of the organisation, also when its clocks change', () => {
    for (const [before, at] of [
      ['2026-03-28T05:59:00Z', '2026-03-28T06:00:00Z'],
      ['2026-03-29T04:59:00Z', '2026-03-29T05:00:00Z'],
      ['2026-10-25T05:59:00Z', '2026-10-25T06:00:00Z'],
    ] as const) {
      assert.equal(nightBefore(new Date(before), 7, 'Europe/Berlin'), undefined, before);
      assert.equal(nightBefore(new Date(at), 7, 'Europe/Berlin')?.day, at.slice(0, 10));
    }
    assert.equal(nightBefore(new Date('2026-11-17T18:30:00Z'), 7, 'Pacific/Auckland')?.day, '2026-11-18');
  });
});
