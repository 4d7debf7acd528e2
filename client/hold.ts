import type { components } from './api.ts';
import { partsOf, type SampleRow } from './parts.ts';

/** A sensor reading in the format of the API. */
export type Reading = components['schemas']['SensorReading'];

/** ax, ay, az in m/s², gx, gy, gz in °/s, in the frame of the wearable; without a gyro ax, ay, az only. */
export type Sample =
  | readonly [number, number, number, number, number, number]
  | readonly [number, number, number];

/** How much of each second a wearable sends: one sample, the parts of all samples, or all samples. */
export type Sends = 'reading' | 'parts' | 'samples';

/** From this acceleration on (m/s²) a sample is a blow, and is sent instead of the last sample. */
export const BLOW = 20;
/** Maximum number of samples per reading. */
export const MAX_SAMPLES = 128;

export const magnitude = ([x, y, z]: Sample): number => Math.sqrt(x * x + y * y + z * z);

/** Picks the sample of a second that is sent: the hardest if it was a blow, else the last. */
export function hold(samples: readonly Sample[]): Sample {
  let hardest: Sample | undefined;
  for (const sample of samples) {
    if (hardest === undefined || magnitude(sample) > magnitude(hardest)) hardest = sample;
  }
  const last = samples.at(-1);
  if (hardest === undefined || last === undefined) throw new Error('a second without samples');
  return magnitude(hardest) >= BLOW ? hardest : last;
}

/** The second's full signal in the format of the API: rows [t_ms, ax, ay, az, gx, gy, gz], the last at 0. */
export function sampleRows(samples: readonly Sample[]): SampleRow[] {
  return timed(samples).slice(-MAX_SAMPLES);
}

const timed = (samples: readonly Sample[]): SampleRow[] =>
  samples.map((sample, i) => [Math.round(((i + 1 - samples.length) * 1000) / samples.length), ...sample]);

type Motion = Pick<
  Reading,
  'accel_x' | 'accel_y' | 'accel_z' | 'gyro_x' | 'gyro_y' | 'gyro_z' | 'samples' | 'parts'
>;
/** All fields of a reading except its motion: heart rate, battery and so on. */
export type Beside = Omit<Reading, keyof Motion>;

/** Builds the reading of a second. Samples without a gyro make a reading without one. */
export function readingOf<Given extends Beside>(
  samples: readonly Sample[],
  beside: Given,
  sends: Sends = 'reading',
): Given & Motion {
  const held = hold(samples);
  const [accel_x, accel_y, accel_z] = held;
  return {
    ...beside,
    ...{ accel_x, accel_y, accel_z },
    ...rotationOf(held),
    ...(sends === 'samples' && { samples: sampleRows(samples) }),
    ...(sends === 'parts' && { parts: partsOf(timed(samples)) }),
  };
}

/** Null without a gyro: 0 would say that the wearer does not turn. */
const rotationOf = (sample: Sample) =>
  sample.length === 6
    ? { gyro_x: sample[3], gyro_y: sample[4], gyro_z: sample[5] }
    : { gyro_x: null, gyro_y: null, gyro_z: null };

/** |a| of the reading. */
export const magnitudeOf = ({ accel_x, accel_y, accel_z }: Reading): number =>
  Math.hypot(accel_x, accel_y, accel_z);
