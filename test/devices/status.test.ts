import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceStatus } from '../../src/devices/status.ts';
import { isOlderFirmware } from '../../src/devices/vocabulary.ts';

describe('the status of a device', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const status = (silenceMs: number | null, disabled = false) =>
    deviceStatus({ disabled, lastSeen: silenceMs === null ? null : new Date(now - silenceMs) }, now);
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  it('is UNREGISTERED before its first data', () => assert.equal(status(null), 'UNREGISTERED'));

  it('is ACTIVE for less than 30 minutes without data', () => {
    assert.equal(status(0), 'ACTIVE');
    assert.equal(status(30 * MINUTE - 1), 'ACTIVE');
  });

  it('is INACTIVE from exactly 30 minutes without data', () => {
    assert.equal(status(30 * MINUTE), 'INACTIVE');
    assert.equal(status(24 * HOUR - 1), 'INACTIVE');
  });

  it('is OFFLINE from exactly 24 hours without data', () => {
    assert.equal(status(24 * HOUR), 'OFFLINE');
    assert.equal(status(1000 * HOUR), 'OFFLINE');
  });

  it('is DISABLED while an admin has it disabled, whatever it sends', () => {
    for (const silence of [null, 0, HOUR, 48 * HOUR]) assert.equal(status(silence, true), 'DISABLED');
  });

  it("is ACTIVE when its clock is ahead of the server's", () => assert.equal(status(-5_000), 'ACTIVE'));
});

describe('a firmware version', () => {
  const older: readonly (readonly [string, string])[] = [
    ['1.0.0', '1.0.1'],
    ['1.9.3', '1.10.0'],
    ['0.9', '1.0.0'],
    ['1.0', '1.0.1'],
    ['v1.2.3', '1.2.4'],
    ['1.2.3', 'V2'],
    ['1.2.9', '1.2.10'],
  ];
  for (const [reported, latest] of older) {
    it(`${reported} is older than ${latest}`, () => {
      assert.ok(isOlderFirmware(reported, latest));
      assert.ok(!isOlderFirmware(latest, reported));
    });
  }

  it('is not older than itself in another spelling', () => {
    for (const same of ['1.2.3', 'v1.2.3', '1.2.3.0']) assert.ok(!isOlderFirmware(same, '1.2.3'), same);
  });
});
