import { GRAVITY, type Sample, type Second } from './sample.ts';

/** The motion sensor of a wearable, as its firmware configures it. */
export interface Sensor {
  /** Samples per second; undefined for the rate of the motion itself. */
  readonly rateHz: number | undefined;
  /** Largest value of an axis, in m/s² and °/s. */
  readonly accelRange: number;
  readonly gyroRange: number;
  /** Each sample is the mean over this many seconds; 0 for no smoothing. */
  readonly smoothedS: number;
}

export const SENSOR_NAMES = ['good', 'poor'] as const;
export type SensorName = (typeof SENSOR_NAMES)[number];

/** docs/firmware.md, "Sensors": one that meets the requirements, and another make that meets none of them. */
export const SENSORS: Readonly<Record<SensorName, Sensor>> = {
  good: { rateHz: undefined, accelRange: 16 * GRAVITY, gyroRange: 2000, smoothedS: 0 },
  poor: { rateHz: 12.5, accelRange: 2 * GRAVITY, gyroRange: 125, smoothedS: 0.1 },
};

const LEAST = { rateHz: 25, accelRange: 8 * GRAVITY, gyroRange: 500 } as const;

/** Whether the detector can be expected to find every simulated fall. */
export const isGoodEnough = ({ rateHz, accelRange, gyroRange, smoothedS }: Sensor): boolean =>
  (rateHz === undefined || rateHz >= LEAST.rateHz) &&
  accelRange >= LEAST.accelRange &&
  gyroRange >= LEAST.gyroRange &&
  smoothedS === 0;

/** The seconds of a life as a sensor measures them: clipped, smoothed, and at its rate. */
export function* sensed(life: Iterable<Second>, sensor: Sensor): Generator<Second, void, undefined> {
  const { rateHz, smoothedS } = sensor;
  let number = 0;
  let before: readonly Sample[] = [];
  let last: Sample | undefined;
  for (const second of life) {
    const clipped = second.samples.map((sample) => clip(sample, sensor));
    const smoothed = smooth(before, clipped, Math.round(smoothedS * clipped.length));
    // 12.5 Hz are 12 and 13 samples in turn.
    const count =
      rateHz === undefined
        ? smoothed.length
        : Math.floor(rateHz * (number + 1)) - Math.floor(rateHz * number);
    yield { ...second, samples: resample(last, smoothed, count) };
    number += 1;
    before = clipped;
    last = smoothed.at(-1);
  }
}

function clip(sample: Sample, { accelRange, gyroRange }: Sensor): Sample {
  const [ax, ay, az, gx, gy, gz] = sample;
  const accel = (value: number): number => Math.max(-accelRange, Math.min(accelRange, value));
  const gyro = (value: number): number => Math.max(-gyroRange, Math.min(gyroRange, value));
  return [accel(ax), accel(ay), accel(az), gyro(gx), gyro(gy), gyro(gz)];
}

/** The mean of each sample and the `length - 1` before it. */
function smooth(before: readonly Sample[], samples: readonly Sample[], length: number): readonly Sample[] {
  if (length <= 1) return samples;
  const all = [...before.slice(1 - length), ...samples];
  const first = all.length - samples.length;
  return samples.map((_, i) => {
    const some = all.slice(Math.max(0, first + i + 1 - length), first + i + 1);
    return combined((axis) => some.reduce((sum, sample) => sum + sample[axis], 0) / some.length);
  });
}

type Axis = 0 | 1 | 2 | 3 | 4 | 5;

const combined = (unrounded: (axis: Axis) => number): Sample => {
  const value = (axis: Axis): number => Math.round(unrounded(axis) * 1000) / 1000;
  return [value(0), value(1), value(2), value(3), value(4), value(5)];
};

/** As many samples, evenly spaced; the last one stays the last. */
function resample(last: Sample | undefined, samples: readonly Sample[], count: number): readonly Sample[] {
  if (count === samples.length) return samples;
  return Array.from({ length: count }, (_, i) => {
    const place = ((i + 1) * samples.length) / count - 1;
    const whole = Math.floor(place);
    const after = samples[Math.min(whole + 1, samples.length - 1)] ?? samples[0];
    const before = samples[whole] ?? last ?? after;
    if (before === undefined || after === undefined) throw new Error('a second without samples');
    const share = place - whole;
    return combined((axis) => before[axis] * (1 - share) + after[axis] * share);
  });
}
