/**
 * A device's window: its last readings as rows of one flat Float32Array, oldest first, newest last.
 * Absent values are NaN. Plain 4-byte cells, so that a window crosses to a scoring thread without copying.
 */
/** The impact, 8 readings before it and all after it, also as they were one or two readings ago: nothing looks further. */
export const WINDOW_LENGTH = 15;
export const FIELDS = 21;

/** Seconds relative to the newest reading of the window: 0 for the newest, negative for the others. */
export const T = 0;
/** m/s² */
export const AX = 1;
export const AY = 2;
export const AZ = 3;
/** °/s */
export const GX = 4;
export const GY = 5;
export const GZ = 6;
/** hPa or kPa, as the firmware sends it */
export const PRESSURE = 7;
export const FSR = 8;
export const HEART_RATE = 9;
export const SPO2 = 10;

/*
 * What a reading's `samples` leave behind. An impact arrives in one message and the stillness that confirms
 * it in the next ones, and only the newest message's samples are at hand; so each row keeps this summary.
 */
/** How many samples the summary was made from; NaN when the reading had none. */
export const SAMPLE_COUNT = 11;
/** Largest |a|. */
export const SAMPLE_PEAK = 12;
/** Standard deviation of |a| within half a second of the peak. */
export const SAMPLE_SPREAD = 13;
/** Mean of ||a| − g|. */
export const SAMPLE_DEVIATION = 14;
/** Mean and largest |gyro|. */
export const SAMPLE_GYRO = 15;
export const SAMPLE_GYRO_PEAK = 16;
/** Resting direction: weighted mean of unit vectors; its length says how steady the direction was. */
export const SAMPLE_REST_X = 17;
export const SAMPLE_REST_Y = 18;
export const SAMPLE_REST_Z = 19;
/** Mean change of the acceleration vector per sample interval, in m/s² per 25 ms. */
export const SAMPLE_JERK = 20;

/** `samples` as handed over: rows of t_ms, ax, ay, az, gx, gy, gz; t_ms ≤ 0 and ascending. */
export const SAMPLE_FIELDS = 7;
export const MAX_SAMPLES = 128;

export const GRAVITY = 9.81;
const PEAK_NEIGHBOURHOOD_MS = 500;
const USUAL_INTERVAL_MS = 25;
/** A gap in the raw signal says nothing about what happened in it, so it counts as at most this long. */
const MAX_INTERVAL_MS = 100;

/** Near 1 for a sample that shows gravity alone, near 0 for one that shows a blow or free fall. */
export function restWeight(magnitude: number): number {
  const deviation = (magnitude - GRAVITY) / 3;
  return 1 / (1 + deviation * deviation * deviation * deviation);
}

/** Fills the summary columns of the row that starts at `offset`; without samples it leaves them absent. */
export function summarise(samples: Float32Array, count: number, row: Float32Array, offset: number): void {
  row.fill(Number.NaN, offset + SAMPLE_COUNT, offset + FIELDS);
  const usable = Math.min(count, MAX_SAMPLES, Math.floor(samples.length / SAMPLE_FIELDS));
  if (usable < 1) return;
  row[offset + SAMPLE_COUNT] = usable;
  const peakAt = summariseImpact(samples, usable, row, offset);
  row[offset + SAMPLE_SPREAD] = spreadAround(peakAt, samples, usable);
  summariseMotion(samples, usable, row, offset);
  summariseRest(samples, usable, row, offset);
}

function summariseImpact(samples: Float32Array, count: number, row: Float32Array, offset: number): number {
  let peak = -1;
  let peakAt = 0;
  for (let i = 0; i < count; i++) {
    const magnitude = accelerationOf(samples, i);
    if (magnitude > peak) {
      peak = magnitude;
      peakAt = timeOf(samples, i);
    }
  }
  row[offset + SAMPLE_PEAK] = peak;
  return peakAt;
}

function spreadAround(peakAt: number, samples: Float32Array, count: number): number {
  let near = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    if (Math.abs(timeOf(samples, i) - peakAt) > PEAK_NEIGHBOURHOOD_MS) continue;
    const magnitude = accelerationOf(samples, i);
    near++;
    sum += magnitude;
    squares += magnitude * magnitude;
  }
  const mean = sum / near;
  return Math.sqrt(Math.max(0, squares / near - mean * mean));
}

function summariseMotion(samples: Float32Array, count: number, row: Float32Array, offset: number): void {
  let deviation = 0;
  let gyro = 0;
  let gyroPeak = 0;
  let change = 0;
  for (let i = 0; i < count; i++) {
    const base = i * SAMPLE_FIELDS;
    const turning = norm(samples, base + 4);
    deviation += Math.abs(accelerationOf(samples, i) - GRAVITY);
    gyro += turning;
    gyroPeak = Math.max(gyroPeak, turning);
    if (i > 0) change += stepBetween(samples, base) * (USUAL_INTERVAL_MS / intervalBefore(samples, i));
  }
  row[offset + SAMPLE_DEVIATION] = deviation / count;
  row[offset + SAMPLE_GYRO] = gyro / count;
  row[offset + SAMPLE_GYRO_PEAK] = gyroPeak;
  row[offset + SAMPLE_JERK] = count > 1 ? change / (count - 1) : 0;
}

function summariseRest(samples: Float32Array, count: number, row: Float32Array, offset: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const base = i * SAMPLE_FIELDS;
    const magnitude = accelerationOf(samples, i);
    const share = restWeight(magnitude) / Math.max(magnitude, 1e-3) / count;
    x += cell(samples, base + 1) * share;
    y += cell(samples, base + 2) * share;
    z += cell(samples, base + 3) * share;
  }
  row[offset + SAMPLE_REST_X] = x;
  row[offset + SAMPLE_REST_Y] = y;
  row[offset + SAMPLE_REST_Z] = z;
}

/** The compiler cannot know that an index is inside; NaN is what an absent cell means anyway. */
export function cell(cells: Float32Array, index: number): number {
  return cells[index] ?? Number.NaN;
}

/** Length of the vector in three neighbouring cells. */
export function norm(cells: Float32Array, index: number): number {
  const x = cell(cells, index);
  const y = cell(cells, index + 1);
  const z = cell(cells, index + 2);
  return Math.sqrt(x * x + y * y + z * z);
}

function accelerationOf(samples: Float32Array, i: number): number {
  return norm(samples, i * SAMPLE_FIELDS + 1);
}

function timeOf(samples: Float32Array, i: number): number {
  return cell(samples, i * SAMPLE_FIELDS);
}

function intervalBefore(samples: Float32Array, i: number): number {
  if (i === 0) return USUAL_INTERVAL_MS;
  return Math.min(MAX_INTERVAL_MS, Math.max(1, timeOf(samples, i) - timeOf(samples, i - 1)));
}

function stepBetween(samples: Float32Array, base: number): number {
  const before = base - SAMPLE_FIELDS;
  const x = cell(samples, base + 1) - cell(samples, before + 1);
  const y = cell(samples, base + 2) - cell(samples, before + 2);
  const z = cell(samples, base + 3) - cell(samples, before + 3);
  return Math.sqrt(x * x + y * y + z * z);
}
