import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Device, Owner } from '../../src/readings/registry/device.ts';
import { DEVICE_ROW } from '../helpers/device-row.ts';

const START = Date.parse('2026-03-01T12:00:00Z');

describe('a shake test', () => {
  const device = new Device({ ...DEVICE_ROW, shakeTestAt: new Date(START) }, new Owner('u'), 0);
  /** In seconds after the start: an impact, and the reading that reports it. */
  const isShaken = (impactS: number, readingS = impactS): boolean =>
    device.isShaken(START + impactS * 1000, START + readingS * 1000);

  it('covers impacts of its 30 seconds, and what the detector says of them for 10 seconds more', () => {
    assert.deepEqual([isShaken(0), isShaken(29.9), isShaken(29, 39.9)], [true, true, true]);
    assert.deepEqual([isShaken(30), isShaken(29, 40)], [false, false]);
  });

  it('does not cover a fall that happened before it, whenever it is recognised', () => {
    assert.deepEqual([isShaken(-1, 5), isShaken(-1)], [false, false]);
  });

  it('is none without a test', () => {
    assert.equal(new Device(DEVICE_ROW, new Owner('u'), 0).isShaken(START, START), false);
  });
});
