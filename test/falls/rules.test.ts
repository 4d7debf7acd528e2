import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { belongsToEpisode } from '../../src/falls/raise/episode.ts';
import { fallMessage } from '../../src/notify/texts/alerts.ts';
import { FALL_LEVELS, type FallLevel, fallLevel, isAtLeast } from '../../src/platform/fall-levels.ts';

describe('the level of a fall', () => {
  const seams: readonly (readonly [number, FallLevel])[] = [
    [0, 'NO_FALL'],
    [0.3, 'NO_FALL'],
    [0.3000001, 'SUSPICIOUS'],
    [0.305, 'SUSPICIOUS'],
    [0.31, 'SUSPICIOUS'],
    [0.5, 'SUSPICIOUS'],
    [0.505, 'POTENTIAL'],
    [0.51, 'POTENTIAL'],
    [0.7, 'POTENTIAL'],
    [0.705, 'HIGH'],
    [0.71, 'HIGH'],
    [0.89, 'HIGH'],
    [0.895, 'HIGH'],
    [0.8999999, 'HIGH'],
    [0.9, 'CONFIRMED'],
    [1, 'CONFIRMED'],
  ];
  for (const [confidence, level] of seams) {
    it(`is ${level} at ${confidence}`, () => assert.equal(fallLevel(confidence), level));
  }

  it('never drops while the confidence rises, and exists for every confidence', () => {
    let last = 0;
    for (let i = 0; i <= 10_000; i++) {
      const place = FALL_LEVELS.indexOf(fallLevel(i / 10_000));
      assert.ok(place >= last);
      last = place;
    }
    assert.equal(last, FALL_LEVELS.length - 1);
  });

  it('compares by severity', () => {
    assert.ok(isAtLeast('POTENTIAL', 'POTENTIAL'));
    assert.ok(isAtLeast('CONFIRMED', 'POTENTIAL'));
    assert.ok(!isAtLeast('SUSPICIOUS', 'POTENTIAL'));
  });
});

describe('an episode', () => {
  const start = Date.parse('2026-03-01T12:00:00Z');
  const belongs = (lastAfterS: number, atAfterS: number) =>
    belongsToEpisode(
      {
        startedAt: new Date(start),
        lastSuspiciousAt: new Date(start + lastAfterS * 1000),
        confidence: 0.6,
        resolvedAt: null,
      },
      { at: new Date(start + atAfterS * 1000), confidence: 0.95 },
    );

  it('includes readings less than 60 s after the last suspicious one', () => {
    assert.ok(belongs(0, 0));
    assert.ok(belongs(0, 59.999));
    assert.ok(!belongs(0, 60));
    assert.ok(belongs(50, 109.999));
    assert.ok(!belongs(50, 110));
  });

  it('includes readings of a backlog less than 60 s before it', () => {
    assert.ok(belongs(10, -59.999));
    assert.ok(!belongs(10, -60));
    assert.ok(!belongs(270, -30.001), 'it would last longer than 5 minutes');
  });

  it('lasts 5 minutes at most, however dense its readings are', () => {
    assert.ok(belongs(298, 299.999));
    assert.ok(!belongs(299.5, 300.001));
    assert.ok(!belongs(400, 401));
  });

  it('includes an emergency after its resolution only while the same impact can cause it', () => {
    const after = (seconds: number, confidence: number, before = 0.6) => {
      const resolvedAt = new Date(start + 5_000);
      const episode = {
        startedAt: new Date(start),
        lastSuspiciousAt: resolvedAt,
        confidence: before,
        resolvedAt,
      };
      return belongsToEpisode(episode, { at: new Date(start + 5_000 + seconds * 1000), confidence });
    };
    assert.ok(after(9, 0.95));
    assert.ok(!after(11, 0.95));
    assert.ok(after(11, 0.85), 'below CONFIRMED');
    assert.ok(after(11, 0.95, 0.92), 'the fall was CONFIRMED already');
  });

  it('includes late readings whose time lies within it', () => {
    assert.ok(belongs(200, 100));
    assert.ok(!belongs(200, -61));
  });
});

describe('the text of an alert', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const message = (level: FallLevel, ageMs = 0) =>
    fallMessage({ level, patientName: 'Ada Jones', sensorEvent: null, at: new Date(now - ageMs) }, now);

  it('names the patient', () => {
    for (const level of ['POTENTIAL', 'HIGH', 'CONFIRMED'] as const)
      assert.match(message(level), /Ada Jones/);
  });

  it('says "emergency" for CONFIRMED and for no other level', () => {
    assert.match(message('CONFIRMED'), /emergency/i);
    for (const level of ['POTENTIAL', 'HIGH'] as const) assert.doesNotMatch(message(level), /emergency/i);
  });

  it('says how long ago the fall was when the alert is late', () => {
    assert.match(message('HIGH', 40 * 60_000), /\b40 minutes ago/);
    assert.match(message('HIGH', 40 * 60_000 + 20_000), /\b40 minutes ago/);
    assert.match(message('CONFIRMED', 40 * 60_000), /\b40 minutes ago/);
  });

  it('gives no time when the alert is immediate', () => {
    assert.doesNotMatch(message('HIGH', 0), /ago/);
    assert.doesNotMatch(message('HIGH', 2_000), /ago/);
  });
});
