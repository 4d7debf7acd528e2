import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveRoutine } from '../../firmware-sim/motion/routine.ts';
import { SENSORS } from '../../firmware-sim/motion/sensor.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { type Message, type Sending, wear } from '../../firmware-sim/wearable.ts';

function messages(send: Sending, count = 30): Message[] {
  const random = createRandom('wearable');
  const life = liveRoutine({ random, scenario: 'day', untilS: count, dropShare: 0, dropFalls: false });
  const worn = wear(life, { macAddress: '02:00:00:00:00:01', random, make: { sensor: SENSORS.good, send } });
  return Array.from({ length: count }, () => worn.next().value).filter((message) => message !== undefined);
}

test('a wearable sends complete readings, one second of uptime apart', () => {
  const sent = messages('reading').map(({ reading }) => reading);
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

test('with samples each message contains its whole second', () => {
  for (const { reading } of messages('samples', 5)) assert.equal(reading.samples?.length, 50);
});

test('a wearable sends identical readings with the same seed', () => {
  assert.deepEqual(messages('samples'), messages('samples'));
});
