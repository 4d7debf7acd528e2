import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adaptiveHold, sampleRows } from '../../firmware-sim/hold.ts';
import { liveRoutine } from '../../firmware-sim/motion/routine.ts';
import type { Sample } from '../../firmware-sim/motion/sample.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { type Message, wear } from '../../firmware-sim/wearable.ts';

const still: Sample = [0, 0, 9.8, 0, 0, 0];
const last: Sample = [0.1, 0, 9.7, 1, 1, 1];
const sway: Sample = [0, 0, 19.9, 5, 5, 5];
const blow: Sample = [20, 0, 5, 300, 0, 0];

function messages(withSamples: boolean, count = 30): Message[] {
  const random = createRandom('wearable');
  const life = liveRoutine({ random, scenario: 'day', untilS: count, dropShare: 0, dropFalls: false });
  const worn = wear(life, { macAddress: '02:00:00:00:00:01', random, withSamples });
  return Array.from({ length: count }, () => worn.next().value).filter((message) => message !== undefined);
}

test('of a second without a blow the last sample is sent', () => {
  assert.equal(adaptiveHold([still, sway, still, last]), last);
});

test('of a second with a blow the hardest sample is sent', () => {
  assert.equal(adaptiveHold([still, sway, blow, last]), blow);
});

test('samples are rows of seven, ascending to 0, and never more than the service takes', () => {
  const rows = sampleRows([still, blow, last, still]);
  assert.deepEqual(
    rows.map(([t]) => t),
    [-750, -500, -250, 0],
  );
  assert.deepEqual(rows[1]?.slice(1), blow);
  assert.equal(sampleRows(Array.from({ length: 300 }, () => still)).length, 128);
});

test('a wearable sends whole readings, one second of uptime apart', () => {
  const sent = messages(false).map(({ reading }) => reading);
  const [first] = sent;
  assert.ok(first);
  for (const [i, reading] of sent.entries()) {
    assert.equal(reading.uptime_ms, first.uptime_ms + i * 1000);
    assert.ok(Number.isInteger(reading.heart_rate) && reading.heart_rate > 40 && reading.heart_rate < 160);
    assert.ok(Number.isInteger(reading.spo2) && reading.spo2 > 90 && reading.spo2 <= 100);
    assert.ok(reading.fsr >= 0 && reading.fsr <= 1 && reading.battery_level <= 100);
    assert.ok(reading.signal_strength < 0 && Number.isInteger(reading.signal_strength));
    assert.equal(reading.samples, undefined);
  }
});

test('with samples each message carries its whole second', () => {
  for (const { reading } of messages(true, 5)) assert.equal(reading.samples?.length, 50);
});

test('a wearable repeats itself to the letter under the same seed', () => {
  assert.deepEqual(messages(true), messages(true));
});
