import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Alert, matchFalls } from '../../firmware-sim/alerts.ts';
import { createLatency } from '../../firmware-sim/latency.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { notAmong } from '../../firmware-sim/read-back.ts';
import { liveRecordings, type Recording } from '../../firmware-sim/replay.ts';
import type { SimulatedFall } from '../../firmware-sim/tally.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const fallOf = (ownerName: string, afterS: number, offline = false): SimulatedFall => ({
  device: 0,
  ownerName,
  kind: 'slip forward',
  at: NOON + afterS * 1000,
  offline,
  ...(!offline && { detectedAt: NOON + afterS * 1000 + 1500 }),
});
const alertOf = (patientName: string, afterS: number): Alert => ({
  id: `${patientName} ${afterS}`,
  type: 'FALL_DETECTED',
  patientName,
  severity: 'HIGH',
  message: '',
  fallId: null,
  timestamp: new Date(NOON + afterS * 1000).toISOString(),
});

test('an alert matches a fall of the same person at about the same time', () => {
  const { alerted, missed, falseAlarms } = matchFalls([fallOf('Ada Roth', 0)], [alertOf('Ada Roth', 2)]);
  assert.deepEqual([alerted.length, missed.length, falseAlarms.length], [1, 0, 0]);
});

test('an alert matches neither a second fall, nor another person, nor another hour', () => {
  const falls = [fallOf('Ada Roth', 0), fallOf('Ada Roth', 3), fallOf('Bruno Frei', 0)];
  const { alerted, missed, falseAlarms } = matchFalls(falls, [
    alertOf('Ada Roth', 1),
    alertOf('Bruno Frei', 3600),
  ]);
  assert.equal(alerted.length, 1);
  assert.equal(missed.length, 2);
  assert.equal(falseAlarms.length, 1);
});

test("an alert does not match a fall that the wearable's assessment did not report", () => {
  const { detectedAt: _, ...unnoticed } = fallOf('Ada Roth', 0);
  const { missed, falseAlarms } = matchFalls([unnoticed], [alertOf('Ada Roth', 2)]);
  assert.deepEqual([missed.length, falseAlarms.length], [1, 1]);
});

test('a fall without Wi-Fi is matched by the time of its late alert', () => {
  const falls = [fallOf('Ada Roth', 0, true), fallOf('Bruno Frei', 0, true)];
  const { alerted, missed } = matchFalls(falls, [alertOf('Ada Roth', 3), alertOf('Bruno Frei', -30)]);
  assert.deepEqual([alerted.length, missed.length], [1, 1]);
});

test('a stored point matches one acknowledged reading only', () => {
  const point = { at: NOON, magnitude: 9.81 };
  assert.deepEqual(notAmong([point], [point]), []);
  assert.deepEqual(notAmong([point], [point, point]), [point]);
  assert.deepEqual(notAmong([{ ...point, magnitude: 12 }], [point]), [point]);
  assert.deepEqual(notAmong([{ at: NOON + 1, magnitude: 9.8101 }], [point]), []);
});

test('latency quantiles are accurate to two percent', () => {
  const latency = createLatency();
  for (let ms = 1; ms <= 1000; ms++) latency.add(ms);
  assert.ok(Math.abs(latency.quantile(0.5) - 500) < 15);
  assert.ok(Math.abs(latency.quantile(0.99) - 990) < 25);
  assert.equal(latency.largest(), 1000);
});

const still = Array.from({ length: 200 }, () => [0, 0, 9.81, 0, 0, 0] as const);
const activity: Recording = { id: 'D01', fall: false, rateHz: 40, samples: still };
const fall: Recording = {
  id: 'F01',
  fall: true,
  rateHz: 40,
  fallStartS: 1.5,
  fallEndS: 3,
  samples: still.map((sample, i) => (i === 90 ? ([40, 30, 20, 300, 200, 100] as const) : sample)),
};

test('recordings play in the same order with the same seed, with the impact in the right second', () => {
  const play = (seed: string) => {
    const life = liveRecordings({ recordings: [activity, fall], random: createRandom(seed), untilS: 300 });
    return Array.from({ length: 300 }, () => life.next().value);
  };
  const seconds = play('a');
  assert.deepEqual(play('a'), seconds);
  const falls = seconds.filter((second) => second.fall !== undefined);
  assert.ok(falls.length >= 2);
  for (const { samples, fall: id } of falls) {
    assert.equal(id, 'F01');
    assert.equal(samples.length, 40);
    assert.ok(samples.some(([ax]) => ax === 40));
  }
});
