import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dischargeOf, emptyAt, eveningAfterNight, mustCharge } from '../../src/overview/charging.ts';

const BERLIN = 'Europe/Berlin';

describe('a battery that must be charged tonight', () => {
  it('is judged by its own discharge, without the hours on the charger and the noise', () => {
    assert.equal(dischargeOf([80, 78, 76, 74]), 1);
    assert.equal(dischargeOf([76, 74, 90, 100, 98, 96]), 1);
    assert.equal(dischargeOf([50, 51, 50, 49, 50]), 0);
    assert.equal(dischargeOf([80, 78, 76, 74, 90]), 1);
    // Silent steps are no discharge.
    assert.equal(dischargeOf([80, null, null, 60, 58, 56, 54, null]), 1);
  });

  it('has no rate after a few hours', () => {
    for (const levels of [[], [80], [80, 78, 76], [null, 80, null, 70, null, 60]])
      assert.equal(dischargeOf(levels), null);
  });

  it('would be below a tenth by the evening after this night', () => {
    const at = new Date('2026-11-18T20:00Z');
    const until = new Date('2026-11-19T19:00Z');
    assert.equal(mustCharge({ level: 33, at }, 1, until), false);
    assert.equal(mustCharge({ level: 32, at }, 1, until), true);
    assert.equal(
      mustCharge({ level: 90, at: new Date('2026-11-16T19:00Z') }, 1.2, until),
      true,
      'silent for days',
    );
    assert.equal(mustCharge({ level: 50, at }, null, until), false);
    assert.equal(mustCharge({ level: 49, at }, null, until), true);
    assert.equal(mustCharge({ level: 9, at }, 0, until), true);
  });

  it('is empty at a time that its rate gives', () => {
    const at = new Date('2026-11-18T20:00Z');
    assert.equal(emptyAt({ level: 30, at }, 1.5)?.toISOString(), '2026-11-19T16:00:00.000Z');
    for (const perHour of [null, 0, 1e-9]) assert.equal(emptyAt({ level: 30, at }, perHour), null);
  });

  it('must last until 20:00 in the zone of the home, after the night that is meant', () => {
    const evening = (at: string) => eveningAfterNight(new Date(at), BERLIN).toISOString();
    assert.equal(evening('2026-11-18T18:00Z'), '2026-11-19T19:00:00.000Z');
    assert.equal(evening('2026-11-19T01:00Z'), '2026-11-19T19:00:00.000Z');
    assert.equal(evening('2026-11-19T06:00Z'), '2026-11-20T19:00:00.000Z');
    assert.equal(evening('2026-10-24T18:00Z'), '2026-10-25T19:00:00.000Z');
    assert.equal(evening('2026-03-28T18:00Z'), '2026-03-29T18:00:00.000Z');
    // At 05:30, and at 06:30, of the nights in which the clocks change.
    assert.equal(evening('2026-10-25T04:30Z'), '2026-10-25T19:00:00.000Z');
    assert.equal(evening('2026-10-25T05:30Z'), '2026-10-26T19:00:00.000Z');
    assert.equal(evening('2026-03-29T03:30Z'), '2026-03-29T18:00:00.000Z');
    assert.equal(evening('2026-03-29T04:30Z'), '2026-03-30T18:00:00.000Z');
  });
});
