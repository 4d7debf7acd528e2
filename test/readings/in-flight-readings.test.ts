import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InFlightReadings } from '../../src/readings/in-flight-readings.ts';

describe('the readings in flight', () => {
  it('have the age of the oldest, in whichever order they end', () => {
    const inFlight = new InFlightReadings();
    assert.equal(inFlight.oldestMs(5_000), 0);
    for (const arrived of [1_000, 2_000, 3_000]) inFlight.begin(arrived);
    assert.equal(inFlight.oldestMs(5_000), 4_000);
    inFlight.end(2_000);
    assert.equal(inFlight.oldestMs(5_000), 4_000);
    inFlight.end(1_000);
    assert.equal(inFlight.oldestMs(5_000), 2_000);
    inFlight.end(3_000);
    assert.equal(inFlight.oldestMs(5_000), 0);
  });

  it('keep the age of one that waits for hours among those that do not', () => {
    const inFlight = new InFlightReadings();
    inFlight.begin(1_000);
    const hours = 3 * 3_600_000;
    for (let arrived = 1_000; arrived < hours; arrived += 100) {
      inFlight.begin(arrived);
      inFlight.end(arrived);
    }
    assert.equal(inFlight.oldestMs(hours), hours - 1_000);
  });

  it('are drained when the last one ends', async () => {
    const inFlight = new InFlightReadings();
    await inFlight.drain();
    inFlight.begin(1_000);
    inFlight.begin(1_100);
    let isDrained = false;
    const drained = inFlight.drain().then(() => {
      isDrained = true;
    });
    inFlight.end(1_000);
    await Promise.resolve();
    assert.equal(isDrained, false);
    inFlight.end(1_100);
    await drained;
  });
});
