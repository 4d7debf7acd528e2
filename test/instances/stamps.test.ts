import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Device, Owner } from '../../src/readings/registry/device.ts';
import { DEVICE_ROW } from '../helpers/device-row.ts';

const MOMENTS = 2_000;

describe('the times of readings that reach two instances in the same millisecond', () => {
  it('ascend at each instance, keep their millisecond, and hardly ever coincide', () => {
    const [a, b] = [new Device(DEVICE_ROW, new Owner('u'), 0), new Device(DEVICE_ROW, new Owner('u'), 0)];
    let last = 0;
    let coincided = 0;
    for (let now = 1_800_000_000_000; now < 1_800_000_000_000 + MOMENTS; now++) {
      const [here, there] = [a.nextTimeUs(now), b.nextTimeUs(now)];
      assert.ok(here > last);
      assert.equal(Math.floor(here / 1000), now);
      if (here === there) coincided += 1;
      last = here;
    }
    // Two are expected; without randomness all would coincide.
    assert.ok(coincided < 20, `${coincided} of ${MOMENTS}`);
  });
});
