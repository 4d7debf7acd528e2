import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UNKNOWN_SENSORS } from '../../src/devices/sensors.ts';
import { Device, Owner } from '../../src/readings/registry/device.ts';

const ROW: ConstructorParameters<typeof Device>[0] = {
  id: 'd',
  key: 1,
  userId: 'u',
  macAddress: 'AA:BB:CC:DD:EE:FF',
  name: 'Wearable',
  disabled: false,
  wornSince: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  lastSeen: null,
  uptimeMs: null,
  batteryLevel: null,
  signalStrength: null,
  heartRate: null,
  heartRateJitter: null,
  spo2: null,
  firmwareVersion: null,
  sensorsInitialized: null,
  wifiConnected: null,
  bluetoothConnected: null,
  movedAt: null,
  stillSince: null,
  accelInG: false,
  gyroInRadians: false,
  ...UNKNOWN_SENSORS,
  shakeTestAt: null,
  shakeTestState: null,
};
const MOMENTS = 2_000;

describe('the times of readings that reach two instances in the same millisecond', () => {
  it('ascend at each instance, keep their millisecond, and hardly ever coincide', () => {
    const [a, b] = [new Device(ROW, new Owner('u'), 0), new Device(ROW, new Owner('u'), 0)];
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
