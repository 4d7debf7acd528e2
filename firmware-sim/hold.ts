import { magnitude, type Sample } from './motion/sample.ts';

/** From here on (m/s²) a sample is a blow, and worth more than whatever came last. */
export const BLOW = 20;

/**
 * Adaptive hold: of all samples of a second, the one that is sent. The hardest if it was a blow, else the last.
 * Which sample is sent matters more to the detector than anything else (the last alone misses every fifth fall).
 */
export function adaptiveHold(samples: readonly Sample[]): Sample {
  let hardest: Sample | undefined;
  for (const sample of samples) {
    if (hardest === undefined || magnitude(sample) > magnitude(hardest)) hardest = sample;
  }
  const last = samples.at(-1);
  if (hardest === undefined || last === undefined) throw new Error('a second without samples');
  return magnitude(hardest) >= BLOW ? hardest : last;
}

export const MAX_SAMPLES = 128;
export type SampleRow = readonly [number, number, number, number, number, number, number];

/** The second's full signal as the service takes it: rows [t_ms, ax, ay, az, gx, gy, gz], the last at 0. */
export function sampleRows(samples: readonly Sample[]): SampleRow[] {
  const kept = samples.slice(-MAX_SAMPLES);
  return kept.map((sample, i) => [Math.round(((i + 1 - kept.length) * 1000) / samples.length), ...sample]);
}
