import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeSignal, encodeSignal } from '../../src/readings/store/signals.ts';
import { seededRandom } from '../scoring/synthetic.ts';

const NONE = { samples: undefined, parts: undefined };

/** Half a step of each column. */
const SAMPLE_ERROR = [0.5, ...Array(3).fill(1 / 160), ...Array(3).fill(1 / 16)];
const PART_ERROR = [...Array(6).fill(1 / 160), 1 / 16, 1 / 16, 1 / 40, ...Array(3).fill(1 / 20_000)];

describe('a stored signal', () => {
  const random = seededRandom(3);
  const between = (least: number, most: number): number => least + (most - least) * random();

  function assertClose(
    found: Float32Array | undefined,
    given: Float32Array,
    errors: readonly number[],
  ): void {
    assert.equal(found?.length, given.length);
    for (const [i, value] of given.entries()) {
      const error = errors[i % errors.length] ?? 0;
      if (Number.isNaN(value)) assert.ok(Number.isNaN(found?.[i]), `${i}`);
      else
        assert.ok(
          Math.abs((found?.[i] ?? Number.NaN) - value) <= error + 1e-4,
          `${i}: ${found?.[i]} / ${value}`,
        );
    }
  }

  it('has two bytes per value and loses at most half a step', () => {
    const rows = Array.from({ length: 50 }, (_, i) => [
      (i - 49) * 20,
      ...Array.from({ length: 3 }, () => between(-400, 400)),
      ...Array.from({ length: 3 }, () => between(-4000, 4000)),
    ]);
    const samples = Float32Array.from(rows.flat());
    const bytes = encodeSignal({ samples, parts: undefined });
    assert.equal(bytes?.length, 1 + 50 * 7 * 2);
    const decoded = decodeSignal(bytes ?? Buffer.alloc(0));
    assertClose(decoded.samples, samples, SAMPLE_ERROR);
    assert.equal(decoded.parts, undefined);
  });

  it('has four columns without a gyro, whose rotation is read as NaN', () => {
    const samples = new Float32Array(2 * 7).fill(Number.NaN);
    samples.set([-20, 0.5, 0.3, 9.8], 0);
    samples.set([0, 0.5, 0.3, 9.7], 7);
    const bytes = encodeSignal({ samples, parts: undefined });
    assert.equal(bytes?.length, 1 + 2 * 4 * 2);
    assertClose(decodeSignal(bytes ?? Buffer.alloc(0)).samples, samples, SAMPLE_ERROR);
  });

  it('holds parts in 121 bytes, with or without a gyro', () => {
    for (const gyro of [Number.NaN, 250]) {
      const row = [31.5, 2.5, 4, -3, 5, 8, gyro, gyro, 12.5, -0.31, 0.42, 0.8];
      const parts = Float32Array.from(Array.from({ length: 5 }, () => row).flat());
      const bytes = encodeSignal({ samples: undefined, parts });
      assert.equal(bytes?.length, 121);
      const decoded = decodeSignal(bytes ?? Buffer.alloc(0));
      assertClose(decoded.parts, parts, PART_ERROR);
      assert.equal(decoded.samples, undefined);
    }
  });

  it('stores values beyond the range as the largest', () => {
    const samples = Float32Array.from([-60_000, 400, -400, 0, 10_000, -10_000, 0]);
    const bytes = encodeSignal({ samples, parts: undefined }) ?? Buffer.alloc(0);
    const [t, ax, ay, , gx, gy] = decodeSignal(bytes).samples ?? [];
    assert.deepEqual([t, ax, ay, gx, gy], [-32_767, 400, -400, 4095.875, -4095.875]);
  });

  it('is absent without samples and parts, and with no samples', () => {
    assert.equal(encodeSignal(NONE), undefined);
    assert.equal(encodeSignal({ samples: new Float32Array(0), parts: undefined }), undefined);
  });
});
