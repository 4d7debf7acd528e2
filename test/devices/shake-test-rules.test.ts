import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeShakeTest, type ShakenReading } from '../../src/devices/shake-test/shake-test.ts';

const START = Date.parse('2026-03-01T12:00:00Z');

type Vector = readonly [number, number, number];
interface Wearable {
  readonly accel?: (v: number) => number;
  readonly gyro?: ((v: number) => number) | null;
  readonly sends?: 'reading' | 'samples' | 'parts';
  readonly rateHz?: number;
  readonly intervalMs?: number;
  readonly strength?: number;
}

/** At rest for 6 seconds, then shaken. */
function measured(seconds: number, wearable: Wearable = {}): ShakenReading[] {
  const {
    accel = (v) => v,
    gyro = (v) => v,
    sends = 'reading',
    rateHz = 40,
    intervalMs = 1000,
    strength = 55,
  } = wearable;
  const at = (t: number): { a: Vector; w: Vector | null } => {
    const isShaken = t >= 6;
    const [swing, turn] = isShaken ? [strength * Math.sin(23 * t + 0.3), 420 * Math.cos(19 * t)] : [0, 0];
    const a: Vector = [swing * 0.8, swing * 0.3 + 0.4, 9.8 + swing * 0.2];
    const w: Vector = [turn + 0.3 * Math.sin(t), 0.5 * turn + 0.2, 0.1];
    return { a: a.map(accel) as unknown as Vector, w: gyro && (w.map(gyro) as unknown as Vector) };
  };
  const size = (v: Vector | null): number => (v === null ? Number.NaN : Math.hypot(...v));
  const readings: ShakenReading[] = [];
  for (let second = 1; second * intervalMs <= seconds * 1000; second++) {
    const end = (second * intervalMs) / 1000;
    const all = Array.from({ length: rateHz }, (_, i) => at(end - 1 + (i + 1) / rateHz));
    const held = all.reduce((best, sample) => (size(sample.a) > size(best.a) ? sample : best));
    const samples = all.flatMap(({ a, w }, i) => [
      ((i + 1 - rateHz) * 1000) / rateHz,
      ...a,
      ...(w ?? [Number.NaN, Number.NaN, Number.NaN]),
    ]);
    const parts = [0, 1, 2, 3, 4].flatMap((k) => {
      const part = all.slice((k * rateHz) / 5, ((k + 1) * rateHz) / 5);
      const mean = (pick: (s: (typeof part)[number]) => number) =>
        part.reduce((sum, s) => sum + pick(s), 0) / part.length;
      return [
        Math.max(...part.map(({ a }) => size(a))),
        Math.min(...part.map(({ a }) => size(a))),
        mean(({ a }) => Math.abs(size(a) - 9.81)),
        mean(({ a }) => a[0]),
        mean(({ a }) => a[1]),
        mean(({ a }) => a[2]),
        mean(({ w }) => size(w)),
        Math.max(...part.map(({ w }) => size(w))),
        second > 6 ? 8 : 0,
        0,
        0,
        1,
      ];
    });
    readings.push({
      timeMs: START + end * 1000 + 100,
      accel: held.a,
      gyro: held.w,
      samples: sends === 'samples' ? Float32Array.from(samples) : undefined,
      parts: sends === 'parts' ? Float32Array.from(parts) : undefined,
    });
  }
  return readings;
}

const judged = (readings: readonly ShakenReading[], seconds: number) =>
  judgeShakeTest(readings, START, START + seconds * 1000);
const wrong = (wearable: Wearable, seconds = 12): string[] =>
  judged(measured(seconds, wearable), seconds + 0.5)
    .checks.filter(({ ok }) => !ok)
    .map(({ name, says }) => `${name}: ${says}`);
const clippedAt = (most: number) => (v: number) => Math.max(-most, Math.min(most, v));

describe('the rules of a shake test', () => {
  it('wait for a message, for 5 seconds at rest, then for 5 seconds of shaking', () => {
    assert.deepEqual(judged([], 3), { state: 'waiting', step: 'still', checks: [] });
    const steps = [2, 5, 8, 11].map((s) => {
      const { state, step } = judged(measured(s), s + 0.5);
      return [state, step];
    });
    assert.deepEqual(steps, [
      ['running', 'still'],
      ['running', 'shake'],
      ['running', 'shake'],
      ['passed', null],
    ]);
  });

  for (const sends of ['reading', 'samples', 'parts'] as const)
    it(`pass a good wearable that sends ${sends}`, () => {
      const { state, checks } = judged(measured(12, { sends }), 12.5);
      assert.equal(state, 'passed', JSON.stringify(checks));
      const names = ['messages', 'units', 'gyro', 'impact', 'turning', 'range'];
      const more = sends === 'samples' ? ['rate'] : sends === 'parts' ? ['parts'] : [];
      assert.deepEqual(
        checks.map(({ name }) => name),
        [...names, ...more],
      );
    });

  it('name g, missing gravity and a wrong calibration', () => {
    assert.deepEqual(wrong({ accel: (v) => v / 9.81 }), [
      'units: At rest 1.0: this looks like g, not m/s². Multiply by 9.81.',
    ]);
    assert.match(wrong({ accel: (v) => v * 0.9 }).join(), /^units: At rest 8.8 m\/s², expected 9.8/);
    const still = measured(12).map((reading, i) =>
      i < 6 ? { ...reading, accel: [0, 0, 0.02] as const } : reading,
    );
    assert.match(judged(still, 12.5).checks[1]?.says ?? '', /gravity is missing/);
  });

  it('name a missing gyro, one that is always 0, rad/s, and a wrong calibration', () => {
    for (const gyro of [null, () => 0])
      assert.deepEqual(wrong({ gyro }), ['gyro: No gyro: falls are found less surely.']);
    assert.match(
      wrong({ gyro: (v) => (v * Math.PI) / 180 }).join(),
      /^turning: Fastest turn 7.8: this looks like rad\/s, not °\/s/,
    );
    assert.match(wrong({ gyro: (v) => v + 20 }).join(), /^gyro: At rest it turns by 35 °\/s/);
    assert.deepEqual(wrong({ gyro: (v) => (Math.abs(v) < 1 ? 0 : v) }), [], 'rounded to 0 at rest');
  });

  for (const sends of ['reading', 'samples'] as const)
    it(`name a range that is too small, sending ${sends}`, () => {
      assert.match(wrong({ sends, accel: clippedAt(19.62) }).join(), /^range: Acceleration stops at ±2 g\. /);
      assert.match(wrong({ sends, accel: clippedAt(39.2) }).join(), /^range: Acceleration stops at ±4 g\. /);
      assert.deepEqual(wrong({ sends, accel: clippedAt(78.5) }), []);
    });

  it('name a gyro range that is too small', () => {
    const stops = wrong({ sends: 'samples', gyro: clippedAt(250) }).join();
    assert.match(stops, /^range: Rotation stops at ±250 °\/s\. Set the gyro to ±500 °\/s or more/);
  });

  it('name a rate below 25 Hz, gaps and a slow schedule', () => {
    assert.deepEqual(wrong({ sends: 'samples', rateHz: 20 }), [
      'rate: 20 samples a second, expected 25 or more.',
    ]);
    const gap = measured(12).filter((_, i) => i !== 2 && i !== 3);
    assert.match(judged(gap, 12.5).checks[0]?.says ?? '', /^No message for 3.0 seconds/);
    assert.match(wrong({ intervalMs: 2000 }, 24).join(), /^messages: One message every 2.0 seconds/);
  });

  it('name a weak movement', () => {
    assert.match(wrong({ strength: 12 }).join(), /impact: .*expected 20 or more/);
  });

  it('name parts that contradict each other, and parts without jerk', () => {
    const turned = measured(12, { sends: 'parts' }).map((r) => {
      const parts = r.parts?.slice();
      for (let at = 0; parts !== undefined && at < parts.length; at += 12)
        [parts[at], parts[at + 1]] = [parts[at + 1] ?? 0, parts[at] ?? 0];
      return { ...r, parts };
    });
    assert.match(judged(turned, 12.5).checks.at(-1)?.says ?? '', /contradict each other/);
    const smooth = measured(12, { sends: 'parts' }).map((r) => ({
      ...r,
      parts: r.parts?.map((v, at) => (at % 12 === 8 ? 0 : v)),
    }));
    assert.match(judged(smooth, 12.5).checks.at(-1)?.says ?? '', /jerk/);
  });

  it('end after 30 seconds and say what was missing', () => {
    const ends = (readings: readonly ShakenReading[]) => {
      const { state, step, checks } = judged(readings, 30);
      return [
        state,
        step,
        checks
          .filter(({ ok }) => !ok)
          .map(({ name }) => name)
          .join(),
      ];
    };
    assert.deepEqual(ends([]), ['timed_out', null, 'messages']);
    assert.deepEqual(ends(measured(12).slice(6)), ['timed_out', null, 'rest']);
    assert.deepEqual(ends(measured(6)), ['timed_out', null, 'impact']);
  });

  it('judge a wearable whose last messages are missing by those that came', () => {
    assert.equal(judged(measured(9), 12).state, 'running');
    assert.equal(judged(measured(9), 14.5).state, 'passed');
  });
});
