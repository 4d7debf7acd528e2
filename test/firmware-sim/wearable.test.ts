import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sends } from '../../client/hold.ts';
import { partsOf } from '../../client/parts.ts';
import { liveRoutine } from '../../firmware-sim/motion/routine.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { type Message, SENDING, USUAL_MAKE, wear } from '../../firmware-sim/wearable.ts';

function messages(send: Sends, count = 30, hasGyro = true): Message[] {
  const random = createRandom('wearable');
  const life = liveRoutine({ random, scenario: 'day', untilS: count, dropShare: 0, dropFalls: false });
  const worn = wear(life, {
    macAddress: '02:00:00:00:00:01',
    random,
    make: { ...USUAL_MAKE, send, hasGyro },
  });
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

test('with parts each message contains the parts of its samples', () => {
  const samples = messages('samples', 5);
  for (const [i, { reading }] of messages('parts', 5).entries()) {
    assert.equal(reading.samples, undefined);
    assert.deepEqual(reading.parts, partsOf(samples[i]?.reading.samples ?? []));
  }
});

test('a wearable without a gyro sends null for its rotation', () => {
  for (const send of SENDING) {
    for (const { reading } of messages(send, 5, false)) {
      assert.deepEqual([reading.gyro_x, reading.gyro_y, reading.gyro_z], [null, null, null]);
      for (const row of reading.parts ?? []) assert.deepEqual([row[6], row[7]], [null, null]);
      for (const row of reading.samples ?? []) assert.equal(row.length, 4);
    }
  }
});

test('a wearable sends identical readings with the same seed', () => {
  assert.deepEqual(messages('samples'), messages('samples'));
});
